package dev.escarole.web.cli.text;

import dev.escarole.web.app.run.JoinPicture;
import java.util.Locale;

/** Says in one line what a parallel node made of its branches. */
public final class JoinText {

  private JoinText() {}

  public static String summary(JoinPicture join) {
    StringBuilder text = new StringBuilder(join.path());
    String label = join.label();
    if (label != null && !label.isEmpty()) {
      text.append(" \"").append(TextFormat.plain(label)).append('"');
    }
    int meant = join.expected() - join.skipped();
    text.append(
        String.format(
            Locale.ROOT,
            ": %,d of %s done",
            join.done(),
            TextFormat.count(meant, "branch", "branches")));
    if (join.skipped() > 0) {
      text.append(String.format(Locale.ROOT, ", %,d skipped", join.skipped()));
    }
    if (join.failed() > 0) {
      text.append(", coverage ").append(TextFormat.percent(join.coverage()));
    }
    String verdict = join.verdict();
    if (verdict != null) {
      text.append(
          String.format(
              Locale.ROOT,
              ", %,d usable of at least %,d wanted: %s",
              join.usableBranches(),
              join.minimum(),
              verdict));
    } else if (!join.usable()) {
      text.append(", not usable");
    }
    return text.toString();
  }
}
