package dev.escarole.engine.wasm;

/**
 * Makes sure that there is room on the stack before the host does much on behalf of a guest. A
 * guest decides how deep it recurses before it calls; without room, the host's own code would
 * overflow in the middle of whatever it does. Here it overflows where nothing can be left half
 * done, and the guest is trapped.
 */
final class StackRoom {

  /** Each takes the room of sixteen numbers or more: 64 KiB at least, all together. */
  private static final int FRAMES = 512;

  private StackRoom() {}

  /**
   * Returns if there is room.
   *
   * @throws StackOverflowError if there is not
   */
  static void demand() {
    long unused = take(FRAMES, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);
  }

  @SuppressWarnings("TooManyParameters") // They are what takes the room.
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
