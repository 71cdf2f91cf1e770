package dev.escarole.web.page.compare;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.compare.RunComparison;
import dev.escarole.web.app.compare.RunFamily;
import dev.escarole.web.app.compare.TextDifference;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Two runs side by side, and their texts. */
public final class ComparePage {

  private static final int PAGE_SIZE = 100;

  private final Pages pages;

  public ComparePage(Pages pages) {
    this.pages = pages;
  }

  /**
   * The choice of the second run.
   *
   * @param run the first one; empty if it is to be chosen as well
   * @param near what each run near it is, by its id
   */
  public record Choice(String run, Map<String, String> near) {}

  /** Adds the pages to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/compare", this::compare, Role.VIEWER);
    routes.get("/compare/text", this::text, Role.VIEWER);
  }

  private void compare(Context ctx) {
    List<String> runs = runs(ctx);
    if (runs.size() < 2) {
      choose(ctx, runs.isEmpty() ? "" : runs.get(0));
      return;
    }
    String only = Pages.query(ctx, "only");
    RunComparison comparison =
        pages
            .escarole(ctx)
            .compare(
                new RunComparison.Query(
                    runs.get(0),
                    runs.get(1),
                    Pages.orNull(only),
                    PAGE_SIZE,
                    Pages.orNull(Pages.query(ctx, "from"))));
    boolean first = Pages.query(ctx, "from").isEmpty();
    ComparisonView view =
        new ComparisonView(comparison, only.isEmpty() ? "differences" : only, first, pages.now());
    pages.show(ctx, "compare/runs.jte", "Compare runs", Frame.Place.RUNS, view);
  }

  private static List<String> runs(Context ctx) {
    List<String> runs =
        ctx.queryParams("run").stream().map(String::strip).filter(run -> !run.isEmpty()).toList();
    if (runs.size() > 2) {
      throw new RefusedException(
          RefusalCode.BAD_SELECTION,
          "two runs can be compared, and %d were selected".formatted(runs.size()),
          "Go back and select two.");
    }
    return runs;
  }

  private void choose(Context ctx, String run) {
    Map<String, String> near = new LinkedHashMap<>();
    String id = run;
    if (!run.isEmpty()) {
      Escarole escarole = pages.escarole(ctx);
      RunFamily family = escarole.family(new RunName(run));
      id = family.run();
      add(near, "the previous run", family.previous());
      add(near, "the last good run", family.lastGood());
      add(
          near,
          "the run that it reruns",
          family.rerunOf() == null ? null : family.rerunOf().head());
      add(near, "the next run", family.next());
      family.reruns().forEach(each -> add(near, "a rerun of it", each));
    }
    pages.show(ctx, "compare/choose.jte", "Compare runs", Frame.Place.RUNS, new Choice(id, near));
  }

  private static void add(Map<String, String> near, String what, @Nullable RunHead run) {
    if (run != null) {
      near.merge(run.run(), what, (first, second) -> first + ", " + second);
    }
  }

  private void text(Context ctx) {
    List<String> runs = runs(ctx);
    if (runs.isEmpty()) {
      throw new RefusedException(
          RefusalCode.BAD_SELECTION, "no run was selected", "Compare two runs first.");
    }
    TextDifference difference =
        pages
            .escarole(ctx)
            .difference(
                new TextDifference.Query(
                    runs.get(0),
                    Pages.query(ctx, "what"),
                    runs.size() > 1 ? runs.get(1) : null,
                    Pages.orNull(Pages.query(ctx, "path")),
                    Pages.orNull(Pages.query(ctx, "other-path"))));
    DifferenceView view =
        new DifferenceView(
            DifferenceView.title(Pages.query(ctx, "what"), Pages.query(ctx, "path")),
            DifferenceView.back(runs),
            difference);
    pages.show(ctx, "compare/text.jte", view.title(), Frame.Place.RUNS, view);
  }
}
