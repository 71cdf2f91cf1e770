package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.node.EngineNode;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RestartedPostgres;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.journal.RunLostException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Three nodes on one PostgreSQL. One is killed, one freezes and comes back, all are cut off from
 * the server, and the server restarts. Every run has its result, and nothing that was committed is
 * done again. {@code -Pthorough} has 300 runs.
 */
@Timeout(900)
class ClusterTest {

  private static final boolean THOROUGH = Boolean.getBoolean("escarole.thorough");

  private static final int RUNS = THOROUGH ? 100 : 8;

  /** Seconds of a round: no run may end before all are launched and what is on record is read. */
  private static final int ROUND = THOROUGH ? 5 : 1;

  /** The goal is 15 seconds; a build machine may be busy. */
  private static final Duration LONGEST_FAILOVER = Duration.ofSeconds(60);

  private static final String SCHEDULED =
      """
      {"name": "tick", "schedule": {"every": "3s", "overlap": "parallel"},
       "template": "echo {scheduled_for}"}
      """;

  @TempDir Path directory;
  private RestartedPostgres server;
  private Engine observer;
  private final List<ChildJvm> nodes = new ArrayList<>();

  /** Lines of rounds whose end was on record before something happened to their node. */
  private final Map<String, List<String>> recorded = new HashMap<>();

  private final Map<RunId, List<StoredAttempt>> attempts = new HashMap<>();

  @BeforeEach
  void startServer() throws Exception {
    Files.createDirectory(directory.resolve("log"));
    Files.createDirectory(directory.resolve("recipes"));
    Files.writeString(directory.resolve("recipes/tick.json"), SCHEDULED);
    server = RestartedPostgres.start(directory.resolve("postgres"));
    observer =
        Engine.open(
            EngineOptions.inMemory()
                .withDatabase(server.address())
                .withRecovery(Recovery.onRequest()));
  }

  @AfterEach
  void stopServer() throws Exception {
    nodes.forEach(ChildJvm::close);
    observer.close();
    server.close();
  }

  @Test
  void every_run_has_its_result_once_whatever_happens_to_nodes_and_server() throws Exception {
    ChildJvm killed = node("a");
    ChildJvm frozen = node("b");
    ChildJvm lasting = node("c");
    await("three nodes", () -> living().size() == 3);
    await("something on record", () -> unfinishedOf(killed) > 0 && hasAttempts(killed));

    record();
    killed.close();
    report("a killed node", killed);

    record();
    frozen.whileItStandsStill(() -> report("a frozen node", frozen));
    await("the frozen node is back", () -> living().contains(frozen.pid()));
    await("it knows which runs it has lost", () -> ends("b") == RUNS);
    assertThat(Files.readString(ClusterNode.said(directory, "b")))
        .contains(RunLostException.class.getSimpleName());

    ChildJvm fresh = node("d");
    await("the new node works", () -> hasAttempts(fresh));
    record();
    Map<RunId, Long> before = epochs();
    server.cutConnections();
    await("all live on", () -> living().size() == 3 && server.engines() >= 3);
    server.stop();
    server.startAgain();
    await("all are back", () -> living().size() == 3 && server.engines() >= 3);
    epochs().forEach((run, epoch) -> assertThat(epoch).isEqualTo(before.getOrDefault(run, 1L)));

    await("all runs are over", () -> observer.store().unfinished().size() <= ticking());
    assertThat(lasting.isAlive()).isTrue();
    checkRuns(4 * RUNS);
    checkSchedule();
  }

  private ChildJvm node(String name) throws IOException {
    ChildJvm node =
        ChildJvm.start(
            ClusterNode.class, directory.toString(), server.address(), name, "" + RUNS, "" + ROUND);
    nodes.add(node);
    assertThat(node.line()).isEqualTo("READY");
    return node;
  }

  /** Processes of the nodes that live. */
  private Set<Long> living() {
    Set<Long> living = new HashSet<>();
    for (EngineNode node : observer.housekeeping().nodes().nodes()) {
      if (node.alive()) {
        living.add(Long.parseLong(node.name().substring(0, node.name().indexOf('@'))));
      }
    }
    return living;
  }

  private long unfinishedOf(ChildJvm node) {
    String process = node.pid() + "@";
    return observer.store().unfinished().stream()
        .filter(run -> String.valueOf(run.engine()).startsWith(process))
        .count();
  }

  private boolean hasAttempts(ChildJvm node) {
    String process = node.pid() + "@";
    return observer.store().unfinished().stream()
        .filter(run -> String.valueOf(run.engine()).startsWith(process))
        .anyMatch(run -> observer.records().attempts(run.id()).size() > 3);
  }

  private Map<RunId, Long> epochs() {
    Map<RunId, Long> epochs = new HashMap<>();
    observer.store().unfinished().forEach(run -> epochs.put(run.id(), run.epoch()));
    return epochs;
  }

  /** Runs of the schedule, which are launched all the time. */
  private long ticking() {
    return observer.records().runs(RunQuery.latest(1_000).withRecipe("tick")).stream()
        .filter(run -> !run.status().isOver())
        .count();
  }

  /** Waits until no run belongs to the node, and says how long that took. */
  private void report(String what, ChildJvm node) {
    long begun = System.nanoTime();
    long runs = unfinishedOf(node);
    assertThat(runs).as("runs of " + what).isPositive();
    await("the runs of " + what + " go on elsewhere", () -> unfinishedOf(node) == 0);
    Duration took = Duration.ofNanos(System.nanoTime() - begun);
    System.out.printf("%d runs of %s went on elsewhere after %s%n", runs, what, took);
    assertThat(took).isLessThan(LONGEST_FAILOVER);
  }

  /** Takes note of what is on record. */
  private void record() throws IOException {
    for (StoredRun run : observer.records().runs(RunQuery.latest(1_000).withRecipe("work"))) {
      List<StoredAttempt> ended = observer.records().attempts(run.id());
      attempts.put(run.id(), ended);
      Plan plan = observer.records().plan(run.id());
      for (StoredAttempt attempt : ended) {
        List<String> argv = ((LeafStep) plan.step(attempt.stepIndex())).argv();
        if (argv.get(0).equals("tee")) {
          String file = argv.get(2).substring("/log/".length());
          recorded.putIfAbsent(file, lines(file));
        }
      }
    }
  }

  private void checkRuns(int expected) throws IOException {
    List<StoredRun> runs = observer.records().runs(RunQuery.latest(1_000).withRecipe("work"));
    assertThat(runs).hasSize(expected);
    Set<String> results = new HashSet<>();
    for (StoredRun run : runs) {
      assertThat(run.status()).as(run.id().value()).isEqualTo(RunStatus.DONE);
      byte[] result = observer.records().content("" + run.stdoutSha256()).orElseThrow();
      results.add(new String(result, StandardCharsets.UTF_8));
      List<StoredAttempt> ended = observer.records().attempts(run.id());
      assertThat(ended)
          .as("what was on record stays on record")
          .containsAll(attempts.getOrDefault(run.id(), List.of()));
      assertThat(ended)
          .as("each step has one result")
          .extracting(StoredAttempt::stepIndex)
          .doesNotHaveDuplicates()
          .hasSize(3 * ClusterNode.ROUNDS + 1);
    }
    assertThat(results).as("each run has a result of its own").hasSize(expected);
    assertThat(recorded).isNotEmpty();
    for (Map.Entry<String, List<String>> each : recorded.entrySet()) {
      assertThat(lines(each.getKey())).as("not done again: " + each).isEqualTo(each.getValue());
    }
  }

  private List<String> lines(String round) throws IOException {
    return Files.readAllLines(directory.resolve("log").resolve(round));
  }

  /** Each planned time has one run. */
  private void checkSchedule() {
    List<String> fired = new ArrayList<>();
    for (StoredRun run : observer.records().runs(RunQuery.latest(1_000).withRecipe("tick"))) {
      if (run.status().isOver()) {
        assertThat(run.status()).isEqualTo(RunStatus.DONE);
        byte[] time = observer.records().content("" + run.stdoutSha256()).orElseThrow();
        fired.add(new String(time, StandardCharsets.UTF_8));
      }
    }
    assertThat(fired).hasSizeGreaterThan(5).doesNotHaveDuplicates();
  }

  private long ends(String node) {
    try {
      return Files.readAllLines(ClusterNode.said(directory, node)).size();
    } catch (IOException e) {
      return 0;
    }
  }

  /** Something that may be asked while the server is away. */
  private interface Question {
    boolean ask() throws Exception;
  }

  private static void await(String what, Question question) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(300);
    boolean there = false;
    while (!there && System.nanoTime() < deadline) {
      try {
        there = question.ask();
      } catch (StoreException | SQLException e) {
        there = false;
      } catch (Exception e) {
        throw new AssertionError(what, e);
      }
      Thread.onSpinWait();
    }
    assertThat(there).as(what).isTrue();
  }
}
