package dev.escarole.engine.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.node.NodeOptions;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** In which order an engine with a capacity starts runs that wait for it, on H2. */
@Timeout(120)
class ClaimTurnsTest {

  @TempDir Path directory;

  private static EngineOptions limited(EngineOptions options, int capacity) {
    return options.withNode(NodeOptions.DEFAULT.withCapacity(capacity));
  }

  private static RunRequest.Builder request(String name, long millis) {
    String recipe = "{\"name\": \"%s\", \"template\": {\"delay\": %d, \"template\": \"echo\"}}";
    return RunRequest.of(new RecipeReader().read(recipe.formatted(name, millis), "test.json"))
        .anywhere();
  }

  private static List<String> started(Engine engine) {
    List<String> order = new CopyOnWriteArrayList<>();
    engine.listen(
        event -> {
          if (event instanceof RunEvent.RunStarted) {
            order.add(engine.records().run(event.run()).orElseThrow().recipe());
          }
        });
    return order;
  }

  @Test
  void recipes_take_turns_and_the_highest_priority_comes_first() throws Exception {
    try (Engine engine = Engine.open(limited(EngineOptions.inMemory(), 1))) {
      RunHandle held = engine.start(request("held", 3_600_000).build());
      List<RunHandle> waiting = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        waiting.add(engine.start(request("flood", 0).build()));
      }
      waiting.add(engine.start(request("single", 0).build()));
      waiting.add(engine.start(request("urgent", 0).priority(50).build()));
      waiting.add(engine.start(request("idle", 0).priority(-50).build()));
      assertThat(engine.housekeeping().nodes().unclaimed()).isEqualTo(23);

      List<String> order = started(engine);
      held.cancel();
      for (RunHandle run : waiting) {
        assertThat(run.await().status()).isEqualTo(RunStatus.DONE);
      }
      assertThat(order).hasSize(23);
      assertThat(order.subList(0, 3)).containsExactly("urgent", "flood", "single");
      assertThat(order.get(22)).isEqualTo("idle");
    }
  }

  @Test
  void launch_does_not_overtake_those_that_wait() throws Exception {
    try (Engine engine = Engine.open(limited(EngineOptions.inMemory(), 2))) {
      RunHandle first = engine.start(request("first", 3_600_000).build());
      RunHandle second = engine.start(request("second", 3_600_000).build());
      RunHandle third = engine.start(request("third", 3_600_000).build());
      List<String> order = started(engine);
      first.cancel();
      RunHandle fourth = engine.start(request("fourth", 0).build());
      second.cancel();
      fourth.await();
      assertThat(order).containsExactly("third", "fourth");
      third.cancel();
    }
  }

  @Test
  void label_of_a_recipe_means_nothing_where_there_is_one_node() throws Exception {
    String recipe =
        "{\"name\": \"picky\", \"launch\": {\"node\": \"gpu\"}, \"template\": \"echo\"}";
    RunRequest picky =
        RunRequest.of(new RecipeReader().read(recipe, "picky.json")).anywhere().build();
    try (Engine engine = Engine.open(limited(EngineOptions.inMemory(), 1))) {
      RunHandle held = engine.start(request("held", 3_600_000).build());
      RunHandle waits = engine.start(picky);
      held.cancel();
      assertThat(waits.await().status()).isEqualTo(RunStatus.DONE);
    }
  }

  @Test
  void run_that_waits_for_too_long_expires() throws Exception {
    String recipe =
        "{\"name\": \"late\", \"launch\": {\"at_once\": 5, \"deadline\": \"1s\"},"
            + " \"template\": \"echo\"}";
    RunRequest late =
        RunRequest.of(new RecipeReader().read(recipe, "late.json")).anywhere().build();
    try (Engine engine = Engine.open(limited(EngineOptions.inMemory(), 1))) {
      RunHandle held = engine.start(request("held", 3_600_000).build());
      var result = engine.start(late).await();
      assertThat(result.status()).isEqualTo(RunStatus.EXPIRED);
      assertThat(engine.records().run(result.run()).orElseThrow().error())
          .contains("it did not start within its deadline of 1s");
      held.cancel();
    }
  }

  @Test
  void what_waited_is_started_by_the_next_engine_of_the_directory() throws Exception {
    Engine full = Engine.open(limited(EngineOptions.at(directory), 1));
    full.start(request("held", 0).build()).await();
    RunHandle held = full.start(request("held", 3_600_000).build());
    // The run before makes room only a moment after its result is known.
    while (!held.hasStarted()) {
      Thread.onSpinWait();
    }
    var waiting = full.start(request("waiting", 0).build()).id();
    full.suspend();
    try (Engine next = Engine.open(EngineOptions.at(directory))) {
      while (!next.records().run(waiting).orElseThrow().status().isOver()) {
        Thread.onSpinWait();
      }
      assertThat(next.records().run(waiting).orElseThrow().status()).isEqualTo(RunStatus.DONE);
      next.handle(held.id()).orElseThrow().cancel();
    }
  }

  @Test
  void without_a_capacity_nothing_waits_here() throws Exception {
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      List<RunHandle> runs = new ArrayList<>();
      for (int i = 0; i < 100; i++) {
        runs.add(engine.start(request("many", 3_600_000).build()));
      }
      assertThat(engine.running()).hasSize(100);
      runs.forEach(RunHandle::cancel);
    }
  }

  @Test
  void run_that_this_engine_has_to_run_starts_beyond_its_capacity() throws Exception {
    try (Engine engine = Engine.open(limited(EngineOptions.inMemory(), 1))) {
      RunHandle held = engine.start(request("held", 3_600_000).build());
      RunRequest here =
          RunRequest.of(new RecipeReader().read("{\"template\": \"echo here\"}", "x.json")).build();
      assertThat(engine.run(here).orThrow().stdout().text()).isEqualTo("here\n");
      held.cancel();
    }
  }

  @Test
  void options_of_a_node_are_checked() {
    assertThatThrownBy(() -> new NodeOptions(-1, Set.of()))
        .hasMessageContaining("the capacity of a node must be 1..100000");
    assertThatThrownBy(() -> new NodeOptions(0, Set.of("Not One")))
        .hasMessageContaining("'Not One' is not a label of nodes");
  }
}
