package dev.escarole.web.cli.command;

import dev.escarole.engine.CommandHost;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Remedy;
import dev.escarole.engine.command.Streams;
import dev.escarole.web.app.local.CommandReading;
import dev.escarole.web.cli.option.ConsoleCommand;
import dev.escarole.web.cli.option.DataOption;
import dev.escarole.web.cli.option.DirectoryOption;
import dev.escarole.web.cli.option.HttpOption;
import dev.escarole.web.cli.option.JsonOption;
import dev.escarole.web.cli.option.LimitOptions;
import dev.escarole.web.cli.option.PrincipalOptions;
import dev.escarole.web.cli.option.ProgramFile;
import dev.escarole.web.cli.option.StdinOption;
import dev.escarole.web.cli.option.ValuesFile;
import dev.escarole.web.cli.text.ConsoleStream;
import dev.escarole.web.cli.text.TextFormat;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Calls one command in the sandbox. */
@Command(
    name = "exec",
    description =
        "Calls one command, or the program in a file, in the sandbox."
            + " Output, as it comes, and exit code are the command's own; the call is audited."
            + " With --json, one object holds outcome, exit code, both outputs, fuel and time.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  escarole exec wc --stdin words.txt -- -l",
      "  escarole exec curl --http https://api.example.com -- -s https://api.example.com/v1",
      "  escarole exec ./tool.wasm --dir ./data::/data:ro --env LANG=C -- /data/in.txt",
      "",
      "Exit codes: the command's own, or 124 timed out, 125 limits and integrity,"
          + " 126 denied, 127 unknown command, 130 cancelled, 134 trapped, 2 wrong usage."
    })
public final class ExecCommand extends ConsoleCommand {

  private static final String ENDING = ".wasm";

  @Mixin private StdinOption stdin = new StdinOption();
  @Mixin private DirectoryOption directories = new DirectoryOption();
  @Mixin private HttpOption http = new HttpOption();
  @Mixin private DataOption data = new DataOption();
  @Mixin private PrincipalOptions principal = new PrincipalOptions();
  @Mixin private JsonOption json = new JsonOption();

  @Parameters(
      index = "0",
      paramLabel = "NAME|FILE.wasm",
      description = "A command's name, or a program's file: what holds a slash is a file.")
  private String target = "";

  @Parameters(
      index = "1..*",
      paramLabel = "ARGS",
      description = "Arguments, as they are; put -- before those that begin with a hyphen.")
  private List<String> arguments = new ArrayList<>();

  @Option(
      names = "--env",
      paramLabel = "NAME=VALUE",
      description = "Sets a variable of the command's environment; may be repeated.")
  private List<String> variables = new ArrayList<>();

  @Mixin private LimitOptions limits = new LimitOptions();

  @Override
  public boolean printsJson() {
    return json.isGiven();
  }

  @Override
  public Integer call() {
    ConsoleStream out = new ConsoleStream(console.results());
    ConsoleStream err = new ConsoleStream(console.diagnostics());
    Principal caller = principal.principal();
    try (CommandHost host =
        CommandHost.open(data.directory(console), this::warn, principal.policyFile())) {
      Path file = file(host);
      Limits bounds = limits(host, caller, file == null);
      byte[] program = file == null ? null : ProgramFile.read(file);
      String name = file == null ? target : name(file);
      Invocation invocation =
          Invocation.of(name)
              .arguments(arguments)
              .environment(environment())
              .directories(directories.grants(console))
              .http(http.grants())
              .limits(bounds)
              .streams(streams(out, err, bounds))
              .stdin(stdin.read(console, (int) bounds.stdinBytes() + 1))
              .build();
      InvocationResult result =
          program == null
              ? host.execute(caller, invocation)
              : host.execute(caller, program, invocation);
      out.end();
      err.end();
      return json.print(console, CommandReading.called(name, result))
          ? result.outcome().exitCode()
          : report(name, result);
    }
  }

  /** With JSON, outputs are collected. */
  private Streams streams(ConsoleStream out, ConsoleStream err, Limits bounds) {
    return new Streams(
        stdin.piped(console, bounds.stdinBytes() + 1),
        json.isGiven() ? null : out,
        json.isGiven() ? null : err,
        null);
  }

  private Limits limits(CommandHost host, Principal caller, boolean named) {
    Limits usual = host.policy(caller).grants().limits().orElse(Limits.defaults());
    return limits.changed(named ? host.needs(target).raise(usual) : usual);
  }

  /** The file that is meant; null if it is a command's name. A command comes before a file. */
  private @Nullable Path file(CommandHost host) {
    if (target.indexOf('/') >= 0) {
      return Path.of(target);
    }
    boolean isFile = target.endsWith(ENDING) && host.registry().find(target).isEmpty();
    return isFile ? Path.of(target) : null;
  }

  private static String name(Path file) {
    String name = String.valueOf(file.getFileName());
    String stem = name.endsWith(ENDING) ? name.substring(0, name.length() - ENDING.length()) : name;
    return dev.escarole.engine.command.Command.isValidName(stem) ? stem : "program";
  }

  private Map<String, String> environment() {
    return ValuesFile.assigned(
        "--env", variables, "bad-variable", "Give each variable once, such as --env LANG=C");
  }

  /** The output has gone its way already; what is left to say is how it ended. */
  private int report(String name, InvocationResult result) {
    Outcome outcome = result.outcome();
    if (outcome.kind() != Outcome.Kind.EXITED) {
      Remedy remedy = Remedy.ofCall(outcome.kind());
      String then = remedy == null ? "" : "; " + remedy.textOfCall();
      console.say(TextFormat.plain(name + ": " + outcome.word() + ": " + outcome.detail() + then));
    }
    return outcome.exitCode();
  }
}
