package dev.escarole.engine.wasm;

import com.dylibso.chicory.runtime.ChicoryInterruptedException;
import com.dylibso.chicory.runtime.TrapException;
import com.dylibso.chicory.runtime.WasmException;
import com.dylibso.chicory.wasm.ChicoryException;
import dev.escarole.engine.broker.HttpDeniedException;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.wasi.GuestStop;
import dev.escarole.engine.wasm.GuestInterpreter.FrameMemory;
import org.jspecify.annotations.Nullable;

/** Maps what a guest threw to an outcome. */
final class Ending {

  private Ending() {}

  /**
   * Whether a guest ran out of fuel. One that ended normally but used more than its limit counts
   * too, so that the limit is exact.
   */
  private static boolean isWantOfFuel(FuelTank fuel, @Nullable Throwable thrown) {
    return fuel.isExhausted()
        && (thrown == null
            || thrown instanceof TrapException
            || thrown.getCause() instanceof TrapException
            || (thrown instanceof GuestStop stop && stop.reason() == GuestStop.Reason.EXITED));
  }

  /**
   * @param thrown what the guest threw, or null
   * @param stopped why the guest was stopped from outside, or null
   */
  static Outcome of(
      FuelTank fuel, @Nullable Throwable thrown, @Nullable Kind stopped, Invocation invocation) {
    if (isWantOfFuel(fuel, thrown)) {
      String detail = "needs more than " + invocation.limits().fuel() + " units of fuel";
      return Outcome.of(Kind.OUT_OF_FUEL, detail);
    } else if (thrown == null) {
      return Outcome.exited(0);
    }
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
                "received more than %s bytes of standard input"
                    .formatted(invocation.limits().stdinBytes()));
        case UNREAD -> Outcome.unread();
        case INTERRUPTED -> stopped(stopped, invocation);
        case RAISED -> Outcome.trapped("the program raised a signal");
      };
    } else if (thrown instanceof HttpDeniedException) {
      return Outcome.of(Kind.HTTP_DENIED, "" + thrown.getMessage());
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
      // A memory without pages has no last address to compare with; the array access itself fails.
      return "out of bounds memory access";
    }
    if (thrown instanceof ChicoryException && thrown.getMessage() != null) {
      return thrown.getMessage();
    }
    return "fault in the runtime: " + thrown.getClass().getSimpleName();
  }
}
