package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.DirectoryGrant.Mode;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.wasi.Clocks;
import dev.escarole.engine.wasi.FileQuota;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Runs each attempt of {@code attacks.c} to get out of the sandbox or to exhaust the host. An
 * attempt that gets somewhere says so by its exit code; what it must not have touched is looked at
 * too.
 */
class AttacksTest {

  private static final FileQuota TIGHT = new FileQuota(128, 50, 1_000, 40, 1 << 20, 2 << 20);

  /** What the host does while the guest runs, for the attempts that are about that. */
  private static final Map<String, Meanwhile> MEANWHILE =
      Map.of(
          "file_swapped_for_a_link", AttacksTest::swapFile,
          "directory_swapped_for_a_link", AttacksTest::swapDirectory,
          "hard_link_while_swapped", AttacksTest::swapDirectory);

  private static final String TWO_GUESTS = "swap_for_another";
  private static final String NESTED = "grant_replaced_by_a_link";

  private final Guests guests = new Guests();
  private final Command attacks = guests.command("attacks.wasm");
  private final WasmRunner tight =
      new WasmRunner(guests.store(), RunnerSetups.with(TIGHT, Clocks.system()));
  private final WasmRunner roomy = new WasmRunner(guests.store());

  @FunctionalInterface
  private interface Meanwhile {
    void in(Path workspace) throws IOException;
  }

  private record Attempt(String name, String what) {}

  @AfterEach
  void close() {
    tight.close();
    roomy.close();
  }

  @TestFactory
  Stream<DynamicTest> attempt() {
    return attempts().stream()
        .map(attempt -> DynamicTest.dynamicTest(attempt.name(), () -> isHeld(attempt.name())));
  }

  @Test
  void securityPage_listsExactlyTheseAttempts() throws IOException {
    List<String> rows =
        Files.readString(Path.of("SECURITY.md"))
            .lines()
            .filter(line -> line.endsWith("| `AttacksTest.attempt` |"))
            .map(line -> line.replaceFirst("^(\\| `\\w+` \\| [^|]* \\|).*", "$1"))
            .toList();
    assertThat(rows)
        .isEqualTo(
            attempts().stream()
                .map(one -> "| `" + one.name() + "` | " + one.what() + " |")
                .toList());
  }

  private List<Attempt> attempts() {
    InvocationResult listed =
        tight.run(attacks, Invocation.of("attacks").limits(Sandbox.LIMITS).build());
    assertThat(listed.outcome().isSuccess()).isTrue();
    return listed
        .stdout()
        .utf8()
        .lines()
        .map(line -> line.split("\t"))
        .map(parts -> new Attempt(parts[0], parts[1]))
        .toList();
  }

  private void isHeld(String name) throws Exception {
    AttackGround ground = AttackGround.laidOut();
    Meanwhile meanwhile = MEANWHILE.get(name);
    if (name.equals(TWO_GUESTS)) {
      runTwo(ground);
    } else if (meanwhile != null) {
      runSwapped(name, meanwhile, ground);
    } else {
      assertHeld(tight.run(attacks, invocation(name, ground)), ground);
    }
    ground.assertUntouched();
    ground.clear();
  }

  private void runSwapped(String name, Meanwhile meanwhile, AttackGround ground) throws Exception {
    AtomicBoolean stop = new AtomicBoolean();
    ExecutorService attacker = Executors.newSingleThreadExecutor();
    try {
      AtomicInteger swaps = new AtomicInteger();
      Future<?> attack = attacker.submit(() -> repeat(meanwhile, ground.workspace(), stop, swaps));
      do {
        assertHeld(roomy.run(attacks, invocation(name, ground)), ground);
      } while (swaps.get() <= 100 && !attack.isDone());
      stop.set(true);
      attack.get();
    } finally {
      stop.set(true);
      attacker.shutdownNow();
    }
  }

  private static Void repeat(
      Meanwhile swap, Path workspace, AtomicBoolean stop, AtomicInteger swaps) throws IOException {
    while (!stop.get()) {
      swap.in(workspace);
      swaps.incrementAndGet();
    }
    return null;
  }

  private void runTwo(AttackGround ground) throws Exception {
    ExecutorService other = Executors.newSingleThreadExecutor();
    try {
      Future<InvocationResult> swapping =
          other.submit(() -> roomy.run(attacks, invocation(TWO_GUESTS, ground)));
      assertHeld(roomy.run(attacks, invocation("directory_swapped_for_a_link", ground)), ground);
      assertHeld(swapping.get(), ground);
    } finally {
      other.shutdownNow();
    }
  }

  private static void swapFile(Path workspace) throws IOException {
    swap(workspace, workspace.resolve("swapped-file"), workspace.resolve("rellink"));
  }

  private static void swapDirectory(Path workspace) throws IOException {
    swap(workspace, workspace.resolve("swapped"), workspace.resolve("reldir"));
  }

  private static void swap(Path workspace, Path real, Path link) throws IOException {
    Path aside = workspace.resolve("aside");
    Files.move(real, aside);
    Files.move(link, real);
    Files.move(real, link);
    Files.move(aside, real);
  }

  private static Invocation invocation(String name, AttackGround ground) {
    Path fifth = name.equals(NESTED) ? ground.workspace().resolve("nested") : ground.other();
    Path system = Path.of(name.equals("proc_tricks") ? "/proc" : "/dev");
    return Invocation.of("attacks")
        .arguments(name)
        .limits(Sandbox.LIMITS)
        .directories(
            List.of(
                new DirectoryGrant(ground.workspace(), "/workspace", Mode.READ_WRITE),
                new DirectoryGrant(ground.data(), "/data", Mode.READ_ONLY),
                new DirectoryGrant(fifth, "/other", Mode.READ_WRITE),
                new DirectoryGrant(system, "/system", Mode.READ_ONLY)))
        .build();
  }

  private static void assertHeld(InvocationResult result, AttackGround ground) {
    assertThat(result.stderr().utf8()).isEmpty();
    assertThat(result.stdout().utf8()).doesNotContain("SECRET", ground.host().toString());
    assertThat(result.outcome().isSuccess()).as(result.outcome().toString()).isTrue();
  }
}
