package dev.escarole.samples.bench;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * What to measure.
 *
 * @param rounds times that every contender is measured
 * @param warmUps rounds of ours that are not measured
 * @param only a part of {@code task: contender}, or null for all
 */
record BenchOptions(
    int fanOut, int chain, int plan, int rounds, int warmUps, Path json, @Nullable String only) {

  static final String HELP =
      """
      usage: bench [--quick] [--runs N] [--only TEXT] [--json FILE]

      Measures what a command costs in Escarole, beside make and a loop that only
      starts processes, and prints medians in microseconds per command.

        --quick      a tenth of the commands and 3 rounds: for a first look
        --runs N     rounds, 5 unless set
        --only TEXT  only what has this in "task: who", such as fan-out, broker, runner,
                       guests, plan, durable
        --json FILE  where the figures go as JSON, bench.json unless set
      """;

  static BenchOptions full() {
    return new BenchOptions(10_000, 1_000, 100_000, 5, 3, Path.of("bench.json"), null);
  }

  BenchOptions quick() {
    return new BenchOptions(fanOut / 10, chain / 10, plan / 10, 3, 5, json, only);
  }

  BenchOptions withRounds(int count) {
    if (count < 1) {
      throw new IllegalArgumentException("--runs must be at least 1, was " + count);
    }
    return new BenchOptions(fanOut, chain, plan, count, warmUps, json, only);
  }

  BenchOptions withJson(Path file) {
    return new BenchOptions(fanOut, chain, plan, rounds, warmUps, file, only);
  }

  BenchOptions withOnly(String part) {
    return new BenchOptions(fanOut, chain, plan, rounds, warmUps, json, part);
  }

  /** Whether little is to be measured. */
  boolean isQuick() {
    return fanOut < full().fanOut;
  }

  boolean wants(String title) {
    return only == null || title.contains(only);
  }
}
