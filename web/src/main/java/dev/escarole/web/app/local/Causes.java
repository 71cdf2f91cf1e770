package dev.escarole.web.app.local;

import dev.escarole.web.app.run.Cause;
import dev.escarole.web.app.run.FailurePicture;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Groups failures that look alike, so that a thousand of one kind are one cause. */
final class Causes {

  private static final int MOST = 100;
  private static final int LONGEST = 300;

  private Causes() {}

  private record Kind(String outcome, int exitCode, String error) {}

  /** The causes of failures, the most frequent first, at most 100. */
  static List<Cause> of(List<FailurePicture> failures) {
    Map<Kind, List<FailurePicture>> byKind = new LinkedHashMap<>();
    for (FailurePicture failure : failures) {
      Kind kind = new Kind(failure.outcome(), failure.exitCode(), error(failure));
      byKind.computeIfAbsent(kind, unused -> new ArrayList<>()).add(failure);
    }
    List<Cause> causes = new ArrayList<>();
    byKind.forEach((kind, same) -> causes.add(cause(kind, same)));
    causes.sort(Comparator.comparingInt(Cause::count).reversed());
    return causes.subList(0, Math.min(MOST, causes.size()));
  }

  private static Cause cause(Kind kind, List<FailurePicture> same) {
    FailurePicture first = same.get(0);
    return new Cause(
        kind.outcome(),
        kind.exitCode(),
        kind.error(),
        same.size(),
        first.path(),
        first.label(),
        shortened(String.join(" ", first.argv())));
  }

  private static String error(FailurePicture failure) {
    String said = failure.stderr().isBlank() ? failure.detail() : failure.stderr().strip();
    return shortened(said.lines().findFirst().orElse(""));
  }

  private static String shortened(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }
}
