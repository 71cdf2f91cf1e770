package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.ChicoryInterruptedException;
import com.dylibso.chicory.runtime.TrapException;
import com.dylibso.chicory.runtime.WasmException;
import com.dylibso.chicory.wasm.ChicoryException;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.wasi.GuestStop;
import org.jspecify.annotations.Nullable;

/** Says which outcome it is that a guest ended with something thrown. */
final class Ending {

  private Ending() {}

  /**
   * Says whether it is for want of fuel that a guest ended. One that came to its end by itself, but
   * with more than it had, counts too: so the limit is exact.
   *
   * @param thrown what came out of the guest, or null if nothing did
   */
  static boolean isWantOfFuel(FuelTank fuel, @Nullable Throwable thrown) {
    return fuel.isExhausted()
        && (thrown == null
            || thrown instanceof TrapException
            || thrown.getCause() instanceof TrapException
            || (thrown instanceof GuestStop stop && stop.reason() == GuestStop.Reason.EXITED));
  }

  static Outcome outOfFuel(Invocation invocation) {
    return Outcome.of(
        Kind.OUT_OF_FUEL, "needs more than " + invocation.limits().fuel() + " units of fuel");
  }

  /**
   * Names the outcome.
   *
   * @param thrown what came out of the guest
   * @param stopped why the guest was stopped from outside, or null if it was not
   */
  static Outcome of(Throwable thrown, @Nullable Kind stopped, Invocation invocation) {
    if (thrown instanceof GuestStop stop) {
      return switch (stop.reason()) {
        case EXITED -> Outcome.exited(stop.exitCode());
        case OUTPUT_TOO_LARGE ->
            Outcome.of(
                Kind.OUTPUT_TOO_LARGE,
                "wrote more than " + invocation.limits().outputBytes() + " bytes");
        case INPUT_TOO_LARGE ->
            Outcome.of(
                Kind.STDIN_TOO_LARGE,
                "was given more than "
                    + invocation.limits().stdinBytes()
                    + " bytes of standard input");
        case UNREAD -> Outcome.unread();
        case INTERRUPTED -> stopped(stopped, invocation);
        case RAISED -> Outcome.trapped("the program raised a signal");
      };
    } else if (thrown instanceof ChicoryInterruptedException) {
      return stopped(stopped, invocation);
    } else if (thrown instanceof StackOverflowError
        || thrown.getCause() instanceof StackOverflowError) {
      return Outcome.trapped("call stack exhausted");
    } else if (thrown instanceof FrameMemory.Exhausted) {
      return Outcome.of(Kind.OUT_OF_MEMORY, "" + thrown.getMessage());
    } else if (thrown instanceof OutOfMemoryError) {
      return Outcome.of(Kind.OUT_OF_MEMORY, "the host has no memory left");
    }
    return Outcome.trapped(reason(thrown));
  }

  /** Names the outcome of an invocation that was stopped while its program was compiled. */
  static Outcome stoppedCompiling(Kind stopped, Invocation invocation) {
    return stopped == Kind.TIMED_OUT
        ? Outcome.of(
            Kind.TIMED_OUT,
            "its program was still being compiled after "
                + invocation.limits().wallClock().toMillis()
                + " ms; the first use of a large program needs a longer wall clock")
        : Outcome.of(Kind.CANCELLED, "was cancelled while its program was compiled");
  }

  private static Outcome stopped(@Nullable Kind stopped, Invocation invocation) {
    return stopped == Kind.TIMED_OUT
        ? Outcome.of(
            Kind.TIMED_OUT,
            "still running after " + invocation.limits().wallClock().toMillis() + " ms")
        : Outcome.of(Kind.CANCELLED, "was cancelled");
  }

  private static String reason(Throwable thrown) {
    if (thrown instanceof WasmException) {
      return "uncaught exception";
    }
    if (thrown instanceof IndexOutOfBoundsException) {
      // A memory without a page has no last address to compare with: the array itself refuses.
      return "out of bounds memory access";
    }
    if (thrown instanceof ChicoryException && thrown.getMessage() != null) {
      return thrown.getMessage();
    }
    return "fault in the runtime: " + thrown.getClass().getSimpleName();
  }
}
