package dev.escarole.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.engine.store.Postgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A node whose clock is far from the database's. */
@Timeout(300)
class SkewedScheduleTest {

  @TempDir Path directory;

  private volatile Duration ahead = Duration.ofMinutes(-5);

  @Test
  void a_node_whose_clock_is_far_off_fires_nothing_until_it_is_right() throws Exception {
    Path recipes = Files.createDirectory(directory.resolve("recipes"));
    Files.writeString(
        recipes.resolve("tick.json"),
        "{\"schedule\": {\"every\": \"1s\", \"overlap\": \"parallel\"}, \"template\": \"echo\"}");
    InstantSource clock = () -> Instant.now().plus(ahead);
    EngineOptions options =
        EngineOptions.inMemory().withDatabase(Postgres.newDatabase()).withClock(clock);
    try (Engine engine = Engine.open(options);
        RecipeFolder folder = RecipeFolder.open(recipes);
        Schedules schedules = Schedules.open(engine, folder, ScheduleOptions.at(clock))) {
      await(() -> !schedules.list().isEmpty());
      long number = schedules.list().get(0).number();
      assertThat(engine.housekeeping().refusal().orElseThrow()).contains("fires no schedules");
      schedules.settle();
      schedules.check();
      schedules.wake(number);
      assertThat(schedules.history(number, 10)).isEmpty();

      ahead = Duration.ZERO;
      await(() -> engine.housekeeping().refusal().isEmpty());
      await(
          () -> {
            schedules.check();
            return !schedules.history(number, 10).isEmpty();
          });
      assertThat(schedules.history(number, 10))
          .as("nothing was planned for a time that has not come")
          .allSatisfy(
              firing -> assertThat(firing.planned()).isBefore(Instant.now().plusSeconds(2)));
    }
  }

  private static void await(BooleanSupplier there) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!there.getAsBoolean() && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertThat(there.getAsBoolean()).isTrue();
  }
}
