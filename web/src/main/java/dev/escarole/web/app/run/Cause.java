package dev.escarole.web.app.run;

import dev.escarole.engine.run.CauseTally;
import dev.escarole.web.app.Documented;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Why steps failed: all failures that look alike, as one. */
public record Cause(
    @Documented("Names the cause in every run: choose steps by it, or rerun its failures.") @Made.Id
        String key,
    @Documented(
            "The error with numbers, paths, quoted text and arguments masked, or how the steps"
                + " ended.")
        String words,
    @Made.Word String outcome,
    int exitCode,
    @Documented("The first line of the first one's error.") String error,
    @Documented("How many failures look like this.") int count,
    @Documented("The first of them in plan order.") @Made.Path String path,
    @Nullable String label,
    @Documented("The beginning of its command line.") String command) {

  /** Such as {@code 20 × cat: …: No such file}. */
  public String counted() {
    return count + " × " + words;
  }

  /** The causes of failures, the most frequent first. */
  public static List<Cause> ofFailures(Collection<CauseTally.Failed> failures) {
    return of(CauseTally.of(List.copyOf(failures)));
  }

  /** The same of failures that are already counted. */
  public static List<Cause> of(List<CauseTally> tallies) {
    return tallies.stream().map(Cause::of).toList();
  }

  private static Cause of(CauseTally tally) {
    return new Cause(
        tally.cause().key(),
        tally.cause().words(),
        tally.cause().outcome(),
        tally.cause().exitCode(),
        tally.line(),
        tally.failures(),
        tally.path(),
        tally.label(),
        tally.command());
  }
}
