package dev.escarole.web.cli;

import dev.escarole.recipe.Location;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.Severity;
import dev.escarole.recipe.template.NearestName;
import dev.escarole.web.access.TokenFileException;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.recipe.Finding;
import dev.escarole.web.app.run.ExitCode;
import dev.escarole.web.app.setup.EngineFailures;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.MissingValuesException;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.JsonOutput;
import dev.escarole.web.cli.text.ProblemText;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports what went wrong and what to do: as text, or as JSON with {@code --json}. */
final class ErrorReport implements IParameterExceptionHandler, IExecutionExceptionHandler {

  private static final Pattern JAVA_NUMBER = Pattern.compile(" is not an? (int|long)$");

  private final Console console;
  private final List<String> args;

  ErrorReport(Console console, List<String> args) {
    this.console = console;
    this.args = args;
  }

  @Override
  public int handleParseException(ParameterException mistake, String[] unused) {
    String command = mistake.getCommandLine().getCommandSpec().qualifiedName(" ");
    String message = inWords(mistake);
    String hint = hint(mistake, command);
    if (wantsJson()) {
      return report(List.of(new UsageException("usage", message, hint).problem()), true);
    }
    console.say(console.errPaint().red("error: ") + TextFormat.plain(message));
    hint.lines().forEach(console::say);
    return ExitCode.USAGE.code();
  }

  /** The parser names types of Java, and counts all words after an unknown one as unknown. */
  private static String inWords(ParameterException mistake) {
    if (mistake instanceof UnmatchedArgumentException unmatched
        && !unmatched.getUnmatched().isEmpty()) {
      String first = unmatched.getUnmatched().get(0);
      boolean group = !mistake.getCommandLine().getSubcommands().isEmpty();
      String what = first.startsWith("-") ? "option" : group ? "command" : "argument";
      return "Unknown " + what + ": '" + first + "'";
    }
    return JAVA_NUMBER
        .matcher(String.valueOf(mistake.getMessage()))
        .replaceFirst(" is no whole number");
  }

  /** Whether the words ask for JSON; those after "--" are arguments of a program. */
  private boolean wantsJson() {
    int end = args.indexOf("--");
    return (end < 0 ? args : args.subList(0, end)).contains("--json");
  }

  private static String hint(ParameterException mistake, String command) {
    StringWriter suggestions = new StringWriter();
    UnmatchedArgumentException.printSuggestions(mistake, new PrintWriter(suggestions, true));
    String said = suggestions.toString().strip();
    String nearest = said.isEmpty() ? nearestCommand(mistake) : said;
    return (nearest.isEmpty() ? "" : nearest + System.lineSeparator())
        + "See '"
        + command
        + " --help' for its options and examples.";
  }

  private static String nearestCommand(ParameterException mistake) {
    if (!(mistake instanceof UnmatchedArgumentException unmatched)) {
      return "";
    }
    String nearest =
        NearestName.of(
            unmatched.getUnmatched().get(0), mistake.getCommandLine().getSubcommands().keySet());
    return nearest == null ? "" : "Did you mean: " + nearest + "?";
  }

  @Override
  public int handleExecutionException(Exception failure, CommandLine command, ParseResult unused) {
    return handle(
        failure, command.getCommand() instanceof ConsoleCommand each && each.printsJson());
  }

  /** Reports what went wrong before a command was called. */
  int report(RuntimeException failure) {
    return handle(failure, args.contains("--json"));
  }

  private int handle(Exception failure, boolean json) {
    if (failure instanceof ParameterException mistake) {
      return handleParseException(mistake, new String[0]);
    }
    if (failure instanceof RecipeException invalid) {
      return report(invalid.problems(), json);
    }
    if (failure instanceof MissingValuesException missing) {
      return json ? report(missing.problems(), true) : report(missing);
    }
    if (failure instanceof UsageException mistake) {
      return report(List.of(mistake.problem()), json);
    }
    if (failure instanceof RefusedException refused) {
      report(CliRefusal.problems(refused), json);
      return refused.code().exitCode();
    }
    if (failure instanceof TokenFileException unusable) {
      return report(List.of(problem("bad-tokens", unusable)), json);
    }
    Optional<RefusedException> queueFull = EngineFailures.queueFull(failure);
    if (queueFull.isPresent()) {
      return handle(queueFull.get(), json);
    }
    List<Problem> known =
        EngineFailures.problems(failure).stream().map(each -> hinted(each, failure)).toList();
    return known.isEmpty() ? unexpected(failure, json) : report(known, json);
  }

  private static Problem hinted(Problem problem, Exception failure) {
    return problem.hint() == null
        ? new Problem(
            problem.severity(),
            problem.code(),
            problem.message(),
            FullDisk.hint(failure),
            problem.location())
        : problem;
  }

  private int report(MissingValuesException missing) {
    console.say(console.errPaint().red("error: ") + TextFormat.plain(missing.line()));
    console.say("  type: " + TextFormat.plain(missing.options()));
    return ExitCode.USAGE.code();
  }

  private static Problem problem(String code, Exception failure) {
    return new Problem(
        Severity.ERROR,
        code,
        String.valueOf(failure.getMessage()),
        null,
        new Location(null, 0, 0, ""));
  }

  private int report(List<Problem> problems, boolean json) {
    if (json) {
      printJson(problems);
    } else {
      problems.forEach(this::print);
    }
    return ExitCode.USAGE.code();
  }

  private void printJson(List<Problem> problems) {
    JsonOutput.print(console, Map.of("errors", Finding.all(problems)));
  }

  private void print(Problem problem) {
    if (problem.file() != null) {
      ProblemText.print(console, List.of(problem));
      return;
    }
    console.say(console.errPaint().red("error: ") + TextFormat.plain(problem.message()));
    String hint = problem.hint();
    if (hint != null) {
      console.say("  hint: " + TextFormat.plain(hint));
    }
  }

  private int unexpected(Exception failure, boolean json) {
    if (isBrokenPipe(failure)) {
      return ExitCode.FAILED.code();
    }
    if (isDebugging()) {
      StringWriter trace = new StringWriter();
      failure.printStackTrace(new PrintWriter(trace, true));
      trace.toString().lines().forEach(console::say);
    }
    if (json) {
      printJson(List.of(hinted(problem("internal", failure), failure)));
    }
    console.say(console.errPaint().red("error: ") + TextFormat.plain(describe(failure)));
    String hint = FullDisk.hint(failure);
    if (hint != null) {
      console.say("  hint: " + hint);
    } else if (!isDebugging()) {
      console.say("  hint: add --debug to see where this comes from.");
    }
    return ExitCode.FAILED.code();
  }

  /** The reader of our output has closed its end; an error message would reach no one. */
  private static boolean isBrokenPipe(Exception failure) {
    return failure instanceof UncheckedIOException unchecked
        && String.valueOf(unchecked.getCause()).contains("Broken pipe");
  }

  private static String describe(@Nullable Throwable failure) {
    if (failure == null) {
      return "unknown";
    }
    if (failure instanceof UncheckedIOException unchecked && unchecked.getCause() != null) {
      return String.valueOf(unchecked.getCause().getMessage());
    }
    if (failure instanceof IOException) {
      return String.valueOf(failure.getMessage());
    }
    return failure.getClass().getSimpleName() + ": " + failure.getMessage();
  }

  private boolean isDebugging() {
    return args.contains("--debug") || console.isDebugging();
  }
}
