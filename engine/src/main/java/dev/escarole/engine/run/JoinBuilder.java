package dev.escarole.engine.run;

import dev.escarole.engine.command.ByteParts;
import dev.escarole.engine.plan.GroupStep;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Joins the branches of a parallel node: its record and its text. */
final class JoinBuilder {

  /** Maximum characters of a failed branch's stderr in the join. */
  private static final int MAX_STDERR_CHARS = 1000;

  private JoinBuilder() {}

  static Join join(GroupStep group, List<StepResult> results) {
    List<Join.Branch> branches = new ArrayList<>(results.size());
    int usable = 0;
    for (int i = 0; i < results.size(); i++) {
      StepResult result = results.get(i);
      boolean counts = result.status() == StepStatus.DONE && !result.stdout().isEmpty();
      branches.add(
          new Join.Branch(
              group.children().get(i).path(),
              group.branchLabel(i),
              result.status(),
              result.exitCode(),
              counts));
      usable += counts ? 1 : 0;
    }
    Integer minimum = group.controls().hasQuorum() ? group.controls().minSuccessful() : null;
    return new Join(group.path(), group.label(), branches, usable, minimum);
  }

  /**
   * The branches' blocks in declaration order, each starting on a new line. {@link JoinGuard}
   * prevents outputs from looking like headers.
   */
  static Content text(Join join, List<StepResult> results) {
    Blocks blocks = new Blocks();
    Join.Verdict verdict = join.verdict();
    if (verdict != null) {
      blocks.block(
          "--- parallel_status: %s usable: %d expected: %d minimum: %d ---"
              .formatted(verdict.word(), join.usableBranches(), join.expected(), join.minimum()));
    }
    for (int i = 0; i < results.size(); i++) {
      branch(blocks, join.branches().get(i), results.get(i));
    }
    return blocks.content();
  }

  private static void branch(Blocks blocks, Join.Branch branch, StepResult result) {
    String label = JoinGuard.label(branch.label());
    blocks.block("--- branch: " + label + " status: " + branch.status().word() + " ---");
    switch (branch.status()) {
      case DONE -> {
        blocks.text("\n");
        blocks.add(JoinGuard.body(result.stdout().parts()));
      }
      case SKIPPED -> {}
      case FAILED, TIMEOUT, CANCELLED -> blocks.text(diagnosis(result));
    }
  }

  private static String diagnosis(StepResult result) {
    String exit = "\nexit: " + result.exitCode();
    String stderr = result.stderr().text();
    return stderr.isEmpty() ? exit : guarded(exit + "\nstderr: " + cut(stderr));
  }

  private static String guarded(String text) {
    return Content.of(JoinGuard.body(Content.of(text).parts())).text();
  }

  private static String cut(String text) {
    return text.codePointCount(0, text.length()) <= MAX_STDERR_CHARS
        ? text
        : text.substring(0, text.offsetByCodePoints(0, MAX_STDERR_CHARS));
  }

  /**
   * Builds bytes in which every block starts on a new line. Large arrays are not copied; small ones
   * are combined, but into no array much larger than that.
   */
  private static final class Blocks {
    private static final int LARGE = 64 * 1024;

    private final List<byte[]> arrays = new ArrayList<>();
    private final ByteArrayOutputStream small = new ByteArrayOutputStream();
    private int last = '\n';

    void block(String header) {
      if (last != '\n') {
        text("\n");
      }
      text(header);
    }

    void text(String text) {
      add(text.getBytes(StandardCharsets.UTF_8));
    }

    void add(ByteParts parts) {
      parts.arrays().forEach(this::add);
    }

    private void add(byte[] array) {
      if (array.length == 0) {
        return;
      }
      if (array.length < LARGE) {
        small.writeBytes(array);
        if (small.size() >= LARGE) {
          endSmall();
        }
      } else {
        endSmall();
        arrays.add(array);
      }
      last = array[array.length - 1];
    }

    private void endSmall() {
      if (small.size() > 0) {
        arrays.add(small.toByteArray());
        small.reset();
      }
    }

    Content content() {
      endSmall();
      return Content.of(ByteParts.of(arrays));
    }
  }
}
