package dev.escarole.web.page.run;

import dev.escarole.web.app.run.OutputBytes;
import dev.escarole.web.page.words.Words;
import io.javalin.http.Context;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Makes views of streams for one page; the address says which part of which stream is wanted.
 * Confined to one request.
 */
final class TextViews {

  /** What of a stream stands before what was looked for. */
  private static final int BEFORE_HIT = 2_000;

  private static final int LONGEST_FIND = 200;

  private final Context ctx;
  private final String base;

  /**
   * @param base address of the page, without a question mark
   */
  TextViews(Context ctx, String base) {
    this.ctx = ctx;
    this.base = base;
  }

  /**
   * Something to show.
   *
   * @param name {@code stdin}, {@code stdout}, {@code stderr} or {@code text}
   * @param download where the whole can be had, or null
   */
  record Stream(
      String name, String title, int attempt, OutputBytes output, @Nullable String download) {}

  TextView view(Stream stream) {
    boolean asked = stream.name().equals(ctx.queryParam("stream"));
    String find = asked ? text("find") : "";
    boolean wrap = asked ? !text("wrap").isEmpty() : true;
    long at = asked ? number("from") : 0;
    TextView.Look look = new TextView.Look(wrap, find, stream.attempt(), at);
    if (!find.isEmpty()) {
      return found(stream, look);
    }
    boolean tail = asked && text("from").equals("end");
    OutputBytes output = stream.output();
    TextWindow window = tail ? TextWindow.last(output, look) : TextWindow.from(output, at, look);
    return view(stream, look, window, null, notice(window));
  }

  private TextView found(Stream stream, TextView.Look look) {
    long hit = TextWindow.find(stream.output(), look.find(), look.at());
    if (hit < 0) {
      TextWindow window = TextWindow.from(stream.output(), look.at(), look);
      String where = look.at() > 0 ? " after byte " + Words.number(look.at()) : "";
      return view(stream, look, window, null, "“" + look.find() + "” does not occur" + where + ".");
    }
    TextWindow window =
        TextWindow.from(stream.output(), hit < BEFORE_HIT ? 0 : hit - BEFORE_HIT, look);
    return view(stream, look, window, hit + 1, null);
  }

  private static @Nullable String notice(TextWindow window) {
    return window.binary() ? "This does not look like text. Download it to see its bytes." : null;
  }

  private TextView view(
      Stream stream,
      TextView.Look look,
      TextWindow window,
      @Nullable Long afterHit,
      @Nullable String notice) {
    long size = stream.output().size();
    boolean whole = window.from() == 0 && window.to() >= size;
    String range =
        whole
            ? ""
            : "bytes %s to %s"
                .formatted(Words.number(window.from() + 1), Words.number(window.to()));
    return new TextView(
        stream.name(),
        stream.title(),
        Words.bytes(size),
        range,
        window.pieces(),
        look,
        moves(stream, look, window, afterHit),
        notice);
  }

  private TextView.Moves moves(
      Stream stream, TextView.Look look, TextWindow window, @Nullable Long afterHit) {
    boolean before = window.from() > 0;
    boolean after = window.to() < stream.output().size();
    Addresses to = new Addresses(stream, look);
    return new TextView.Moves(
        base,
        before ? to.at("0") : null,
        before ? to.at(String.valueOf(Math.max(0, window.from() - TextWindow.TEXT_BYTES))) : null,
        after ? to.at(String.valueOf(window.to())) : null,
        after ? to.at("end") : null,
        afterHit == null ? null : to.hit(afterHit),
        to.look(!look.wrap(), window.from()),
        stream.download());
  }

  /** Addresses of the same page that show something else of the same stream. */
  private final class Addresses {
    private final Stream stream;
    private final TextView.Look look;

    Addresses(Stream stream, TextView.Look look) {
      this.stream = stream;
      this.look = look;
    }

    String at(String from) {
      return address(look.wrap()) + "&from=" + from;
    }

    String look(boolean wrap, long from) {
      return address(wrap) + "&from=" + from;
    }

    String hit(long from) {
      String find = URLEncoder.encode(look.find(), StandardCharsets.UTF_8);
      return address(look.wrap()) + "&from=" + from + "&find=" + find;
    }

    private String address(boolean wrap) {
      return base
          + "?attempt="
          + stream.attempt()
          + "&stream="
          + stream.name()
          + (wrap ? "&wrap=1" : "");
    }
  }

  private String text(String name) {
    String value = ctx.queryParam(name);
    return value == null ? "" : value.substring(0, Math.min(LONGEST_FIND, value.length()));
  }

  private long number(String name) {
    String value = text(name);
    return value.matches("[0-9]{1,15}") ? Long.parseLong(value) : 0;
  }
}
