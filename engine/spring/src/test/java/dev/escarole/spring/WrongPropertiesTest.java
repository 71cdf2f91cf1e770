package dev.escarole.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.io.support.SpringFactoriesLoader;

/** What somebody reads who has made a mistake in the properties: a sentence, not a stack trace. */
class WrongPropertiesTest {

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  EscaroleAutoConfiguration.class, EscaroleScheduleAutoConfiguration.class));

  @TempDir Path directory;

  /** What Boot prints at the end of a failed start. */
  static String report(Throwable failure) {
    List<FailureAnalyzer> analyzers =
        SpringFactoriesLoader.forDefaultResourceLocation(WrongPropertiesTest.class.getClassLoader())
            .load(FailureAnalyzer.class, (type, name, problem) -> {});
    return analyzers.stream()
        .map(analyzer -> analyzer.analyze(failure))
        .filter(Objects::nonNull)
        .findFirst()
        .map(WrongPropertiesTest::words)
        .orElseThrow(() -> new AssertionError("nothing explains it", failure));
  }

  private static String words(FailureAnalysis analysis) {
    return analysis.getDescription() + "\n" + analysis.getAction();
  }

  private String report(String... properties) {
    String[] report = new String[1];
    runner
        .withPropertyValues(properties)
        .run(
            context -> {
              assertThat(context).hasFailed();
              report[0] = report(context.getStartupFailure());
            });
    return report[0];
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "escarole.workers=0 | escarole.workers | must be 1..1024, was 0",
        "escarole.workers=many | escarole.workers | many",
        "escarole.recipes=nowhere | escarole.recipes | nowhere cannot be read. Create it",
        "escarole.recipes=classpath:nowhere | escarole.recipes | nothing on the class path",
        "escarole.database=mysql://host/name | escarole.database | must begin with",
        "escarole.retention.max-runs=-1 | escarole.retention | must not be negative",
        "escarole.durability=never | escarole.durability | never",
        "escarole.outputs=s3://me:secret@runs | escarole.outputs | must not have a user",
        "escarole.shutdown=never | escarole.shutdown | never",
        "escarole.use-data-source=true | escarole.use-data-source | there is no DataSource bean",
        "escarole.schedules.enabled=true | escarole.schedules.enabled | set escarole.recipes",
      })
  void a_wrong_value_is_named_with_its_reason(String property, String name, String reason) {
    assertThat(report(property)).contains(name, reason);
  }

  @Test
  void a_password_in_an_address_is_not_shown() {
    assertThat(report("escarole.database=mysql://me:secret@host/name"))
        .contains("escarole.database")
        .doesNotContain("secret");
  }

  @Test
  void two_places_for_runs_are_one_too_many() {
    assertThat(report("escarole.use-data-source=true", "escarole.database=jdbc:h2:mem:x"))
        .contains("escarole.database says where runs are kept, too");
  }

  @Test
  void a_policy_that_cannot_be_used_is_told() throws IOException {
    Path policy = Files.writeString(directory.resolve("policy.yaml"), "principals: 7\n");
    assertThat(report("escarole.policy-file=" + policy))
        .contains("policy of Escarole", "policy.yaml", "escarole.policy-file");
  }

  @Test
  void a_property_that_does_not_exist_is_refused() {
    // Not by withPropertyValues: Boot ignores unknown ones in the environment and the system.
    runner
        .withInitializer(
            context ->
                context
                    .getEnvironment()
                    .getPropertySources()
                    .addFirst(
                        new org.springframework.core.env.MapPropertySource(
                            "application.yaml",
                            java.util.Map.of("escarole.recipies", "src/test/recipes"))))
        .run(
            context -> {
              assertThat(context).hasFailed();
              assertThat(report(context.getStartupFailure())).contains("escarole.recipies");
            });
  }
}
