package dev.escarole.engine.wasm;

import dev.escarole.engine.command.WorkerSlot;
import dev.escarole.engine.wasi.GuestWait;
import org.jspecify.annotations.Nullable;

/**
 * Lets others work while a guest waits for a time to come. The guest's thread keeps the guest, so
 * what its stack holds counts against the memory of all guests; a guest for which there is not
 * enough of that, or no room among those that wait, keeps its worker, as one that computes does.
 *
 * <p>The wait itself counts on the guest's wall clock. The wait for a worker afterwards does not,
 * up to as long as the wall clock once more. Confined to the guest's thread.
 */
final class GuestPause implements GuestWait {

  private final MemoryBudget.Share share;
  private final Watchdog watchdog;
  private @Nullable Watch watch;

  /** The slot that was given back, while it is. */
  private @Nullable WorkerSlot given;

  private long stackBytes;

  GuestPause(MemoryBudget.Share share, Watchdog watchdog) {
    this.share = share;
    this.watchdog = watchdog;
  }

  /** Names the watch under which the guest runs from now on. */
  void under(Watch current) {
    watch = current;
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
    Watch current = watch;
    if (slot == null || current == null) {
      return;
    }
    given = null;
    watchdog.beginWaitForWorker(current);
    try {
      slot.takeAgain();
    } finally {
      watchdog.endWaitForWorker(current);
      share.give(stackBytes);
    }
  }
}
