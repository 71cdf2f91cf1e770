package dev.escarole.web.page.list;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.access.Gate;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunPage;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The list of runs. */
public final class RunListPage {

  private static final int PAGE_SIZE = 50;

  private final Pages pages;
  private final Function<Context, Escarole> escarole;

  /**
   * @param escarole the application for the sender of a request
   */
  public RunListPage(Pages pages, Function<Context, Escarole> escarole) {
    this.pages = pages;
    this.escarole = escarole;
  }

  /**
   * Content of the page.
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
    Instant now = pages.now();
    RunListQuery query = RunListQuery.of(ctx);
    RunPage page = escarole.apply(ctx).runs(query.toQuery(PAGE_SIZE, now));
    View view =
        new View(
            query,
            page.runs().stream().map(run -> RunRow.of(run, now)).toList(),
            page.runs().stream().map(RunHead::recipe).distinct().sorted().toList(),
            page.next() == null ? null : query.address(page.next()),
            query.before().isEmpty() ? null : query.address(""),
            Gate.caller(ctx).may(Role.OPERATOR));
    ctx.header("Vary", "HX-Request");
    pages.show(ctx, "runs/list.jte", "Runs", Frame.Place.RUNS, view);
  }
}
