package dev.escarole.engine.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether the result of a run is what its author agreed to: every loss has the author's consent,
 * and no step read an input that a limit had cut. Immutable.
 *
 * @param accepted true for a run that is done, or degraded with consent to every loss; false for
 *     one that failed or was cancelled
 * @param losses failures that a run continued from, those without consent first, else in plan
 *     order; at most {@value #MOST}. Empty unless the run is degraded.
 * @param lossCount how many losses there are
 * @param readsFromFailure steps that read the empty output of a failed one, in plan order; at most
 *     {@value #MOST}
 * @param readCount how many such steps there are
 */
public record Acceptance(
    boolean accepted,
    List<Loss> losses,
    int lossCount,
    List<FailureRead> readsFromFailure,
    int readCount) {

  /** Most losses, and most reads, that are kept; the rest is counted. */
  public static final int MOST = 100;

  /** Of a run of which nothing is accepted and no more is known. */
  public static final Acceptance NOT_ACCEPTED = new Acceptance(false, List.of(), 0, List.of(), 0);

  public Acceptance {
    losses = List.copyOf(losses);
    readsFromFailure = List.copyOf(readsFromFailure);
  }

  /**
   * Something that is missing from the result of a run that continued.
   *
   * @param path place of the failed step, or of the parallel node that has too few usable branches
   * @param label its label, or null
   * @param command the beginning of its command line; empty for a group
   * @param outcome the outcome's word
   * @param exitCode the exit code as recipes see it
   * @param error the first line of its error, or the beginning of that; may be empty
   * @param consent how the author agreed to it, or null if the author did not
   */
  public record Loss(
      String path,
      @Nullable String label,
      String command,
      String outcome,
      int exitCode,
      String error,
      @Nullable Consent consent) {}

  /**
   * A step that read the empty output of a failed one.
   *
   * @param step path of the leaf that read
   * @param command the beginning of its command line
   * @param from path of the step that failed
   * @param cut whether a limit had cut the output of the step that failed; such a run is never
   *     accepted
   */
  public record FailureRead(String step, String command, String from, boolean cut) {}
}
