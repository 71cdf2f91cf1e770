package dev.escarole.web.page.run;

import dev.escarole.web.app.output.OutputBytes;
import dev.escarole.web.page.text.OutputScan;
import dev.escarole.web.page.words.Address;
import dev.escarole.web.page.words.Words;
import io.javalin.http.Context;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A part of something that a command read or wrote; the address of the page says which part.
 *
 * @param anchored whether lines are marked as {@code L120}: of the streams of a page one is
 * @param matches what was found; null if nothing is looked for
 * @param notice what is to be known of it, or null
 */
public record TextView(
    Stream stream,
    Look look,
    TextWindow window,
    boolean anchored,
    OutputScan.@Nullable Matches matches,
    @Nullable String notice) {

  /** What of a stream stands before what was looked for. */
  private static final int BEFORE_HIT = 2_000;

  private static final int LONGEST_FIND = 200;
  private static final Pattern LINES =
      Pattern.compile("([1-9][0-9]{0,11})(?:-([1-9][0-9]{0,11}))?");

  /**
   * Something to show.
   *
   * @param name {@code stdin}, {@code stdout}, {@code stderr} or {@code text}
   * @param base address of the page, without a question mark
   * @param download where the whole can be had, or null
   */
  public record Stream(
      String name, String title, int attempt, long size, String base, @Nullable String download) {

    /** Whether an address asks for this one. */
    boolean isAsked(Context ctx) {
      return name.equals(ctx.queryParam("stream"));
    }
  }

  /**
   * Lines that somebody points to, both included.
   *
   * @param first 0 for none
   */
  public record Lines(long first, long last) {

    static final Lines NONE = new Lines(0, 0);

    static Lines of(String text) {
      Matcher lines = LINES.matcher(text);
      if (!lines.matches()) {
        return NONE;
      }
      long first = Long.parseLong(lines.group(1));
      long last = lines.group(2) == null ? first : Long.parseLong(lines.group(2));
      return new Lines(Math.min(first, last), Math.max(first, last));
    }

    /** Whether a line is one of them. */
    public boolean has(long line) {
      return line >= first && line <= last && first > 0;
    }

    /** Such as {@code 10-20}; empty for none. */
    public String words() {
      return first == 0 ? "" : first == last ? "" + first : first + "-" + last;
    }

    /** The part of an address that points to them. */
    public String anchor() {
      return first == last ? "L" + first : "L" + first + "-L" + last;
    }
  }

  /**
   * How something is shown.
   *
   * @param raw whether escape sequences are shown as they are
   * @param find what is looked for; may be empty
   */
  public record Look(boolean wrap, boolean raw, String find, Lines lines) {}

  /** The part that an address asks for; {@code output} is null if there is nothing. */
  static TextView of(Context ctx, Stream stream, boolean anchored, @Nullable OutputBytes output) {
    if (output == null) {
      Look usual = new Look(true, false, "", Lines.NONE);
      return new TextView(stream, usual, TextWindow.NOTHING, anchored, null, null);
    }
    boolean asked = stream.isAsked(ctx);
    boolean wrap = !asked || !text(ctx, "wrap").isEmpty();
    Look look =
        new Look(
            wrap,
            asked && !text(ctx, "raw").isEmpty(),
            asked ? text(ctx, "find") : "",
            asked ? Lines.of(text(ctx, "line")) : Lines.NONE);
    String from = asked ? text(ctx, "from") : "";
    if (!look.find().isEmpty()) {
      return found(stream, output, look, anchored, number(from));
    }
    TextWindow.Form form = new TextWindow.Form(look.raw(), null, -1);
    if (look.lines().first() > 0) {
      return atLine(stream, output, look, anchored, form);
    }
    String before = asked ? text(ctx, "before") : "";
    TextWindow window =
        from.equals("end")
            ? TextWindow.before(output, output.size(), form)
            : before.isEmpty()
                ? TextWindow.from(output, number(from), form)
                : TextWindow.before(output, number(before), form);
    return new TextView(stream, look, window, anchored, null, binary(window));
  }

  private static @Nullable String binary(TextWindow window) {
    return window.binary() ? "This does not look like text. Download it to see its bytes." : null;
  }

  private static long number(String text) {
    return text.matches("[0-9]{1,15}") ? Long.parseLong(text) : 0;
  }

  private static TextView found(
      Stream stream, OutputBytes output, Look look, boolean anchored, long at) {
    OutputScan.Matches matches = OutputScan.matches(output, look.find(), at);
    Pattern wanted = OutputScan.pattern(look.find());
    if (matches.count() == 0) {
      TextWindow window = TextWindow.from(output, at, new TextWindow.Form(look.raw(), null, -1));
      String notice = "“" + look.find() + "” does not occur.";
      return new TextView(stream, look, window, anchored, matches, notice);
    }
    TextWindow.Form form = new TextWindow.Form(look.raw(), wanted, matches.present());
    TextWindow window = TextWindow.around(output, matches.present(), BEFORE_HIT, form);
    String notice = matches.wrapped() ? "No further match; this is the first one." : null;
    return new TextView(stream, look, window, anchored, matches, notice);
  }

  private static TextView atLine(
      Stream stream, OutputBytes output, Look look, boolean anchored, TextWindow.Form form) {
    OutputScan.LineStart start = OutputScan.startOf(output, look.lines().first());
    if (start.offset() < 0) {
      TextWindow window = TextWindow.before(output, output.size(), form);
      String notice =
          "There is no line %s; the last one is line %s."
              .formatted(Words.number(look.lines().first()), Words.number(start.lines()));
      return new TextView(stream, look, window, anchored, null, notice);
    }
    TextWindow window = TextWindow.around(output, start.offset(), BEFORE_HIT, form);
    return new TextView(stream, look, window, anchored, null, binary(window));
  }

  private static String text(Context ctx, String name) {
    String value = Objects.toString(ctx.queryParam(name), "");
    return value.substring(0, Math.min(LONGEST_FIND, value.length()));
  }

  public boolean isEmpty() {
    return window.lines().isEmpty();
  }

  public String size() {
    return Words.bytes(stream.size());
  }

  /** Which lines are shown, in words; empty if it is all. */
  public String range() {
    long last = window.firstLine() + window.lines().size() - 1;
    return isBefore() || isAfter()
        ? "lines %s to %s".formatted(Words.number(window.firstLine()), Words.number(last))
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

  /** Whether there are other matches. */
  public boolean hasOthers() {
    return matches != null && matches.count() > 1;
  }

  /** Which match is shown, such as {@code match 3 of 17}; empty if nothing was found. */
  public String place() {
    return matches == null || matches.count() == 0
        ? ""
        : "match %s of %s".formatted(Words.number(matches.place()), Words.number(matches.count()));
  }

  /** The part before this one. */
  public String earlier() {
    return plain().with("before", "" + window.from()).toString();
  }

  /** The address of the same page with a part that begins at a byte, or of the {@code end}. */
  public String at(Object from) {
    return plain().with("from", from.toString()).toString();
  }

  /** The address of another match; only if something was found. */
  public String match(boolean next) {
    OutputScan.Matches found = Objects.requireNonNull(matches);
    return plain()
            .with("find", look.find())
            .with("from", "" + (next ? found.next() : found.previous()))
        + "#hit";
  }

  /** The same part with its lines wrapped, or not wrapped if they are now. */
  public String rewrapped() {
    return same(!look.wrap(), look.raw());
  }

  /** The same part with escape sequences as they are, or interpreted if they are not now. */
  public String reread() {
    return same(look.wrap(), !look.raw());
  }

  private String same(boolean wrap, boolean raw) {
    Address address = address(wrap, raw);
    if (look.lines().first() > 0) {
      return address.with("line", look.lines().words()) + "#" + look.lines().anchor();
    }
    boolean found = matches != null && matches.count() > 0;
    return address
        .with("find", look.find())
        .with("from", "" + (found ? Objects.requireNonNull(matches).present() : window.from()))
        .toString();
  }

  /** The class of the style sheet that leaves room for the largest number of a line. */
  public String digits() {
    int digits = String.valueOf(window.firstLine() + window.lines().size()).length();
    return digits <= 4 ? "" : digits <= 6 ? "digits-6" : digits <= 8 ? "digits-8" : "digits-12";
  }

  /** The address of a line without its number. */
  public String lineLink() {
    return plain().toString();
  }

  private Address plain() {
    return address(look.wrap(), look.raw());
  }

  private Address address(boolean wrap, boolean raw) {
    return new Address(stream.base())
        .with("attempt", stream.attempt() > 0 ? "" + stream.attempt() : "")
        .with("stream", stream.name())
        .with("wrap", wrap ? "1" : "")
        .with("raw", raw ? "1" : "");
  }
}
