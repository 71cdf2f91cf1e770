package dev.escarole.web.agent.command;

import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.engine.store.content.ContentRef;
import dev.escarole.web.agent.acli.AcliError;
import dev.escarole.web.agent.acli.AcliException;
import dev.escarole.web.agent.acli.Answer;
import dev.escarole.web.agent.acli.ArgumentDefinition;
import dev.escarole.web.agent.acli.Call;
import dev.escarole.web.agent.acli.CommandDefinition;
import dev.escarole.web.agent.acli.LineText;
import dev.escarole.web.agent.acli.ValueType;
import dev.escarole.web.view.RunView;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The commands that look into a run: {@code runs steps}, {@code runs output} and {@code joins}. */
final class StepCommands {

  private static final int STEPS_A_PAGE = 20;
  private static final int BRANCHES_A_PAGE = 20;
  private static final int OUTPUT = 4_000;
  private static final int ARGV = 200;

  private final Desk desk;

  StepCommands(Desk desk) {
    this.desk = desk;
  }

  List<CommandDefinition> commands() {
    return List.of(steps(), output());
  }

  private CommandDefinition steps() {
    return CommandDefinition.of(
        "steps",
        "The steps of a run, and how far each has come",
        List.of(
            Arguments.RUN,
            ArgumentDefinition.of("--status", ValueType.STRING, "Only steps in this state")
                .withChoices(Arrays.stream(StepState.values()).map(StepState::word).toList()),
            Arguments.PAGE),
        this::steps,
        new CommandDefinition.Manual(
            List.of("runs steps last --status failed"),
            Schemas.list("steps", "path", "command", "status")));
  }

  private CommandDefinition output() {
    return CommandDefinition.of(
        "output",
        "The result of a run, or what one of its steps wrote",
        List.of(
            Arguments.RUN,
            ArgumentDefinition.of(
                "step", ValueType.STRING, "Path of a step, such as 0.2, or its label"),
            ArgumentDefinition.of("--stderr", ValueType.FLAG, "What it complained of"),
            Arguments.number("--attempt", "Which attempt; else the last", 1, 1_000_000),
            Arguments.FROM),
        this::output,
        new CommandDefinition.Manual(
            List.of("runs output last", "runs output last 0.2 --stderr"),
            Schemas.object("text", "characters", "more")));
  }

  CommandDefinition joins() {
    return CommandDefinition.of(
        "joins",
        "What the joins of a run came to, or the branches of one",
        List.of(
            Arguments.RUN,
            ArgumentDefinition.of("join", ValueType.STRING, "Path or label of a join"),
            Arguments.PAGE),
        this::joins,
        new CommandDefinition.Manual(
            List.of("joins last", "joins last 0.1"),
            Schemas.list("joins", "join", "path", "verdict")));
  }

  private StoredRun named(Call call) {
    return desk.run(call.caller(), call.arguments().needed("run"));
  }

  private Answer steps(Call call) {
    RunId run = named(call).id();
    Map<String, Join> joins = new HashMap<>();
    desk.engine().store().joins(run).forEach(join -> joins.put(join.path(), join));
    Optional<String> status = call.arguments().text("status");
    List<Map<String, Object>> steps =
        desk.engine().store().steps(run).stream()
            .filter(step -> !step.recovery())
            .filter(step -> status.isEmpty() || status.get().equals(state(step, joins)))
            .map(step -> step(step, joins))
            .toList();
    String line = "runs steps " + run + status.map(word -> " --status " + word).orElse("");
    return Answer.of(Replies.page("steps", steps, Arguments.page(call, STEPS_A_PAGE), line));
  }

  private static String state(StoredStep step, Map<String, Join> joins) {
    return step.skipReason() == null
        ? Join.word(step.progress().state(), joins.get(step.place().path()))
        : StepState.SKIPPED.word();
  }

  private static Map<String, Object> step(StoredStep step, Map<String, Join> joins) {
    Map<String, Object> shown = new LinkedHashMap<>();
    shown.put("path", step.place().path());
    if (step.place().label() != null) {
      shown.put("label", step.place().label());
    }
    shown.put(
        "command", step.argv().isEmpty() ? step.kind() : Texts.cut(LineText.of(step.argv()), ARGV));
    shown.put("status", state(step, joins));
    if (step.progress().exitCode() != null) {
      shown.put("exit_code", step.progress().exitCode());
    }
    String reason = step.skipReason() == null ? step.progress().reason() : step.skipReason();
    if (reason != null) {
      shown.put("reason", Texts.cut(reason, ARGV));
    }
    return shown;
  }

  private Answer output(Call call) {
    StoredRun run = named(call);
    Optional<String> path = call.arguments().text("step");
    String line = "runs output " + run.id() + path.map(step -> " " + step).orElse("");
    ContentRef content = path.isEmpty() ? result(call, run) : written(call, run.id(), path.get());
    if (call.arguments().flag("stderr")) {
      line += " --stderr";
    }
    byte[] bytes = desk.stored().bytes(content);
    String text = new String(bytes, StandardCharsets.UTF_8);
    return Answer.of(Texts.window(text, Arguments.from(call), OUTPUT, line));
  }

  private static ContentRef result(Call call, StoredRun run) {
    if (call.arguments().flag("stderr")) {
      throw new AcliException(
          AcliError.invalid("--stderr needs a step", "'runs steps' lists them")
              .withExamples(List.of("runs steps " + run.id())));
    }
    String sha256 = run.stdoutSha256();
    if (sha256 == null) {
      throw new AcliException(
          AcliError.failed("run %s has no result yet".formatted(run.id()))
              .withExamples(List.of("runs wait " + run.id())));
    }
    return new ContentRef(sha256, 0);
  }

  private ContentRef written(Call call, RunId run, String path) {
    int index = desk.step(run, path).index();
    long wanted = call.arguments().number("attempt").orElse(0);
    StoredAttempt found = null;
    for (StoredAttempt attempt : desk.engine().store().attempts(run)) {
      boolean same = attempt.stepIndex() == index;
      if (same && (wanted == 0 || wanted == attempt.attempt())) {
        found = attempt;
      }
    }
    if (found == null) {
      throw new AcliException(
          AcliError.invalid(
                  "step: no command at '%s' of run %s has ended".formatted(Texts.shown(path), run),
                  "'runs steps' lists the steps; groups have no output of their own")
              .withExamples(List.of("runs steps " + run)));
    }
    return call.arguments().flag("stderr") ? found.stderr() : found.stdout();
  }

  private Answer joins(Call call) {
    RunId id = named(call).id();
    RunView run = desk.view(id);
    Optional<String> wanted = call.arguments().text("join");
    if (wanted.isEmpty()) {
      List<Map<String, Object>> all =
          run.details().joins().stream().map(join -> Replies.verdict(join, run)).toList();
      return Answer.of(Replies.page("joins", all, Arguments.page(call, 5), "joins " + id));
    }
    Join join = join(run, wanted.get());
    List<Map<String, Object>> branches =
        join.branches().stream().map(branch -> Replies.branch(branch, run)).toList();
    Map<String, Object> reply = new LinkedHashMap<>(Replies.verdict(join, run));
    reply.remove("missing");
    reply.remove("more");
    String line = "joins %s %s".formatted(id, join.path());
    reply.putAll(Replies.page("branches", branches, Arguments.page(call, BRANCHES_A_PAGE), line));
    return Answer.of(reply);
  }

  private static Join join(RunView run, String wanted) {
    List<Join> joins = run.details().joins();
    List<Join> found = joins.stream().filter(join -> join.path().equals(wanted)).toList();
    if (found.isEmpty()) {
      found = joins.stream().filter(join -> wanted.equals(join.label())).toList();
    }
    if (found.size() == 1) {
      return found.get(0);
    }
    if (found.size() > 1) {
      String paths = found.stream().map(Join::path).collect(Collectors.joining(", "));
      throw new AcliException(
          AcliError.invalid(
                  "join: '%s' is the label of several: %s".formatted(Texts.shown(wanted), paths),
                  "Give the path of one")
              .withExamples(
                  List.of("joins %s %s".formatted(run.head().run(), found.get(0).path()))));
    }
    throw new AcliException(
        AcliError.invalid(
                "join: run %s has no join '%s'".formatted(run.head().run(), Texts.shown(wanted)),
                "Give the path or the label of one")
            .withExamples(List.of("joins " + run.head().run())));
  }
}
