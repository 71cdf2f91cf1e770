package dev.escarole.web.cli.command;

import dev.escarole.engine.CommandHost;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.HttpGrant;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Remedy;
import dev.escarole.engine.command.Streams.InputSource;
import dev.escarole.engine.shell.LineResult;
import dev.escarole.engine.shell.ShellError;
import dev.escarole.recipe.Location;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Severity;
import dev.escarole.web.app.local.CommandReading;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.DataOption;
import dev.escarole.web.cli.option.DirectoryOption;
import dev.escarole.web.cli.option.HttpOption;
import dev.escarole.web.cli.option.LimitOptions;
import dev.escarole.web.cli.option.StdinOption;
import dev.escarole.web.cli.text.JsonOutput;
import dev.escarole.web.cli.text.ProblemText;
import dev.escarole.web.cli.text.Terminal;
import dev.escarole.web.cli.text.TextFormat;
import dev.escarole.web.cli.text.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Evaluates command lines: one, those of a file, or those typed on a terminal. */
@Command(
    name = "sh",
    description =
        "Evaluates command lines whose every command is a sandboxed WebAssembly program."
            + " Without -c and FILE it reads lines from standard input until that ends.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole sh -c 'seq 5 | grep -v 3 | tac'",
      "  escarole sh -c 'sort < /in/names | uniq -c' --dir ./in::/in:ro",
      "  escarole sh lines.txt",
      "  escarole sh -c 'seq 50000000 | wc -l' --timeout 300000 --fuel 100000000000",
      "",
      "Exit codes: the status of the last command, or of the error that stopped it:"
          + " 2 wrong usage or syntax, 124 timed out, 125 a limit, 126 denied or outside the"
          + " sandbox, 127 unknown command, 130 cancelled, 134 trapped."
    })
public final class ShCommand extends ConsoleCommand {

  /** The most that any command may read. */
  private static final long MOST_INPUT = (1L << 30) + 1;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "-c", paramLabel = "LINE", description = "The line to evaluate.")
  private @Nullable String line;

  @Parameters(
      arity = "0..1",
      paramLabel = "FILE",
      description = "File of lines to evaluate one after the other, until one stops by an error.")
  private @Nullable Path file;

  @Mixin private DirectoryOption directories = new DirectoryOption();
  @Mixin private HttpOption http = new HttpOption();
  @Mixin private StdinOption stdin = new StdinOption();
  @Mixin private DataOption data = new DataOption();
  @Mixin private LimitOptions limits = new LimitOptions();

  @Option(
      names = "--json",
      description = "Prints one JSON object for each line that was evaluated, instead of outputs.")
  private boolean json;

  @Override
  public boolean printsJson() {
    return json;
  }

  @Override
  public Integer call() {
    if (line != null && file != null) {
      throw new ParameterException(spec.commandLine(), "Give either -c or a file.");
    }
    if (line == null && file == null && stdin.isGiven()) {
      throw new ParameterException(spec.commandLine(), "--stdin needs -c or a file.");
    }
    List<String> script = file == null ? List.of() : lines(file);
    Input input =
        new Input(
            stdin.read(console, Integer.MAX_VALUE),
            line == null && file == null ? null : stdin.piped(console, MOST_INPUT));
    List<DirectoryGrant> grants = directories.grantsBesideWorkspace(console);
    List<HttpGrant> requests = http.grants();
    CommandHost host = CommandHost.open(data.directory(console), this::warn, null);
    host.checkDirectories(Principal.localOperator(), grants);
    Limits usual =
        host.policy(Principal.localOperator()).grants().limits().orElse(Limits.defaults());
    try (ShellSession session = ShellSession.open(host, grants, requests, limits.changed(usual))) {
      if (line != null) {
        return show(session.evaluate(line, input.known(), input.piped()), new Place("-c", 1, line));
      }
      return file == null ? prompt(session) : script(session, file, script, input);
    }
  }

  /**
   * What the first command reads.
   *
   * @param piped is read only if a command reads it; null if nothing is piped
   */
  @SuppressWarnings("ArrayRecordComponent")
  private record Input(byte[] known, @Nullable InputSource piped) {
    static final Input NONE = new Input(new byte[0], null);
  }

  private record Place(String source, int number, String line) {}

  private static List<String> lines(Path file) {
    try {
      return Files.readString(file).lines().toList();
    } catch (IOException e) {
      throw new UsageException(
          "unreadable-file",
          file + " cannot be read as text in UTF-8",
          "Check the path; to evaluate a line of your own use -c 'LINE'.");
    }
  }

  private int script(ShellSession session, Path from, List<String> script, Input input) {
    int status = 0;
    Input rest = input;
    for (int i = 0; i < script.size(); i++) {
      if (isEmpty(script.get(i))) {
        continue;
      }
      LineResult result = session.evaluate(script.get(i), rest.known(), rest.piped());
      status = show(result, new Place(from.toString(), i + 1, script.get(i)));
      rest = result.stages().isEmpty() ? rest : Input.NONE;
      if (result.error().isPresent()) {
        break;
      }
    }
    return status;
  }

  private int prompt(ShellSession session) {
    int status = 0;
    int number = 0;
    try (LineSource source = source(session)) {
      for (String typed = source.next(); typed != null; typed = source.next()) {
        number++;
        if (!isEmpty(typed)) {
          status =
              show(session.evaluate(typed, new byte[0], null), new Place("line", number, typed));
        }
      }
    }
    return status;
  }

  private LineSource source(ShellSession session) {
    Terminal terminal = console.terminal();
    return terminal.stdin() && terminal.stdout() && console.isProcess()
        ? TypedLines.open(session::commands, session::cancelLine)
        : new LineSource.Plain(console);
  }

  /** Nothing but a comment, which leaves the status as it is. */
  private static boolean isEmpty(String text) {
    String stripped = text.strip();
    return stripped.isEmpty() || stripped.startsWith("#");
  }

  private int show(LineResult result, Place place) {
    if (json) {
      JsonOutput.print(console, CommandReading.shell(result));
      return result.exitCode();
    }
    console.print(result.stdout().bytes());
    console.printDiagnostics(result.stderr().bytes());
    result.error().ifPresent(error -> complain(error, place));
    return result.exitCode();
  }

  private void complain(ShellError error, Place place) {
    if (error instanceof ShellError.Syntax syntax) {
      complainWithCaret(syntax, place);
      return;
    }
    String where = place.source().equals("-c") ? "" : place.source() + ":" + place.number() + ": ";
    console.say(
        TextFormat.plain(where)
            + console.errPaint().red("error[" + error.word() + "]")
            + ": "
            + TextFormat.plain(error.message() + remedy(error)));
  }

  private static String remedy(ShellError error) {
    Outcome.Kind kind = null;
    if (error instanceof ShellError.Stage stage) {
      kind = stage.outcome().kind();
    } else if (error instanceof ShellError.Limit limit) {
      kind =
          switch (limit.bound()) {
            case LINE_TIMED_OUT -> Outcome.Kind.TIMED_OUT;
            case OUTPUT_TOO_LARGE -> Outcome.Kind.OUTPUT_TOO_LARGE;
            case EXPANSION_TOO_LARGE, VARIABLES_TOO_LARGE -> null;
          };
    }
    Remedy remedy = kind == null ? null : Remedy.ofCall(kind);
    return remedy == null ? "" : "; " + remedy.textOfCall();
  }

  /** A line of -c may hold line breaks within quotes, so the place is counted anew. */
  private void complainWithCaret(ShellError.Syntax syntax, Place place) {
    String before = place.line().substring(0, Math.min(syntax.offset(), place.line().length()));
    List<String> lines = (before + "^").lines().toList();
    int column = lines.get(lines.size() - 1).length();
    int number = place.number() + lines.size() - 1;
    Problem problem =
        new Problem(
            Severity.ERROR,
            syntax.word(),
            syntax.message(),
            null,
            new Location(place.source(), number, column, ""));
    ProblemText.print(console, problem, "\n".repeat(place.number() - 1) + place.line());
  }
}
