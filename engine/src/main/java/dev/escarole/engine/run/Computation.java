package dev.escarole.engine.run;

import java.util.List;

/**
 * How one input of a run was computed when it was launched. Immutable.
 *
 * @param name of the input; its value is among the launch values of the run
 * @param calls command calls, including retries, in order of start; at most {@value #MOST_CALLS}
 * @param callCount number of calls
 * @param durationMillis total duration
 * @param bytes size of the output
 * @param sha256 hash of the output
 */
public record Computation(
    String name, List<Call> calls, int callCount, long durationMillis, long bytes, String sha256) {

  /** Maximum number of calls kept here; the audit has all. */
  public static final int MOST_CALLS = 20;

  public Computation {
    calls = List.copyOf(calls);
  }

  /**
   * One call of a command.
   *
   * @param argv its words, truncated
   * @param outcome the outcome's word
   * @param exitCode as recipes see it
   * @param cached whether it was answered from the cache
   */
  public record Call(
      List<String> argv, String outcome, int exitCode, long durationMillis, boolean cached) {

    private static final int MOST_WORDS = 100;
    private static final int LONGEST_WORD = 1_000;

    public Call {
      argv =
          argv.stream()
              .limit(MOST_WORDS)
              .map(w -> w.length() <= LONGEST_WORD ? w : w.substring(0, LONGEST_WORD) + "…")
              .toList();
    }
  }
}
