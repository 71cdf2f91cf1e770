package dev.escarole.web.agent.command;

import dev.escarole.engine.UnknownCommands;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Remedy;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.form.value.FormCodes;
import dev.escarole.recipe.template.Codes;
import dev.escarole.web.agent.acli.AcliError;
import dev.escarole.web.agent.acli.ErrorCode;
import dev.escarole.web.app.run.FailurePicture;
import dev.escarole.web.app.run.JoinPicture;
import dev.escarole.web.app.run.RunPicture;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Converts failures of runs, commands and recipes to errors of the agent command line. */
final class Failures {

  /** The problem's own hint is for the author of the handle. */
  private static final String NO_FLAG =
      "Give a value that does not start with '-' or '+'; only the handle's author can allow that";

  private static final String GIVE_IT =
      "Give it: --set NAME=VALUE with 'run' and 'plan', --NAME VALUE with x-NAME";

  private Failures() {}

  /** The code for how a command ended. */
  static ErrorCode code(Outcome.Kind kind) {
    return switch (kind) {
      case REVOKED, DENIED, COMMAND_NOT_GRANTED, MAX_DEPTH -> ErrorCode.PERMISSION_DENIED;
      case UNKNOWN_COMMAND -> ErrorCode.COMMAND_NOT_FOUND;
      case RATE_LIMITED, TOO_MANY_PROCESSES -> ErrorCode.RATE_LIMITED;
      case TIMED_OUT -> ErrorCode.TIMEOUT;
      case EXITED,
          OUT_OF_FUEL,
          OUT_OF_MEMORY,
          STDIN_TOO_LARGE,
          ARGV_TOO_LARGE,
          OUTPUT_TOO_LARGE,
          TRAPPED,
          ARTIFACT_INTEGRITY,
          UNUSABLE_PROGRAM,
          BAD_DIRECTORY,
          CANCELLED ->
          ErrorCode.EXECUTION_ERROR;
    };
  }

  /** Agents do not choose directories, so the message does not name one. */
  static AcliError directoryRefused() {
    return AcliError.of(
        ErrorCode.PERMISSION_DENIED,
        "A directory of all runs on this server cannot be granted any more",
        "Ask the server's operator; 'escarole plan --dir' shows the reason");
  }

  /** Why a run failed: its first failure. */
  static AcliError of(RunPicture run) {
    String id = run.head().run();
    List<String> examples = List.of("runs show " + id, "runs rerun " + id + " --failed");
    if (run.failures().isEmpty()) {
      return AcliError.failed("run %s is %s".formatted(id, run.head().status().word()))
          .withExamples(examples);
    }
    Optional<JoinPicture> lost = run.joins().stream().filter(join -> !join.usable()).findFirst();
    if (lost.isPresent()) {
      return AcliError.failed(tooFew(lost.get(), run)).withExamples(examples);
    }
    FailurePicture failure = run.failures().get(0);
    Outcome.Kind kind = Outcome.Kind.valueOf(failure.outcome().toUpperCase(Locale.ROOT));
    String command = failure.argv().isEmpty() ? "" : Texts.shown(failure.argv().get(0));
    String where = "step %s of run %s".formatted(failure.path(), id);
    String why = Replies.complaint(failure);
    return error(kind, command, where, why).withExamples(examples);
  }

  private static String tooFew(JoinPicture join, RunPicture run) {
    String wanted = join.minimum() == null ? "" : " and %d are wanted".formatted(join.minimum());
    FailurePicture first = run.failures().get(0);
    return "in run %s %d of %d branches of join %s are usable%s; first failure: %s"
        .formatted(
            run.head().run(),
            join.usableBranches(),
            join.expected(),
            Replies.name(join),
            wanted,
            "step %s: %s".formatted(first.path(), Replies.complaint(first)));
  }

  /** Why a single command failed. */
  static AcliError of(String command, String outcome, String detail, String complaint) {
    String line = Texts.firstLine(complaint);
    String why = Texts.cut(line.isEmpty() ? detail : line, 300);
    Outcome.Kind kind = Outcome.Kind.valueOf(outcome.toUpperCase(Locale.ROOT));
    return error(kind, Texts.shown(command), "'shell'", why);
  }

  private static AcliError error(Outcome.Kind kind, String command, String where, String why) {
    ErrorCode code = code(kind);
    if (kind == Outcome.Kind.CANCELLED) {
      // It was intentional: the input is not at fault, and no retry is expected.
      String what = command.isEmpty() ? where : "'%s' in %s".formatted(command, where);
      return AcliError.of(code, "Cancelled: " + what, null);
    }
    return AcliError.of(code, message(code, command, where, why), hint(kind, why));
  }

  /** Only an operator can change a limit. */
  private static String hint(Outcome.Kind kind, String why) {
    Remedy remedy = Remedy.of(kind);
    return remedy == null
        ? hint(code(kind), why)
        : "Reduce the work, or ask an operator to " + remedy.policy();
  }

  private static String message(ErrorCode code, String command, String where, String why) {
    return switch (code) {
      case PERMISSION_DENIED -> "Permission denied for '%s' in %s".formatted(command, where);
      case COMMAND_NOT_FOUND -> "Command '%s' not found in %s".formatted(command, where);
      case TIMEOUT -> "Command timed out in %s: %s".formatted(where, why);
      case RATE_LIMITED -> "Rate limit exceeded in %s".formatted(where);
      case EXECUTION_ERROR,
          PARSE_ERROR,
          INJECTION_BLOCKED,
          VALIDATION_ERROR,
          PATH_TRAVERSAL_BLOCKED,
          INVALID_DATE_FORMAT ->
          "Execution failed: '%s' in %s: %s".formatted(command, where, why);
    };
  }

  private static String hint(ErrorCode code, String why) {
    return switch (code) {
      case PERMISSION_DENIED -> "Check your access level: " + why;
      case COMMAND_NOT_FOUND -> why;
      case TIMEOUT -> "Try a simpler query";
      case RATE_LIMITED -> "Wait 1s before retry";
      case EXECUTION_ERROR,
          PARSE_ERROR,
          INJECTION_BLOCKED,
          VALIDATION_ERROR,
          PATH_TRAVERSAL_BLOCKED,
          INVALID_DATE_FORMAT ->
          "Check input and retry";
    };
  }

  /** Problems with the values for a recipe. */
  static AcliError of(List<Problem> mistakes) {
    Problem first = mistakes.get(0);
    int more = mistakes.size() - 1;
    String rest = more == 0 ? "" : " (and %d more)".formatted(more);
    String message = Texts.cut(first.message(), 300) + rest;
    return first.code().equals(UnknownCommands.CODE)
        ? AcliError.of(ErrorCode.COMMAND_NOT_FOUND, message, hint(first))
        : AcliError.invalid(message, hint(first));
  }

  /** What the caller can do; the problem's own hint may be for the recipe's author. */
  private static @Nullable String hint(Problem problem) {
    String own = problem.hint();
    return switch (problem.code()) {
      case FormCodes.ARGS_FLAG_INJECTION -> NO_FLAG;
      case Codes.UNRESOLVED_PLACEHOLDER ->
          own != null && own.startsWith("Did you mean") ? own : GIVE_IT;
      default -> own;
    };
  }
}
