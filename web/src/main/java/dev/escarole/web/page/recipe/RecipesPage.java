package dev.escarole.web.page.recipe;

import dev.escarole.recipe.Severity;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.recipe.RecipeHead;
import dev.escarole.web.app.recipe.RecipeList;
import dev.escarole.web.app.recipe.RecipesQuery;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.ProblemView;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The list of recipes and handles in the watched folder. */
public final class RecipesPage {

  private static final int ON_A_PAGE = 100;

  private final Pages pages;
  private final Function<Context, Escarole> escarole;

  /**
   * @param escarole the application for the sender of a request
   */
  public RecipesPage(Pages pages, Function<Context, Escarole> escarole) {
    this.pages = pages;
    this.escarole = escarole;
  }

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/recipes", this::list, Role.VIEWER);
  }

  private void list(Context ctx) {
    String search = Objects.toString(ctx.queryParam("q"), "").strip();
    int page = number(ctx.queryParam("page"));
    RecipesQuery query = new RecipesQuery(search, (long) ON_A_PAGE, page, /* history= */ true);
    RecipesView view = view(search, escarole.apply(ctx).recipes(query));
    if (!"recipe-list".equals(ctx.header("HX-Target"))) {
      pages.show(ctx, "recipe/list.jte", "Recipes", Frame.Place.RECIPES, view);
    } else if (view.mark().equals(ctx.queryParam("seen"))) {
      // Nothing is put in place of the list, so that readers keep their place in it.
      ctx.status(HttpStatus.NO_CONTENT);
    } else {
      pages.part(ctx, "recipe/rows.jte", view);
    }
  }

  private static int number(@Nullable String text) {
    return text != null && text.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(text) : 1;
  }

  private static RecipesView view(String search, RecipeList list) {
    return new RecipesView(
        list.folder(),
        list.problems(),
        search,
        list.total(),
        list.found(),
        list.recipes().stream().map(RecipesPage::row).toList(),
        list.page(),
        Math.max(1, (list.found() + ON_A_PAGE - 1) / ON_A_PAGE));
  }

  /** The state of the present text of a recipe. */
  static String status(RecipeHead recipe) {
    if (!recipe.valid()) {
      return "invalid";
    }
    return recipe.flaws().warnings() == 0 ? "valid" : "warnings";
  }

  private static RecipesView.Row row(RecipeHead recipe) {
    RecipeHead.Flaws flaws = recipe.flaws();
    RecipeHead.History history = Objects.requireNonNull(recipe.history());
    RunHead last = history.last();
    return new RecipesView.Row(
        recipe.name(),
        RecipeAddress.of(recipe.name()),
        recipe.path(),
        recipe.kind(),
        Markdown.firstLine(Objects.toString(recipe.description(), "")),
        status(recipe),
        recipe.inForce(),
        flaws.first() == null
            ? null
            : ProblemView.of(flaws.first().problem(Severity.ERROR), flaws.line()),
        flaws.errors(),
        last == null
            ? null
            : new RecipesView.LastRun(last.run(), last.status().word(), last.startedAt()),
        HistoryView.rate(history),
        HistoryView.degraded(history),
        recipe.modifiedAt());
  }
}
