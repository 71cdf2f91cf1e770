package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.escarole.engine.broker.PolicyException;
import dev.escarole.engine.broker.PolicyReader;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.audit.AuditQuery;
import dev.escarole.engine.store.audit.AuditQuery.Which;
import dev.escarole.engine.store.audit.Audited.StoredAudit;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The operator's policy over the whole engine: file, broker, sandbox, runs and audit. */
@Timeout(300)
class PolicyTest {

  private static final Principal CI = new Principal("ci", false);

  @TempDir Path data;

  @TempDir Path elsewhere;

  private volatile Instant now = Instant.now();

  private void policy(String text) {
    try {
      Files.writeString(data.resolve("policy.yaml"), text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static RunRequest.Builder request(String template) {
    return RunRequest.of(new RecipeReader().read("{\"template\": " + template + "}", "test.json"))
        .principal(CI);
  }

  private static List<String> outcomes(RunResult result) {
    return result.attempts().stream().map(attempt -> attempt.outcome().word()).toList();
  }

  @Test
  void wc_24_whoever_the_file_does_not_name_may_do_nothing() throws Exception {
    try (Engine engine = Engine.open(EngineOptions.at(data))) {
      RunResult result = engine.run(request("\"echo hello\"").build());

      assertThat(result.status()).isEqualTo(RunStatus.FAILED);
      assertThat(outcomes(result)).containsExactly("denied");
      assertThat(engine.run(request("\"echo x\"").principal(Principal.localOperator()).build()))
          .extracting(RunResult::status)
          .isEqualTo(RunStatus.DONE);
    }
  }

  @Test
  void wc_28_every_call_and_every_denial_is_in_the_audit() throws Exception {
    policy("principals: {ci: {allow: true, commands: [echo]}}");
    EngineOptions options =
        EngineOptions.at(data).withUnknownCommands(UnknownCommandRule.FAIL_STEP);
    try (Engine engine = Engine.open(options)) {
      RunResult result = engine.run(request("[\"echo hello\", \"sort\", \"nosuch\"]").build());

      assertThat(outcomes(result))
          .containsExactly("exited", "command_not_granted", "command_not_granted");
      List<StoredAudit> all = engine.audit().calls(AuditQuery.latest(10));
      String run = result.run().value();
      assertThat(all)
          .extracting(
              each -> each.entry().caller().principal(),
              each -> each.entry().caller().run(),
              each -> each.entry().caller().step(),
              each -> each.entry().command(),
              each -> each.entry().outcome().word())
          .containsExactlyInAnyOrder(
              tuple("ci", run, "0.0", "echo", "exited"),
              tuple("ci", run, "0.1", "sort", "command_not_granted"),
              tuple("ci", run, "0.2", "nosuch", "command_not_granted"));
      assertThat(engine.audit().calls(AuditQuery.latest(10).withWhich(Which.DENIALS))).hasSize(2);
      StoredAudit echo = engine.audit().calls(AuditQuery.latest(10).withWhich(Which.CALLS)).get(0);
      assertThat(echo.entry().artifact())
          .isEqualTo(engine.commands().find("echo").orElseThrow().artifact().toString());
      assertThat(echo.entry().cost().fuelUsed()).isEqualTo(result.attempts().get(0).fuelUsed());
      assertThat(echo.entry().cost().wallNanos()).isPositive();
    }
    try (Engine again = Engine.open(EngineOptions.at(data))) {
      assertThat(again.audit().calls(AuditQuery.latest(10))).hasSize(3);
    }
  }

  @Test
  void wc_22_revoking_a_principal_stops_the_next_call_of_a_running_run() throws Exception {
    policy("principals: {ci: {allow: true, commands: [echo]}}");
    EngineOptions options = EngineOptions.at(data).withClock(() -> now);
    try (Engine engine = Engine.open(options)) {
      RunResult result =
          engine.run(
              request("[\"echo one\", \"echo two\"]")
                  .listener(
                      event -> {
                        if (event instanceof RunEvent.AttemptEnded end
                            && end.step().path().equals("0.0")) {
                          policy("principals: {}");
                          now = now.plusSeconds(1);
                        }
                      })
                  .build());

      assertThat(outcomes(result)).containsExactly("exited", "revoked");
    }
  }

  @Test
  void only_granted_directories_reach_a_command_and_the_workspace_always_does() throws Exception {
    Path books = Files.createDirectory(elsewhere.resolve("books"));
    Files.writeString(books.resolve("a.txt"), "text\n");
    policy(
        "principals: {ci: {allow: true, commands: ['*'], directories: ['%s::/books:ro']}}"
            .formatted(books));
    try (Engine engine = Engine.open(EngineOptions.at(data))) {
      assertThat(run(engine, books + "::/books:ro").stdout().text()).isEqualTo("text\n");
      for (String asked : List.of(books + "::/books", books + "::/b:ro", data + "::/books:ro")) {
        assertThat(outcomes(run(engine, asked))).containsExactly("denied");
      }
      RunResult own = engine.run(request("[\"tee kept.txt\", \"cat kept.txt\"]").build());
      assertThat(own.status()).isEqualTo(RunStatus.DONE);
    }
    assertThatThrownBy(
            () -> request("\"ls\"").directories(List.of(DirectoryGrant.workspace(books))).build())
        .hasMessageContaining("must not contain a workspace");
  }

  private static RunResult run(Engine engine, String directory) throws InterruptedException {
    return engine.run(
        request("\"cat /books/a.txt\"")
            .directories(List.of(DirectoryGrant.parse(directory)))
            .build());
  }

  @Test
  void a_run_beyond_its_principals_quota_takes_longer_and_fails_nothing() throws Exception {
    policy("principals: {ci: {allow: true, commands: [echo], calls_per_second: 20}}");
    String branches = "\"echo x\", ".repeat(44) + "\"echo x\"";
    try (Engine engine = Engine.open(EngineOptions.at(data))) {
      RunResult result =
          engine.run(request("{\"parallel\": true, \"template\": [" + branches + "]}").build());

      assertThat(result.status()).isEqualTo(RunStatus.DONE);
      assertThat(engine.audit().calls(AuditQuery.latest(100))).hasSize(45);
      assertThat(engine.audit().calls(AuditQuery.latest(100).withWhich(Which.DENIALS))).isEmpty();
      Map<Long, List<StoredAudit>> bySecond =
          engine.audit().calls(AuditQuery.latest(100)).stream()
              .collect(Collectors.groupingBy(each -> each.entry().at().getEpochSecond()));
      assertThat(bySecond.size()).isGreaterThanOrEqualTo(3);
    }
  }

  @Test
  void a_cap_on_concurrent_calls_makes_a_fan_out_go_one_by_one() throws Exception {
    policy("principals: {ci: {allow: true, commands: [sleep], concurrent_calls: 1}}");
    EngineOptions options = EngineOptions.at(data).withWorkers(4);
    try (Engine engine = Engine.open(options)) {
      RunResult result =
          engine.run(
              request("{\"parallel\": true, \"template\": [\"sleep 0.1\", \"sleep 0.1\"]}")
                  .build());

      assertThat(result.status()).isEqualTo(RunStatus.DONE);
      List<RunResult.AttemptReport> attempts = result.attempts();
      long first = attempts.get(0).span().startedAt().toEpochMilli();
      assertThat(attempts.get(1).span().startedAt().toEpochMilli() - first)
          .isGreaterThanOrEqualTo(90);
    }
  }

  @Test
  void a_policy_file_with_a_mistake_is_refused_at_start() {
    policy("principals: {ci: {alow: true}}");

    assertThatThrownBy(() -> Engine.open(EngineOptions.at(data)))
        .isInstanceOf(PolicyException.class)
        .hasMessageEndingWith("policy.yaml:1:19: unknown key 'alow'. Did you mean allow?");
    assertThat(data.resolve("escarole.mv.db")).doesNotExist();
    assertThatThrownBy(
            () ->
                Engine.open(EngineOptions.inMemory().withPolicyFile(data.resolve("missing.yaml"))))
        .isInstanceOf(PolicyException.class);
  }

  /** A limit, set so low that a call passes it. */
  private record Case(String limit, String component, Kind kind, Invocation call) {
    @Override
    public String toString() {
      return limit + " -> " + kind.word();
    }
  }

  static List<Case> limits() {
    return List.of(
        new Case("wall_clock: 50 ms", "wallClock", Kind.TIMED_OUT, call("sleep", "60")),
        new Case("fuel: 1000", "fuel", Kind.OUT_OF_FUEL, call("seq", "100000")),
        new Case("memory: 64 KiB", "memoryBytes", Kind.OUT_OF_MEMORY, call("echo", "x")),
        new Case(
            "stdin: 10",
            "stdinBytes",
            Kind.STDIN_TOO_LARGE,
            call("upper").toBuilder().stdin("12345678901").build()),
        new Case("argv: 5", "argvBytes", Kind.ARGV_TOO_LARGE, call("echo", "12345")),
        new Case("output: 100", "outputBytes", Kind.OUTPUT_TOO_LARGE, call("seq", "1000")));
  }

  private static Invocation call(String command, String... arguments) {
    return Invocation.of(command).arguments(arguments).build();
  }

  @ParameterizedTest
  @MethodSource("limits")
  void every_limit_is_set_by_the_policy_and_has_its_own_outcome(Case each) {
    policy(
        "principals: {ci: {allow: true, commands: ['*'], limits: {%s}}, web: {allow: true, commands:"
                .formatted(each.limit())
            + " ['*']}}");
    try (CommandHost host = CommandHost.open(data, warning -> {}, null)) {
      InvocationResult result = host.execute(CI, each.call());

      assertThat(result.outcome().kind()).isEqualTo(each.kind());
      if (each.kind() != Kind.TIMED_OUT) {
        assertThat(host.execute(new Principal("web", false), each.call()).outcome().isSuccess())
            .isTrue();
      }
    }
  }

  @ParameterizedTest
  @MethodSource("limits")
  void limits_at_the_top_of_the_file_hold_for_the_operator_too(Case each) {
    policy("limits: {" + each.limit() + "}");
    try (CommandHost host = CommandHost.open(data, warning -> {}, null)) {
      assertThat(host.execute(Principal.localOperator(), each.call()).outcome().kind())
          .isEqualTo(each.kind());
    }
  }

  @Test
  void no_limit_is_missing_from_the_cases() {
    assertThat(limits())
        .extracting(Case::component)
        .containsExactlyInAnyOrderElementsOf(
            Stream.of(Limits.class.getRecordComponents()).map(c -> c.getName()).toList());
  }

  @Test
  void a_policy_may_allow_more_than_the_defaults() throws Exception {
    policy("principals: {ci: {allow: true, commands: ['*'], limits: {output: 32 MiB}}}");
    try (Engine engine = Engine.open(EngineOptions.at(data))) {
      RunResult result = engine.run(request("\"seq 1500000\"").build());
      assertThat(result.status()).isEqualTo(RunStatus.DONE);
      assertThat(result.stdout().size()).isGreaterThan(8 << 20);
      RunResult operator =
          engine.run(request("\"seq 1500000\"").principal(Principal.localOperator()).build());
      assertThat(outcomes(operator)).containsExactly("output_too_large");
    }
  }

  @Test
  void a_recipes_timeout_only_narrows_what_the_policy_allows() throws Exception {
    policy("principals: {ci: {allow: true, commands: [sleep], limits: {wall_clock: 80 ms}}}");
    try (Engine engine = Engine.open(EngineOptions.at(data))) {
      RunResult wider =
          engine.run(request("{\"timeout\": 60000, \"template\": \"sleep 60\"}").build());
      assertThat(wider.attempts().get(0).outcome().detail()).isEqualTo("still running after 80 ms");
      RunResult narrower =
          engine.run(request("{\"timeout\": 20, \"template\": \"sleep 60\"}").build());
      assertThat(narrower.attempts().get(0).outcome().detail())
          .isEqualTo("still running after 20 ms");
    }
  }

  @Test
  void calls_without_a_database_are_taken_into_the_audit_by_the_next_engine() throws Exception {
    policy("principals: {ci: {allow: true, commands: [echo]}}");
    List<String> warnings = new ArrayList<>();
    try (CommandHost host = CommandHost.open(data, warnings::add, null)) {
      host.execute(CI, call("echo", "x"));
      host.execute(CI, call("sort"));
      host.execute(Principal.localOperator(), call("true"));
    }
    Files.writeString(
        data.resolve("audit-calls.jsonl"),
        "not a line of ours\n" + Files.readString(data.resolve("audit-calls.jsonl")));
    for (int i = 0; i < 2; i++) {
      try (Engine engine = Engine.open(EngineOptions.at(data))) {
        assertThat(engine.audit().calls(AuditQuery.latest(10)))
            .extracting(
                each -> each.entry().caller().principal(),
                each -> each.entry().command(),
                each -> each.entry().outcome().word())
            .containsExactlyInAnyOrder(
                tuple("ci", "echo", "exited"),
                tuple("ci", "sort", "command_not_granted"),
                tuple("operator", "true", "exited"));
      }
    }
    assertThat(CallFile.isIn(data)).isFalse();
    // The policy file was written by the mask of this process; there is nothing else to tell.
    assertThat(warnings).allMatch(warning -> warning.contains("policy.yaml was open to other"));
  }

  @Test
  void programs_that_are_not_built_in_are_interpreted_from_the_next_call_on() throws Exception {
    Invocation recursing =
        Invocation.of("deep").limits(Limits.defaults().withMemoryBytes(128 << 10)).build();
    EngineOptions options = EngineOptions.at(data).withClock(() -> now);
    try (Engine engine = Engine.open(options)) {
      engine.addCommand("deep", TestPrograms.recursing(), ArgumentMode.ARGV);
      // Compiled code has its frames on the stack of its thread, the interpreter in the heap.
      assertThat(operator(engine, recursing)).isEqualTo(Kind.TRAPPED);

      policy("programs: interpreted");
      now = now.plusSeconds(1);
      assertThat(operator(engine, recursing)).isEqualTo(Kind.OUT_OF_MEMORY);

      policy("programs: interpret");
      now = now.plusSeconds(5);
      assertThat(operator(engine, recursing)).isEqualTo(Kind.OUT_OF_MEMORY);

      policy("programs: compiled");
      now = now.plusSeconds(5);
      assertThat(operator(engine, recursing)).isEqualTo(Kind.TRAPPED);
    }
    policy("programs: interpreted");
    try (CommandHost host = CommandHost.open(data, warning -> {}, null)) {
      assertThat(host.execute(Principal.localOperator(), recursing).outcome().kind())
          .isEqualTo(Kind.OUT_OF_MEMORY);
      assertThat(
              host.execute(Principal.localOperator(), TestPrograms.recursing(), recursing)
                  .outcome()
                  .kind())
          .isEqualTo(Kind.OUT_OF_MEMORY);
      assertThat(host.execute(Principal.localOperator(), call("seq", "3")).stdout().utf8())
          .isEqualTo("1\n2\n3\n");
    }
  }

  private static Kind operator(Engine engine, Invocation invocation) {
    return engine.call(Principal.localOperator(), invocation).outcome().kind();
  }

  @Test
  void the_example_of_the_readme_can_be_used() throws Exception {
    String readme = Files.readString(Path.of("README.md"));
    int begin = readme.indexOf("```yaml\n# policy.yaml");
    String example = readme.substring(begin + 8, readme.indexOf("```", begin + 8));

    assertThat(new PolicyReader(Limits.defaults()).parse(example, "README.md").principals())
        .containsOnlyKeys("ci", "web", "former-contractor");
  }
}
