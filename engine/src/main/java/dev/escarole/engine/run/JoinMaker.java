package dev.escarole.engine.run;

import dev.escarole.engine.plan.GroupStep;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Joins the branches of a parallel node: the record of it, and the text that flows on. */
final class JoinMaker {

  /** Characters of a failed branch's diagnosis that the join shows. */
  private static final int MAX_STDERR_CHARS = 1000;

  private JoinMaker() {}

  static Join join(GroupStep group, List<StepResult> results) {
    List<Join.Branch> branches = new ArrayList<>(results.size());
    int usable = 0;
    for (int i = 0; i < results.size(); i++) {
      StepResult result = results.get(i);
      branches.add(
          new Join.Branch(
              group.children().get(i).path(),
              group.branchLabel(i),
              result.status(),
              result.exitCode()));
      usable += result.status() == StepStatus.DONE && !result.stdout().isEmpty() ? 1 : 0;
    }
    Integer minimum = group.controls().hasQuorum() ? group.controls().minSuccessful() : null;
    return new Join(group.path(), group.label(), branches, usable, minimum);
  }

  /** The branches' blocks in declaration order, each starting on a line of its own. */
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
    return Content.of(blocks.bytes.toByteArray());
  }

  private static void branch(Blocks blocks, Join.Branch branch, StepResult result) {
    blocks.block("--- branch: " + branch.label() + " status: " + branch.status().word() + " ---");
    switch (branch.status()) {
      case DONE -> {
        blocks.text("\n");
        blocks.bytes.writeBytes(result.stdout().bytes());
      }
      case SKIPPED -> {}
      case FAILED, TIMEOUT, CANCELLED -> blocks.text(diagnosis(result));
    }
  }

  private static String diagnosis(StepResult result) {
    String exit = "\nexit: " + result.exitCode();
    String stderr = result.stderr().text();
    return stderr.isEmpty() ? exit : exit + "\nstderr: " + cut(stderr);
  }

  private static String cut(String text) {
    if (text.length() <= MAX_STDERR_CHARS) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, codePoints(text)));
  }

  private static int codePoints(String text) {
    return Math.min(MAX_STDERR_CHARS, text.codePointCount(0, text.length()));
  }

  /** Bytes under construction in which every block starts on a new line. */
  private static final class Blocks {
    private final Tail bytes = new Tail();

    void block(String header) {
      if (bytes.size() > 0 && bytes.last() != '\n') {
        text("\n");
      }
      text(header);
    }

    void text(String text) {
      bytes.writeBytes(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  /** Knows its last byte without copying. */
  private static final class Tail extends ByteArrayOutputStream {
    byte last() {
      return buf[count - 1];
    }
  }
}
