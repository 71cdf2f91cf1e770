package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.CommandBuilding.BuiltCommand;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.build.BuildFailedException;
import dev.escarole.engine.build.BuildFailedException.Reason;
import dev.escarole.engine.build.Sources;
import dev.escarole.engine.build.TestLane;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRefusedException;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Provenance;
import dev.escarole.engine.store.audit.AuditQuery;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** From sources to a registered command: lanes, policy, registry and sandbox together. */
@Timeout(300)
class CommandBuildingTest {

  private static final Principal OPERATOR = Principal.localOperator();
  private static final Principal CI = new Principal("ci", false);

  @TempDir Path data;
  private Engine engine;
  private final List<String> progress = new ArrayList<>();

  @BeforeEach
  void open() {
    engine = Engine.open(EngineOptions.at(data));
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private void policy(String ci) throws IOException {
    Files.writeString(data.resolve("policy.yaml"), "principals: {ci: {" + ci + "}}");
    engine.close();
    open();
  }

  private static Sources sources(String name, String language, byte[] module) {
    byte[] text = Base64.getEncoder().encode(module);
    return new Sources(name, language, Map.of("main.b64", text), List.of());
  }

  private BuiltCommand build(Principal principal, Sources sources) throws Exception {
    return engine.building().build(principal, sources, null, progress::add);
  }

  @Test
  void a_program_that_is_not_the_pinned_one_takes_no_name_from_another() throws Exception {
    Sources first = sources("tool", "base64", TestPrograms.exiting(7));
    BuiltCommand built = build(OPERATOR, first);
    ArtifactId pin = ArtifactId.of(new byte[] {1});
    assertThatThrownBy(() -> engine.building().build(OPERATOR, first, pin, progress::add))
        .isInstanceOf(BuildFailedException.class)
        .hasMessageContaining(pin.sha256());
    assertThat(engine.commands().find("tool")).contains(built.command());
    assertThat(engine.building().build(OPERATOR, first, built.command().artifact(), line -> {}))
        .isNotNull();
  }

  private Outcome run(Principal principal, String name) {
    return engine.call(principal, Invocation.of(name).build()).outcome();
  }

  private static int compiled() {
    return TestLane.COMPILED.get();
  }

  @Test
  void wc_71_sources_become_a_command_with_its_provenance() throws Exception {
    BuiltCommand built = build(OPERATOR, sources("seven", "base64", TestPrograms.exiting(7)));

    assertThat(built.compiled()).isTrue();
    assertThat(progress).containsExactly("decode main.b64");
    assertThat(run(OPERATOR, "seven")).isEqualTo(Outcome.exited(7));
    engine.close();
    open();
    Command kept = engine.commands().find("seven").orElseThrow();
    assertThat(kept).isEqualTo(built.command());
    assertThat(kept.artifact()).isEqualTo(ArtifactId.of(TestPrograms.exiting(7)));
    Provenance provenance = Objects.requireNonNull(kept.provenance());
    assertThat(provenance.language()).isEqualTo("base64");
    assertThat(provenance.builder()).isEqualTo(OPERATOR.name());
    assertThat(provenance.compilers())
        .containsEntry("base64", engine.commands().find("base64").orElseThrow().artifact());
    byte[] text = Base64.getEncoder().encode(TestPrograms.exiting(7));
    assertThat(provenance.sources()).containsExactly(Map.entry("main.b64", ArtifactId.of(text)));
    assertThat(engine.building().store().sources(provenance).get("main.b64")).isEqualTo(text);
  }

  @Test
  void wc_77_the_same_sources_are_looked_up_and_others_compiled() throws Exception {
    Sources seven = sources("seven", "base64", TestPrograms.exiting(7));
    build(OPERATOR, seven);
    int before = compiled();

    BuiltCommand again = build(OPERATOR, sources("sept", "base64", TestPrograms.exiting(7)));
    assertThat(again.compiled()).isFalse();
    assertThat(compiled()).isEqualTo(before);
    assertThat(run(OPERATOR, "sept")).isEqualTo(Outcome.exited(7));

    Sources optimized = new Sources("seven", "base64", seven.files(), List.of("-O2"));
    assertThat(build(OPERATOR, optimized).compiled()).isTrue();
    Sources renamed =
        new Sources("seven", "base64", Map.of("b.b64", seven.files().get("main.b64")), List.of());
    assertThat(build(OPERATOR, renamed).compiled()).isTrue();
    assertThat(compiled()).isEqualTo(before + 2);
  }

  @Test
  void a_damaged_artifact_is_built_again() throws Exception {
    BuiltCommand built = build(OPERATOR, sources("seven", "base64", TestPrograms.exiting(7)));
    Path file = data.resolve("commands/" + built.command().artifact() + ".wasm");
    Files.write(file, new byte[] {1});
    assertThat(run(OPERATOR, "seven").word()).isEqualTo("artifact_integrity");

    assertThat(build(OPERATOR, sources("seven", "base64", TestPrograms.exiting(7))).compiled())
        .isTrue();
    assertThat(run(OPERATOR, "seven")).isEqualTo(Outcome.exited(7));
  }

  @Test
  void a_replaced_command_means_the_new_program_from_the_next_call_on() throws Exception {
    build(OPERATOR, sources("seven", "base64", TestPrograms.exiting(7)));
    build(OPERATOR, sources("seven", "base64", TestPrograms.exiting(8)));
    assertThat(run(OPERATOR, "seven")).isEqualTo(Outcome.exited(8));
    assertThat(build(OPERATOR, sources("seven", "base64", TestPrograms.exiting(7))).compiled())
        .isFalse();
    assertThat(run(OPERATOR, "seven")).isEqualTo(Outcome.exited(7));
  }

  @ParameterizedTest
  @ValueSource(strings = {"jq", "JQ", "Sort", "a/b", "..", ""})
  void wc_69_reserved_and_invalid_names_are_refused_before_compiling(String name) {
    int before = compiled();
    assertThatThrownBy(() -> build(OPERATOR, sources(name, "base64", TestPrograms.exiting(7))))
        .isInstanceOf(CommandRefusedException.class);
    assertThat(compiled()).isEqualTo(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rust", "rs", "zig", "go"})
  void wc_70_native_lanes_are_unavailable_and_run_nothing(String language) {
    assertThatThrownBy(() -> build(OPERATOR, sources("seven", language, new byte[1])))
        .isInstanceOfSatisfying(
            BuildFailedException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(Reason.LANE_UNAVAILABLE);
              assertThat(e.hint()).contains("escarole commands add NAME FILE.wasm");
            });
    engine.flush();
    assertThat(engine.audit().calls(AuditQuery.latest(10))).isEmpty();
    assertThat(engine.commands().find("seven")).isEmpty();
  }

  @Test
  void an_unknown_language_is_refused_with_the_nearest() {
    assertThatThrownBy(() -> build(OPERATOR, sources("seven", "wet", new byte[1])))
        .isInstanceOfSatisfying(
            BuildFailedException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(Reason.UNKNOWN_LANGUAGE);
              assertThat(e.hint()).isEqualTo("Did you mean wat?");
            });
  }

  @Test
  void wc_73_a_build_may_call_only_what_its_principal_may() throws Exception {
    policy("allow: true, capabilities: [commands], commands: [cat]");
    assertThatThrownBy(() -> build(CI, sources("seven", "base64", TestPrograms.exiting(7))))
        .isInstanceOf(BuildFailedException.class)
        .hasMessageContaining("command_not_granted");
    policy("allow: true, commands: ['*']");
    assertThatThrownBy(() -> build(CI, sources("seven", "base64", TestPrograms.exiting(7))))
        .isInstanceOf(CommandRefusedException.class)
        .hasMessageContaining("does not have the capability commands");
    assertThat(engine.commands().find("seven")).isEmpty();
  }

  @Test
  void wc_59_wc_67_wc_73_a_built_command_has_no_right_that_its_builder_lacks() throws Exception {
    policy("allow: true, capabilities: [commands], commands: [base64, nest]");
    BuiltCommand nest = build(CI, sources("nest", "base64", TestPrograms.nest()));
    BuiltCommand other = build(CI, sources("other", "base64", TestPrograms.exiting(7)));

    assertThat(nest.callsCommands()).isTrue();
    assertThat(run(CI, "nest").word()).isEqualTo("denied");
    assertThat(run(CI, "other").word()).isEqualTo("command_not_granted");
    assertThat(run(OPERATOR, other.command().name())).isEqualTo(Outcome.exited(7));
  }

  @Test
  void a_lane_works_in_the_directory_of_the_build_without_any_grant() throws Exception {
    policy("allow: true, capabilities: [commands], commands: [base64, tee, seven]");
    BuiltCommand built = build(CI, sources("seven", "base64-run", TestPrograms.exiting(7)));

    assertThat(built.compiled()).isTrue();
    assertThat(run(CI, "seven")).isEqualTo(Outcome.exited(7));
    assertThat(progress.get(1)).startsWith("run ");
    try (Stream<Path> left = Files.list(data.resolve("builds"))) {
      assertThat(left.map(each -> each.getFileName().toString()))
          .containsExactlyInAnyOrder("index", "sources", "lane-base64");
    }
  }

  @Test
  void a_failed_run_of_a_lane_says_why() throws Exception {
    assertThatThrownBy(
            () ->
                build(
                    OPERATOR,
                    new Sources("seven", "base64-run", Map.of("a", new byte[] {'!'}), List.of())))
        .isInstanceOf(BuildFailedException.class)
        .hasMessageContaining("base64 -d /build/in");
    assertThat(engine.commands().find("seven")).isEmpty();
  }

  @Test
  void a_lane_cannot_be_granted_the_data_directory() throws Exception {
    assertThatThrownBy(() -> build(OPERATOR, sources("seven", "base64-grab", new byte[1])))
        .isInstanceOf(BuildFailedException.class)
        .hasMessageContaining("denied");
  }

  @Test
  void a_guest_of_a_lane_cannot_write_to_what_the_lane_keeps() {
    assertThatThrownBy(() -> build(OPERATOR, sources("seven", "base64-poison", new byte[1])))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("may read its cache, not write to it");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "../a",
        "/etc/passwd",
        "a/../b",
        "a//b",
        ".hidden",
        "-o",
        "a\\b",
        "a\nb",
        "a/",
        "é"
      })
  void hostile_source_names_are_refused(String path) {
    assertThatThrownBy(
            () ->
                build(
                    OPERATOR, new Sources("seven", "base64", Map.of(path, new byte[1]), List.of())))
        .isInstanceOfSatisfying(
            BuildFailedException.class, e -> assertThat(e.reason()).isEqualTo(Reason.BAD_SOURCES));
  }

  @Test
  void a_module_that_cannot_run_is_refused_and_not_recorded() throws Exception {
    assertThatThrownBy(() -> build(OPERATOR, sources("seven", "base64", new byte[20])))
        .isInstanceOf(CommandRefusedException.class);
    assertThat(engine.commands().find("seven")).isEmpty();
    assertThat(data.resolve("builds/index")).doesNotExist();
  }

  @Test
  void prebuilt_modules_are_registered_as_they_are() throws Exception {
    byte[] module = TestPrograms.exiting(7);
    Sources sources = new Sources("seven", "wasm", Map.of("a.wasm", module), List.of());
    assertThat(build(OPERATOR, sources).command().artifact()).isEqualTo(ArtifactId.of(module));
  }

  @Test
  void two_equal_builds_at_once_compile_once() throws Exception {
    int before = compiled();
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<Callable<BuiltCommand>> calls = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        String name = i % 2 == 0 ? "seven" : "sept";
        calls.add(
            () ->
                engine
                    .building()
                    .build(
                        OPERATOR,
                        sources(name, "base64", TestPrograms.exiting(7)),
                        null,
                        line -> {}));
      }
      for (Future<BuiltCommand> each : threads.invokeAll(calls)) {
        assertThat(each.get().command().artifact())
            .isEqualTo(ArtifactId.of(TestPrograms.exiting(7)));
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(compiled()).isEqualTo(before + 1);
  }

  @Test
  void an_interrupted_build_leaves_nothing() throws Exception {
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> build(OPERATOR, sources("seven", "base64", TestPrograms.exiting(7))))
        .isInstanceOf(InterruptedException.class);
    assertThat(Thread.interrupted()).isFalse();
    assertThat(engine.commands().find("seven")).isEmpty();
    try (Stream<Path> left = Files.list(data.resolve("builds"))) {
      assertThat(left.map(each -> each.getFileName().toString())).doesNotContain("index");
    }
  }
}
