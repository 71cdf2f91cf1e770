package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.ChicoryInterruptedException;
import dev.escarole.engine.broker.CommandRunner.GuestCalls;
import dev.escarole.engine.broker.CommandRunner.NestedCalls;
import dev.escarole.engine.broker.GuestRequests;
import dev.escarole.engine.broker.HttpGate.GuestHttp;
import dev.escarole.engine.broker.WireException.WireFault;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.wasi.GuestMemory.GuestFault;
import dev.escarole.engine.wasm.Watchdog.Watch;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * State of {@code host_exec} and {@code http} for one guest. A nested command runs on the guest's
 * thread, above it on the stack, and both are watched: stopping the guest also stops the command.
 */
final class GuestExec {

  private final FlatMemory memory;
  private final @Nullable GuestRequests requests;
  private final GuestHttp http;
  private final Watch watch;
  private final GuestStreams streams;

  GuestExec(
      FlatMemory memory, Invocation guest, GuestCalls calls, Watch watch, GuestStreams streams) {
    this.streams = streams;
    this.memory = memory;
    NestedCalls commands = calls.commands();
    this.requests = commands == null ? null : new GuestRequests(guest, commands);
    this.http = calls.http();
    this.watch = watch;
  }

  /**
   * Runs a command.
   *
   * @param arguments address and length of the request, address and capacity of the response
   * @return the size of the response in bytes, or the negative code of a {@link WireFault}
   */
  long call(long[] arguments) {
    GuestRequests commands =
        Objects.requireNonNull(
            requests, "BUG: a guest runs with an import that it was not granted");
    return carriedOut(arguments, commands::answer);
  }

  /**
   * Makes an HTTP request, or reads on in the last response.
   *
   * @param arguments address and length of the request, address and capacity of the response
   * @return the number of bytes of the response, or the negative code of a {@link WireFault}
   * @throws dev.escarole.engine.broker.HttpDeniedException if it is not permitted
   */
  long http(long[] arguments) {
    return carriedOut(arguments, http);
  }

  private long carriedOut(long[] arguments, GuestHttp answers) {
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
    int answer;
    try {
      answer = answers.answer(request, response, Duration.ofNanos(watch.left()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ChicoryInterruptedException("stopped while a request was made");
    }
    watch.renew();
    if (Thread.currentThread().isInterrupted()) {
      throw new ChicoryInterruptedException("stopped while a nested command ran");
    }
    return answer;
  }

  /** A nested command has effects, so it must wait like its guest. */
  private void passGate() {
    try {
      streams.passGate();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new ChicoryInterruptedException("stopped before a nested command ran");
    }
  }

  /**
   * Checks for stack space before the host executes a call of a guest. A guest controls how deep it
   * recurses before a call; without space, host code could overflow in the middle of an operation.
   * Here it overflows where nothing is half done, and the guest is trapped.
   */
  static final class StackRoom {

    /** Each frame takes at least sixteen numbers: 64 KiB in total. */
    private static final int FRAMES = 512;

    private StackRoom() {}

    /**
     * @throws StackOverflowError if there is not enough
     */
    static void demand() {
      long unused = take(FRAMES, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
    }

    @SuppressWarnings("TooManyParameters") // They take the space.
    private static long take(
        int frames,
        long a,
        long b,
        long c,
        long d,
        long e,
        long f,
        long g,
        long h,
        long i,
        long j,
        long k,
        long l,
        long m,
        long n,
        long o,
        long p) {
      return frames == 0
          ? a + p
          : take(frames - 1, p, a, b, c, d, e, f, g, h, i, j, k, l, m, n, o) + b + o;
    }
  }
}
