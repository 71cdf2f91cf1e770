package dev.escarole.web.agent.command;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.agent.acli.AcliError;
import dev.escarole.web.agent.acli.AcliException;
import dev.escarole.web.agent.acli.ArgumentDefinition;
import dev.escarole.web.agent.acli.ArgumentDefinition.ArgumentRules;
import dev.escarole.web.agent.acli.CommandDefinition;
import dev.escarole.web.agent.acli.Handler;
import dev.escarole.web.agent.acli.Handler.Answer;
import dev.escarole.web.agent.acli.Handler.Call;
import dev.escarole.web.agent.acli.Json;
import dev.escarole.web.agent.acli.LineText;
import dev.escarole.web.agent.acli.ParsedArguments;
import dev.escarole.web.agent.acli.ValueType;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.run.CancelRequest;
import dev.escarole.web.app.run.RerunRequest;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunPage;
import dev.escarole.web.app.run.RunsQuery;
import dev.escarole.web.app.run.StepName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** The commands {@code runs …} that show, await, cancel and rerun runs. */
final class RunCommands {

  private static final int RUNS_A_PAGE = 20;

  static final ArgumentDefinition RUN =
      ArgumentDefinition.of("run", ValueType.STRING, "Id of a run, its beginning, or 'last'")
          .asRequired()
          .withCheck(
              new ArgumentRules.Check(
                  value -> value instanceof String text && !text.isBlank(), "a run's id", "last"));

  private static final ArgumentDefinition STATUS =
      ArgumentDefinition.of("--status", ValueType.STRING, "Only runs of this status")
          .withChoices(Arrays.stream(RunStatus.values()).map(RunStatus::word).toList());

  private final AgentContext context;
  private final Launching launching;

  RunCommands(AgentContext context, Launching launching) {
    this.context = context;
    this.launching = launching;
  }

  CommandDefinition command() {
    List<CommandDefinition> subcommands = new ArrayList<>();
    subcommands.add(
        command(
            "list",
            "List runs, newest first",
            this::list,
            STATUS,
            ArgumentDefinition.of("--recipe", ValueType.STRING, "Only runs of this recipe"),
            ArgumentDefinition.of("--cursor", ValueType.STRING, "Start of the page, from 'more'")));
    subcommands.add(command("show", "Show a run's result and joins", this::show, RUN));
    subcommands.add(
        command(
            "wait",
            "Wait for a run and show its result",
            this::await,
            RUN,
            Launching.wait("Seconds to wait")));
    subcommands.addAll(new StepCommands(context).commands());
    subcommands.add(
        command(
            "cancel",
            "Cancel a run, or one branch of it",
            this::cancel,
            RUN,
            ArgumentDefinition.of(
                "--branch", ValueType.STRING, "Only that branch or step, by path or label")));
    subcommands.add(
        command(
            "rerun",
            "Rerun a run as a new run",
            this::rerun,
            RUN,
            ArgumentDefinition.of("--failed", ValueType.FLAG, "Only what did not succeed"),
            ArgumentDefinition.of(
                "--cause", ValueType.STRING, "Only failures of one cause, by its key"),
            ArgumentDefinition.of(
                "--from", ValueType.STRING, "A step by path or label, and all steps after it"),
            ArgumentDefinition.of(
                "--branch", ValueType.STRING, "One branch, by path such as 0.2 or by label"),
            ArgumentDefinition.of(
                "--force", ValueType.FLAG, "Even if results of finished steps are outdated"),
            Launching.wait("Seconds to wait for the end")));
    return CommandDefinition.group("runs", "Show, await, cancel and rerun runs", subcommands);
  }

  private static CommandDefinition command(
      String name, String description, Handler handler, ArgumentDefinition... arguments) {
    String example = arguments[0].rules().required() ? "runs " + name + " last" : "runs " + name;
    return CommandDefinition.of(
        name, description, List.of(arguments), handler, List.of(example), Schemas.run());
  }

  private Answer list(Call call) {
    RunPage page = context.escarole(call).runs(query(call.arguments()));
    return Answer.of(
        Json.object(
            "runs",
            page.runs().stream().map(Replies::head).toList(),
            "more",
            page.next() == null ? null : more(call.arguments(), page.next())));
  }

  private static RunsQuery query(ParsedArguments arguments) {
    return RunsQuery.latest(RUNS_A_PAGE)
        .withStatus(arguments.text("status").map(RunStatus::ofWord).stream().toList())
        .withRecipe(arguments.text("recipe").orElse(null))
        .withCursor(arguments.text("cursor").orElse(null));
  }

  private static String more(ParsedArguments arguments, String cursor) {
    List<String> words = new ArrayList<>(List.of("runs", "list"));
    for (String name : List.of("status", "recipe")) {
      arguments.text(name).ifPresent(value -> words.addAll(List.of("--" + name, value)));
    }
    words.addAll(List.of("--cursor", cursor));
    return LineText.of(words);
  }

  private static RunName named(Call call) {
    return new RunName(call.arguments().needed("run"));
  }

  private Answer show(Call call) {
    return Answer.of(Replies.run(context.escarole(call).run(named(call))));
  }

  private Answer await(Call call) {
    return launching.await(call, context.escarole(call).head(named(call)).run());
  }

  private Answer cancel(Call call) {
    Escarole escarole = context.escarole(call);
    String branch = call.arguments().text("branch").orElse(null);
    String id = escarole.cancel(new CancelRequest(named(call).run(), branch)).run();
    return Answer.of(
        Json.object(
            "run",
            id,
            "branch",
            branch == null ? null : escarole.step(new StepName(id, branch)).step().path(),
            "cancelled",
            true,
            "next",
            "runs wait " + id));
  }

  private Answer rerun(Call call) {
    RerunRequest request = rerun(named(call).run(), call.arguments());
    return launching.await(call, context.escarole(call).rerun(request).head().run());
  }

  private static RerunRequest rerun(String run, ParsedArguments arguments) {
    List<String> scopes =
        Stream.of("failed", "cause", "from", "branch")
            .filter(scope -> arguments.given().containsKey(scope))
            .toList();
    if (scopes.size() > 1) {
      throw new AcliException(
          AcliError.invalid(
              "--failed, --cause, --from and --branch exclude each other",
              "Give one of them, or none"));
    }
    String scope = scopes.isEmpty() ? "all" : scopes.get(0);
    String path = scope.equals("failed") ? null : arguments.text(scope).orElse(null);
    boolean force = arguments.flag("force");
    return new RerunRequest(run, scope, path, force, null, null, null, null);
  }
}
