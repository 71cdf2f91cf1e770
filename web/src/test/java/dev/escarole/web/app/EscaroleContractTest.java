package dev.escarole.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.web.app.audit.ActionPicture;
import dev.escarole.web.app.audit.ActionsQuery;
import dev.escarole.web.app.audit.AuditListQuery;
import dev.escarole.web.app.audit.CallsQuery;
import dev.escarole.web.app.command.AddCommandRequest;
import dev.escarole.web.app.command.CommandCallRequest;
import dev.escarole.web.app.command.CommandName;
import dev.escarole.web.app.command.CommandsQuery;
import dev.escarole.web.app.command.ShellRequest;
import dev.escarole.web.app.inbox.RetryRequest;
import dev.escarole.web.app.output.AttemptOutputQuery;
import dev.escarole.web.app.output.RunOutputQuery;
import dev.escarole.web.app.output.Tail.TailQuery;
import dev.escarole.web.app.run.CancelRequest;
import dev.escarole.web.app.run.LaunchRequest;
import dev.escarole.web.app.run.LaunchedRun;
import dev.escarole.web.app.run.Removal.DeleteRequest;
import dev.escarole.web.app.run.Removal.PruneRequest;
import dev.escarole.web.app.run.RerunRequest;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunsQuery;
import dev.escarole.web.app.run.StepErrors;
import dev.escarole.web.app.run.StepName;
import dev.escarole.web.app.run.StepsQuery;
import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.app.system.PolicyQuery;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every verb gives the same result, the same refusal and the same rows of the audit, whether it is
 * asked for in this process, over HTTP or through a socket.
 */
@Timeout(300)
@SuppressWarnings("NullAway") // Requests hold null for what is not said, bytes too.
class EscaroleContractTest {

  private static Twins twins;
  private static String done;
  private static String keeper;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    twins = new Twins(directory);
    // First, so that 'last' is the other one.
    keeper = twins.keeper();
    done = twins.run(Twins.named("census"));
  }

  @AfterAll
  static void stop() throws IOException {
    twins.close();
  }

  /**
   * Something that is asked.
   *
   * @param input is made anew for each way to ask, of things that are alike
   * @param exact whether the replies must be the same to the letter, not but for ids and times
   */
  record Case<Q extends Record, R>(
      Verb<Q, R> verb, String what, Supplier<Q> input, boolean exact) {}

  private final List<Case<?, ?>> cases = new ArrayList<>();

  /** Verbs of which something done is on record. */
  private final Set<Verb<?, ?>> onRecord = new LinkedHashSet<>();

  private <Q extends Record, R> void same(Verb<Q, R> verb, String what, Q input) {
    cases.add(new Case<>(verb, what, () -> input, true));
  }

  private <Q extends Record, R> void alike(Verb<Q, R> verb, String what, Supplier<Q> input) {
    cases.add(new Case<>(verb, what, input, false));
  }

  @Test
  void every_verb_answers_alike_whichever_way_it_is_asked_for() throws Exception {
    cases.addAll(new RecipeCases(twins).all());
    runs();
    errors();
    outputs();
    changes();
    new ApprovalCases(twins, done).tell(this::alike);
    cases.addAll(ScheduleCases.of(twins));
    cases.addAll(NotificationCases.of(twins));
    cases.addAll(FilterCases.of(twins));
    commands();
    inbox();
    audit();
    Set<Verb<?, ?>> covered = new LinkedHashSet<>();
    cases.forEach(each -> covered.add(each.verb()));
    assertThat(covered).containsExactlyInAnyOrderElementsOf(Verbs.ALL);
    Map<String, String> different = new LinkedHashMap<>();
    for (Case<?, ?> each : cases) {
      check(each, different);
    }
    assertThat(different).isEmpty();
    assertThat(onRecord)
        .as("verbs that leave a row in the audit")
        .containsExactlyInAnyOrderElementsOf(
            Verbs.ALL.stream().filter(verb -> verb.audited()).toList());
  }

  @Test
  void every_value_that_does_not_fit_is_refused_alike_whichever_way_it_is_asked_for() {
    Map<String, String> different = new LinkedHashMap<>();
    int inputs = 0;
    for (Verb<?, ?> verb : Verbs.ALL) {
      for (VerbInput input : VerbInputs.of(verb.request())) {
        for (Object wrong : unfitting(input)) {
          inputs++;
          cases.add(with(verb, input, wrong));
        }
      }
    }
    assertThat(inputs).isGreaterThan(60);
    for (Case<?, ?> each : cases) {
      assertThat(outcome(twins.local, each)).as(each.what()).startsWith("refused");
      check(each, different);
    }
    assertThat(different).isEmpty();
  }

  private static List<Object> unfitting(VerbInput input) {
    List<Object> wrong = new ArrayList<>();
    VerbInput.Range range = input.range();
    if (range != null && range.least() > Integer.MIN_VALUE) {
      wrong.add(range.least() - 1);
    }
    if (range != null && range.most() < Integer.MAX_VALUE) {
      wrong.add(range.most() + 1);
    }
    // Of words that are those of an enum no other can be said in this process.
    boolean free = input.kind() == VerbInput.Kind.TEXT && !isEnum(input);
    if (free && !input.words().isEmpty()) {
      wrong.add("lost");
    }
    if (free && input.where() == Param.Where.QUERY) {
      wrong.add("a\0b");
    }
    if (free && input.where() == Param.Where.PATH) {
      wrong.add("");
    }
    return wrong;
  }

  private static boolean isEnum(VerbInput input) {
    return input.name().equals("mode");
  }

  private static <Q extends Record, R> Case<Q, R> with(
      Verb<Q, R> verb, VerbInput input, Object wrong) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (VerbInput each : VerbInputs.of(verb.request())) {
      if (each.where() == Param.Where.PATH) {
        values.put(each.name(), each.words().isEmpty() ? "0" : each.words().get(0));
      }
      if (each.where() == Param.Where.BYTES) {
        values.put(each.name(), upper());
      }
    }
    values.put(input.name(), wrong);
    Q request = VerbInputs.request(verb.request(), values);
    return new Case<>(verb, input.name() + " is " + wrong, () -> request, true);
  }

  private <Q extends Record, R> void check(Case<Q, R> asked, Map<String, String> different) {
    String first = null;
    for (Escarole way : twins.all()) {
      int before = actions().size();
      String outcome = outcome(way, asked);
      List<String> rows = actions();
      List<String> fresh = rows.subList(0, rows.size() - before);
      if (!outcome.startsWith("refused") && !fresh.isEmpty()) {
        onRecord.add(asked.verb());
        assertThat(fresh.get(0)).as(asked.what()).startsWith(asked.verb().name() + " ");
      }
      String said = outcome + "\n" + fresh;
      String shown = asked.exact() ? said : ReplyText.masked(said);
      if (first == null) {
        first = shown;
      } else if (!shown.equals(first)) {
        different.put(
            asked.verb().name() + ", " + asked.what() + ", " + way.getClass(),
            "\n" + first + "\nis not\n" + shown);
      }
    }
  }

  private static <Q extends Record, R> String outcome(Escarole way, Case<Q, R> asked) {
    return ReplyText.of(() -> asked.verb().ask(way, asked.input().get()));
  }

  /** Newest first: what was done to what, and what came of it. */
  private static List<String> actions() {
    return twins.local.actions(new ActionsQuery(null, null, 1000, null)).actions().stream()
        .map(EscaroleContractTest::row)
        .toList();
  }

  private static String row(ActionPicture action) {
    return "%s %s %s by %s from %s"
        .formatted(
            action.action(), action.target(), action.result(), action.principal(), action.origin());
  }

  private void runs() {
    same(RunVerbs.RUNS, "all", RunsQuery.latest(50));
    same(RunVerbs.RUNS, "the first page", RunsQuery.latest(2));
    String next = twins.local.runs(RunsQuery.latest(2)).next();
    same(RunVerbs.RUNS, "the second page", RunsQuery.latest(2).withCursor(next));
    same(
        RunVerbs.RUNS,
        "some",
        RunsQuery.latest(5)
            .withStatus(List.of(RunStatus.DEGRADED, RunStatus.INTERRUPTED))
            .withText("c & ?ä"));
    same(RunVerbs.RUNS, "a cursor of nothing", RunsQuery.latest(2).withCursor("zzz"));
    for (String run : List.of(done, "last", done.substring(0, 9), "20000101-000000-aaaaaa", "?")) {
      same(RunVerbs.HEAD, run, new RunName(run));
      same(RunVerbs.RUN, run, new RunName(run));
      same(RunVerbs.RUN_PLAN, run, new RunName(run));
      alike(RunVerbs.TIMELINE, run, () -> new RunName(run));
      same(RunVerbs.ORIGIN, run, new RunName(run));
      same(RunVerbs.JOINS, run, new RunName(run));
    }
    same(RunVerbs.STEPS, "the first page", steps(List.of(), null, 2, null));
    String after = twins.local.steps(steps(List.of(), null, 2, null)).next();
    same(RunVerbs.STEPS, "the second page", steps(List.of(), null, 2, after));
    same(RunVerbs.STEPS, "some", steps(List.of(StepState.FAILED), "0.0", 50, null));
    same(RunVerbs.STEPS, "of no step", steps(List.of(), "0.9", 50, null));
    for (String step : List.of("0.0", "0.0.1", "good", "fan", "0.7", "nothing")) {
      same(RunVerbs.STEP, step, new StepName(done, step));
      same(RunVerbs.JOIN, step, new StepName(done, step));
      same(RunVerbs.JOIN_TEXT, step, new StepName(done, step));
    }
  }

  private void errors() {
    List<String> paths = List.of("0.0.1", "0.0.1", "0.0.0", "0.9");
    same(RunVerbs.ERRORS, "of some steps", new StepErrors.Query(done, paths));
    same(RunVerbs.ERRORS, "of a group", new StepErrors.Query(done, List.of("0.0")));
    same(RunVerbs.ERRORS, "of none", new StepErrors.Query(done, List.of()));
    same(RunVerbs.ERRORS, "of no run", new StepErrors.Query("nothing", paths));
    StepErrors found = twins.http.errors(new StepErrors.Query(done, paths));
    assertThat(found.errors()).extracting(StepErrors.StepError::path).containsExactly("0.0.1");
    assertThat(found.errors().get(0).line()).startsWith("cat: /nowhere");
  }

  private static StepsQuery steps(List<StepState> states, String parent, int limit, String cursor) {
    return new StepsQuery(done, states, parent, null, null, limit, cursor);
  }

  private void outputs() {
    same(RunVerbs.OUTPUT, "the result", new RunOutputQuery(done, "stdout"));
    same(RunVerbs.OUTPUT, "of no bytes", new RunOutputQuery(done, "stdin"));
    same(RunVerbs.OUTPUT, "of no run", new RunOutputQuery("nothing", "stdout"));
    same(RunVerbs.OUTPUT, "none yet", new RunOutputQuery(twins.interrupted.peek(), "stdout"));
    same(RunVerbs.ATTEMPT_OUTPUT, "one", new AttemptOutputQuery(done, "0.0.1", "1", "stderr"));
    same(RunVerbs.ATTEMPT_OUTPUT, "last", new AttemptOutputQuery(done, "good", "last", "stdout"));
    same(RunVerbs.ATTEMPT_OUTPUT, "none", new AttemptOutputQuery(done, "good", "9", "stdout"));
    same(RunVerbs.ATTEMPT_OUTPUT, "not kept", new AttemptOutputQuery(done, "0.1", "1", "stdin"));
    cases.addAll(new CauseCases(twins, done).all());
    cases.addAll(new FamilyCases(twins, done, keeper).all());
    cases.addAll(new LogCases(twins, done).all());
    cases.addAll(new FileCases(twins, done, keeper).reading().all());
    same(RunVerbs.TAIL, "of a step that is over", new TailQuery(done, "good", 1, 0, 0));
    same(RunVerbs.TAIL, "of no step", new TailQuery(done, "0.9", 0, 0, 0));
  }

  private void changes() throws Exception {
    alike(RunVerbs.LAUNCH, "a text", () -> Twins.launch("template: sleep 60"));
    String busy = held();
    alike(RunVerbs.LAUNCH, "a full queue", () -> Twins.launch(busy));
    alike(RunVerbs.LAUNCH, "by name", () -> Twins.named("nap"));
    alike(RunVerbs.LAUNCH, "no such recipe", () -> Twins.named("cencus"));
    alike(RunVerbs.LAUNCH, "mistakes", () -> Twins.launch("template: [\"echo 'x\"]"));
    alike(RunVerbs.LAUNCH, "again under one key", () -> again("template: echo", "template: echo"));
    alike(
        RunVerbs.LAUNCH, "another under that key", () -> again("template: echo", "template: cat"));
    alike(RunVerbs.LAUNCH, "with all there is", EscaroleContractTest::full);
    cases.addAll(new FileCases(twins, done, keeper).launching().all());
    alike(RunVerbs.LAUNCH, "a key of two words", () -> keyed("template: echo", "a b"));
    alike(RunVerbs.LAUNCH, "a key of two lines", () -> keyed("template: echo", "a\r\nHost: b"));
    alike(RunVerbs.CANCEL, "a run", () -> new CancelRequest(nap(), null));
    alike(RunVerbs.CANCEL, "no branch of it", () -> new CancelRequest(nap(), "0.7"));
    alike(RunVerbs.CANCEL, "one that is over", () -> new CancelRequest(done, null));
    alike(RunVerbs.PREVIEW_RERUN, "what failed", () -> rerun(done, "failed", null));
    alike(RunVerbs.PREVIEW_RERUN, "from nowhere", () -> rerun(done, "from", null));
    alike(RunVerbs.RERUN, "what failed", () -> rerun(done, "failed", null));
    alike(RunVerbs.RERUN, "from no step", () -> rerun(done, "from", "0.9"));
    List<String> left = new ArrayList<>(twins.interrupted);
    alike(RunVerbs.RESUME, "each", () -> new RunName(left.remove(0)));
    alike(RunVerbs.RESUME, "one that is over", () -> new RunName(done));
    alike(RunVerbs.RESUME_ALL, "none any more", () -> NoInput.NONE);
    List<String> four = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      four.add(twins.run(Twins.launch("template: echo gone")));
    }
    alike(RunVerbs.DELETE, "each", () -> new RunName(four.remove(0)));
    alike(RunVerbs.DELETE, "no such run", () -> new RunName("20000101-000000-aaaaaa"));
    alike(RunVerbs.DELETE, "one under way", () -> new RunName(nap()));
    List<String> pairs = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      pairs.add(twins.run(Twins.launch("template: echo gone")));
    }
    alike(
        RunVerbs.DELETE_RUNS,
        "two",
        () -> new DeleteRequest(List.of(pairs.remove(0), pairs.remove(0))));
    alike(
        RunVerbs.DELETE_RUNS,
        "one that is none",
        () -> new DeleteRequest(List.of(done, "nothing")));
    alike(RunVerbs.DELETE_RUNS, "one under way", () -> new DeleteRequest(List.of(done, nap())));
    alike(RunVerbs.DELETE_RUNS, "no run", () -> new DeleteRequest(List.of()));
    alike(RunVerbs.PRUNE, "none", () -> new PruneRequest(null, 1000L, null, false));
    alike(RunVerbs.PRUNE, "only told", () -> new PruneRequest(null, 1000L, null, true));
    alike(RunVerbs.PRUNE, "by no limit", () -> new PruneRequest(null, null, null, true));
  }

  private static LaunchRequest full() {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("who", "a\"ä\n");
    return new LaunchRequest(
        "census",
        null,
        null,
        values,
        List.of(),
        "what it reads",
        null,
        Map.of(),
        List.of("one", "two & three"),
        false,
        twins.local.plan(RecipeCases.plan("census", values)).planHash(),
        null,
        UUID.randomUUID().toString());
  }

  /** What was launched before under its key. */
  private static LaunchRequest again(String first, String second) {
    String key = UUID.randomUUID().toString();
    try {
      twins.run(keyed(first, key));
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return keyed(second, key);
  }

  private static LaunchRequest keyed(String text, String key) {
    return new LaunchRequest(
        null, text, null, Map.of(), List.of(), null, null, Map.of(), List.of(), false, null, null,
        key);
  }

  /** A recipe of which one run goes on. */
  private static String held() {
    String recipe = "{name: busy, launch: {at_once: 1, queue: 0}, delay: 600000, template: echo}";
    LaunchedRun unused = twins.local.launch(Twins.launch(recipe));
    return recipe;
  }

  private static String nap() {
    return twins.local.launch(Twins.named("nap")).head().run();
  }

  private static RerunRequest rerun(String run, String scope, String path) {
    return new RerunRequest(run, scope, path, false, null, null, null, null);
  }

  private void commands() {
    same(Verbs.COMMANDS, "all", CommandsQuery.BRIEF);
    alike(Verbs.COMMANDS, "with details", () -> CommandsQuery.DETAILED);
    alike(Verbs.HELP, "of one", () -> new CommandName("sort"));
    alike(Verbs.HELP, "of none", () -> new CommandName("srot"));
    same(Verbs.COMMAND, "one", new CommandName("echo"));
    same(Verbs.COMMAND, "none", new CommandName("ecko"));
    alike(Verbs.CALL, "with bytes", () -> call("cat", null, new byte[] {-1, 0, 10}));
    alike(Verbs.CALL, "with a text", () -> call("cat", "ä", null));
    alike(Verbs.CALL, "with both", () -> call("cat", "ä", new byte[] {1}));
    alike(Verbs.CALL, "of none", () -> call("ecko", null, null));
    alike(Verbs.ADD_COMMAND, "one", () -> new AddCommandRequest("mine", null, upper()));
    alike(
        Verbs.ADD_COMMAND,
        "of a reserved name",
        () -> new AddCommandRequest("echo", null, upper()));
    alike(Verbs.ADD_COMMAND, "no program", () -> new AddCommandRequest("mine", null, new byte[9]));
    BuildCases.ask(twins, this::alike);
    alike(
        Verbs.REMOVE_COMMAND,
        "one",
        () -> {
          twins.local.addCommand(new AddCommandRequest("mine", null, upper()));
          return new CommandName("mine");
        });
    alike(Verbs.REMOVE_COMMAND, "of a reserved name", () -> new CommandName("echo"));
    alike(Verbs.SHELL, "a pipeline", () -> new ShellRequest("cat | tr a b", "banana"));
    alike(Verbs.SHELL, "of no command", () -> new ShellRequest("ecko", null));
    alike(Verbs.SHELL, "that cannot be read", () -> new ShellRequest("echo 'x", null));
    same(Verbs.POLICY, "one's own", new PolicyQuery(null));
    same(Verbs.POLICY, "of another one", new PolicyQuery("ci"));
    same(Verbs.POLICY, "of nobody", new PolicyQuery(" "));
  }

  private static CommandCallRequest call(String name, String text, byte[] bytes) {
    return new CommandCallRequest(name, List.of(), text, bytes, List.of());
  }

  private static byte[] upper() {
    try (InputStream in = BuiltInCommands.class.getResourceAsStream("builtin/upper.wasm")) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private void inbox() {
    alike(InboxVerbs.RETRY, "a failed file", () -> new RetryRequest(twins.failedFile()));
    same(InboxVerbs.RETRY, "no failed file", new RetryRequest("nothing.csv"));
    same(InboxVerbs.RETRY, "a file elsewhere", new RetryRequest("../done/well.csv"));
    alike(
        InboxVerbs.INBOX,
        "with a failed file",
        () -> {
          String unused = twins.failedFile();
          return NoInput.NONE;
        });
  }

  private void audit() {
    same(Verbs.AUDIT, "some", trail(null, 2, null));
    same(Verbs.AUDIT, "calls", trail("call", 1, null));
    same(Verbs.AUDIT, "a cursor of nothing", trail(null, 2, "zzz"));
    same(
        Verbs.CALLS,
        "of a command",
        new CallsQuery(false, null, "upper", null, null, null, 5, null));
    same(Verbs.ACTIONS, "some", new ActionsQuery(null, "run.launch", 3, null));
    alike(Verbs.CACHE, "as it is", () -> NoInput.NONE);
    twins.local.clearCache(NoInput.NONE);
    alike(Verbs.CLEAR_CACHE, "what one call left", EscaroleContractTest::keptResult);
    same(Verbs.WHO, "who asks", NoInput.NONE);
    same(Verbs.HEALTH, "now", NoInput.NONE);
    alike(Verbs.SYSTEM, "now", () -> NoInput.NONE);
    alike(NodeVerbs.NODES, "now", () -> NoInput.NONE);
    alike(Verbs.FIGURES, "now", () -> NoInput.NONE);
  }

  private static NoInput keptResult() {
    LaunchRequest kept =
        new LaunchRequest(
            null,
            "template: echo kept",
            "t.yaml",
            Map.of(),
            List.of(),
            null,
            null,
            Map.of(),
            List.of(),
            /* cache= */ true,
            null,
            null,
            null);
    try {
      twins.run(kept);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
    return NoInput.NONE;
  }

  private static AuditListQuery trail(String kind, int limit, String cursor) {
    return new AuditListQuery(kind, false, null, null, null, null, null, limit, cursor);
  }
}
