package dev.escarole.web.app.local.output;

import dev.escarole.engine.run.LeafOrigin;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.LoggedAttempt;
import dev.escarole.engine.store.OutputQuery;
import dev.escarole.engine.store.RunRecords;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.content.ContentRef;
import dev.escarole.web.app.LogVerbs;
import dev.escarole.web.app.output.LogPage;
import dev.escarole.web.app.output.LogPart;
import dev.escarole.web.app.output.LogQuery;
import dev.escarole.web.app.output.TextBytes;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads one page of the log of a run: the outputs of ended attempts, by the order of their ends,
 * standard output of an attempt before its standard error. Used once, by one thread.
 */
public final class LogReading {

  /** Bytes of one part, so that large outputs are never in memory as a whole. */
  private static final int PART_BYTES = 64 * 1024;

  /** Bytes of a page. */
  private static final long PAGE_BYTES = 256L * 1024;

  /** Attempts that are read at once. */
  private static final int ATTEMPTS = 200;

  private static final List<String> STREAMS = List.of("stdout", "stderr");
  private static final Pattern CURSOR = Pattern.compile("([fb])([0-9]{1,10})-([01])-([0-9]{1,18})");

  private final RunRecords records;
  private final RunId run;
  private final LogQuery query;
  private final @Nullable String under;
  private final Deque<LogPart> parts = new ArrayDeque<>();
  private long bytes;

  /**
   * @param under path of the only step that is wanted; null for all
   */
  public LogReading(RunRecords records, RunId run, LogQuery query, @Nullable String under) {
    this.records = records;
    this.run = run;
    this.query = query;
    this.under = under;
  }

  /**
   * A place in the log.
   *
   * @param seq of the end of the attempt in the run's order of events
   * @param stream index of the output
   * @param offset of the byte
   */
  private record Place(boolean backwards, long seq, int stream, long offset) {

    static final Place START = new Place(false, 0, 0, 0);
    static final Place END = new Place(true, OutputQuery.END, 1, Long.MAX_VALUE);

    static Place of(String text) {
      Matcher cursor = CURSOR.matcher(text);
      if (!cursor.matches() || Long.parseLong(cursor.group(2)) > OutputQuery.END) {
        throw Cursors.bad();
      }
      return new Place(
          cursor.group(1).equals("b"),
          Long.parseLong(cursor.group(2)),
          Integer.parseInt(cursor.group(3)),
          Long.parseLong(cursor.group(4)));
    }

    /** Everything of an attempt and before it is passed. */
    static Place after(long seq) {
      return new Place(false, Math.min(OutputQuery.END, seq + 1), 0, 0);
    }

    Place turned(boolean back) {
      return new Place(back, seq, stream, offset);
    }

    String cursor() {
      String text = (backwards ? "b" : "f") + seq + "-" + stream + "-" + offset;
      return String.valueOf(Cursors.text(LogVerbs.LOG, text));
    }
  }

  /**
   * Reads the page.
   *
   * @param over whether the run was over before this was asked for
   */
  public LogPage page(boolean over) {
    String cursor = Cursors.place(LogVerbs.LOG, query.cursor());
    Place at = cursor != null ? Place.of(cursor) : query.last() ? Place.END : Place.START;
    return at.backwards() ? before(at, over) : after(at, over);
  }

  private LogPage after(Place start, boolean over) {
    Place at = start;
    Place full = null;
    boolean more = true;
    while (more && full == null) {
      List<LoggedAttempt> found = read(at);
      for (LoggedAttempt each : found) {
        full = full == null ? take(each, at) : full;
        at = full == null ? Place.after(each.attempt().seq()) : at;
      }
      more = found.size() == ATTEMPTS;
    }
    Place end = full == null ? at : full;
    String previous = start.equals(Place.START) ? null : start.turned(true).cursor();
    return page(over, previous, end, full != null);
  }

  private LogPage before(Place start, boolean over) {
    Place at = start;
    Place full = null;
    Place last = null;
    boolean more = true;
    while (more && full == null) {
      List<LoggedAttempt> found = read(at);
      for (LoggedAttempt each : found) {
        long seq = each.attempt().seq();
        last = last == null ? Place.after(seq) : last;
        full = full == null ? takeBack(each, at) : full;
        at = full == null ? new Place(true, seq - 1, 1, Long.MAX_VALUE) : at;
      }
      more = found.size() == ATTEMPTS && at.seq() >= 0;
    }
    boolean fromEnd = start.equals(Place.END);
    Place end = fromEnd ? (last == null ? Place.START : last) : start.turned(false);
    return page(over, full == null ? null : full.cursor(), end, !fromEnd);
  }

  private LogPage page(boolean over, @Nullable String previous, Place end, boolean more) {
    String cursor = end.cursor();
    return new LogPage(List.copyOf(parts), over, previous, cursor, more ? cursor : null);
  }

  private List<LoggedAttempt> read(Place at) {
    return records.outputs(
        run,
        new OutputQuery(
            Math.max(0, at.seq()), at.backwards(), under, wants(0), wants(1), ATTEMPTS));
  }

  private boolean wants(int stream) {
    return query.stream() == null || query.stream().equals(STREAMS.get(stream));
  }

  private boolean isFull() {
    return parts.size() >= query.limit() || bytes >= PAGE_BYTES;
  }

  private static ContentRef content(LoggedAttempt of, int stream) {
    return stream == 0 ? of.attempt().stdout() : of.attempt().stderr();
  }

  /** Adds what an attempt printed from a place on; where it stopped because the page is full. */
  private @Nullable Place take(LoggedAttempt each, Place at) {
    boolean same = each.attempt().seq() == at.seq();
    for (int stream = same ? at.stream() : 0; stream < STREAMS.size(); stream++) {
      long from = same && stream == at.stream() ? at.offset() : 0;
      long size = content(each, stream).bytes();
      while (wants(stream) && from < size) {
        if (isFull()) {
          return new Place(false, each.attempt().seq(), stream, from);
        }
        LogPart part = part(each, stream, from);
        parts.addLast(part);
        from = part.to();
      }
    }
    return null;
  }

  /** Likewise, what it printed before a place, the end of it first. */
  private @Nullable Place takeBack(LoggedAttempt each, Place at) {
    boolean same = each.attempt().seq() == at.seq();
    for (int stream = same ? at.stream() : 1; stream >= 0; stream--) {
      long size = content(each, stream).bytes();
      long end = same && stream == at.stream() ? Math.min(size, at.offset()) : size;
      while (wants(stream) && end > 0) {
        if (isFull()) {
          return new Place(true, each.attempt().seq(), stream, end);
        }
        LogPart part = partBefore(each, stream, end);
        parts.addFirst(part);
        end = part.from();
      }
    }
    return null;
  }

  private LogPart part(LoggedAttempt of, int stream, long from) {
    ContentRef content = content(of, stream);
    byte[] read = read(content, from, PART_BYTES);
    if (TextBytes.isBinary(read)) {
      return part(of, stream, from, content.bytes(), null);
    }
    boolean whole = from + read.length >= content.bytes();
    int end = whole ? read.length : Math.max(1, TextBytes.cut(read));
    return part(of, stream, from, from + end, Arrays.copyOf(read, end));
  }

  private LogPart partBefore(LoggedAttempt of, int stream, long end) {
    ContentRef content = content(of, stream);
    long from = Math.max(0, end - PART_BYTES);
    byte[] read = read(content, from, (int) (end - from));
    if (TextBytes.isBinary(read)) {
      return part(of, stream, 0, end, null);
    }
    int begin = from == 0 ? 0 : TextBytes.afterFirstLine(read);
    begin = from > 0 && begin == 0 ? TextBytes.continuation(read) : begin;
    return part(of, stream, from + begin, end, Arrays.copyOfRange(read, begin, read.length));
  }

  private byte[] read(ContentRef content, long from, int length) {
    Optional<byte[]> found = records.contentPart(content, from, length);
    return found.orElseThrow(
        () -> new IllegalStateException("the store has lost the content " + content.sha256()));
  }

  private LogPart part(LoggedAttempt of, int stream, long from, long to, byte @Nullable [] text) {
    bytes += text == null ? 0 : text.length;
    StoredAttempt attempt = of.attempt();
    List<String> argv = of.step().argv();
    return new LogPart(
        of.step().place().path(),
        of.step().place().label(),
        argv.isEmpty() ? "" : argv.get(0),
        attempt.attempt(),
        STREAMS.get(stream),
        attempt.outcome().word(),
        attempt.outcome().exitCode(),
        attempt.span().startedAt(),
        attempt.span().startedAt().plusMillis(attempt.span().durationMillis()),
        attempt.origin() == LeafOrigin.REUSED,
        attempt.origin() == LeafOrigin.CACHED,
        from,
        to,
        content(of, stream).bytes(),
        text == null ? null : new String(text, StandardCharsets.UTF_8));
  }
}
