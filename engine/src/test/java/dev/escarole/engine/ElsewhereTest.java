package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.executor.LeafPlace;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.audit.AuditQuery;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands that are carried out outside of the engine of their run. */
@Timeout(180)
class ElsewhereTest {

  private static final String WIDE =
      """
      {"parallel": true, "repeat": 40, "spread": true,
       "template": {"template": ["echo {index}", "grep -v 7"]}, "failure": "continue"}
      """;

  /** Another engine, which takes every command. */
  private static final class Other implements LeafPlace, AutoCloseable {
    private final Engine engine = Engine.open(EngineOptions.inMemory());
    private final List<MovedLeaf> taken = new ArrayList<>();

    @Override
    public synchronized Optional<CompletionStage<InvocationResult>> take(MovedLeaf leaf) {
      taken.add(leaf);
      return Optional.of(
          CompletableFuture.supplyAsync(
              () -> engine.call(Principal.localOperator(), leaf.invocation())));
    }

    synchronized List<String> paths() {
      return taken.stream().map(MovedLeaf::path).sorted().toList();
    }

    @Override
    public void close() {
      engine.close();
    }
  }

  /** Keeps what it takes until the test says what becomes of it. */
  private static final class Held implements LeafPlace {
    private final BlockingQueue<CompletableFuture<InvocationResult>> results =
        new LinkedBlockingQueue<>();
    private final ConcurrentLinkedQueue<MovedLeaf> leaves = new ConcurrentLinkedQueue<>();

    @Override
    public Optional<CompletionStage<InvocationResult>> take(MovedLeaf leaf) {
      CompletableFuture<InvocationResult> result = new CompletableFuture<>();
      leaves.add(leaf);
      results.add(result);
      return Optional.of(result);
    }

    CompletableFuture<InvocationResult> next() throws InterruptedException {
      CompletableFuture<InvocationResult> next = results.poll(60, TimeUnit.SECONDS);
      assertThat(next).isNotNull();
      return next;
    }
  }

  private static RunRequest request(String recipe) {
    return RunRequest.of(new RecipeReader().read(recipe, "test.json")).build();
  }

  private static Engine engine(LeafPlace place) {
    return Engine.open(EngineOptions.inMemory().withWorkers(2).withElsewhere(place));
  }

  @Test
  void what_runs_elsewhere_ends_as_it_would_here() throws Exception {
    try (Other other = new Other();
        Engine away = engine(other);
        Engine here = engine(LeafPlace.NONE)) {
      RunResult moved = away.run(request(WIDE));
      RunResult usual = here.run(request(WIDE));
      assertThat(other.paths()).as("both commands of all branches").hasSizeGreaterThan(70);
      assertThat(moved.status()).isEqualTo(usual.status());
      assertThat(moved.stdout().text()).isEqualTo(usual.stdout().text());
      assertThat(moved.planHash()).isEqualTo(usual.planHash());
      assertThat(moved.attempts()).hasSameSizeAs(usual.attempts());
      assertThat(away.records().attempts(moved.run())).hasSize(usual.attempts().size());
      away.flush();
      assertThat(away.audit().calls(AuditQuery.latest(100)))
          .as("audited here")
          .hasSize(usual.attempts().size());
    }
  }

  @Test
  void only_what_is_declared_so_is_moved() throws Exception {
    Other other = new Other();
    try (other;
        Engine engine = engine(other)) {
      String usual = WIDE.replace("\"spread\": true,", "");
      assertThat(engine.run(request(usual)).attempts()).hasSizeGreaterThan(70);
      assertThat(other.paths()).isEmpty();
      // A program that runs others uses the rights of its caller here.
      String nested =
          "{\"parallel\": true, \"spread\": true, \"template\": [\"xargs echo\", \"sh -c 'echo a'\"]}";
      assertThat(engine.run(request(nested)).attempts()).hasSize(2);
      assertThat(engine.run(request(nested)).attempts()).hasSize(2);
      String cached =
          "{\"parallel\": true, \"spread\": true, \"cache\": true, \"template\": [\"echo a\"]}";
      assertThat(engine.run(request(cached)).attempts()).hasSize(1);
      assertThat(other.paths()).isEmpty();
    }
  }

  @Test
  void the_commands_have_no_files_wherever_they_run(@TempDir Path directory) throws Exception {
    Files.writeString(directory.resolve("names"), "x\n");
    String recipe =
        """
        {"parallel": true, "spread": %s, "template": ["cat /data/names", "tee out"]}
        """;
    try (Engine engine = engine(LeafPlace.NONE)) {
      for (boolean spread : new boolean[] {true, false}) {
        RunRequest request =
            RunRequest.of(new RecipeReader().read(recipe.formatted(spread), "test.json"))
                .directories(List.of(DirectoryGrant.parse(directory + "::/data:ro")))
                .build();
        RunResult result = engine.run(request);
        assertThat(result.status() == RunStatus.DONE).isEqualTo(!spread);
      }
    }
  }

  @Test
  void what_was_lost_elsewhere_runs_here() throws Exception {
    Held held = new Held();
    try (Engine engine = engine(held)) {
      warm(engine);
      RunHandle run = engine.start(request(branches("echo a", "echo b")));
      held.next().completeExceptionally(new IllegalStateException("a node has died"));
      held.next()
          .complete(
              engine.call(
                  Principal.localOperator(), Invocation.of("echo").arguments("from afar").build()));
      RunResult result = run.await();
      assertThat(result.status()).isEqualTo(RunStatus.DONE);
      assertThat(result.stdout().text()).contains("from afar").containsAnyOf("a\n", "b\n");
      assertThat(result.attempts()).as("one each").hasSize(2);
    }
  }

  @Test
  void a_place_that_fails_to_answer_leaves_the_command_here() throws Exception {
    LeafPlace broken =
        leaf -> {
          throw new IllegalStateException("no cluster");
        };
    try (Engine engine = engine(broken)) {
      assertThat(engine.run(request(branches("echo a", "echo b"))).status())
          .isEqualTo(RunStatus.DONE);
    }
  }

  @Test
  void a_cancelled_command_does_not_wait_for_its_place() throws Exception {
    Held held = new Held();
    try (Engine engine = engine(held)) {
      warm(engine);
      RunHandle run = engine.start(request(branches("echo a", "echo b")));
      CompletableFuture<InvocationResult> first = held.next();
      CompletableFuture<InvocationResult> second = held.next();
      run.cancel();
      assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
      assertThat(held.leaves).allMatch(leaf -> leaf.invocation().cancellation().isCancelled());
      first.complete(InvocationResult.notStarted(Outcome.exited(0), "late"));
      second.completeExceptionally(new IllegalStateException("late"));
      assertThat(run.await().status()).isEqualTo(RunStatus.CANCELLED);
    }
  }

  @Test
  void workers_are_free_while_commands_run_elsewhere() throws Exception {
    Held held = new Held();
    try (Engine engine = engine(held)) {
      warm(engine);
      String many =
          "{\"parallel\": true, \"repeat\": 50, \"spread\": true, \"template\": \"echo\"}";
      RunHandle run = engine.start(request(many));
      List<CompletableFuture<InvocationResult>> all = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        all.add(held.next());
      }
      while (engine.load().work().busy() > 0) {
        // The worker that has handed out the last one is about to be free.
        Thread.onSpinWait();
      }
      assertThat(engine.run(request("{\"template\": \"echo here\"}")).stdout().text())
          .isEqualTo("here\n");
      all.forEach(each -> each.complete(InvocationResult.notStarted(Outcome.exited(0), "")));
      assertThat(run.await().status()).isNotEqualTo(RunStatus.CANCELLED);
    }
  }

  /** The first call of a program is made here. */
  private static void warm(Engine engine) {
    engine.call(Principal.localOperator(), Invocation.of("echo").build());
  }

  private static String branches(String... commands) {
    return "{\"parallel\": true, \"spread\": true, \"template\": [\""
        + String.join("\", \"", commands)
        + "\"]}";
  }
}
