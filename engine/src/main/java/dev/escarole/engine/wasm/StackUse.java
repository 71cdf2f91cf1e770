package dev.escarole.engine.wasm;

import java.util.stream.Stream;

/**
 * Estimates, generously, how much stack the calling thread has in use. A guest decides how deep it
 * calls before it waits, and what it has touched stays with the thread as long as it waits.
 */
final class StackUse {

  /** As much as a worker's stack may have. */
  static final long MOST_BYTES = 8L << 20;

  private static final int MOST_FRAMES = 1_000;

  /** Of the host's methods, and of programs that came with Escarole. */
  private static final long KNOWN_FRAME = 1L << 10;

  /** A method has at most 64 KiB of code, which cannot fill more than that with numbers. */
  private static final long STRANGE_FRAME = 128L << 10;

  private static final String STRANGE = StackUse.class.getPackageName() + ".compiled.";

  private static final StackWalker WALKER = StackWalker.getInstance();

  private StackUse() {}

  /** Returns how many bytes, at most {@link #MOST_BYTES}. */
  static long bytes() {
    return WALKER.walk(StackUse::bytes);
  }

  private static long bytes(Stream<StackWalker.StackFrame> frames) {
    long[] sum = new long[2];
    frames
        .limit(MOST_FRAMES)
        .forEach(
            frame -> {
              sum[0] += frame.getClassName().startsWith(STRANGE) ? STRANGE_FRAME : KNOWN_FRAME;
              sum[1]++;
            });
    return sum[1] == MOST_FRAMES ? MOST_BYTES : Math.min(MOST_BYTES, sum[0]);
  }
}
