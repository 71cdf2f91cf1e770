package dev.escarole.web.app.compare;

import dev.escarole.web.app.Documented;
import dev.escarole.web.app.Param;
import dev.escarole.web.app.run.Made;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** How two texts of runs differ, line by line. */
public record TextDifference(
    Side before,
    Side after,
    @Documented("Whether they are the same, byte for byte.") boolean same,
    @Documented("Whether both are text; of other bytes, no lines are compared.") boolean text,
    @Documented(
            "Lines that differ, with three lines around them, in order; at most 2,000. Of longer texts only the first 512 KiB are compared, and at most 1,000 lines from the first difference on.")
        List<Line> lines,
    @Documented("Whether there may be differences that are not listed.") boolean more) {

  public TextDifference {
    lines = List.copyOf(lines);
  }

  /** One of them. */
  public record Side(
      @Documented("Where it comes from, such as a run's id; or 'now'.") String from,
      long bytes,
      @Made.Id String sha256) {}

  /** A line. */
  public record Line(
      @Documented(words = {"same", "added", "removed"}) @Made.Word String kind,
      @Documented("Its number before, from 1; null if it was added.") @Nullable Integer before,
      @Documented("Its number after, from 1; null if it was removed.") @Nullable Integer after,
      @Documented("Its first 2,000 characters.") String text) {}

  /** Which texts. */
  public record Query(
      @Param(
              value = "A run's id, the beginning of it, or 'last' for the newest run.",
              in = Param.Where.PATH,
              required = true)
          String run,
      @Param(
              value =
                  "recipe: the text of its recipe; input, result: of the run; stdout, stderr: of the last attempt of a step.",
              in = Param.Where.PATH,
              required = true,
              words = {"recipe", "input", "result", "stdout", "stderr"})
          String what,
      @Param(
              value =
                  "The run to compare it with. Without it, the recipe of this name in the watched folder as it is now.",
              in = Param.Where.QUERY)
          @Nullable String other,
      @Param(
              value = "The step, for stdout and stderr: its path, or a label that only it has.",
              in = Param.Where.QUERY)
          @Nullable String path,
      @Param(value = "The step of the other run. Default: that of 'path'.", in = Param.Where.QUERY)
          @Nullable String otherPath) {}
}
