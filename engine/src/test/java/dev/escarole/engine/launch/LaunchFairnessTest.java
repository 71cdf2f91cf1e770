package dev.escarole.engine.launch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a flood of one costs another. */
@Timeout(120)
class LaunchFairnessTest {

  private static final int FLOOD = 200;

  @TempDir Path directory;

  @Test
  void single_run_in_a_flooded_queue_starts_after_one_run_of_the_flood() throws Exception {
    String rule = "{\"at_once\": 1, \"queue\": 300, \"priority\": 50}";
    try (Engine engine = Engine.open(Launching.options(directory).withWorkers(2))) {
      RunHandle held = Launching.hold(engine, rule);
      List<RunHandle> flood = new ArrayList<>();
      for (int i = 0; i < FLOOD; i++) {
        flood.add(Launching.quick(engine, rule, "ada"));
      }
      Principal bob = new Principal("bob", false);
      RunHandle single =
          engine.start(Launching.request(rule, 0).principal(bob).priority(-50).build());
      assertThat(single.queuePlace().orElseThrow().place()).isEqualTo(2);

      List<RunId> order = new CopyOnWriteArrayList<>();
      engine.listen(
          event -> {
            if (event instanceof RunEvent.RunStarted) {
              order.add(event.run());
            }
          });
      held.cancel();
      single.await();
      assertThat(order.indexOf(single.id())).isEqualTo(1);
      for (RunHandle run : flood) {
        run.await();
      }
      assertThat(order).hasSize(FLOOD + 1).doesNotHaveDuplicates();
    }
  }

  /** Before, each run took a turn, so that a single run waited for 200 leaves. */
  @Test
  void leaf_of_a_single_run_waits_for_one_leaf_of_each_other_not_of_each_run() throws Exception {
    CountDownLatch all = new CountDownLatch(1);
    List<String> recipes = new CopyOnWriteArrayList<>();
    try (Engine engine = Engine.open(Launching.options(directory).withWorkers(1))) {
      RunHandle holder = engine.start(held(all));
      engine.listen(
          event -> {
            if (event instanceof RunEvent.AttemptStarted) {
              recipes.add(engine.handle(event.run()).orElseThrow().plan().recipeName());
            }
          });
      List<RunHandle> runs = new ArrayList<>();
      for (int i = 0; i < FLOOD; i++) {
        runs.add(engine.start(wide("flood", 2, "ada")));
      }
      runs.add(engine.start(wide("other", 1, "ada")));
      runs.add(engine.start(wide("single", 1, "bob")));
      all.countDown();
      for (RunHandle run : runs) {
        run.await();
      }
      holder.await();
      recipes.remove("holder.json");
      assertThat(recipes).hasSize(2 * FLOOD + 2);
      assertThat(recipes.subList(0, 3)).containsExactly("flood", "single", "other");
    }
  }

  /** A run that keeps the only worker until the latch falls. */
  private static RunRequest held(CountDownLatch until) {
    return RunRequest.of(new RecipeReader().read("\"echo\"", "holder.json"))
        .listener(
            event -> {
              if (event instanceof RunEvent.AttemptStarted) {
                try {
                  until.await();
                } catch (InterruptedException e) {
                  Thread.currentThread().interrupt();
                }
              }
            })
        .build();
  }

  private static RunRequest wide(String name, int branches, String principal) {
    String recipe =
        "{\"name\": \"%s\", \"parallel\": true, \"repeat\": %d, \"template\": \"echo {index}\"}"
            .formatted(name, branches);
    return RunRequest.of(new RecipeReader().read(recipe, "test.json"))
        .principal(new Principal(principal, false))
        .build();
  }
}
