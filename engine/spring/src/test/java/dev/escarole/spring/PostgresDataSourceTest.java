package dev.escarole.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.actuate.health.HealthIndicator;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.DataSourceTransactionManagerAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.JdbcTemplateAutoConfiguration;
import org.springframework.boot.autoconfigure.transaction.TransactionAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.core.ConnectionCallback;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.TransactionTemplate;

/** Runs in the application's own PostgreSQL, and launches in the transactions of Spring. */
@Timeout(300)
class PostgresDataSourceTest {

  @TempDir Path directory;

  /** An application with a new database of its own. */
  private ApplicationContextRunner runner() {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                EscaroleAutoConfiguration.class,
                EscaroleHealthAutoConfiguration.class,
                DataSourceAutoConfiguration.class,
                DataSourceTransactionManagerAutoConfiguration.class,
                JdbcTemplateAutoConfiguration.class,
                TransactionAutoConfiguration.class))
        .withPropertyValues(PostgresServer.newDatabase());
  }

  private static RunRequest request(String template) {
    return RunRequest.of(new RecipeReader().read("template: " + template, "order.yaml")).build();
  }

  /** An order, and the run that belongs to it. */
  static class Orders {
    private final JdbcTemplate database;
    private final Engine engine;

    Orders(JdbcTemplate database, Engine engine) {
      this.database = database;
      this.engine = engine;
      database.execute("create table if not exists orders (id text)");
    }

    RunId place(String id) {
      database.update("insert into orders values (?)", id);
      return Objects.requireNonNull(
          database.execute(
              (ConnectionCallback<RunId>)
                  connection ->
                      engine.transactions().launch(connection, request("echo order " + id))));
    }

    @Transactional
    public RunId placeInOne(String id) {
      RunId run = place(id);
      if (id.equals("wrong")) {
        throw new IllegalArgumentException("no such order");
      }
      return run;
    }

    List<String> ids() {
      return database.queryForList("select id from orders", String.class);
    }
  }

  /** The run as it is on record when it is over, which it may be before one can wait for it. */
  private static StoredRun end(Engine engine, RunId id) throws InterruptedException {
    engine.transactions().carryOut();
    Optional<RunHandle> live = engine.handle(id);
    if (live.isPresent()) {
      RunResult unused = live.get().await();
    }
    return engine.records().run(id).orElseThrow();
  }

  @Test
  void runs_are_in_a_schema_of_their_own() {
    runner()
        .withPropertyValues("escarole.schema=workflows")
        .run(
            context -> {
              RunId id = context.getBean(Engine.class).run(request("echo a")).orThrow().run();
              JdbcTemplate database = context.getBean(JdbcTemplate.class);
              assertThat(database.queryForList("select id from workflows.run", String.class))
                  .containsExactly(id.value());
              assertThat(
                      database.queryForList(
                          "select table_name from information_schema.tables"
                              + " where table_schema = 'public'",
                          String.class))
                  .isEmpty();
              assertThat(context.getBean(HealthIndicator.class).health().getStatus())
                  .isEqualTo(Status.UP);
            });
  }

  @Test
  void health_is_down_while_the_tables_are_away() {
    runner()
        .run(
            context -> {
              context.getBean(JdbcTemplate.class).execute("drop schema escarole cascade");
              assertThat(context.getBean(HealthIndicator.class).health().getStatus())
                  .isEqualTo(Status.DOWN);
            });
  }

  @Test
  void a_run_exists_exactly_if_the_transaction_of_a_template_commits() {
    runner()
        .withBean(Orders.class)
        .run(
            context -> {
              Engine engine = context.getBean(Engine.class);
              Orders orders = context.getBean(Orders.class);
              TransactionTemplate transaction = context.getBean(TransactionTemplate.class);
              RunId kept =
                  Objects.requireNonNull(
                      transaction.execute(
                          status -> {
                            RunId id = orders.place("1");
                            engine.transactions().carryOut();
                            assertThat(engine.records().run(id)).as("before the commit").isEmpty();
                            return id;
                          }));
              RunId lost =
                  Objects.requireNonNull(
                      transaction.execute(
                          status -> {
                            status.setRollbackOnly();
                            return orders.place("2");
                          }));
              assertThat(end(engine, kept).status()).isEqualTo(RunStatus.DONE);
              assertThat(engine.records().run(lost)).isEmpty();
              assertThat(engine.records().runs(RunQuery.latest(10))).hasSize(1);
              assertThat(orders.ids()).containsExactly("1");
            });
  }

  @Test
  void a_run_exists_exactly_if_a_transactional_method_ends_well() {
    runner()
        .withBean(Orders.class)
        .run(
            context -> {
              Engine engine = context.getBean(Engine.class);
              Orders orders = context.getBean(Orders.class);
              RunId kept = orders.placeInOne("right");
              assertThatThrownBy(() -> orders.placeInOne("wrong"))
                  .isInstanceOf(IllegalArgumentException.class)
                  .hasMessage("no such order");
              assertThat(end(engine, kept).status()).isEqualTo(RunStatus.DONE);
              assertThat(engine.records().runs(RunQuery.latest(10))).hasSize(1);
              assertThat(orders.ids()).containsExactly("right");
            });
  }

  @Test
  void a_launch_outside_of_a_transaction_is_refused() {
    runner()
        .withBean(Orders.class)
        .run(
            context ->
                assertThatThrownBy(() -> context.getBean(Orders.class).place("1"))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("the connection is in no transaction"));
  }

  @Test
  void a_run_goes_on_when_the_application_starts_again() {
    ApplicationContextRunner application =
        runner().withPropertyValues("escarole.data=" + directory.resolve("data"));
    RunId[] id = new RunId[1];
    application.run(
        context -> id[0] = context.getBean(Engine.class).start(request("sleep 600")).id());
    application.run(
        context -> {
          RunHandle run = context.getBean(Engine.class).handle(id[0]).orElseThrow();
          run.cancel();
          assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
        });
  }
}
