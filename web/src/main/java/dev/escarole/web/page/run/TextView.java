package dev.escarole.web.page.run;

import dev.escarole.web.app.run.OutputBytes;
import dev.escarole.web.page.words.Address;
import dev.escarole.web.page.words.Words;
import io.javalin.http.Context;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A part of something that a command read or wrote; the address of the page says which part.
 *
 * @param hit where the text was found that is looked for; null if none is, or it was not found
 * @param notice what is to be known of it, or null
 */
public record TextView(
    Stream stream, Look look, TextWindow window, @Nullable Long hit, @Nullable String notice) {

  /** What of a stream stands before what was looked for. */
  private static final int BEFORE_HIT = 2_000;

  private static final int LONGEST_FIND = 200;

  /**
   * Something to show.
   *
   * @param name {@code stdin}, {@code stdout}, {@code stderr} or {@code text}
   * @param base address of the page, without a question mark
   * @param download where the whole can be had, or null
   */
  public record Stream(
      String name, String title, int attempt, long size, String base, @Nullable String download) {}

  /**
   * A piece of text.
   *
   * @param hit whether it is what was looked for
   */
  public record Piece(String text, boolean hit) {}

  /**
   * How something is shown.
   *
   * @param find what is looked for; may be empty
   */
  public record Look(boolean wrap, String find) {}

  /** The part that an address asks for; {@code output} is null if there is nothing. */
  static TextView of(Context ctx, Stream stream, @Nullable OutputBytes output) {
    if (output == null) {
      TextWindow nothing = new TextWindow(0, 0, false, List.of());
      return new TextView(stream, new Look(true, ""), nothing, null, null);
    }
    boolean asked = stream.name().equals(ctx.queryParam("stream"));
    String from = asked ? text(ctx, "from") : "";
    long at = from.matches("[0-9]{1,15}") ? Long.parseLong(from) : 0;
    boolean wrap = !asked || !text(ctx, "wrap").isEmpty();
    Look look = new Look(wrap, asked ? text(ctx, "find") : "");
    if (!look.find().isEmpty()) {
      return found(stream, output, look, at);
    }
    TextWindow window =
        from.equals("end") ? TextWindow.last(output, "") : TextWindow.from(output, at, "");
    String notice =
        window.binary() ? "This does not look like text. Download it to see its bytes." : null;
    return new TextView(stream, look, window, null, notice);
  }

  private static TextView found(Stream stream, OutputBytes output, Look look, long at) {
    long hit = TextWindow.find(output, look.find(), at);
    if (hit < 0) {
      TextWindow window = TextWindow.from(output, at, look.find());
      String where = at > 0 ? " after byte " + Words.number(at) : "";
      String notice = "“" + look.find() + "” does not occur" + where + ".";
      return new TextView(stream, look, window, null, notice);
    }
    long start = Math.max(0, hit - BEFORE_HIT);
    TextWindow window = TextWindow.from(output, start, look.find());
    return new TextView(stream, look, window, hit, null);
  }

  private static String text(Context ctx, String name) {
    String value = Objects.toString(ctx.queryParam(name), "");
    return value.substring(0, Math.min(LONGEST_FIND, value.length()));
  }

  public boolean isEmpty() {
    return window.pieces().isEmpty();
  }

  public String size() {
    return Words.bytes(stream.size());
  }

  /** Which bytes are shown, in words; empty if it is all. */
  public String range() {
    return isBefore() || isAfter()
        ? "bytes %s to %s".formatted(Words.number(window.from() + 1), Words.number(window.to()))
        : "";
  }

  /** Whether there is more before the part. */
  public boolean isBefore() {
    return window.from() > 0;
  }

  /** Whether there is more after the part. */
  public boolean isAfter() {
    return window.to() < stream.size();
  }

  /** The part before this one. */
  public String earlier() {
    return at(Math.max(0, window.from() - TextWindow.TEXT_BYTES));
  }

  /** The address of the same page with a part that begins at a byte, or of the {@code end}. */
  public String at(Object from) {
    return address(look.wrap(), from).toString();
  }

  /** The address of what is found after this; only if something was found. */
  public String nextHit() {
    return address(look.wrap(), hit == null ? 0 : hit + 1).with("find", look.find()).toString();
  }

  /** The same part with its lines wrapped, or not wrapped if they are now. */
  public String rewrapped() {
    return address(!look.wrap(), window.from()).toString();
  }

  private Address address(boolean wrap, Object from) {
    return new Address(stream.base())
        .with("attempt", String.valueOf(stream.attempt()))
        .with("stream", stream.name())
        .with("wrap", wrap ? "1" : "")
        .with("from", from.toString());
  }
}
