package dev.escarole.web.cli;

import dev.escarole.engine.run.Join;

/** Says in one line what a parallel node made of its branches. */
final class JoinText {

  private JoinText() {}

  static String summary(Join join) {
    StringBuilder text = new StringBuilder(join.path());
    String label = join.label();
    if (label != null && !label.isEmpty()) {
      text.append(" \"").append(Texts.plain(label)).append('"');
    }
    int meant = join.expected() - join.skipped();
    text.append(
        ": %,d of %s done".formatted(join.done(), Texts.count(meant, "branch", "branches")));
    if (join.skipped() > 0) {
      text.append(", %,d skipped".formatted(join.skipped()));
    }
    if (join.failed() > 0) {
      text.append(", coverage ").append(Texts.percent(join.coverage()));
    }
    Join.Verdict verdict = join.verdict();
    if (verdict != null) {
      text.append(
          ", %,d usable of at least %,d wanted: %s"
              .formatted(join.usableBranches(), join.minimum(), verdict.word()));
    } else if (!join.usable()) {
      text.append(", not usable");
    }
    return text.toString();
  }
}
