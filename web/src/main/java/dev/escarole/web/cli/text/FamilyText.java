package dev.escarole.web.cli.text;

import dev.escarole.web.app.compare.RunFamily;
import dev.escarole.web.app.run.RunHead;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names the runs around a run. */
public final class FamilyText {

  private FamilyText() {}

  /** A line for each of them; none if there are none. */
  public static List<String> lines(RunFamily family) {
    List<String> lines = new ArrayList<>();
    RunFamily.Earlier earlier = family.rerunOf();
    if (earlier != null) {
      lines.add(
          "rerun of  "
              + (earlier.head() == null ? earlier.run() + "  deleted" : one(earlier.head())));
    }
    lines.addAll(others(family));
    return lines;
  }

  /** A line for each but the run that it reruns. */
  public static List<String> others(RunFamily family) {
    List<String> lines = new ArrayList<>();
    family.reruns().forEach(run -> lines.add("rerun as  " + one(run)));
    add(lines, "previous  ", family.previous());
    add(lines, "next      ", family.next());
    add(lines, "last good ", family.lastGood());
    return lines;
  }

  private static void add(List<String> lines, String what, @Nullable RunHead run) {
    if (run != null) {
      lines.add(what + one(run));
    }
  }

  private static String one(RunHead run) {
    Long millis = run.durationMillis();
    return run.run()
        + "  "
        + run.status().word()
        + (millis == null ? "" : "  " + TextFormat.duration(millis));
  }
}
