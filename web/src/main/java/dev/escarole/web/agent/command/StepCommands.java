package dev.escarole.web.agent.command;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.agent.acli.AcliError;
import dev.escarole.web.agent.acli.AcliException;
import dev.escarole.web.agent.acli.ArgumentDefinition;
import dev.escarole.web.agent.acli.CommandDefinition;
import dev.escarole.web.agent.acli.Discovery;
import dev.escarole.web.agent.acli.Handler.Answer;
import dev.escarole.web.agent.acli.Handler.Call;
import dev.escarole.web.agent.acli.Json;
import dev.escarole.web.agent.acli.LineText;
import dev.escarole.web.agent.acli.ValueType;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.output.AttemptOutputQuery;
import dev.escarole.web.app.output.OutputBytes;
import dev.escarole.web.app.output.RunOutputQuery;
import dev.escarole.web.app.run.JoinPicture;
import dev.escarole.web.app.run.RunFileList;
import dev.escarole.web.app.run.RunFileList.ArtifactPicture;
import dev.escarole.web.app.run.RunFileList.FilePicture;
import dev.escarole.web.app.run.RunFileList.FileQuery;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunPicture;
import dev.escarole.web.app.run.StepList;
import dev.escarole.web.app.run.StepName;
import dev.escarole.web.app.run.StepPicture;
import dev.escarole.web.app.run.StepsQuery;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The commands for parts of a run: {@code runs steps}, {@code runs output}, {@code runs files} and
 * {@code joins}.
 */
final class StepCommands {

  private static final int STEPS_A_PAGE = 20;
  private static final int BRANCHES_A_PAGE = 20;
  private static final int JOINS_A_PAGE = 5;
  private static final int STEPS_AT_ONCE = 1_000;
  private static final int FILES_A_PAGE = 20;
  private static final int PROBLEMS = 3;
  private static final int OUTPUT = 4_000;
  private static final int ARGV = 200;

  /** States of steps; the last two are for parallel nodes only. */
  private static final List<String> STATUSES =
      Stream.concat(
              Arrays.stream(StepState.values()).map(StepState::word),
              Stream.of("degraded", "unusable"))
          .toList();

  private final AgentContext context;

  StepCommands(AgentContext context) {
    this.context = context;
  }

  List<CommandDefinition> commands() {
    return List.of(steps(), output(), files());
  }

  private CommandDefinition files() {
    return CommandDefinition.of(
        "files",
        "List the files that a run was given and has kept, or show one",
        List.of(
            RunCommands.RUN,
            ArgumentDefinition.of(
                "file", ValueType.STRING, "Name of a file in the list, such as kept-0"),
            Texts.FROM,
            Discovery.PAGE),
        this::files,
        List.of("runs files last", "runs files last kept-0"),
        Schemas.list("files", "file", "path", "bytes"));
  }

  private CommandDefinition steps() {
    return CommandDefinition.of(
        "steps",
        "List the steps of a run with their states",
        List.of(
            RunCommands.RUN,
            ArgumentDefinition.of("--status", ValueType.STRING, "Only steps in this state")
                .withChoices(STATUSES),
            Discovery.PAGE),
        this::steps,
        List.of("runs steps last --status failed"),
        Schemas.list("steps", "path", "command", "status"));
  }

  private CommandDefinition output() {
    return CommandDefinition.of(
        "output",
        "Show the result of a run, or the output of a step",
        List.of(
            RunCommands.RUN,
            ArgumentDefinition.of(
                "step", ValueType.STRING, "Path of a step, such as 0.2, or its label"),
            ArgumentDefinition.of("--stderr", ValueType.FLAG, "Its standard error"),
            ArgumentDefinition.number(
                "--attempt", "Number of the attempt; default: the last", 1, 1_000_000),
            Texts.FROM),
        this::output,
        List.of("runs output last", "runs output last 0.2 --stderr"),
        Schemas.object("text", "characters", "more"));
  }

  CommandDefinition joins() {
    return CommandDefinition.of(
        "joins",
        "Show the joins of a run, or the branches of one",
        List.of(
            RunCommands.RUN,
            ArgumentDefinition.of("join", ValueType.STRING, "Path or label of a join"),
            Discovery.PAGE),
        this::joins,
        List.of("joins last", "joins last 0.1"),
        Schemas.list("joins", "join", "path", "verdict"));
  }

  /** The run's id, as 'last' may mean another run in the next line. */
  private static String named(Escarole escarole, Call call) {
    return escarole.head(new RunName(call.arguments().needed("run"))).run();
  }

  private Answer steps(Call call) {
    Escarole escarole = context.escarole(call);
    String run = named(escarole, call);
    Optional<String> status = call.arguments().text("status");
    List<StepPicture> steps = new ArrayList<>();
    String cursor = null;
    do {
      StepList page = escarole.steps(StepsQuery.first(run, STEPS_AT_ONCE).from(cursor));
      page.steps().stream()
          .filter(step -> !isRecovery(step))
          .filter(step -> status.isEmpty() || status.get().equals(step.status()))
          .forEach(steps::add);
      cursor = page.next();
    } while (cursor != null);
    String line = "runs steps " + run + status.map(word -> " --status " + word).orElse("");
    return Answer.of(Replies.page("steps", steps, StepCommands::step, call, STEPS_A_PAGE, line));
  }

  /** A recovery is not listed: it belongs to its retry. */
  private static boolean isRecovery(StepPicture step) {
    return step.path().endsWith(".recover");
  }

  private static Map<String, Object> step(StepPicture step) {
    List<String> argv = step.argv();
    return Json.object(
        "path", step.path(),
        "label", step.label(),
        "command", argv.isEmpty() ? step.kind() : Texts.cut(LineText.of(argv), ARGV),
        "status", step.status(),
        "exit_code", step.exitCode(),
        "reason", step.reason() == null ? null : Texts.cut(step.reason(), ARGV));
  }

  private Answer output(Call call) {
    Escarole escarole = context.escarole(call);
    String run = named(escarole, call);
    Optional<String> step = call.arguments().text("step");
    boolean stderr = call.arguments().flag("stderr");
    if (step.isEmpty() && stderr) {
      throw new AcliException(
          AcliError.invalid("--stderr needs a step", "'runs steps' lists them")
              .withExamples(List.of("runs steps " + run)));
    }
    OutputBytes bytes =
        step.isEmpty()
            ? escarole.output(new RunOutputQuery(run, "stdout"))
            : escarole.attemptOutput(
                new AttemptOutputQuery(
                    run,
                    step.get(),
                    call.arguments().text("attempt").orElse("last"),
                    stderr ? "stderr" : "stdout"));
    List<String> line = new ArrayList<>(List.of("runs", "output", run));
    step.ifPresent(line::add);
    if (stderr) {
      line.add("--stderr");
    }
    return Answer.of(Texts.window(Texts.of(bytes), call, OUTPUT, LineText.of(line)));
  }

  private Answer files(Call call) {
    Escarole escarole = context.escarole(call);
    String run = named(escarole, call);
    Optional<String> file = call.arguments().text("file");
    if (file.isPresent()) {
      OutputBytes bytes = escarole.file(new FileQuery(run, file.get()));
      String line = LineText.of(List.of("runs", "files", run, file.get()));
      return Answer.of(Texts.window(Texts.of(bytes), call, OUTPUT, line));
    }
    RunFileList files = escarole.files(new RunName(run));
    List<FilePicture> all = Stream.concat(files.given().stream(), files.kept().stream()).toList();
    Map<String, Object> reply =
        Json.object(
            "state",
            files.state(),
            "artifacts",
            files.artifacts().stream().map(StepCommands::artifact).toList());
    reply.putAll(
        Replies.page("files", all, StepCommands::file, call, FILES_A_PAGE, "runs files " + run));
    return Answer.of(reply);
  }

  private static Map<String, Object> file(FilePicture file) {
    return Json.object(
        "file", file.file(),
        "path", Texts.cut(file.path(), ARGV),
        "artifact", file.artifact(),
        "bytes", file.bytes());
  }

  private static Map<String, Object> artifact(ArtifactPicture artifact) {
    return Json.object(
        "name", artifact.name(),
        "pattern", Texts.cut(artifact.pattern(), ARGV),
        "matches", artifact.matches(),
        "files", artifact.files(),
        "not_kept",
            artifact.problems().stream()
                .limit(PROBLEMS)
                .map(each -> Texts.cut(each.path() + ": " + each.why(), ARGV))
                .toList());
  }

  private Answer joins(Call call) {
    Escarole escarole = context.escarole(call);
    String id = named(escarole, call);
    Optional<String> wanted = call.arguments().text("join");
    if (wanted.isEmpty()) {
      RunPicture run = escarole.run(new RunName(id));
      return Answer.of(
          Replies.page(
              "joins",
              run.joins(),
              join -> Replies.verdict(join, run),
              call,
              JOINS_A_PAGE,
              "joins " + id));
    }
    JoinPicture join = escarole.join(new StepName(id, wanted.get())).joins().get(0);
    return join(call, join, escarole.run(new RunName(id)));
  }

  private static Answer join(Call call, JoinPicture join, RunPicture run) {
    Map<String, Object> reply = Replies.verdict(join, run);
    reply.remove("missing");
    reply.remove("more");
    String line = "joins %s %s".formatted(run.head().run(), join.path());
    reply.putAll(
        Replies.page(
            "branches",
            run.branches(join),
            branch -> Replies.branch(branch, run),
            call,
            BRANCHES_A_PAGE,
            line));
    return Answer.of(reply);
  }
}
