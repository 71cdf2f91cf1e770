package dev.escarole.samples.bench.clustersoak;

import java.util.function.UnaryOperator;

/** What a scheduled recipe does, and what it must print. */
@SuppressWarnings("ImmutableEnumChecker") // The functions hold nothing.
enum Shape {
  QUICK("\"echo {scheduled_for}\", \"sha256sum\"", 2, Shape::checksum),
  SLOW("\"sleep 2.5\", \"echo {scheduled_for}\", \"sha256sum\"", 3, Shape::checksum),
  WIDE(
      """
      {"parallel": true, "repeat": 4,
       "template": {"template": ["sleep 1", "echo {index} {scheduled_for}"]}},
      "grep {scheduled_for}"
      """,
      9,
      time -> "0 %1$s\n1 %1$s\n2 %1$s\n3 %1$s\n".formatted(time));

  private final String steps;
  private final int leaves;
  private final UnaryOperator<String> output;

  Shape(String steps, int leaves, UnaryOperator<String> output) {
    this.steps = steps;
    this.leaves = leaves;
    this.output = output;
  }

  private static String checksum(String time) {
    return Sha256.of(time + "\n") + "  -\n";
  }

  /** The steps as elements of a JSON array. */
  String steps() {
    return steps;
  }

  /** Commands in its plan; each must have one attempt on record. */
  int leaves() {
    return leaves;
  }

  /**
   * What the run prints.
   *
   * @param time the planned time as {@code scheduled_for} has it
   */
  String output(String time) {
    return output.apply(time);
  }
}
