package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.ChicoryInterruptedException;
import dev.escarole.engine.wasi.Wasi;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * State of one guest on the host. Host functions are shared by all instances of a program; they
 * find the calling guest through its memory, which extends this.
 *
 * <p>Confined to the guest's thread.
 */
abstract class GuestState {

  private @Nullable Wasi wasi;
  private @Nullable GuestExec exec;
  private @Nullable FuelTank fuel;

  final void attach(Wasi side) {
    this.wasi = side;
  }

  final Wasi wasi() {
    return Objects.requireNonNull(wasi, "BUG: a guest runs without WASI");
  }

  /** Records that the guest's result depends on the host, once there is a WASI for it. */
  final void reachOut() {
    if (wasi != null) {
      wasi.reachOut();
    }
  }

  final void attach(GuestExec side) {
    this.exec = side;
  }

  final GuestExec exec() {
    return Objects.requireNonNull(exec, "BUG: a guest runs with an import that it was not granted");
  }

  final void attach(FuelTank tank) {
    this.fuel = tank;
  }

  final FuelTank fuel() {
    return Objects.requireNonNull(fuel, "BUG: a guest runs without fuel");
  }

  /** Ends the guest if its thread is interrupted. */
  static void stopIfInterrupted() {
    if (Thread.currentThread().isInterrupted()) {
      throw new ChicoryInterruptedException("Thread interrupted");
    }
  }
}
