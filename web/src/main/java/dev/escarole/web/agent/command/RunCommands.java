package dev.escarole.web.agent.command;

import dev.escarole.engine.RerunRefusedException;
import dev.escarole.engine.RerunRequest;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.RerunScope;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.web.agent.acli.AcliError;
import dev.escarole.web.agent.acli.AcliException;
import dev.escarole.web.agent.acli.Answer;
import dev.escarole.web.agent.acli.ArgumentDefinition;
import dev.escarole.web.agent.acli.Call;
import dev.escarole.web.agent.acli.CommandDefinition;
import dev.escarole.web.agent.acli.Handler;
import dev.escarole.web.agent.acli.ValueType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The commands {@code runs …} that look at runs, wait for them, stop them and run them again. */
final class RunCommands {

  private static final int RUNS_A_PAGE = 20;

  private static final ArgumentDefinition STATUS =
      ArgumentDefinition.of("--status", ValueType.STRING, "Only runs of this status")
          .withChoices(
              Arrays.stream(RunStatus.values())
                  .filter(status -> status != RunStatus.INTERRUPTED)
                  .map(RunStatus::word)
                  .toList());

  private final Desk desk;
  private final Launching launching;

  RunCommands(Desk desk, Launching launching) {
    this.desk = desk;
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
            ArgumentDefinition.of("--before", ValueType.STRING, "Only runs older than this one")));
    subcommands.add(command("show", "How a run ended, and its joins", this::show, Arguments.RUN));
    subcommands.add(
        command(
            "wait",
            "Wait for a run, and tell what came of it",
            Launching.patient(this::await),
            Arguments.RUN,
            Launching.wait("Seconds to wait")));
    subcommands.addAll(new StepCommands(desk).commands());
    subcommands.add(
        command(
            "cancel",
            "Stop a run, or one branch of it",
            this::cancel,
            Arguments.RUN,
            ArgumentDefinition.of(
                "--branch", ValueType.STRING, "Only that branch or step, by path or label")));
    subcommands.add(
        command(
            "rerun",
            "Run a run again as a new run",
            Launching.patient(this::rerun),
            Arguments.RUN,
            ArgumentDefinition.of("--failed", ValueType.FLAG, "Only what did not succeed"),
            ArgumentDefinition.of(
                "--from", ValueType.STRING, "A step by path or label, and what comes after it"),
            ArgumentDefinition.of(
                "--branch", ValueType.STRING, "One branch, by path such as 0.2 or by label"),
            Launching.wait("Seconds to wait for the end")));
    return CommandDefinition.group("runs", "Look at runs, wait for them, stop them", subcommands);
  }

  private static CommandDefinition command(
      String name, String description, Handler handler, ArgumentDefinition... arguments) {
    String example = arguments[0].isRequired() ? "runs " + name + " last" : "runs " + name;
    return CommandDefinition.of(
        name,
        description,
        List.of(arguments),
        handler,
        new CommandDefinition.Manual(List.of(example), Schemas.run()));
  }

  private Answer list(Call call) {
    List<StoredRun> runs = desk.runs(call.caller(), query(call));
    List<StoredRun> shown = runs.stream().limit(RUNS_A_PAGE).toList();
    Map<String, Object> reply = new LinkedHashMap<>();
    reply.put("runs", shown.stream().map(Replies::head).toList());
    if (runs.size() > shown.size()) {
      reply.put("more", "runs list --before " + shown.get(shown.size() - 1).id());
    }
    return Answer.of(reply);
  }

  private RunQuery query(Call call) {
    RunQuery query = RunQuery.latest(RUNS_A_PAGE + 1);
    Optional<String> status = call.arguments().text("status");
    if (status.isPresent()) {
      query = query.withStatus(RunStatus.ofWord(status.get()));
    }
    Optional<String> recipe = call.arguments().text("recipe");
    if (recipe.isPresent()) {
      query = query.withRecipe(recipe.get());
    }
    Optional<String> before = call.arguments().text("before");
    return before.isPresent()
        ? query.withBefore(desk.run(call.caller(), before.get()).id())
        : query;
  }

  private StoredRun named(Call call) {
    return desk.run(call.caller(), call.arguments().needed("run"));
  }

  private Answer show(Call call) {
    return Answer.of(Replies.run(desk.view(named(call).id())));
  }

  private Answer await(Call call) {
    RunId id = named(call).id();
    Optional<RunHandle> live = desk.engine().handle(id);
    if (live.isPresent()) {
      return launching.await(call, live.get());
    }
    return Launching.told(desk.view(id));
  }

  private Answer cancel(Call call) {
    StoredRun run = named(call);
    Optional<RunHandle> live = desk.engine().handle(run.id());
    if (run.status().isOver() || live.isEmpty()) {
      String why = run.status().isOver() ? "is over" : "is not carried out here";
      throw new AcliException(
          AcliError.failed("run %s %s".formatted(run.id(), why))
              .withHint("There is nothing to cancel")
              .withExamples(List.of("runs show " + run.id())));
    }
    Map<String, Object> reply = new LinkedHashMap<>();
    reply.put("run", run.id().value());
    Optional<String> branch = call.arguments().text("branch");
    if (branch.isPresent()) {
      Step step = desk.step(run.id(), branch.get());
      live.get().cancel(step.path());
      reply.put("branch", step.path());
    } else {
      live.get().cancel();
    }
    desk.acted(call.caller(), branch.isPresent() ? "cancel-branch" : "cancel", run.id());
    reply.put("cancelled", true);
    reply.put("next", "runs wait " + run.id());
    return Answer.of(reply);
  }

  private Answer rerun(Call call) {
    RunId id = named(call).id();
    RerunScope scope = scope(call);
    try {
      return launching.start(
          call,
          "rerun",
          events -> desk.engine().rerun(RerunRequest.of(id).withScope(scope).withListener(events)));
    } catch (RerunRefusedException e) {
      throw new AcliException(
          AcliError.failed(Texts.cut(String.valueOf(e.getMessage()), 300))
              .withExamples(List.of("runs show " + id)));
    }
  }

  private static RerunScope scope(Call call) {
    Optional<String> from = call.arguments().text("from");
    Optional<String> branch = call.arguments().text("branch");
    boolean failed = call.arguments().flag("failed");
    int scopes = (failed ? 1 : 0) + (from.isPresent() ? 1 : 0) + (branch.isPresent() ? 1 : 0);
    if (scopes > 1) {
      throw new AcliException(
          AcliError.invalid(
              "--failed, --from and --branch exclude each other", "Give one of them, or none"));
    }
    return failed
        ? RerunScope.FAILED
        : from.map(RerunScope::from)
            .or(() -> branch.map(RerunScope::branch))
            .orElse(RerunScope.ALL);
  }
}
