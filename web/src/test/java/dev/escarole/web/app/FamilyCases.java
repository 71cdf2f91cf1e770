package dev.escarole.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.app.compare.RunComparison;
import dev.escarole.web.app.compare.TextDifference;
import dev.escarole.web.app.run.RerunRequest;
import dev.escarole.web.app.run.RunName;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Cases of {@link EscaroleContractTest} about runs among others. */
@SuppressWarnings("NullAway") // Requests hold null for fields that are not given.
final class FamilyCases extends ContractCases {

  private static final String OTHER = "20000101-000000-aaaaaa";

  private final String done;

  /**
   * @param done a run of the recipe census
   * @param keeper a run of another recipe
   */
  FamilyCases(Twins twins, String done, String keeper) {
    super(twins);
    this.done = done;
    for (String run : List.of(done, keeper, "last", OTHER)) {
      same(FamilyVerbs.FAMILY, run, new RunName(run));
    }
    for (String other : List.of(done, keeper, twins.interrupted.peek(), OTHER)) {
      same(FamilyVerbs.COMPARE, "with " + other, RunComparison.Query.first(done, other, 50));
    }
    for (String only : List.of("all", "plan", "state", "output", "duration", "nothing")) {
      same(FamilyVerbs.COMPARE, only, new RunComparison.Query(done, keeper, only, 2, null));
    }
    RunComparison first = twins.http.compare(query(null));
    same(FamilyVerbs.COMPARE, "the second page", query(first.next()));
    same(FamilyVerbs.COMPARE, "a cursor of nothing", query("zzz"));
    assertThat(first.steps()).hasSize(2);
    assertThat(first.counts().steps()).isGreaterThan(2);
    texts(keeper);
    reruns();
  }

  private void reruns() {
    alike(RunVerbs.PREVIEW_RERUN, "with changes", () -> changed("/srv/none::/none:ro", null));
    alike(RunVerbs.RERUN, "with changes", () -> changed("/srv/none::/none:ro", null));
    alike(RunVerbs.RERUN, "of another plan", () -> changed("/n::/n", "0".repeat(64)));
    alike(RunVerbs.RERUN, "with what is no directory", () -> changed("books", null));
    alike(RunVerbs.RERUN, "with a workspace", () -> changed("/srv/none::/workspace", null));
  }

  private RerunRequest changed(String directory, String planHash) {
    Map<String, Object> values = new LinkedHashMap<>();
    values.put("who", "someone");
    values.put("mode", null);
    return new RerunRequest(done, "all", null, false, null, null, null, null)
        .with(values, List.of(directory))
        .ofPlan(planHash);
  }

  private RunComparison.Query query(String cursor) {
    return new RunComparison.Query(done, done, "all", 2, cursor);
  }

  private void texts(String keeper) {
    for (String what : List.of("recipe", "input", "result", "stdout", "stderr", "nothing")) {
      same(FamilyVerbs.DIFFERENCE, what, text(what, keeper, null, null));
      same(FamilyVerbs.DIFFERENCE, what + " now", text(what, null, "0.0.0", null));
    }
    same(FamilyVerbs.DIFFERENCE, "two steps", text("stdout", done, "good", "0.0.1"));
    same(FamilyVerbs.DIFFERENCE, "of no step", text("stdout", done, "0.9", null));
    same(FamilyVerbs.DIFFERENCE, "of no run", text("stdout", OTHER, "good", null));
    TextDifference now = twins.http.difference(text("recipe", null, null, null));
    assertThat(now.after().from()).isEqualTo("now");
    assertThat(now.same()).isTrue();
  }

  private TextDifference.Query text(String what, String other, String path, String otherPath) {
    return new TextDifference.Query(done, what, other, path, otherPath);
  }
}
