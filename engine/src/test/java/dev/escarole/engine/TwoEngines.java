package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.recipe.RecipeReader;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** What tests of several engines on one database have in common. */
final class TwoEngines {

  /** An engine that resumes nothing by itself within a test. */
  static final Maintenance.Intervals NEVER =
      new Maintenance.Intervals(Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1));

  /** An engine that looks for the runs of others all the time. */
  static final Maintenance.Intervals OFTEN =
      new Maintenance.Intervals(Duration.ofMillis(50), Duration.ofHours(1), Duration.ofHours(1));

  private TwoEngines() {}

  /** A launch of a recipe, or of a template alone. */
  static RunRequest request(String template) {
    String json = template.startsWith("{") ? template : "{\"template\": " + template + "}";
    return RunRequest.of(new RecipeReader().read(json, "test.json")).build();
  }

  /** Waits until this is so, for two minutes at most. */
  static void await(BooleanSupplier there) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(120);
    while (!there.getAsBoolean() && System.nanoTime() < deadline) {
      Thread.onSpinWait();
    }
    assertThat(there.getAsBoolean()).isTrue();
  }
}
