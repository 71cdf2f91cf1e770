package dev.escarole.web.page.list;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.access.Gate;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The list of runs. */
public final class RunListPage {

  private static final int PAGE_SIZE = 50;

  private final Pages pages;
  private final RunRows rows;

  public RunListPage(Pages pages, Installation service) {
    this.pages = pages;
    this.rows = new RunRows(service);
  }

  /**
   * What the page shows.
   *
   * @param next address of the older runs, or null if there are none
   * @param first address of the newest runs, or null if this is their page
   */
  public record View(
      RunListQuery query,
      List<RunRow> runs,
      List<String> recipes,
      @Nullable String next,
      @Nullable String first,
      boolean canOperate) {
    public View {
      runs = List.copyOf(runs);
      recipes = List.copyOf(recipes);
    }

    /** All statuses, for the filter. */
    public List<RunStatus> statuses() {
      return List.of(RunStatus.values());
    }

    public List<RunListQuery.Age> ages() {
      return List.of(RunListQuery.Age.values());
    }
  }

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/runs", this::show, Role.VIEWER);
  }

  private void show(Context ctx) {
    RunListQuery query = RunListQuery.of(ctx);
    RunRows.Page page = rows.page(query, PAGE_SIZE);
    Long next = page.next();
    View view =
        new View(
            query,
            page.rows(),
            page.rows().stream().map(RunRow::recipe).distinct().sorted().toList(),
            next == null ? null : query.address(next),
            query.before() == null ? null : query.address(null),
            Gate.caller(ctx).may(Role.OPERATOR));
    ctx.header("Vary", "HX-Request");
    pages.show(ctx, "runs/list.jte", "Runs", Frame.Place.RUNS, view);
  }
}
