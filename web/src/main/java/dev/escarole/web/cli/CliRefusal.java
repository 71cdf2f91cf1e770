package dev.escarole.web.cli;

import dev.escarole.recipe.Location;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Severity;
import dev.escarole.web.app.RefusedException;
import java.util.List;

/**
 * The wording of a refusal for users of the command line; the refusal itself is worded for all
 * faces.
 */
final class CliRefusal {

  private CliRefusal() {}

  /** The mistakes that are the reason, or the refusal itself in their form. */
  static List<Problem> problems(RefusedException refused) {
    if (!refused.problems().isEmpty()) {
      return refused.problems();
    }
    return List.of(
        new Problem(
            Severity.ERROR,
            refused.code().word(),
            message(refused),
            hint(refused),
            new Location(null, 0, 0, "")));
  }

  /** The words of the registry are those of its text (wasm commands, section 3), for scripts. */
  private static String message(RefusedException refused) {
    String message = String.valueOf(refused.getMessage());
    return switch (refused.code()) {
      case INVALID_NAME, RESERVED_NAME, REGISTRY_FULL, NOT_A_PROGRAM, PATH_NOT_CONFINED ->
          refused.code().word().replace('-', '_') + ": " + message;
      default -> message;
    };
  }

  private static String hint(RefusedException refused) {
    String hint = refused.hint();
    return switch (refused.code()) {
      case NO_TOKEN ->
          "Set $ESCAROLE_TOKEN, or name a file with --server-token FILE. Your own server on this"
              + " machine needs none: --data DIR names its data directory.";
      case NO_SUCH_RUN -> near(hint) + "List the runs with: escarole runs list";
      case NO_SUCH_STEP, AMBIGUOUS_STEP ->
          near(hint) + "See the paths with: escarole runs show RUN --json";
      case NO_SUCH_COMMAND -> near(hint) + "List the commands with: escarole commands";
      case REGISTRY_FULL -> "Remove a command first: escarole commands remove NAME";
      case RUN_IS_INTERRUPTED -> "Let it go on first, with: escarole runs resume RUN";
      case NOT_INTERRUPTED -> "List those that are with: escarole runs list --status interrupted";
      case RUN_NOT_OVER ->
          "Wait for the end, or bring it about with: escarole runs cancel RUN, or for an interrupted"
              + " run: escarole runs resume RUN";
      case RUN_NOT_STARTED -> "Cancel the whole run with: escarole runs cancel RUN";
      case CANNOT_RESUME ->
          "It is stored as failed now. Run it again with: escarole runs rerun RUN";
      case RERUN_REFUSED ->
          hint.contains("'force'")
              ? "Add --force to go on nevertheless, or leave the options out to run everything again."
              : "See the steps with: escarole runs show RUN";
      default -> hint;
    };
  }

  private static String near(String hint) {
    return hint.startsWith("Did you mean") ? hint + " " : "";
  }
}
