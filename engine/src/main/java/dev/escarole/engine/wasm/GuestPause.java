package dev.escarole.engine.wasm;

import dev.escarole.engine.command.WorkerSlot;
import dev.escarole.engine.wasi.Wasi.GuestWait;
import dev.escarole.engine.wasm.Watchdog.Watch;
import java.util.LongSummaryStatistics;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Releases the worker slot while a guest sleeps. The thread keeps the guest, so its stack counts
 * towards the memory of all guests. If there is not enough memory, or too many guests are sleeping,
 * the guest keeps its slot.
 *
 * <p>The sleep counts towards the guest's wall clock. The wait for a slot afterwards does not, up
 * to the length of the wall clock. Confined to the guest's thread.
 */
final class GuestPause implements GuestWait {

  private final MemoryBudget.Share share;
  private final Watch watch;

  private @Nullable WorkerSlot given;

  private long stackBytes;

  GuestPause(MemoryBudget.Share share, Watch watch) {
    this.share = share;
    this.watch = watch;
  }

  @Override
  public void begin() {
    WorkerSlot slot = WorkerSlot.ofThisThread();
    if (slot == null) {
      return;
    }
    stackBytes = StackUse.bytes();
    if (!share.takeToWait(stackBytes)) {
      return;
    }
    if (slot.giveBack()) {
      given = slot;
    } else {
      share.give(stackBytes);
    }
  }

  @Override
  public void end() {
    WorkerSlot slot = given;
    if (slot == null) {
      return;
    }
    given = null;
    watch.beginWait(true);
    try {
      slot.takeAgain();
    } finally {
      watch.endWait();
      share.give(stackBytes);
    }
  }

  /**
   * Estimates an upper bound of the calling thread's stack use. A guest controls how deep it calls
   * before it sleeps, and the touched stack stays allocated while it sleeps.
   */
  static final class StackUse {

    /** The maximum stack of a worker. */
    static final long MOST_BYTES = 8L << 20;

    private static final int MOST_FRAMES = 1_000;

    /** Frame size of host methods and built-in programs. */
    private static final long KNOWN_FRAME = 1L << 10;

    /** Maximum frame size of a method with 64 KiB of code. */
    private static final long STRANGE_FRAME = 128L << 10;

    private static final String STRANGE = StackUse.class.getPackageName() + ".compiled.";

    private static final StackWalker WALKER = StackWalker.getInstance();

    private StackUse() {}

    static long bytes() {
      return WALKER.walk(StackUse::bytes);
    }

    private static long bytes(Stream<StackWalker.StackFrame> frames) {
      LongSummaryStatistics sizes =
          frames
              .limit(MOST_FRAMES)
              .mapToLong(
                  frame -> frame.getClassName().startsWith(STRANGE) ? STRANGE_FRAME : KNOWN_FRAME)
              .summaryStatistics();
      return sizes.getCount() == MOST_FRAMES ? MOST_BYTES : Math.min(MOST_BYTES, sizes.getSum());
    }
  }
}
