package dev.escarole.web.app.run;

import dev.escarole.web.app.Documented;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was lost in a run whose author let it go on, and who read the output of a failed step. */
public record Losses(
    @Documented("What was lost, 100 at most.") List<Loss> losses,
    int lossCount,
    @Documented("Steps that read the empty output of a failed one, 100 at most.")
        List<FailureRead> readsFromFailure,
    int readsFromFailureCount) {

  /** Nothing. */
  public static final Losses NONE = new Losses(List.of(), 0, List.of(), 0);

  public Losses {
    losses = List.copyOf(losses);
    readsFromFailure = List.copyOf(readsFromFailure);
  }

  /** Something that is missing from the result. */
  public record Loss(
      @Made.Path String path,
      @Nullable String label,
      String command,
      @Made.Word String outcome,
      int exitCode,
      String error,
      @Documented("What in the recipe consents to it; null if nothing does.")
          @Nullable String consent) {}

  /** A step that read the empty output of a failed one. */
  public record FailureRead(
      @Made.Path String step,
      String command,
      @Made.Path String from,
      @Documented("Whether a limit had cut that output.") boolean cut) {}
}
