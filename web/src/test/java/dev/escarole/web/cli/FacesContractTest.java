package dev.escarole.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.agent.acli.AcliResponse;
import dev.escarole.web.agent.acli.AgentCaller;
import dev.escarole.web.agent.acli.Gateway;
import dev.escarole.web.agent.acli.GatewayOptions;
import dev.escarole.web.agent.acli.Handler.Call;
import dev.escarole.web.agent.command.AgentCommands;
import dev.escarole.web.agent.command.AgentContext;
import dev.escarole.web.agent.command.FolderRecipes;
import dev.escarole.web.app.Documents;
import dev.escarole.web.app.NodeVerbs;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.RunVerbs;
import dev.escarole.web.app.Twins;
import dev.escarole.web.app.Verb;
import dev.escarole.web.app.Verbs;
import dev.escarole.web.app.approval.DecisionRequest;
import dev.escarole.web.app.audit.AuditListQuery;
import dev.escarole.web.app.command.AddCommandRequest;
import dev.escarole.web.app.command.CommandName;
import dev.escarole.web.app.command.CommandsQuery;
import dev.escarole.web.app.output.AttemptOutputQuery;
import dev.escarole.web.app.output.OutputBytes;
import dev.escarole.web.app.output.RunOutputQuery;
import dev.escarole.web.app.recipe.PlanRequest;
import dev.escarole.web.app.recipe.RecipeChoice;
import dev.escarole.web.app.run.CancelRequest;
import dev.escarole.web.app.run.Following;
import dev.escarole.web.app.run.LaunchedRun;
import dev.escarole.web.app.run.Removal.DeleteRequest;
import dev.escarole.web.app.run.Removal.PruneRequest;
import dev.escarole.web.app.run.RerunRequest;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunsQuery;
import dev.escarole.web.app.run.StepName;
import dev.escarole.web.app.run.StepsQuery;
import dev.escarole.web.app.schedule.ScheduleName;
import dev.escarole.web.app.system.NoInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every verb that the command line and the agents' {@code cli} tool offer gives the same result,
 * the same refusal and the same rows of the audit there as the application does.
 */
@Timeout(300)
@SuppressWarnings("NullAway") // Requests hold null for what is not said.
class FacesContractTest {

  private static final Map<String, String> RECIPES =
      Map.of("census", Twins.CENSUS, "odd", "template: echo x\nretryy: 2\n");

  /** Lines whose answers are bytes. */
  static final String BYTES = "runs output.*|runs files \\S+ [a-z].*|runs workspace \\S+ [^-]\\S*";

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static Twins twins;
  private static Gateway gateway;
  private static AgentCaller agent;
  private static CliHarness cli;
  private static String done;
  private static String keeper;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    twins = new Twins(directory);
    keeper = twins.keeper();
    done = twins.run(Twins.named("census"));
    AgentCommands commands =
        new AgentCommands(
            new AgentContext(
                twins.installation,
                new FolderRecipes(twins.folder),
                List.of(),
                InstantSource.system()));
    Principal operator = Principal.localOperator();
    gateway =
        new Gateway(
            commands,
            entry -> {},
            name -> true,
            new GatewayOptions(new GatewayOptions.About("escarole", "test", "", List.of()), false),
            twins.installation.clock());
    agent = new AgentCaller(operator.name(), "test", commands.access(operator.name()));
    cli = new CliHarness(directory);
    cli.env("ESCAROLE_SERVER", twins.server.address().toString());
    RECIPES.forEach((name, text) -> cli.file(name + ".yaml", text));
    try (InputStream in = BuiltInCommands.class.getResourceAsStream("builtin/upper.wasm")) {
      Files.write(directory.resolve("mine.wasm"), in.readAllBytes());
      Path unused = Programs.encoded(directory);
    }
  }

  @AfterAll
  static void stop() throws IOException {
    gateway.close();
  }

  /**
   * Something that is asked in three ways.
   *
   * @param input is made anew for each way, of things that are alike
   * @param command words of the command line, with {@code %s} for what the input names; null if it
   *     does not offer this
   * @param line of an agent, likewise
   */
  private record Case<Q extends Record, R>(
      Verb<Q, R> verb, Supplier<Q> input, @Nullable String command, @Nullable String line) {}

  /**
   * What came of asking.
   *
   * @param code of the application's refusal; null if it was done, or by another face
   * @param refusal of another face; null if it was done
   * @param reply JSON, or a text for bytes
   * @param rows of the audit, newest first, without their origin
   */
  record Came(
      @Nullable RefusalCode code, @Nullable String refusal, JsonNode reply, List<String> rows) {

    Came(@Nullable String refusal, JsonNode reply, List<String> rows) {
      this(null, refusal, reply, rows);
    }
  }

  private final List<Case<?, ?>> cases = new ArrayList<>();

  private <Q extends Record, R> void ask(
      Verb<Q, R> verb, Supplier<Q> input, @Nullable String command, @Nullable String line) {
    cases.add(new Case<>(verb, input, command, line));
  }

  @Test
  void command_line_and_agents_answer_as_the_application_does() throws Exception {
    looking();
    List<Case<?, ?>> looking = List.copyOf(cases);
    changing();
    new ApprovalAsks(twins, done).tell(this::ask);
    ScheduleFaces.ask(twins, this::ask);
    keeping();
    Set<Verb<?, ?>> covered = new LinkedHashSet<>(SharedFields.ELSEWHERE);
    covered.addAll(SharedFields.OF_ANOTHER_FORM);
    cases.forEach(each -> covered.add(each.verb()));
    assertThat(covered).containsExactlyInAnyOrderElementsOf(Verbs.ALL);

    Map<String, String> different = new LinkedHashMap<>();
    for (Case<?, ?> each : cases) {
      check(each, different);
    }
    assertThat(different).isEmpty();

    for (RunHandle nap : twins.engine.running()) {
      nap.cancel();
      var unused = nap.await();
    }
    Map<String, Came> wanted = new LinkedHashMap<>();
    for (Case<?, ?> each : looking) {
      if (each.command() != null) {
        wanted.put(filled(each.command(), each.input().get()), asked(each));
      }
    }
    twins.close();
    cli.env("ESCAROLE_SERVER", "local");
    for (Map.Entry<String, Came> each : wanted.entrySet()) {
      compare(each.getKey(), each.getValue(), CliAnswers.answered(cli, each.getKey()), different);
    }
    assertThat(different).as("in a process that opens the data directory").isEmpty();
  }

  private <Q extends Record, R> Came asked(Case<Q, R> asked) throws Exception {
    return asked(asked, asked.input().get());
  }

  private static void compare(String words, Came wanted, Came came, Map<String, String> different) {
    compare(
        words,
        wanted,
        came,
        code -> words.contains("--json") ? code.word() : "exit " + code.exitCode(),
        different);
  }

  private void looking() {
    for (String file : List.of("census", "odd")) {
      ask(
          Verbs.VALIDATE,
          () ->
              RecipeChoice.text(
                  RECIPES.get(file), cli.data().resolveSibling(file + ".yaml").toString()),
          "validate " + file + ".yaml --json",
          null);
    }
    ask(
        Verbs.PLAN,
        () -> new PlanRequest(null, Twins.CENSUS, "census.yaml", Map.of(), List.of()),
        "plan census.yaml --format json",
        null);
    ask(RunVerbs.RUNS, () -> RunsQuery.latest(20), "runs list --json", "runs list");
    ask(
        RunVerbs.RUNS,
        () -> RunsQuery.latest(20).withStatus(List.of(RunStatus.INTERRUPTED)),
        "runs list --status interrupted --json",
        "runs list --status interrupted");
    for (String run : List.of(done, "last", done.substring(0, 4), "20000101-000000-aaaaaa")) {
      ask(RunVerbs.RUN, () -> new RunName(run), "runs show %s --json", "runs show %s");
      ask(RunVerbs.JOINS, () -> new RunName(run), null, "joins %s");
    }
    ask(RunVerbs.STEPS, () -> StepsQuery.first(done, 20), null, "runs steps " + done);
    for (String join : List.of("fan", "0.0", "good", "0.7")) {
      ask(RunVerbs.JOIN, () -> new StepName(done, join), null, "joins " + done + " " + join);
    }
    String unfinished = twins.interrupted.peek();
    for (String run : List.of(done, unfinished, "nothing")) {
      ask(
          RunVerbs.OUTPUT,
          () -> new RunOutputQuery(run, "stdout"),
          "runs output " + run,
          "runs output " + run);
    }
    for (String step : List.of("good", "bad", "0.9", "fan")) {
      String words = "runs output " + done + " " + step;
      ask(RunVerbs.ATTEMPT_OUTPUT, () -> attempt(step, "last"), words, words);
    }
    FileFaces.files(done, keeper, this::ask);
    FamilyFaces.ask(done, keeper, this::ask);
    String ninth = "runs output " + done + " good --attempt 9";
    ask(RunVerbs.ATTEMPT_OUTPUT, () -> attempt("good", "9"), ninth, ninth);
  }

  private static AttemptOutputQuery attempt(String step, String attempt) {
    return new AttemptOutputQuery(done, step, attempt, "stdout");
  }

  private void changing() throws Exception {
    ask(RunVerbs.LAUNCH, () -> Twins.named("census"), "run census.yaml --json", "run census");
    ask(
        RunVerbs.CANCEL,
        () -> new CancelRequest(nap(), null),
        "runs cancel %s --json",
        "runs cancel %s");
    ask(
        RunVerbs.CANCEL,
        () -> new CancelRequest(done, null),
        "runs cancel %s --json",
        "runs cancel %s");
    ask(
        RunVerbs.CANCEL,
        () -> new CancelRequest(nap(), "0.7"),
        "runs cancel %s --branch 0.7 --json",
        "runs cancel %s --branch 0.7");
    ask(
        RunVerbs.RERUN,
        () -> rerun("failed", null),
        "runs rerun %s --failed --json",
        "runs rerun %s --failed");
    ask(
        RunVerbs.RERUN,
        () -> rerun("branch", "bad"),
        "runs rerun %s --branch bad --json",
        "runs rerun %s --branch bad");
    ask(
        RunVerbs.RERUN,
        () -> rerun("from", "0.9"),
        "runs rerun %s --from 0.9 --json",
        "runs rerun %s --from 0.9");
    List<String> left = new ArrayList<>(twins.interrupted);
    ask(RunVerbs.RESUME, () -> new RunName(left.remove(0)), "runs resume %s --json", null);
    ask(RunVerbs.RESUME, () -> new RunName(done), "runs resume %s --json", null);
    ask(RunVerbs.RESUME, () -> new RunName("nothing"), "runs resume %s --json", null);
    ask(
        RunVerbs.RESUME_ALL,
        () -> {
          var unused = twins.local.resumeAll(NoInput.NONE);
          return NoInput.NONE;
        },
        "runs resume --all --json",
        null);
  }

  private void keeping() throws Exception {
    List<String> gone = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      gone.add(twins.run(Twins.launch("template: echo gone " + i)));
    }
    ask(RunVerbs.DELETE, () -> new RunName(gone.remove(0)), "runs delete %s --json", null);
    ask(RunVerbs.DELETE, () -> new RunName("nothing"), "runs delete %s --json", null);
    ask(RunVerbs.DELETE, () -> new RunName(nap()), "runs delete %s --json", null);
    ask(
        RunVerbs.DELETE_RUNS,
        () -> new DeleteRequest(List.of(gone.remove(0), gone.remove(0))),
        "runs delete %s --json",
        null);
    ask(
        RunVerbs.DELETE_RUNS,
        () -> new DeleteRequest(List.of(done, nap())),
        "runs delete %s --json",
        null);
    ask(
        RunVerbs.DELETE_RUNS,
        () -> new DeleteRequest(List.of(done, "nothing")),
        "runs delete %s --json",
        null);
    ask(
        RunVerbs.PRUNE,
        () -> new PruneRequest(null, 1000L, null, false),
        "runs prune --keep 1000 --json",
        null);
    ask(
        RunVerbs.PRUNE,
        () -> new PruneRequest(null, 1000L, null, true),
        "runs prune --keep 1000 --dry-run --json",
        null);
    ask(Verbs.COMMANDS, () -> CommandsQuery.BRIEF, "commands --json", "commands");
    ask(Verbs.ADD_COMMAND, () -> adding("mine"), "commands add mine mine.wasm --json", null);
    ask(Verbs.ADD_COMMAND, () -> adding("echo"), "commands add echo mine.wasm --json", null);
    BuildFaces.ask(twins, this::ask);
    ask(
        Verbs.REMOVE_COMMAND,
        () -> {
          var unused = twins.local.addCommand(adding("mine"));
          return new CommandName("mine");
        },
        "commands remove mine --json",
        null);
    ask(Verbs.REMOVE_COMMAND, () -> new CommandName("echo"), "commands remove echo --json", null);
    ask(
        Verbs.AUDIT,
        () -> new AuditListQuery(null, false, null, null, null, null, null, 2, null),
        "audit --limit 2 --json",
        null);
    FileFaces.around(twins, this::ask);
    ask(Verbs.CACHE, () -> NoInput.NONE, "cache stats --json", null);
    ask(NodeVerbs.NODES, () -> NoInput.NONE, "nodes --json", null);
    ask(Verbs.CLEAR_CACHE, () -> NoInput.NONE, "cache clear --json", null);
  }

  private static String nap() {
    return twins.local.launch(Twins.named("nap")).head().run();
  }

  private static RerunRequest rerun(String scope, String path) {
    return new RerunRequest(done, scope, path, false, null, null, null, null);
  }

  private static AddCommandRequest adding(String name) {
    return new AddCommandRequest(name, null, Programs.builtIn("upper"));
  }

  private <Q extends Record, R> void check(Case<Q, R> asked, Map<String, String> different)
      throws Exception {
    Came wanted = asked(asked);
    if (wanted.reply() instanceof ObjectNode reply && asked.verb().equals(RunVerbs.CANCEL)) {
      // It answers at once: the run may have stopped by then.
      reply.remove(List.of("status", "accepted"));
    }
    if (asked.command() != null) {
      String words = filled(asked.command(), asked.input().get());
      compare(words, wanted, called(words), different);
    }
    if (asked.line() != null) {
      String line = filled(asked.line(), asked.input().get());
      compare(line, wanted, sent(line), code -> SharedFields.error(code).name(), different);
    }
  }

  private static String filled(String words, Record input) {
    if (!words.contains("%s")) {
      return words;
    }
    if (input instanceof DeleteRequest several) {
      return words.formatted(String.join(" ", several.runs()));
    }
    if (input instanceof DecisionRequest decision) {
      return words.formatted(decision.run());
    }
    if (input instanceof StepName step) {
      return words.formatted(step.run());
    }
    if (input instanceof ScheduleName schedule) {
      return words.formatted(schedule.schedule());
    }
    return words.formatted(
        input instanceof RunName run
            ? run.run()
            : input instanceof CancelRequest cancel ? cancel.run() : ((RerunRequest) input).run());
  }

  private static void compare(
      String words,
      Came wanted,
      Came came,
      Function<RefusalCode, String> told,
      Map<String, String> different) {
    List<String> faults = new ArrayList<>();
    String refusal = wanted.code() == null ? null : told.apply(wanted.code());
    if (!Objects.equals(refusal, came.refusal())) {
      faults.add("refused as " + came.refusal() + ", not as " + refusal + ": " + came.reply());
    }
    if (!wanted.rows().equals(came.rows())) {
      faults.add("audit " + came.rows() + ", not " + wanted.rows());
    }
    if (wanted.code() == null && came.refusal() == null) {
      SharedFields.compare("", wanted.reply(), came.reply(), faults);
    }
    if (!faults.isEmpty()) {
      different.put(words, "\n  " + String.join("\n  ", faults) + "\n");
    }
  }

  /** What the application makes of it; of a run that was started, its end. */
  private <Q extends Record, R> Came asked(Case<Q, R> asked, Q input) throws Exception {
    int before = rows().size();
    try {
      Object reply = asked.verb().ask(twins.local, input);
      if (reply instanceof OutputBytes bytes) {
        return new Came(null, SharedFields.text(bytes), since(before));
      }
      RunHead begun = reply instanceof LaunchedRun launched ? launched.head() : null;
      if (asked.verb().equals(RunVerbs.RESUME)) {
        begun = (RunHead) reply;
      }
      if (begun != null) {
        reply = ended(begun.run());
      }
      return new Came(null, MAPPER.readTree(Documents.bytes(reply)), since(before));
    } catch (RefusedException e) {
      return new Came(e.code(), null, MAPPER.nullNode(), since(before));
    }
  }

  private static Object ended(String run) throws InterruptedException {
    RunName name = new RunName(run);
    try (Following following = twins.local.follow(name, news -> {})) {
      following.await();
    }
    return twins.local.run(name);
  }

  private static Came called(String words) {
    int before = rows().size();
    Came came = CliAnswers.answered(cli, words);
    return new Came(came.refusal(), came.reply(), since(before));
  }

  private static Came sent(String line) throws IOException {
    int before = rows().size();
    AcliResponse response = gateway.execute(line, agent, Call.Progress.NONE, new Cancellation());
    JsonNode json = MAPPER.readTree(response.json());
    List<String> rows = since(before);
    if (!response.success()) {
      return new Came(response.error().code().name(), json, rows);
    }
    JsonNode data = json.path("data");
    return new Came(null, line.matches(BYTES) ? data.path("text") : data, rows);
  }

  private static List<String> rows() {
    return SharedFields.rows(twins.local);
  }

  private static List<String> since(int before) {
    List<String> rows = rows();
    return rows.subList(0, rows.size() - before).stream().map(SharedFields::masked).toList();
  }
}
