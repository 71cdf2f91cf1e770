package dev.escarole.web.page.list;

import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.access.Gate;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.filter.FilterPicture;
import dev.escarole.web.app.run.Cause;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunPage;
import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.draw.Bar;
import dev.escarole.web.page.words.Words;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The list of runs. */
public final class RunListPage {

  private static final int PAGE_SIZE = 50;
  private static final int LONGEST_CAUSE = 60;

  private final Pages pages;

  public RunListPage(Pages pages) {
    this.pages = pages;
  }

  /**
   * Content of the page.
   *
   * @param now when it was made
   * @param saved the reader's filters
   */
  public record View(
      RunListQuery query,
      RunPage page,
      Instant now,
      boolean canOperate,
      List<FilterPicture> saved) {

    /** The present filter as it is saved; empty if nothing is left out. */
    public String filter() {
      return query.isNarrowed() ? query.address("").replaceFirst("^[^?]*\\?", "") : "";
    }

    /** The saved filter that is in force; null if none is. */
    public @Nullable FilterPicture present() {
      return saved.stream().filter(each -> each.query().equals(filter())).findFirst().orElse(null);
    }

    public List<String> recipes() {
      return page.runs().stream().map(RunHead::recipe).distinct().sorted().toList();
    }

    /** How long a run took, or has taken so far; empty if that is not known. */
    public String duration(RunHead run) {
      boolean goesOn = run.status() == RunStatus.RUNNING || run.status() == RunStatus.WAITING;
      return Words.duration(goesOn ? Words.millis(run.startedAt(), now) : run.durationMillis());
    }

    /** A cause in a few words. */
    public String brief(Cause cause) {
      return Words.brief(cause.counted(), LONGEST_CAUSE);
    }

    /** How far its branches, or without any its leaves, are. */
    public Bar bar(RunHead run) {
      RunCounts counts = run.counts();
      if (counts == null) {
        return Bar.of(List.of());
      }
      return Bar.of(counts.branches().total() > 0 ? counts.branches() : counts.leaves());
    }
  }

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/runs", this::show, Role.VIEWER);
  }

  private void show(Context ctx) {
    Instant now = pages.now();
    RunListQuery query = RunListQuery.of(ctx);
    RunPage page = pages.escarole(ctx).runs(query.toQuery(PAGE_SIZE, now));
    ctx.header("Vary", "HX-Request");
    View view =
        new View(
            query,
            page,
            now,
            Gate.caller(ctx).may(Role.OPERATOR),
            pages.escarole(ctx).filters(NoInput.NONE).filters());
    pages.show(ctx, "runs/list.jte", "Runs", Frame.Place.RUNS, view);
  }
}
