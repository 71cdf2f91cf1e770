package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.Output;
import dev.escarole.engine.command.ResultCache;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.store.Retention;
import dev.escarole.engine.store.audit.AuditQuery;
import dev.escarole.engine.store.audit.LineEntry;
import dev.escarole.engine.store.database.StoreBounds;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Bounds of what an engine keeps beside the runs, with the real parts of the engine. */
@Timeout(300)
class BoundsTest {

  @TempDir Path directory;

  private EngineOptions options(StoreBounds bounds) {
    return EngineOptions.at(directory).withBounds(bounds);
  }

  private static RunResult run(Engine engine, String command) throws InterruptedException {
    String recipe = "{\"name\": \"one\", \"cache\": true, \"template\": \"" + command + "\"}";
    return engine.run(RunRequest.of(new RecipeReader().read(recipe, "one.json")).build());
  }

  private static String origin(RunResult result) {
    return result.attempts().get(0).origin().word();
  }

  private List<String> auditedCommands() {
    try (Engine engine = Engine.open(options(StoreBounds.DEFAULTS))) {
      return engine.audit().calls(AuditQuery.latest(100)).stream()
          .map(call -> call.entry().command())
          .toList();
    }
  }

  @Test
  void with_a_bound_of_nothing_no_result_is_added() throws Exception {
    try (Engine engine = Engine.open(options(StoreBounds.DEFAULTS))) {
      run(engine, "seq 4");
      assertThat(origin(run(engine, "seq 4"))).isEqualTo("cached");
      assertThat(engine.store().results().clear()).isEqualTo(1);
    }
    try (Engine engine = Engine.open(options(StoreBounds.DEFAULTS.withCacheBytes(0)))) {
      run(engine, "seq 4");
      assertThat(origin(run(engine, "seq 4"))).isEqualTo("ran");
    }
  }

  @Test
  void the_cache_keeps_what_its_bound_has_room_for() throws Exception {
    StoreBounds two = StoreBounds.DEFAULTS.withCacheBytes(2 * 512 + 100);
    try (Engine engine = Engine.open(options(two))) {
      for (int i = 1; i <= 5; i++) {
        run(engine, "seq " + i);
      }
      assertThat(engine.store().results().stats().results()).isLessThanOrEqualTo(2).isPositive();
    }
  }

  @Test
  void the_audit_keeps_as_many_calls_as_its_bound_says() throws Exception {
    try (Engine engine = Engine.open(options(StoreBounds.DEFAULTS.withAuditCalls(1)))) {
      for (int i = 1; i <= 5; i++) {
        run(engine, "seq " + i);
      }
    }
    assertThat(auditedCommands()).hasSize(1);
  }

  @Test
  void the_audit_keeps_as_many_lines_of_agents_as_its_bound_says() {
    try (Engine engine = Engine.open(options(StoreBounds.DEFAULTS.withAuditLines(1)))) {
      for (int i = 1; i <= 5; i++) {
        engine
            .store()
            .lines()
            .record(
                new LineEntry(
                    Instant.now().plusMillis(i),
                    new LineEntry.Sender("agent", null),
                    "version",
                    "version",
                    new LineEntry.Ending(null, false, 1)));
        // Who asks waits until it is written, so each is a group of its own.
        assertThat(engine.store().lines().list(AuditQuery.latest(100))).isNotEmpty();
      }
    }
    try (Engine engine = Engine.open(options(StoreBounds.DEFAULTS))) {
      assertThat(engine.store().lines().list(AuditQuery.latest(100))).hasSize(1);
    }
  }

  @Test
  void the_audit_keeps_calls_as_long_as_its_bound_says() throws Exception {
    Instant then = Instant.now().minus(Duration.ofDays(2));
    try (Engine engine = Engine.open(options(StoreBounds.DEFAULTS).withClock(() -> then))) {
      run(engine, "seq 1");
    }
    assertThat(auditedCommands()).containsExactly("seq");
    StoreBounds day = StoreBounds.DEFAULTS.withAuditAge(Duration.ofDays(1));
    try (Engine engine = Engine.open(options(day))) {
      run(engine, "cat");
    }
    assertThat(auditedCommands()).containsExactly("cat");
  }

  @Test
  void a_value_out_of_its_range_is_refused_with_the_range() {
    StoreBounds bounds = StoreBounds.DEFAULTS;
    assertThatThrownBy(() -> bounds.withCacheBytes(-1))
        .hasMessageContaining("cacheBytes must be 0..1099511627776, was -1");
    assertThatThrownBy(() -> bounds.withAuditCalls(0))
        .hasMessageContaining("auditCalls must be 1..1000000000, was 0");
    assertThatThrownBy(() -> bounds.withAuditLines(0)).hasMessageContaining("auditLines");
    assertThatThrownBy(() -> bounds.withAuditAge(Duration.ZERO))
        .hasMessageContaining("auditAge must be PT1M..PT876000H, was PT0S");
  }

  @Test
  void outputs_that_only_forgotten_results_refer_to_go_by_themselves() throws Exception {
    StoreBounds one = StoreBounds.DEFAULTS.withCacheBytes(512 + 4_000);
    Maintenance.Intervals pauses =
        new Maintenance.Intervals(Duration.ofHours(1), Duration.ofMillis(20), Duration.ofHours(1));
    String seq =
        IntStream.rangeClosed(1, 1_000).mapToObj(each -> each + "\n").collect(Collectors.joining());
    String output = Content.of(seq).sha256();
    try (Engine engine = Engine.open(options(one), pauses)) {
      run(engine, "seq 1000");
      engine.store().results().stats();
      engine.housekeeping().prune(Retention.ALL.withMaxRuns(0));
      assertThat(engine.records().content(output)).as("the cache needs it").isPresent();
      engine
          .store()
          .results()
          .keep("k".repeat(64), new ResultCache.Kept(Output.of("x".repeat(90)), Output.of("")));
      while (engine.records().content(output).isPresent()) {
        Thread.onSpinWait();
      }
    }
  }
}
