package dev.escarole.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.ScheduleAccess;
import dev.escarole.engine.Subscription;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.store.Postgres;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.schedule.ScheduleStore;
import dev.escarole.engine.store.schedule.StoredFiring;
import dev.escarole.engine.store.schedule.StoredFiring.FiringState;
import dev.escarole.engine.store.schedule.TriggerTables;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Real Quartz with its tables in real databases, in real time. */
@Timeout(120)
class QuartzWakerTest {

  @TempDir Path directory;

  @Test
  void schedules_are_woken_up_in_an_h2_file_that_opens_again() throws Exception {
    EngineOptions options = EngineOptions.at(directory.resolve("data"));
    everySecond(options, 1);
    // The file with the tables of Quartz passes the inspection of strange files.
    everySecond(options, 1);
  }

  @Test
  void two_nodes_on_postgres_launch_each_planned_time_once() throws Exception {
    String database = Postgres.newDatabase();
    everySecond(EngineOptions.inMemory().withDatabase(database), 2);
  }

  /** Lets two schedules run every second for a while, and checks what is on record. */
  private void everySecond(EngineOptions options, int nodes) throws Exception {
    Path recipes = Files.createDirectories(directory.resolve("recipes"));
    String recipe =
        "{\"name\": \"%s\", \"schedule\": {\"every\": \"1s\", \"overlap\": \"parallel\","
            + " \"catch_up\": \"all\"}, \"template\": \"echo {scheduled_for}\"}";
    Files.writeString(recipes.resolve("a.json"), recipe.formatted("a"));
    Files.writeString(recipes.resolve("b.json"), recipe.formatted("b"));
    List<Node> open = new ArrayList<>();
    CountDownLatch ended = new CountDownLatch(12);
    try {
      for (int i = 0; i < nodes; i++) {
        open.add(Node.open(options, recipes, ended));
      }
      assertThat(ended.await(60, TimeUnit.SECONDS)).as("12 runs in time").isTrue();
      checkTriggers(open.get(0));
      checkFirings(open.get(0).store());
    } finally {
      for (Node node : open) {
        node.close();
      }
    }
  }

  private static void checkFirings(ScheduleStore store) {
    store
        .all()
        .forEach(
            schedule -> {
              List<StoredFiring> firings = new ArrayList<>(store.history(schedule.number(), 1000));
              firings.removeIf(each -> each.state() == FiringState.DUE);
              assertThat(firings)
                  .extracting(StoredFiring::state)
                  .containsOnly(FiringState.LAUNCHED);
              for (int i = 1; i < firings.size(); i++) {
                Duration apart =
                    Duration.between(firings.get(i).planned(), firings.get(i - 1).planned());
                assertThat(apart).isEqualTo(Duration.ofSeconds(1));
              }
              assertThat(firings).extracting(StoredFiring::run).doesNotHaveDuplicates();
            });
  }

  /** One trigger for each schedule and nothing else. */
  private static void checkTriggers(Node node) throws SQLException {
    try (TriggerTables tables = node.store().triggers();
        Connection connection = tables.connections().getConnection();
        Statement statement = connection.createStatement();
        ResultSet row =
            statement.executeQuery(
                "select count(distinct trigger_name), count(*), min(sched_name)"
                    + " from ESCAROLE_QRTZ_TRIGGERS")) {
      row.next();
      assertThat(row.getInt(1)).isLessThanOrEqualTo(2);
      assertThat(row.getInt(2)).isLessThanOrEqualTo(2);
      assertThat(row.getString(3)).isEqualTo(tables.name());
    }
  }

  @Test
  void a_trigger_that_was_reserved_and_never_fired_is_freed() throws Exception {
    try (Engine engine = Engine.open(EngineOptions.at(directory.resolve("data")))) {
      ScheduleStore store = ScheduleAccess.store(engine);
      BlockingQueue<Long> woken = new ArrayBlockingQueue<>(10);
      try (TriggerTables tables = store.triggers();
          Waker waker = QuartzWaker.open(store.triggers(), InstantSource.system(), woken::add)) {
        waker.wakeAt(7, Instant.now().plus(Duration.ofDays(1)));
        change(
            tables,
            "update ESCAROLE_QRTZ_TRIGGERS set trigger_state = 'ACQUIRED',"
                + " next_fire_time = "
                + (System.currentTimeMillis() - 60_000));
        waker.repair();
        assertThat(woken.poll(60, TimeUnit.SECONDS)).isEqualTo(7);
      }
    }
  }

  /** Found by {@code samples/bin/cluster-soak}: the slower node logged an error. */
  @Test
  void two_nodes_may_arrange_the_same_wake_up_at_once() throws Exception {
    EngineOptions options = EngineOptions.inMemory().withDatabase(Postgres.newDatabase());
    try (Engine one = Engine.open(options);
        Engine two = Engine.open(options);
        Waker first = waker(one);
        Waker second = waker(two)) {
      Instant time = Instant.now().plus(Duration.ofDays(1));
      for (long i = 0; i < 100; i++) {
        long schedule = i;
        CyclicBarrier together = new CyclicBarrier(2);
        CompletableFuture<Void> other =
            CompletableFuture.runAsync(() -> wakeTogether(second, schedule, time, together));
        wakeTogether(first, schedule, time, together);
        other.get();
      }
    }
  }

  private static Waker waker(Engine engine) {
    TriggerTables tables = ScheduleAccess.store(engine).triggers();
    return QuartzWaker.open(tables, InstantSource.system(), schedule -> {});
  }

  private static void wakeTogether(
      Waker waker, long schedule, Instant time, CyclicBarrier together) {
    try {
      together.await();
    } catch (InterruptedException | BrokenBarrierException e) {
      throw new AssertionError(e);
    }
    waker.wakeAt(schedule, time);
  }

  /** Otherwise each restart of the database would be logged as an unexpected failure. */
  @Test
  void a_database_that_fails_is_told_as_such() throws Exception {
    EngineOptions options = EngineOptions.inMemory().withDatabase(Postgres.newDatabase());
    try (Engine engine = Engine.open(options);
        TriggerTables tables = ScheduleAccess.store(engine).triggers();
        Waker waker = waker(engine)) {
      change(tables, "drop table ESCAROLE_QRTZ_SIMPLE_TRIGGERS");
      Instant tomorrow = Instant.now().plus(Duration.ofDays(1));
      assertThatThrownBy(() -> waker.wakeAt(7, tomorrow)).isInstanceOf(StoreException.class);
    }
  }

  @Test
  void a_trigger_that_is_lost_is_made_up_for() throws Exception {
    Path recipes = Files.createDirectories(directory.resolve("recipes"));
    Files.writeString(
        recipes.resolve("a.json"), "{\"schedule\": {\"every\": \"8s\"}, \"template\": \"echo\"}");
    CountDownLatch ended = new CountDownLatch(1);
    try (Node node = Node.open(EngineOptions.at(directory.resolve("data")), recipes, ended)) {
      node.schedules().settle();
      try (TriggerTables tables = node.store().triggers()) {
        change(tables, "delete from ESCAROLE_QRTZ_TRIGGERS");
      }
      assertThat(ended.await(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static void change(TriggerTables tables, String sql) throws SQLException {
    try (Connection connection = tables.connections().getConnection();
        Statement statement = connection.createStatement()) {
      statement.executeUpdate(sql);
    }
  }

  /** An engine with schedules. */
  private record Node(
      Engine engine, RecipeFolder folder, Schedules schedules, Subscription listening)
      implements AutoCloseable {

    static Node open(EngineOptions options, Path recipes, CountDownLatch ended) {
      Engine engine = Engine.open(options);
      Subscription listening =
          engine.listen(
              event -> {
                if (event instanceof RunEvent.RunEnded) {
                  ended.countDown();
                }
              });
      RecipeFolder folder = RecipeFolder.open(recipes);
      ScheduleOptions own =
          ScheduleOptions.at(InstantSource.system()).withPace(Duration.ofSeconds(1));
      return new Node(engine, folder, Schedules.open(engine, folder, own), listening);
    }

    ScheduleStore store() {
      return ScheduleAccess.store(engine);
    }

    @Override
    public void close() {
      schedules.close();
      folder.close();
      engine.close();
    }
  }
}
