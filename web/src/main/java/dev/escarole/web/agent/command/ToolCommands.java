package dev.escarole.web.agent.command;

import dev.escarole.engine.broker.CommandNames;
import dev.escarole.web.agent.acli.AcliError;
import dev.escarole.web.agent.acli.AcliException;
import dev.escarole.web.agent.acli.ArgumentDefinition;
import dev.escarole.web.agent.acli.CommandDefinition;
import dev.escarole.web.agent.acli.Discovery;
import dev.escarole.web.agent.acli.Handler.Answer;
import dev.escarole.web.agent.acli.Handler.Call;
import dev.escarole.web.agent.acli.Json;
import dev.escarole.web.agent.acli.ValueType;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.command.CatalogQuery;
import dev.escarole.web.app.command.CommandPicture;
import dev.escarole.web.app.command.CommandsQuery;
import dev.escarole.web.app.command.ShellReply;
import dev.escarole.web.app.command.ShellRequest;
import dev.escarole.web.app.system.PolicyQuery;
import java.util.List;
import java.util.Set;

/** The commands {@code commands}, {@code catalog} and {@code shell} for sandboxed commands. */
final class ToolCommands {

  private static final int COMMANDS_A_PAGE = 40;
  private static final int ROWS_A_PAGE = 20;
  private static final Set<String> OPERATORS = Set.of("|", "||", "&&", ";", "<", ">", ">>");
  private static final int OUTPUT = 4_000;
  private static final int COMPLAINTS = 1_000;

  private final AgentContext context;

  ToolCommands(AgentContext context) {
    this.context = context;
  }

  List<CommandDefinition> commands() {
    return List.of(list(), catalog(), shell());
  }

  private CommandDefinition list() {
    return CommandDefinition.of(
        "commands",
        "List the sandboxed commands for recipes and 'shell'",
        List.of(
            ArgumentDefinition.of("--find", ValueType.STRING, "Only names that contain this"),
            Discovery.PAGE),
        this::list,
        List.of("commands", "commands --find sort"),
        Schemas.list("commands", "name", "origin"));
  }

  private CommandDefinition catalog() {
    return CommandDefinition.of(
        "catalog",
        "List programs that an administrator can add as commands",
        List.of(
            ArgumentDefinition.of("--find", ValueType.STRING, "Only rows that contain this"),
            Discovery.PAGE),
        this::catalog,
        List.of("catalog", "catalog --find lua"),
        Schemas.list("catalog", "name", "about", "commands", "added"));
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
        List.of("shell 'seq 5' 'grep -v 3' 'tail -n 2'"),
        Schemas.object("status", "stdout", "stderr"));
  }

  private Answer list(Call call) {
    Escarole escarole = context.escarole(call);
    CommandNames granted =
        new CommandNames(Set.copyOf(escarole.policy(new PolicyQuery(null)).commands()));
    return Replies.found(
        "commands",
        escarole.commands(CommandsQuery.BRIEF).commands().stream()
            .filter(command -> granted.include(command.name()))
            .toList(),
        CommandPicture::name,
        command -> Json.object("name", command.name(), "origin", command.origin()),
        call,
        COMMANDS_A_PAGE);
  }

  private Answer catalog(Call call) {
    return Replies.found(
        "catalog",
        context.escarole(call).catalog(CatalogQuery.ALL).rows(),
        row -> row.name() + " " + row.commands() + " " + row.about(),
        row ->
            Json.object(
                "name", row.name(),
                "about", row.about(),
                "commands", row.commands(),
                "added", row.added()),
        call,
        ROWS_A_PAGE);
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
    ShellRequest request =
        new ShellRequest(
            String.join(" | ", call.arguments().list("stage")),
            call.arguments().text("stdin").orElse(null));
    ShellReply result = context.escarole(call).shell(request, call.cancellation());
    if (result.error() != null) {
      throw new AcliException(failure(result.error(), result));
    }
    return Answer.of(
        Json.object(
            "status", result.exitCode(),
            "stdout", Texts.cut(result.stdout(), OUTPUT),
            "stderr", Texts.cut(result.stderr(), COMPLAINTS)));
  }

  private static AcliError failure(ShellReply.Stop error, ShellReply result) {
    return error.command() == null || error.outcome() == null
        ? AcliError.failed(Texts.cut(error.message(), 300))
        : Failures.of(
            error.command(), error.outcome(), String.valueOf(error.detail()), result.stderr());
  }
}
