package dev.escarole.web.agent.command;

import dev.escarole.engine.broker.CommandNames;
import dev.escarole.engine.command.Cancellation;
import dev.escarole.web.agent.acli.AcliError;
import dev.escarole.web.agent.acli.AcliException;
import dev.escarole.web.agent.acli.Answer;
import dev.escarole.web.agent.acli.ArgumentDefinition;
import dev.escarole.web.agent.acli.Call;
import dev.escarole.web.agent.acli.CommandDefinition;
import dev.escarole.web.agent.acli.LineText;
import dev.escarole.web.agent.acli.ValueType;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.command.CommandPicture;
import dev.escarole.web.app.command.CommandsQuery;
import dev.escarole.web.app.command.ShellReply;
import dev.escarole.web.app.command.ShellRequest;
import dev.escarole.web.app.system.PolicyQuery;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/** The commands {@code commands} and {@code shell} for sandboxed commands. */
final class ToolCommands {

  private static final int COMMANDS_A_PAGE = 40;
  private static final Set<String> OPERATORS = Set.of("|", "||", "&&", ";", "<", ">", ">>");
  private static final int OUTPUT = 4_000;
  private static final int COMPLAINTS = 1_000;

  private final AgentContext context;

  ToolCommands(AgentContext context) {
    this.context = context;
  }

  List<CommandDefinition> commands() {
    return List.of(list(), shell());
  }

  private CommandDefinition list() {
    return CommandDefinition.of(
        "commands",
        "List the sandboxed commands for recipes and 'shell'",
        List.of(
            ArgumentDefinition.of("--find", ValueType.STRING, "Only names that contain this"),
            Arguments.PAGE),
        this::list,
        new CommandDefinition.Manual(
            List.of("commands", "commands --find sort"),
            Schemas.list("commands", "name", "origin")));
  }

  private CommandDefinition shell() {
    return CommandDefinition.of(
        "shell",
        "Run a pipeline of sandboxed commands; each argument is one stage",
        List.of(
            ArgumentDefinition.of("stage", ValueType.STRING, "A command and its arguments, quoted")
                .asRequired()
                .asRepeated(),
            ArgumentDefinition.of("--stdin", ValueType.STRING, "Input of the first command")),
        this::shell,
        new CommandDefinition.Manual(
            List.of("shell 'seq 5' 'grep -v 3' 'tail -n 2'"),
            Schemas.object("status", "stdout", "stderr")));
  }

  private Answer list(Call call) {
    String find = call.arguments().text("find").orElse("").toLowerCase(Locale.ROOT);
    Escarole escarole = context.escarole(call);
    CommandNames granted =
        new CommandNames(Set.copyOf(escarole.policy(new PolicyQuery(null)).commands()));
    List<CommandPicture> commands =
        escarole.commands(CommandsQuery.BRIEF).commands().stream()
            .filter(command -> command.name().toLowerCase(Locale.ROOT).contains(find))
            .filter(command -> granted.include(command.name()))
            .toList();
    String line =
        LineText.of(find.isEmpty() ? List.of("commands") : List.of("commands", "--find", find));
    return Answer.of(
        Replies.page(
            "commands",
            commands,
            ToolCommands::shown,
            Arguments.page(call, COMMANDS_A_PAGE),
            line));
  }

  private static Map<String, Object> shown(CommandPicture command) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("name", command.name());
    shown.put("origin", command.origin());
    return shown;
  }

  private Answer shell(Call call) {
    for (String stage : call.arguments().list("stage")) {
      if (OPERATORS.contains(stage)) {
        throw new AcliException(
            AcliError.invalid(
                "stage: '%s' is not a stage".formatted(stage),
                "Quote each stage of the pipeline: shell 'seq 5' 'grep -v 3'"));
      }
    }
    Cancellation cancellation = new Cancellation();
    call.cancellation().onCancel(cancellation::cancel);
    ShellReply result =
        context
            .escarole(call)
            .shell(
                new ShellRequest(
                    String.join(" | ", call.arguments().list("stage")),
                    call.arguments().text("stdin").orElse(null)),
                cancellation);
    if (result.error() != null) {
      throw new AcliException(failure(result.error(), result));
    }
    Map<String, Object> reply = new LinkedHashMap<>();
    reply.put("status", result.exitCode());
    reply.put("stdout", Texts.cut(result.stdout(), OUTPUT));
    reply.put("stderr", Texts.cut(result.stderr(), COMPLAINTS));
    return Answer.of(reply);
  }

  private static AcliError failure(ShellReply.Stop error, ShellReply result) {
    return error.command() == null || error.outcome() == null
        ? AcliError.failed(Texts.cut(error.message(), 300))
        : Failures.of(
            error.command(), error.outcome(), String.valueOf(error.detail()), result.stderr());
  }
}
