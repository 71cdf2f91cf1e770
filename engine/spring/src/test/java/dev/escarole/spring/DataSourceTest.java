package dev.escarole.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import dev.escarole.engine.Engine;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.run.RunId;
import dev.escarole.recipe.RecipeReader;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;

/** Runs in the application's own database. */
@Timeout(300)
class DataSourceTest {

  private static final String MODES =
      ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH;DB_CLOSE_DELAY=-1";

  private final ApplicationContextRunner runner =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  EscaroleAutoConfiguration.class,
                  EscaroleHealthAutoConfiguration.class,
                  DataSourceAutoConfiguration.class))
          .withPropertyValues("escarole.use-data-source=true");

  private static String url(String name, String settings) {
    return "spring.datasource.url=jdbc:h2:mem:" + name + settings;
  }

  private static RunId run(Engine engine) throws InterruptedException {
    return engine
        .run(RunRequest.of(new RecipeReader().read("template: echo a", "echo.yaml")).build())
        .orThrow()
        .run();
  }

  @Test
  void runs_are_in_a_schema_of_their_own() {
    runner
        .withPropertyValues(url("own", MODES), "escarole.schema=workflows")
        .run(
            context -> {
              RunId id = run(context.getBean(Engine.class));
              JdbcTemplate database = new JdbcTemplate(context.getBean(DataSource.class));
              assertThat(database.queryForList("select id from workflows.run", String.class))
                  .containsExactly(id.value());
              assertThat(context.getBean(HealthIndicator.class).health().getStatus())
                  .isEqualTo(Status.UP);
            });
  }

  @Test
  void h2_without_its_settings_is_refused_with_what_to_add() {
    runner
        .withPropertyValues(url("plain", ""))
        .run(
            context -> {
              assertThat(context).hasFailed();
              assertThat(WrongPropertiesTest.report(context.getStartupFailure()))
                  .contains("MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE", "to its JDBC URL");
            });
  }

  @Test
  void a_schema_with_a_wrong_name_is_refused() {
    runner
        .withPropertyValues(url("name", MODES), "escarole.schema=Not-a-name")
        .run(
            context -> {
              assertThat(context).hasFailed();
              assertThat(WrongPropertiesTest.report(context.getStartupFailure()))
                  .contains("escarole.schema", "lower-case letters");
            });
  }

  @Test
  void a_pool_that_the_engine_would_use_up_is_refused() {
    runner
        .withPropertyValues(url("small", MODES), "spring.datasource.hikari.maximum-pool-size=5")
        .run(
            context -> {
              assertThat(context).hasFailed();
              assertThat(WrongPropertiesTest.report(context.getStartupFailure()))
                  .contains("spring.datasource.hikari.maximum-pool-size", "up to 5 connections");
            });
  }

  @Test
  void the_pool_is_given_back_when_the_context_is_closed() {
    HikariDataSource[] pool = new HikariDataSource[1];
    runner
        .withPropertyValues(url("back", MODES))
        .withBean(PoolWatch.class)
        .run(context -> pool[0] = context.getBean(HikariDataSource.class));
    assertThat(pool[0].isClosed()).isTrue();
    // Its engine ended while it was open.
    assertThat(PoolWatch.active).isPositive();
  }

  /** Looks at the pool before the engine ends: it was there first. */
  static final class PoolWatch implements AutoCloseable {
    static int active;
    private final HikariDataSource pool;

    PoolWatch(HikariDataSource pool, Engine engine) {
      this.pool = pool;
      assertThat(engine.records()).isNotNull();
    }

    @Override
    public void close() {
      active = pool.isClosed() ? -1 : pool.getHikariPoolMXBean().getTotalConnections();
    }
  }

  /** Several databases. */
  @Configuration(proxyBeanMethods = false)
  static class Several {
    @Bean
    HikariDataSource orders() {
      return pool("jdbc:h2:mem:orders");
    }

    @Bean
    HikariDataSource customers() {
      return pool("jdbc:h2:mem:customers" + MODES);
    }

    static HikariDataSource pool(String url) {
      HikariDataSource pool = new HikariDataSource();
      pool.setJdbcUrl(url);
      return pool;
    }
  }

  /** One of them for runs. */
  @Configuration(proxyBeanMethods = false)
  static class Marked extends Several {
    @Bean
    @EscaroleDataSource
    HikariDataSource workflows() {
      return pool("jdbc:h2:mem:workflows" + MODES);
    }
  }

  @Test
  void of_several_databases_one_has_to_be_marked() {
    runner
        .withUserConfiguration(Several.class)
        .run(
            context -> {
              assertThat(context).hasFailed();
              assertThat(WrongPropertiesTest.report(context.getStartupFailure()))
                  .contains("escarole.use-data-source", "@EscaroleDataSource");
            });
    runner
        .withUserConfiguration(Marked.class)
        .run(
            context -> {
              RunId id = run(context.getBean(Engine.class));
              JdbcTemplate database =
                  new JdbcTemplate(context.getBean("workflows", DataSource.class));
              assertThat(database.queryForList("select id from escarole.run", String.class))
                  .containsExactly(id.value());
            });
  }

  @Test
  void health_is_down_while_the_database_is_away() {
    runner
        .withPropertyValues(url("away", MODES))
        .run(
            context -> {
              HealthIndicator health = context.getBean(HealthIndicator.class);
              new JdbcTemplate(context.getBean(DataSource.class))
                  .execute("drop schema escarole cascade");
              assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
            });
  }
}
