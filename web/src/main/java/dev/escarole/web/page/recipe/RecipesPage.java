package dev.escarole.web.page.recipe;

import dev.escarole.engine.folder.FolderEntry;
import dev.escarole.engine.store.RecipeHistory;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Severity;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.ProblemView;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The list of recipes and handles in the watched folder. */
public final class RecipesPage {

  private static final int ON_A_PAGE = 100;

  private final Installation service;
  private final Pages pages;

  public RecipesPage(Installation service, Pages pages) {
    this.service = service;
    this.pages = pages;
  }

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/recipes", this::list, Role.VIEWER);
  }

  private void list(Context ctx) {
    RecipesView view = view(text(ctx, "q"), number(ctx.queryParam("page")));
    if (!"recipe-list".equals(ctx.header("HX-Target"))) {
      pages.show(ctx, "recipe/list.jte", "Recipes", Frame.Place.RECIPES, view);
    } else if (view.mark().equals(ctx.queryParam("seen"))) {
      // Nothing is put in place of the list, so nobody loses where they are in it.
      ctx.status(HttpStatus.NO_CONTENT);
    } else {
      pages.part(ctx, "recipe/rows.jte", view);
    }
  }

  private static String text(Context ctx, String name) {
    String value = ctx.queryParam(name);
    return value == null ? "" : value.strip();
  }

  private static int number(@Nullable String text) {
    return text != null && text.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(text) : 1;
  }

  private RecipesView view(String search, int wantedPage) {
    List<FolderEntry> all = service.recipes().entries();
    List<FolderEntry> found = all.stream().filter(entry -> matches(entry, search)).toList();
    int count = Math.max(1, (found.size() + ON_A_PAGE - 1) / ON_A_PAGE);
    int page = Math.min(wantedPage, count);
    List<RecipesView.Row> rows =
        found.stream().skip((page - 1L) * ON_A_PAGE).limit(ON_A_PAGE).map(this::row).toList();
    Path place = service.recipes().place();
    return new RecipesView(
        place == null ? null : place.toString(),
        service.recipes().troubles(),
        search,
        all.size(),
        found.size(),
        rows,
        page,
        count);
  }

  private static boolean matches(FolderEntry entry, String search) {
    String wanted = search.toLowerCase(Locale.ROOT);
    return wanted.isEmpty()
        || entry.name().toLowerCase(Locale.ROOT).contains(wanted)
        || entry.file().path().toLowerCase(Locale.ROOT).contains(wanted)
        || description(entry).toLowerCase(Locale.ROOT).contains(wanted);
  }

  /** What the version in force says that it is for; empty if it does not. */
  static String description(FolderEntry entry) {
    String text = entry.definition() == null ? null : entry.definition().description();
    return text == null ? "" : text;
  }

  /** How sound the present text of an entry is. */
  static String status(FolderEntry entry) {
    if (!entry.valid()) {
      return "invalid";
    }
    return entry.reading().problems().isEmpty() ? "valid" : "warnings";
  }

  private RecipesView.Row row(FolderEntry entry) {
    List<Problem> errors =
        entry.reading().problems().stream()
            .filter(problem -> problem.severity() == Severity.ERROR)
            .toList();
    RecipeHistory history = service.histories().of(entry.name());
    return new RecipesView.Row(
        entry.name(),
        RecipeAddress.of(entry.name()),
        entry.file().path(),
        entry.kind().word(),
        Markdown.firstLine(description(entry)),
        status(entry),
        entry.definition() != null,
        errors.isEmpty() ? null : ProblemView.of(errors.get(0), entry.reading().source()),
        errors.size(),
        last(history),
        HistoryView.rate(history),
        HistoryView.degraded(history),
        entry.file().modified());
  }

  private static RecipesView.@Nullable LastRun last(RecipeHistory history) {
    if (history.runs().isEmpty()) {
      return null;
    }
    StoredRun run = history.runs().get(0);
    return new RecipesView.LastRun(run.id().value(), run.status().word(), run.startedAt());
  }
}
