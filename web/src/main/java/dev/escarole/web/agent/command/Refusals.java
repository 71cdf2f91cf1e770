package dev.escarole.web.agent.command;

import dev.escarole.web.agent.acli.AcliError;
import dev.escarole.web.agent.acli.AcliException;
import dev.escarole.web.agent.acli.Answer;
import dev.escarole.web.agent.acli.Call;
import dev.escarole.web.agent.acli.CommandDefinition;
import dev.escarole.web.agent.acli.ErrorCode;
import dev.escarole.web.agent.acli.Handler;
import dev.escarole.web.agent.acli.LineText;
import dev.escarole.web.agent.acli.ParsedArguments;
import dev.escarole.web.app.Refusal;
import dev.escarole.web.app.RefusedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Converts the application's refusals to errors of the agent command line. */
final class Refusals {

  private static final int LONGEST = 300;

  private Refusals() {}

  /** Returns the same command with refusals of the application converted to errors. */
  static CommandDefinition translated(CommandDefinition command) {
    Handler handler = command.handler();
    return new CommandDefinition(
        command.name(),
        command.description(),
        command.subcommands().stream().map(Refusals::translated).toList(),
        command.arguments(),
        handler == null ? null : translated(handler),
        command.manual());
  }

  private static Handler translated(Handler handler) {
    return new Handler() {
      @Override
      public Answer handle(Call call) throws Exception {
        try {
          return handler.handle(call);
        } catch (RefusedException e) {
          throw new AcliException(of(e.refusal(), call.arguments()));
        }
      }

      @Override
      public Duration extraTime(ParsedArguments arguments) {
        return handler.extraTime(arguments);
      }
    };
  }

  private static AcliError of(Refusal refusal, ParsedArguments arguments) {
    if (!refusal.problems().isEmpty()) {
      return Failures.of(refusal.problems());
    }
    String message = plain(refusal.message());
    String hint = refusal.hint().isEmpty() ? null : plain(refusal.hint());
    AcliError error =
        switch (refusal.code()) {
          case DIRECTORY_REFUSED, BAD_DIRECTORY -> Failures.directoryRefused();
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
    String shows =
        switch (refusal.code()) {
          case NO_SUCH_RUN, AMBIGUOUS_RUN, ANOTHER_PRINCIPAL, BAD_CURSOR -> "runs list";
          case NO_SUCH_JOIN -> "joins";
          case NO_SUCH_STEP, AMBIGUOUS_STEP, NO_SUCH_ATTEMPT ->
              arguments.text("join").isPresent() ? "joins" : "runs steps";
          case NO_RESULT -> "runs wait";
          case RUN_IS_OVER, RUN_IS_INTERRUPTED, RUN_IS_ELSEWHERE, RERUN_REFUSED, CANNOT_RESUME ->
              "runs show";
          default -> "";
        };
    if (shows.isEmpty() || shows.equals("runs list")) {
      return shows.isEmpty() ? List.of() : List.of(shows);
    }
    List<String> words = new ArrayList<>(List.of(shows.split(" ")));
    Optional<String> run = arguments.text("run");
    run.ifPresent(words::add);
    return run.isPresent() ? List.of(LineText.of(words)) : List.of();
  }
}
