package dev.escarole.spring;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.access.HostSignIn;
import dev.escarole.web.server.Dashboard;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;

/** When there is a dashboard; samples/spring has one in a web server. */
class DashboardConditionsTest {

  private static final AutoConfigurations CONFIGURATIONS =
      AutoConfigurations.of(
          EscaroleAutoConfiguration.class, EscaroleDashboardAutoConfiguration.class);

  private final WebApplicationContextRunner runner =
      new WebApplicationContextRunner().withConfiguration(CONFIGURATIONS);

  @TempDir Path directory;

  @Test
  void a_sign_in_of_the_application_is_enough() {
    runner
        .withBean(HostSignIn.class, () -> request -> Optional.empty())
        .run(
            context ->
                assertThat(context)
                    .hasSingleBean(Dashboard.class)
                    .hasBean("escaroleDashboardMount"));
  }

  @Test
  void nobody_who_says_who_may_see_it_means_no_dashboard() {
    runner.run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Dashboard.class));
  }

  @Test
  void who_asks_for_a_dashboard_without_a_sign_in_is_told() {
    runner
        .withPropertyValues("escarole.dashboard.enabled=true")
        .run(
            context -> {
              assertThat(context).hasFailed();
              assertThat(WrongPropertiesTest.report(context.getStartupFailure()))
                  .contains("escarole.dashboard.enabled", "define a HostSignIn bean");
            });
  }

  @Test
  void a_token_file_that_is_missing_is_told() {
    runner
        .withPropertyValues("escarole.dashboard.token-file=" + directory.resolve("tokens.json"))
        .run(
            context -> {
              assertThat(context).hasFailed();
              assertThat(WrongPropertiesTest.report(context.getStartupFailure()))
                  .contains("escarole.dashboard.token-file", "tokens.json");
            });
  }

  @Test
  void it_can_be_switched_off() {
    runner
        .withBean(HostSignIn.class, () -> request -> Optional.empty())
        .withPropertyValues("escarole.dashboard.enabled=false")
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Dashboard.class));
  }

  @Test
  void an_application_without_pages_has_none() {
    new ApplicationContextRunner()
        .withConfiguration(CONFIGURATIONS)
        .withBean(HostSignIn.class, () -> request -> Optional.empty())
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean(Dashboard.class));
  }

  @Test
  void without_the_library_there_is_none() {
    runner
        .withClassLoader(new FilteredClassLoader("dev.escarole.web"))
        .run(context -> assertThat(context).hasNotFailed().doesNotHaveBean("escaroleDashboard"));
  }
}
