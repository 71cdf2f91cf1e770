package dev.escarole.engine.wasm;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.dylibso.chicory.runtime.Memory;
import com.dylibso.chicory.runtime.WasmRuntimeException;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.wasm.GuestInterpreter.FrameMemory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Arrays that guests use one after the other carry nothing from one to the next. */
class MemoryPoolTest {

  private static final int PAGE = Memory.PAGE_SIZE;
  private static final long BUDGET = 1L << 30;
  private static final byte FILLING = 7;

  private final MemoryPool pool = new MemoryPool(BUDGET);

  private FlatMemory memory(byte[] array, int pages, int most, MemoryBudget budget) {
    MemoryBudget.Share share = budget.share();
    assertThat(share.take(array.length)).isTrue();
    FlatMemory memory = new FlatMemory(array, null, pages, most);
    memory.attach(share, new FrameMemory(share, BUDGET), pool);
    return memory;
  }

  @Test
  void guests_that_fill_their_memory_and_look_for_what_others_left_never_find_any()
      throws Exception {
    try (Sandbox sandbox = new Sandbox()) {
      // Different sizes, so that each gets arrays in which another has grown further.
      List<Command> guests = new ArrayList<>();
      for (int more : new int[] {0, 1, 5, 40}) {
        guests.add(sandbox.guests().command(Modules.memoryUser(more)));
      }
      ExecutorService threads = Executors.newFixedThreadPool(4);
      List<Future<Outcome>> outcomes = new ArrayList<>();
      for (int call = 0; call < 400; call++) {
        Command guest = guests.get(call % guests.size());
        outcomes.add(threads.submit(() -> sandbox.run(guest, i -> i).outcome()));
      }
      for (Future<Outcome> outcome : outcomes) {
        assertThat(outcome.get()).isEqualTo(Outcome.exited(0));
      }
      threads.shutdown();
    }
  }

  @Test
  void a_guest_that_was_stopped_leaves_nothing_either() {
    try (Sandbox sandbox = new Sandbox()) {
      InvocationResult filled =
          sandbox.run(
              sandbox.guests().command(Modules.memoryUser(3)),
              i -> i.limits(Sandbox.LIMITS.withFuel(100_000)));
      assertThat(filled.outcome().kind()).isEqualTo(Outcome.Kind.OUT_OF_FUEL);
      assertThat(sandbox.run(Modules.memoryUser(2)).outcome()).isEqualTo(Outcome.exited(0));
    }
  }

  @Test
  void a_guest_without_pages_reaches_no_array_of_others() {
    int[] store = {0x41, 8, 0x41, 1, 0x36, 2, 0};
    try (Sandbox sandbox = new Sandbox()) {
      for (int i = 0; i < 3; i++) {
        assertThat(sandbox.run(Modules.memoryUser(2)).outcome()).isEqualTo(Outcome.exited(0));
        assertThat(sandbox.run(Modules.withoutPages(store)).outcome().kind())
            .isEqualTo(Outcome.Kind.TRAPPED);
      }
    }
    pool.give(new byte[PAGE], 0);
    assertThat(pool.poll(0)).isNull();
  }

  @Test
  void guests_without_pages_leave_nothing_behind_however_many_there_are() {
    MemoryBudget budget = new MemoryBudget(BUDGET);
    for (int i = 0; i < 100; i++) {
      memory(new byte[0], 0, 1, budget).release(null);
      FlatMemory grown = memory(new byte[0], 0, 1, budget);
      assertThat(grown.grow(1)).isZero();
      grown.release(null);
      grown.release(null);
    }
    assertThat(pool.keptArrays()).isEqualTo(1);
  }

  @Test
  void an_array_comes_back_zeroed_also_where_the_guest_had_grown() {
    MemoryBudget budget = new MemoryBudget(BUDGET);
    FlatMemory first = memory(new byte[2 * PAGE], 2, 100, budget);
    first.fill(FILLING, 0, 2 * PAGE);
    assertThat(first.grow(3)).isEqualTo(2);
    first.fill(FILLING, 0, 5 * PAGE);
    first.release(null);

    assertThat(pool.keptBytes()).isEqualTo((2 + 5) * PAGE);
    assertThat(pool.poll(5 * PAGE)).isEqualTo(new byte[5 * PAGE]);
    assertThat(pool.poll(1)).isEqualTo(new byte[2 * PAGE]);
    assertThat(pool.poll(1)).isNull();
  }

  @Test
  void a_memory_in_a_longer_array_ends_where_it_would_end_in_its_own() {
    pool.give(new byte[10 * PAGE], 0);
    MemoryBudget budget = new MemoryBudget(BUDGET);
    FlatMemory memory = memory(requireNonNull(pool.poll(2 * PAGE)), 2, 4, budget);

    assertThat(budget.taken()).isEqualTo(10 * PAGE);
    assertThatThrownBy(() -> memory.writeByte(2 * PAGE, FILLING))
        .isInstanceOf(WasmRuntimeException.class);
    assertThat(memory.grow(2)).isEqualTo(2);
    assertThat(memory.grow(1)).isEqualTo(-1);
    assertThat(memory.sizeInBytes()).isEqualTo(4 * PAGE);
    assertThat(budget.taken()).isEqualTo(10 * PAGE);
  }

  @Test
  void a_released_memory_cannot_be_read() {
    FlatMemory memory = memory(new byte[PAGE], 1, 1, new MemoryBudget(BUDGET));
    memory.release(null);
    assertThatThrownBy(() -> memory.read(0)).isInstanceOf(RuntimeException.class);
    assertThatThrownBy(() -> memory.window(0, 1)).isInstanceOf(RuntimeException.class);
  }

  @Test
  void a_memory_that_grows_takes_a_kept_array_only_within_the_budget() {
    pool.give(new byte[20 * PAGE], 0);
    MemoryBudget budget = new MemoryBudget(6L * PAGE);
    FlatMemory memory = memory(new byte[2 * PAGE], 2, 100, budget);
    memory.writeByte(1, FILLING);

    assertThat(memory.grow(2)).isEqualTo(2);
    assertThat(budget.taken()).isEqualTo(4 * PAGE);
    assertThat(memory.read(1)).isEqualTo(FILLING);
    assertThat(memory.grow(3)).isEqualTo(-1);
  }

  @Test
  void kept_arrays_are_a_small_part_of_the_budget_and_none_is_large() {
    MemoryPool small = new MemoryPool(64L * PAGE);
    for (int i = 0; i < 100; i++) {
      small.give(new byte[PAGE], PAGE);
    }
    assertThat(small.keptBytes()).isEqualTo(4 * PAGE);
    pool.give(new byte[MemoryPool.LONGEST + 1], 0);
    assertThat(pool.keptBytes()).isZero();
    byte[] filled = new byte[3 * PAGE + 1];
    Arrays.fill(filled, FILLING);
    pool.give(filled, filled.length);
    assertThat(pool.poll(1)).isSameAs(filled).containsOnly(0);
  }
}
