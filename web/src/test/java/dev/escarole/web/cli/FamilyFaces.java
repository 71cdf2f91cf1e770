package dev.escarole.web.cli;

import dev.escarole.web.app.FamilyVerbs;
import dev.escarole.web.app.compare.RunComparison;
import dev.escarole.web.app.compare.TextDifference;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.cli.ScheduleFaces.Asking;
import java.util.List;

/** What is asked about runs among others in {@link FacesContractTest}. */
final class FamilyFaces {

  private FamilyFaces() {}

  /**
   * @param done a run
   * @param keeper a run of another recipe
   */
  static void ask(String done, String keeper, Asking cases) {
    for (String run : List.of(done, keeper, "nothing")) {
      cases.ask(FamilyVerbs.FAMILY, () -> new RunName(run), "runs family %s --json", null);
      cases.ask(
          FamilyVerbs.COMPARE,
          () -> RunComparison.Query.first(done, run, 50),
          "runs compare " + done + " " + run + " --json",
          null);
      cases.ask(
          FamilyVerbs.DIFFERENCE,
          () -> new TextDifference.Query(done, "recipe", run, null, null),
          "runs compare " + done + " " + run + " --text recipe --json",
          null);
    }
    cases.ask(
        FamilyVerbs.DIFFERENCE,
        () -> new TextDifference.Query(done, "stderr", done, "bad", null),
        "runs compare " + done + " " + done + " --text bad --stderr --json",
        null);
  }
}
