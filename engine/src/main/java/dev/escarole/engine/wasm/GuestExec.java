package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.ChicoryInterruptedException;
import dev.escarole.engine.broker.GuestRequests;
import dev.escarole.engine.broker.WireException.WireFault;
import dev.escarole.engine.wasi.GuestFault;
import java.nio.ByteBuffer;
import java.time.Duration;

/**
 * One guest's side of {@code host_exec}. A nested command runs on the guest's thread, above the
 * guest on its stack, and both are watched: whatever stops the guest stops the command too.
 *
 * <p>Confined to that thread.
 */
final class GuestExec {

  private final FlatMemory memory;
  private final GuestRequests requests;
  private final Watchdog watchdog;
  private final Watch watch;
  private final GuestStreams streams;

  /**
   * @param watch watches the guest that makes the requests
   * @param streams holds the guest back where it must wait before it can have any effect
   */
  GuestExec(
      FlatMemory memory,
      GuestRequests requests,
      Watchdog watchdog,
      Watch watch,
      GuestStreams streams) {
    this.streams = streams;
    this.memory = memory;
    this.requests = requests;
    this.watchdog = watchdog;
    this.watch = watch;
  }

  /**
   * Answers one call of the guest.
   *
   * @param arguments address and length of the request, address and capacity of the response
   * @return how many bytes the response has, or the negative code of a {@link WireFault}
   */
  long call(long[] arguments) {
    memory.wasi().reachOut();
    ByteBuffer request;
    ByteBuffer response;
    try {
      request = memory.window((int) arguments[0], (int) arguments[1]);
      response = memory.window((int) arguments[2], (int) arguments[3]);
    } catch (GuestFault e) {
      return WireFault.OUTSIDE_MEMORY.code();
    }
    StackRoom.demand();
    passGate();
    int answer = requests.answer(request, response, Duration.ofNanos(watchdog.left(watch)));
    watch.renew();
    if (Thread.currentThread().isInterrupted()) {
      throw new ChicoryInterruptedException("stopped while a nested command ran");
    }
    return answer;
  }

  /** A nested command has effects of its own, so it must wait for all that its guest waits for. */
  private void passGate() {
    try {
      streams.passGate();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ChicoryInterruptedException("stopped before a nested command ran");
    }
  }
}
