package dev.escarole.web.app.output;

import dev.escarole.web.app.Param;
import org.jspecify.annotations.Nullable;

/** Which part of the log of a run is wanted. */
public record LogQuery(
    @Param(
            value = "A run's id, the beginning of it, or 'last' for the newest run.",
            in = Param.Where.PATH,
            required = true)
        String run,
    @Param(
            value =
                "Only what this step printed and the steps in it: its place in the plan, such as"
                    + " 0.2.1, or a label that only it has.",
            in = Param.Where.QUERY)
        @Nullable String branch,
    @Param(
            value = "Only this output.",
            in = Param.Where.QUERY,
            words = {"stdout", "stderr"})
        @Nullable String stream,
    @Param(value = "Whether the page is the last one; not with a cursor.", in = Param.Where.QUERY)
        boolean last,
    @Param(
            value = "Most parts of a page, 1 to 1000. A page has at most 256 KiB of text.",
            in = Param.Where.QUERY,
            min = 1,
            max = 1000,
            byDefault = 200)
        int limit,
    @Param(
            value = "Where the page begins: 'next', 'previous' or 'end' of another page.",
            in = Param.Where.QUERY)
        @Nullable String cursor) {

  /** The first page of everything. */
  public static LogQuery of(String run) {
    return new LogQuery(run, null, null, false, 200, null);
  }

  /** Only a branch and an output; null for all. */
  public LogQuery of(@Nullable String step, @Nullable String output) {
    return new LogQuery(run, step, output, last, limit, cursor);
  }

  /** The last page. */
  public LogQuery atEnd() {
    return new LogQuery(run, branch, stream, true, limit, null);
  }

  /** The page at a cursor. */
  public LogQuery from(@Nullable String place) {
    return new LogQuery(run, branch, stream, false, limit, place);
  }
}
