package dev.escarole.engine.run;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether the author accepts the result of a run: every loss has the author's consent, and no step
 * read truncated input. Immutable.
 *
 * @param accepted true if the run is done, or degraded with consent to every loss
 * @param losses failures from which a degraded run continued, those without consent first,
 *     otherwise in plan order; at most {@value #MOST}
 * @param lossCount number of losses
 * @param readsFromFailure steps that read the empty output of a failed one, in plan order; at most
 *     {@value #MOST}
 * @param readCount number of such steps
 */
public record Acceptance(
    boolean accepted,
    List<Loss> losses,
    int lossCount,
    List<FailureRead> readsFromFailure,
    int readCount) {

  /** Maximum number of losses and of reads that are kept; the rest is only counted. */
  public static final int MOST = 100;

  /** Not accepted, without details. */
  public static final Acceptance NOT_ACCEPTED = new Acceptance(false, List.of(), 0, List.of(), 0);

  public Acceptance {
    losses = List.copyOf(losses);
    readsFromFailure = List.copyOf(readsFromFailure);
  }

  /**
   * Something missing from the result of a run that continued.
   *
   * @param path path of the failed step, or of the parallel node with too few usable branches
   * @param label its label, or null
   * @param command the beginning of its command line; empty for a group
   * @param outcome the outcome's word
   * @param exitCode the exit code as recipes see it
   * @param error the first line of its error, truncated; may be empty
   * @param consent the author's consent, or null
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
   * @param step path of the reading leaf
   * @param command the beginning of its command line
   * @param from path of the failed step
   * @param cut whether a limit truncated the output of the failed step; such a run is never
   *     accepted
   */
  public record FailureRead(String step, String command, String from, boolean cut) {}
}
