package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.node.NodeOptions;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.Postgres;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.database.DatabaseAddress;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.ds.PGSimpleDataSource;

/** A run exists exactly if the transaction of the application commits. */
@Timeout(300)
class TransactionalLaunchTest {

  private static final String SCHEMA = "escarole_runs";

  private static final Maintenance.Intervals NEVER =
      new Maintenance.Intervals(Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1));
  private static final Maintenance.Intervals OFTEN =
      new Maintenance.Intervals(Duration.ofMillis(20), Duration.ofHours(1), Duration.ofHours(1));

  @TempDir Path directory;

  enum Kind {
    H2 {
      @Override
      DataSource source() {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL(
            "jdbc:h2:mem:launches"
                + System.nanoTime()
                + ";DB_CLOSE_DELAY=-1;MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE"
                + ";DEFAULT_NULL_ORDERING=HIGH");
        return source;
      }
    },
    POSTGRESQL {
      @Override
      DataSource source() {
        PGSimpleDataSource source = new PGSimpleDataSource();
        source.setUrl(Postgres.jdbcUrl(Postgres.newDatabase()));
        return source;
      }
    };

    abstract DataSource source();
  }

  private EngineOptions options(DataSource source, String name) {
    String schema = SCHEMA + "_" + Integer.toHexString(System.identityHashCode(source));
    return EngineOptions.at(directory.resolve(name))
        .withDatabase(DatabaseAddress.of(source, schema));
  }

  private static RunRequest request(String recipe, String stdin) {
    return RunRequest.of(new RecipeReader().read(recipe, "order.yaml"))
        .stdin(Content.of(stdin))
        .value("who", "Ada")
        .label("order")
        .build();
  }

  private static RunRequest request() {
    return request("template: [cat, \"sed s/$/-{who}/\"]", "order 1\n");
  }

  /** A connection that has begun a transaction, with a row of the application in it. */
  private static Connection begun(DataSource source) throws SQLException {
    Connection connection = source.getConnection();
    try (Statement statement = connection.createStatement()) {
      statement.execute("create table if not exists orders (id integer)");
      connection.setAutoCommit(false);
      statement.execute("insert into orders values (1)");
    }
    return connection;
  }

  /** The run as it is on record when it is over, which it may be before anybody can wait for it. */
  private static StoredRun end(Engine engine, RunId id) throws InterruptedException {
    var live = engine.handle(id);
    if (live.isPresent()) {
      RunResult unused = live.get().await();
    }
    return engine.records().run(id).orElseThrow();
  }

  private static String status(Engine engine, RunId id) {
    return engine.records().run(id).map(run -> run.status().word()).orElse("none");
  }

  @ParameterizedTest
  @EnumSource
  void what_commits_runs_and_what_is_rolled_back_does_not(Kind kind) throws Exception {
    DataSource source = kind.source();
    try (Engine engine = Engine.open(options(source, "a"), NEVER)) {
      RunId kept;
      try (Connection connection = begun(source)) {
        kept = engine.transactions().launch(connection, request());
        engine.transactions().carryOut();
        assertThat(status(engine, kept)).as("before the commit").isEqualTo("none");
        connection.commit();
      }
      RunId lost;
      try (Connection connection = begun(source)) {
        lost = engine.transactions().launch(connection, request());
        connection.rollback();
      }
      engine.transactions().carryOut();
      StoredRun run = end(engine, kept);
      assertThat(run.status()).isEqualTo(RunStatus.DONE);
      assertThat(engine.records().content("" + run.stdoutSha256()).orElseThrow())
          .asString()
          .isEqualTo("order 1-Ada\n");
      assertThat(run.labels()).containsExactly("order");
      assertThat(status(engine, lost)).isEqualTo("none");
      engine.transactions().carryOut();
      assertThat(engine.records().runs(RunQuery.latest(10))).hasSize(1);
    }
  }

  @Test
  void the_id_is_longer_than_others_so_that_no_other_run_can_have_it() throws Exception {
    DataSource source = Kind.H2.source();
    try (Engine engine = Engine.open(options(source, "a"), NEVER);
        Connection connection = begun(source)) {
      RunRequest facts = request("template: 'echo {run_id} {run_time} {who}'", "");
      RunId id = engine.transactions().launch(connection, facts);
      connection.commit();
      engine.transactions().carryOut();
      assertThat(id.value()).matches("\\d{8}-\\d{6}-[0-9a-z]{10}");
      String time = id.value().replaceFirst("(....)(..)(..)-(..)(..)(..)-.*", "$1-$2-$3T$4:$5:$6Z");
      assertThat(engine.records().content("" + end(engine, id).stdoutSha256()).orElseThrow())
          .asString()
          .isEqualTo(id + " " + time + " Ada\n");
    }
  }

  @ParameterizedTest
  @EnumSource
  void a_launch_outlives_the_engine_that_was_asked(Kind kind) throws Exception {
    DataSource source = kind.source();
    RunId id;
    try (Engine engine = Engine.open(options(source, "a"), NEVER);
        Connection connection = begun(source)) {
      id = engine.transactions().launch(connection, request());
      connection.commit();
    }
    try (Engine engine = Engine.open(options(source, "a"), NEVER)) {
      engine.transactions().carryOut();
      assertThat(end(engine, id).status()).isEqualTo(RunStatus.DONE);
    }
  }

  @Test
  void several_engines_carry_out_each_launch_once() throws Exception {
    DataSource source = Kind.POSTGRESQL.source();
    int launches = 40;
    try (Engine one = Engine.open(options(source, "one"), NEVER);
        Engine two = Engine.open(options(source, "two"), NEVER)) {
      try (Connection connection = begun(source)) {
        for (int i = 0; i < launches; i++) {
          RunId unused = one.transactions().launch(connection, request());
        }
        connection.commit();
      }
      ExecutorService threads = Executors.newFixedThreadPool(2);
      try {
        List<Future<?>> both = new ArrayList<>();
        both.add(threads.submit(one.transactions()::carryOut));
        both.add(threads.submit(two.transactions()::carryOut));
        for (Future<?> each : both) {
          each.get();
        }
      } finally {
        threads.shutdown();
      }
      for (Engine engine : List.of(one, two)) {
        for (RunHandle run : engine.running()) {
          assertThat(run.await().status()).isEqualTo(RunStatus.DONE);
        }
      }
      assertThat(one.records().runs(RunQuery.latest(100))).hasSize(launches);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2})
  void a_launch_that_is_carried_out_again_leaves_the_workspace_of_its_run_alone(int capacity)
      throws Exception {
    DataSource source = Kind.POSTGRESQL.source();
    String hold = "{template: [\"echo {who}\", {delay: 86400000, template: cat}]}";
    String computing = "{compute: {n: ['echo 7', 'tee n']}, template: 'echo {n} {who}'}";
    EngineOptions narrow = options(source, "a").withNode(new NodeOptions(capacity, Set.of("here")));
    try (Engine engine = Engine.open(narrow, NEVER);
        Connection connection = begun(source)) {
      RunHandle held = engine.start(request(hold, ""));
      RunId id = engine.transactions().launch(connection, request(computing, ""));
      connection.commit();
      // As if another engine had carried it out meanwhile, and this one claimed its run.
      Path file = Files.createDirectories(engine.workspace(id)).resolve("kept");
      Files.writeString(file, "kept");
      engine.transactions().carryOut();
      assertThat(status(engine, id)).isNotEqualTo("none");
      assertThat(file).hasContent("kept");
      held.cancel();
    }
  }

  @ParameterizedTest
  @EnumSource
  void launches_that_wait_do_not_hold_up_those_after_them(Kind kind) throws Exception {
    DataSource source = kind.source();
    String alone =
        """
        {name: alone, launch: {at_once: 1, queue: 0},
         template: {delay: 86400000, template: "echo {who}"}}
        """;
    try (Engine engine = Engine.open(options(source, "a"), NEVER);
        Connection connection = begun(source)) {
      for (int i = 0; i < 130; i++) {
        RunId unused = engine.transactions().launch(connection, request(alone, ""));
      }
      RunId later = engine.transactions().launch(connection, request());
      connection.commit();
      engine.transactions().carryOut();
      assertThat(end(engine, later).status()).isEqualTo(RunStatus.DONE);
      assertThat(engine.records().runs(RunQuery.latest(200))).hasSize(2);
    }
  }

  @Test
  void what_cannot_run_is_refused_before_it_is_stored() throws Exception {
    DataSource source = Kind.H2.source();
    try (Engine engine = Engine.open(options(source, "a"), NEVER);
        Connection connection = begun(source)) {
      assertThatThrownBy(
              () -> engine.transactions().launch(connection, request("template: nosuch", "")))
          .isInstanceOf(RecipeException.class);
      RunRequest withFile =
          RunRequest.of(new RecipeReader().read("template: cat /inputs/a", "t.yaml"))
              .file("a", Content.of("x"))
              .build();
      assertThatThrownBy(() -> engine.transactions().launch(connection, withFile))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("files");
      connection.rollback();
      connection.setAutoCommit(true);
      assertThatThrownBy(() -> engine.transactions().launch(connection, request()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("in no transaction");
    }
  }

  @Test
  void an_engine_carries_launches_out_by_itself() throws Exception {
    DataSource source = Kind.H2.source();
    try (Engine engine = Engine.open(options(source, "a"), OFTEN);
        Connection connection = begun(source)) {
      var ended = new CompletableFuture<RunResult>();
      engine.listen(
          event -> {
            if (event instanceof RunEvent.RunEnded over) {
              ended.complete(over.result());
            }
          });
      RunId id = engine.transactions().launch(connection, request());
      connection.commit();
      assertThat(ended.get(60, TimeUnit.SECONDS).run()).isEqualTo(id);
    }
  }
}
