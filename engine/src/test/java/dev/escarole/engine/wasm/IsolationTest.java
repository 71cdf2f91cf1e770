package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.DirectoryGrant.Mode;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class IsolationTest {

  @Test
  void wc_12_run_again_findsNothingOfTheCallBefore(@TempDir Path workspace) throws Exception {
    Files.writeString(workspace.resolve("left-open"), "x");
    try (Sandbox sandbox = new Sandbox().grant(workspace, "/workspace", Mode.READ_WRITE)) {
      InvocationResult first =
          sandbox.probe(i -> i.environment(Map.of("SECRET", "s")), "survivors");
      InvocationResult second = sandbox.probe("survivors");

      assertThat(first.stdout().utf8()).isEqualTo("42 0 env 5\n");
      assertThat(second.stdout().utf8()).isEqualTo("42 0 - 5\n");
    }
  }

  @Test
  void wc_12_run_again_findsNoDescriptorAndNoDirectoryOfTheCallBefore(@TempDir Path workspace)
      throws Exception {
    Files.writeString(workspace.resolve("left-open"), "x");
    try (Sandbox sandbox = new Sandbox().grant(workspace, "/workspace", Mode.READ_WRITE)) {
      assertThat(sandbox.probe("flood", "left-open").stdout().utf8()).contains("errno");
      assertThat(sandbox.probe("renumber").outcome().kind()).isEqualTo(Kind.EXITED);

      InvocationResult without = sandbox.probe(i -> i.directories(List.of()), "survivors");
      InvocationResult with = sandbox.probe("survivors");

      assertThat(without.stdout().utf8()).isEqualTo("42 0 - -1\n");
      assertThat(with.stdout().utf8()).isEqualTo("42 0 - 5\n");
    }
  }

  @Test
  void run_again_findsTablesAsDeclared() {
    byte[] module = Modules.growingTable(3);
    try (Sandbox sandbox = new Sandbox()) {
      for (int i = 0; i < 3; i++) {
        assertThat(sandbox.run(module).outcome()).isEqualTo(Outcome.exited(1));
      }
    }
  }

  @Test
  void hammer_twoThreads_everyCallGetsItsOwnAnswer() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try (Sandbox sandbox = new Sandbox()) {
      List<Future<?>> done = new ArrayList<>();
      for (int worker = 0; worker < 2; worker++) {
        int id = worker;
        done.add(threads.submit(() -> hammer(sandbox, id)));
      }
      for (Future<?> one : done) {
        one.get();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  private static void hammer(Sandbox sandbox, int id) {
    for (int call = 0; call < 3_000; call++) {
      String text = "call " + call + " of " + id;
      assertThat(sandbox.probe(i -> i.stdin(text), "upper").stdout().utf8())
          .isEqualTo("CALL " + call + " OF " + id);
      if (call % 100 == 0) {
        assertThat(stopped(sandbox)).isEqualTo(Kind.TIMED_OUT);
        assertThat(sandbox.probe("trap").outcome().kind()).isEqualTo(Kind.TRAPPED);
      }
      assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }
  }

  private static Kind stopped(Sandbox sandbox) {
    return sandbox
        .probe(i -> i.limits(Sandbox.LIMITS.withWallClock(Duration.ofMillis(2))), "loop")
        .outcome()
        .kind();
  }

  @Test
  void hammer_deadlineAtTheEnd_neverInterruptsWhatComesNext() {
    try (Sandbox sandbox = new Sandbox()) {
      for (int call = 0; call < 2_000; call++) {
        Duration tight = Duration.ofMillis(1);
        Kind kind =
            sandbox
                .probe(
                    i -> i.stdin("x".repeat(4_000)).limits(Sandbox.LIMITS.withWallClock(tight)),
                    "upper")
                .outcome()
                .kind();
        assertThat(kind).isIn(Kind.EXITED, Kind.TIMED_OUT);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
      }
    }
  }

  @Test
  void wc_13_hammer_firstCallsTogether_compileOnce() throws Exception {
    Guests guests = new Guests();
    var command = guests.command("probe.wasm");
    List<Object> reads = new ArrayList<>();
    ProgramCache cache =
        new ProgramCache(
            new ProgramLoader(
                id -> {
                  synchronized (reads) {
                    reads.add(id);
                  }
                  return guests.store().read(id);
                },
                RunnerOptions.defaults()),
            4);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<Program>> programs = new ArrayList<>();
      for (int i = 0; i < 8; i++) {
        programs.add(threads.submit(() -> cache.get(command.artifact())));
      }
      Program first = programs.get(0).get();
      for (Future<Program> program : programs) {
        assertThat(program.get()).isSameAs(first);
      }
    } finally {
      threads.shutdownNow();
    }
    assertThat(reads).hasSize(1);
  }

  @Test
  void cache_beyondItsCapacity_forgetsTheLeastRecentlyUsed() throws Exception {
    Guests guests = new Guests();
    ProgramCache cache =
        new ProgramCache(new ProgramLoader(guests.store(), RunnerOptions.defaults()), 2);
    var a = guests.command(Modules.start()).artifact();
    var b = guests.command(Modules.start(0x01)).artifact();
    var c = guests.command(Modules.start(0x01, 0x01)).artifact();

    Program first = cache.get(a);
    Program second = cache.get(b);
    assertThat(cache.get(a)).isSameAs(first);
    Program third = cache.get(c);

    assertThat(cache.get(a)).isSameAs(first);
    assertThat(cache.get(c)).isSameAs(third);
    assertThat(cache.get(b)).isNotSameAs(second);
  }
}
