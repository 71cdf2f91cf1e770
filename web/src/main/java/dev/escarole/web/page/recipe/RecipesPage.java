package dev.escarole.web.page.recipe;

import dev.escarole.recipe.Severity;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.recipe.Finding;
import dev.escarole.web.app.recipe.RecipeHead;
import dev.escarole.web.app.recipe.RecipeList;
import dev.escarole.web.app.recipe.RecipesQuery;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.ProblemView;
import dev.escarole.web.page.words.Address;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The list of recipes and handles in the watched folder. */
public final class RecipesPage {

  private static final int ON_A_PAGE = 100;

  private final Pages pages;

  public RecipesPage(Pages pages) {
    this.pages = pages;
  }

  /**
   * Content of the page.
   *
   * @param search the searched text; may be empty
   */
  public record View(String search, RecipeList list, Instant now) {

    public int pages() {
      return Math.max(1, (list.found() + ON_A_PAGE - 1) / ON_A_PAGE);
    }

    /** A hash of what is shown, so that a browser does not load the same list again. */
    public String mark() {
      List<Integer> rows = list.recipes().stream().map(View::shown).toList();
      return Integer.toHexString(
          Objects.hash(search, list.problems(), list.total(), list.found(), list.page(), rows));
    }

    /** Of a run under way more is known than the list shows, and changes all the time. */
    private static int shown(RecipeHead recipe) {
      RecipeHead.History history = Objects.requireNonNull(recipe.history());
      RunHead last = history.last();
      return Objects.hash(
          recipe.path(),
          recipe.description(),
          recipe.inForce(),
          recipe.flaws(),
          recipe.modifiedAt(),
          history.successRate(),
          history.degradedRate(),
          history.medianDurationMillis(),
          history.slowDurationMillis(),
          last == null ? null : last.run() + last.status().word());
    }

    /** The part of an address that asks for this search. */
    public String query() {
      return "q=" + Address.encoded(search);
    }

    /** The first line of a recipe's description. */
    public String about(RecipeHead recipe) {
      return Markdown.firstLine(Objects.toString(recipe.description(), ""));
    }

    /** The first of a recipe's errors; null if it has none. */
    public @Nullable ProblemView error(RecipeHead recipe) {
      Finding first = recipe.flaws().first();
      return first == null
          ? null
          : new ProblemView(first.problem(Severity.ERROR), recipe.flaws().line());
    }
  }

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/recipes", this::list, Role.VIEWER);
  }

  private void list(Context ctx) {
    String search = Pages.query(ctx, "q");
    String wanted = Pages.query(ctx, "page");
    int page = wanted.matches("[1-9][0-9]{0,5}") ? Integer.parseInt(wanted) : 1;
    RecipesQuery query = new RecipesQuery(search, (long) ON_A_PAGE, page, /* history= */ true);
    View view = new View(search, pages.escarole(ctx).recipes(query), pages.now());
    if (!"recipe-list".equals(ctx.header("HX-Target"))) {
      pages.show(ctx, "recipe/list.jte", "Recipes", Frame.Place.RECIPES, view);
    } else if (view.mark().equals(ctx.queryParam("seen"))) {
      // Nothing is put in place of the list, so that readers keep their place in it.
      ctx.status(HttpStatus.NO_CONTENT);
    } else {
      pages.part(ctx, "recipe/rows.jte", view);
    }
  }
}
