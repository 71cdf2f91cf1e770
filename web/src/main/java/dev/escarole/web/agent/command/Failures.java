package dev.escarole.web.agent.command;

import dev.escarole.engine.UnknownCommands;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Remedy;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.form.value.FormCodes;
import dev.escarole.recipe.template.Codes;
import dev.escarole.web.agent.acli.AcliError;
import dev.escarole.web.agent.acli.ErrorCode;
import dev.escarole.web.agent.acli.LineText;
import dev.escarole.web.agent.acli.ParsedArguments;
import dev.escarole.web.app.Refusal;
import dev.escarole.web.app.run.FailurePicture;
import dev.escarole.web.app.run.JoinPicture;
import dev.escarole.web.app.run.RunPicture;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Converts failures and refusals to errors of the agent command line. */
final class Failures {

  private static final int LONGEST = 300;

  /** The problem's own hint is for the author of the handle. */
  private static final String NO_FLAG =
      "Give a value that does not start with '-' or '+'; only the handle's author can allow that";

  private static final String GIVE_IT =
      "Give it: --set NAME=VALUE with 'run' and 'plan', --NAME VALUE with x-NAME";

  private Failures() {}

  static ErrorCode code(Outcome.Kind kind) {
    return switch (kind) {
      case REVOKED, DENIED, COMMAND_NOT_GRANTED, MAX_DEPTH -> ErrorCode.PERMISSION_DENIED;
      case UNKNOWN_COMMAND -> ErrorCode.COMMAND_NOT_FOUND;
      case RATE_LIMITED, TOO_MANY_PROCESSES -> ErrorCode.RATE_LIMITED;
      case TIMED_OUT -> ErrorCode.TIMEOUT;
      default -> ErrorCode.EXECUTION_ERROR;
    };
  }

  /** What a refusal of the application means to the caller. */
  static AcliError of(Refusal refusal, ParsedArguments arguments) {
    if (!refusal.problems().isEmpty()) {
      return of(refusal.problems());
    }
    String message = plain(refusal.message());
    String hint = refusal.hint().isEmpty() ? null : plain(refusal.hint());
    AcliError error =
        switch (refusal.code()) {
          case DIRECTORY_REFUSED, BAD_DIRECTORY -> directoryRefused();
          default ->
              switch (refusal.code().kind()) {
                case MALFORMED, NOT_FOUND, TOO_LARGE, INVALID -> AcliError.invalid(message, hint);
                case CONFLICT, UNAVAILABLE, UNREACHABLE -> AcliError.failed(message).withHint(hint);
                case UNAUTHENTICATED, FORBIDDEN ->
                    AcliError.of(
                        ErrorCode.PERMISSION_DENIED, "Permission denied: " + message, hint);
                case TOO_MANY -> AcliError.of(ErrorCode.RATE_LIMITED, message, hint);
              };
        };
    return error.withExamples(examples(refusal, arguments));
  }

  /** Messages of the application may contain text from the caller. */
  private static String plain(String text) {
    return Texts.cut(text.replaceAll("\\p{Cntrl}", "\uFFFD"), LONGEST);
  }

  private static List<String> examples(Refusal refusal, ParsedArguments arguments) {
    Optional<String> run = arguments.text("run").map(text -> LineText.of(List.of(text)));
    return switch (refusal.code()) {
      case NO_SUCH_RUN, AMBIGUOUS_RUN, ANOTHER_PRINCIPAL, BAD_CURSOR -> List.of("runs list");
      case NO_SUCH_JOIN -> run.map("joins "::concat).stream().toList();
      case NO_SUCH_STEP, AMBIGUOUS_STEP, NO_SUCH_ATTEMPT -> {
        String steps = arguments.text("join").isPresent() ? "joins " : "runs steps ";
        yield run.map(steps::concat).stream().toList();
      }
      case NO_RESULT -> run.map("runs wait "::concat).stream().toList();
      case RUN_IS_OVER,
          RUN_IS_INTERRUPTED,
          RUN_IS_ELSEWHERE,
          RUN_NOT_STARTED,
          RERUN_REFUSED,
          CANNOT_RESUME ->
          run.map("runs show "::concat).stream().toList();
      default -> List.of();
    };
  }

  /** Agents do not choose directories, so the message does not name one. */
  private static AcliError directoryRefused() {
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

  static AcliError of(String command, String outcome, String detail, String complaint) {
    String line = Texts.firstLine(complaint);
    String why = Texts.cut(line.isEmpty() ? detail : line, LONGEST);
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
    if (remedy != null) {
      return "Reduce the work, or ask an operator to " + remedy.policy();
    }
    return switch (code(kind)) {
      case PERMISSION_DENIED -> "Check your access level: " + why;
      case COMMAND_NOT_FOUND -> why;
      case TIMEOUT -> "Try a simpler query";
      case RATE_LIMITED -> "Wait 1s before retry";
      default -> "Check input and retry";
    };
  }

  private static String message(ErrorCode code, String command, String where, String why) {
    return switch (code) {
      case PERMISSION_DENIED -> "Permission denied for '%s' in %s".formatted(command, where);
      case COMMAND_NOT_FOUND -> "Command '%s' not found in %s".formatted(command, where);
      case TIMEOUT -> "Command timed out in %s: %s".formatted(where, why);
      case RATE_LIMITED -> "Rate limit exceeded in %s".formatted(where);
      default -> "Execution failed: '%s' in %s: %s".formatted(command, where, why);
    };
  }

  static AcliError of(List<Problem> mistakes) {
    Problem first = mistakes.get(0);
    int more = mistakes.size() - 1;
    String rest = more == 0 ? "" : " (and %d more)".formatted(more);
    String message = Texts.cut(first.message(), LONGEST) + rest;
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
