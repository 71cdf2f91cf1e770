package dev.escarole.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.run.RunResult;
import dev.escarole.recipe.RecipeReader;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

/** Health and metrics. */
@Timeout(300)
class ActuatorTest {

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  EscaroleAutoConfiguration.class,
                  EscaroleHealthAutoConfiguration.class,
                  EscaroleMetricsAutoConfiguration.class));

  @Test
  void an_engine_is_up_and_says_what_it_does() {
    runner.run(
        context -> {
          Health health =
              context.getBean("escaroleHealthIndicator", HealthIndicator.class).health();
          assertThat(health.getStatus()).isEqualTo(Status.UP);
          assertThat(health.getDetails())
              .containsEntry("journal", "running")
              .containsEntry("runs", 0)
              .containsKeys("workers", "queuedRuns", "pendingEvents", "interruptedRuns");
        });
  }

  @Test
  void health_can_be_switched_off() {
    runner
        .withPropertyValues("management.health.escarole.enabled=false")
        .run(context -> assertThat(context).doesNotHaveBean(HealthIndicator.class));
  }

  @Test
  void without_the_libraries_there_is_neither() {
    runner
        .withClassLoader(
            new FilteredClassLoader("org.springframework.boot.actuate", "io.micrometer"))
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .hasSingleBean(Engine.class)
                    .doesNotHaveBean("escaroleHealthIndicator")
                    .doesNotHaveBean("escaroleMetrics"));
  }

  @Test
  void without_an_engine_there_is_neither() {
    runner
        .withPropertyValues("escarole.enabled=false")
        .run(
            context ->
                assertThat(context)
                    .hasNotFailed()
                    .doesNotHaveBean(HealthIndicator.class)
                    .doesNotHaveBean(MeterBinder.class));
  }

  private static double count(MeterRegistry registry, String name, Map<String, String> tags) {
    var search = registry.get(name);
    tags.forEach(search::tag);
    return search.counter().count();
  }

  @Test
  void runs_steps_and_attempts_are_counted() {
    runner.run(
        context -> {
          MeterRegistry registry = new SimpleMeterRegistry();
          context.getBean(MeterBinder.class).bindTo(registry);
          Engine engine = context.getBean(Engine.class);
          String text = "template: {parallel: true, template: [echo a, \"false\"]}";
          RunResult result =
              engine.run(RunRequest.of(new RecipeReader().read(text, "two.yaml")).build());
          String status = result.status().word();

          assertThat(count(registry, "escarole.runs.started", Map.of())).isEqualTo(1);
          assertThat(registry.get("escarole.runs.ended").tag("status", status).timer().count())
              .isEqualTo(1);
          assertThat(count(registry, "escarole.attempts", Map.of("outcome", "exited")))
              .isEqualTo(2);
          assertThat(count(registry, "escarole.joins", Map.of("degraded", "true"))).isEqualTo(1);
          assertThat(count(registry, "escarole.results", Map.of("origin", "ran"))).isEqualTo(2);
          assertThat(registry.get("escarole.attempt.duration").timer().count()).isEqualTo(2);
          assertThat(count(registry, "escarole.fuel.used", Map.of())).isPositive();
          assertThat(registry.get("escarole.workers").gauge().value()).isPositive();
          assertThat(registry.get("escarole.journal.paused").gauge().value()).isZero();
          assertThat(registry.get("escarole.guest.memory.limit").gauge().value()).isPositive();
        });
  }
}
