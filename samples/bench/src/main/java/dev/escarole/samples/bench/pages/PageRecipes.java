package dev.escarole.samples.bench.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The recipes whose runs are looked at. */
final class PageRecipes {

  /** Small ones, of which there are thousands of runs: done, degraded, failed. */
  static final List<String> SMALL =
      List.of("watering", "watering", "review", "harvest", "weighing");

  /** The large one, whose steps can be counted. */
  static final String LARGE = "survey";

  /** One that goes on, and fails piece by piece. */
  static final String SLOW = "night-round";

  private static final String WATERING =
      """
      name: watering
      description: Waters the beds, one after the other.
      args: ["litres:int=4", "beds=all"]
      template: ["printf 'north %s\\nsouth %s\\n' {litres} {litres}", "grep south", "wc -w"]
      """;

  private static final String REVIEW =
      """
      name: review
      template:
        - echo Just whisk oil and lemon
        - label: panel
          parallel: true
          min_successful: 3
          template:
            - {label: structure, template: "wc -l"}
            - {label: wording, template: "grep -n Just"}
            - {label: facts, template: "cat /reference/lettuces.txt"}
            - {label: length, template: "wc -w"}
            - {label: spelling, template: "grep -n lemmon"}
      """;

  private static final String HARVEST =
      """
      name: harvest
      template:
        - {label: plots, parallel: true, min_successful: 5, failure: branch, repeat: 6, template: "cat /in/plot-{index}.csv"}
        - wc -l
      """;

  private static final String WEIGHING =
      """
      name: weighing
      template: [echo 12 kg, "grep -c stone"]
      """;

  private PageRecipes() {}

  /**
   * Writes them into a directory.
   *
   * @param steps of the plan of {@link #LARGE}, about
   * @param seconds that {@link #SLOW} takes
   */
  static void write(Path directory, int steps, int seconds) throws IOException {
    Files.writeString(directory.resolve("watering.yaml"), WATERING);
    Files.writeString(directory.resolve("review.yaml"), REVIEW);
    Files.writeString(directory.resolve("harvest.yaml"), HARVEST);
    Files.writeString(directory.resolve("weighing.yaml"), WEIGHING);
    Files.writeString(directory.resolve("broken.yaml"), "name: broken\ntemplate: [echo {, 7]\n");
    Files.writeString(directory.resolve("survey.yaml"), large(steps));
    Files.writeString(directory.resolve("night-round.yaml"), slow(seconds));
  }

  /** A branch takes four steps: itself, its sequence and two commands. */
  private static String large(int steps) {
    int files = 40;
    int plots = Math.max(1, (steps - files - 3) / 4);
    return """
        name: survey
        template:
          - label: plots
            parallel: true
            min_successful: %d
            repeat: %d
            template: {template: ["echo plot {index}", "grep -v 7$"]}
          - label: files
            parallel: true
            repeat: %d
            template: "cat /in/plot-{index}.csv"
        """
        .formatted(plots * 19 / 20, plots, files);
  }

  private static String slow(int seconds) {
    StringBuilder branches = new StringBuilder();
    List<String> ends = List.of("cat /in/%d.csv", "echo bed %d", "grep -c %d", "ls /nowhere/%d");
    int count = 14;
    for (int i = 0; i < count; i++) {
      long delay = seconds * 1000L * (i + 1) / (count + 1);
      branches.append(
          "      - {label: bed-%d, delay: %d, template: \"%s\"}%n"
              .formatted(i, delay, ends.get(i % ends.size()).formatted(i)));
    }
    return """
        name: night-round
        template:
          - label: beds
            parallel: true
            min_successful: 8
            concurrency: 99
            template:
              - {label: watch, delay: 86400000, template: echo}
        %s  - wc -l
        """
        .formatted(branches);
  }
}
