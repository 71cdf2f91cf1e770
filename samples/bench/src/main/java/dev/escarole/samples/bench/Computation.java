package dev.escarole.samples.bench;

/**
 * Something that the program {@code guest.c} computes.
 *
 * @param program its name there
 * @param size how much of it
 * @param what the same for people
 */
record Computation(String program, int size, String what) {

  /** What is measured, or a hundredth of it. */
  static Computation[] all(boolean quick) {
    int part = quick ? 100 : 1;
    return new Computation[] {
      new Computation("sha256", Math.max(1, 64 / part), "SHA-256 over MiB"),
      new Computation("sort", 5_000_000 / part, "quicksort of integers"),
      new Computation("matrix", quick ? 100 : 500, "product of matrices"),
    };
  }

  String task() {
    return "guests: " + what + ", " + size;
  }
}
