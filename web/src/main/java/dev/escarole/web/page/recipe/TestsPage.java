package dev.escarole.web.page.recipe;

import dev.escarole.web.app.Role;
import dev.escarole.web.app.recipe.RecipeHead;
import dev.escarole.web.app.recipe.RecipeName;
import dev.escarole.web.app.recipe.TestReport;
import dev.escarole.web.app.recipe.TestRequest;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.words.Words;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The page that runs the tests beside a recipe. */
public final class TestsPage {

  private static final String PATH = "/recipe/tests";

  private final Pages pages;

  public TestsPage(Pages pages) {
    this.pages = pages;
  }

  /**
   * Content of the page.
   *
   * @param report the results; null before the tests are run
   */
  public record View(RecipeHead recipe, @Nullable TestReport report) {

    /** Whether they were run, and there are none. */
    public boolean isEmpty() {
      return report != null && report.files().isEmpty();
    }

    /** How many tests passed, and how many files of tests cannot be used. */
    public String verdict() {
      if (report == null) {
        return "";
      }
      String passed = report.tests() - report.failed() + " of " + report.tests() + " passed";
      if (report.broken() == 0) {
        return passed;
      }
      String broken = Words.count(report.broken(), "file", "files") + " cannot be used";
      return report.tests() == 0 ? broken : passed + ", " + broken;
    }
  }

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get(PATH, ctx -> show(ctx, null), Role.OPERATOR);
    routes.post(PATH, this::run, Role.OPERATOR);
  }

  private void run(Context ctx) {
    show(ctx, pages.escarole(ctx).test(new TestRequest(name(ctx), null)));
  }

  private void show(Context ctx, @Nullable TestReport report) {
    RecipeHead head = pages.escarole(ctx).recipe(new RecipeName(name(ctx))).head();
    String title = "Tests of " + head.name();
    pages.show(ctx, "recipe/tests.jte", title, Frame.Place.RECIPES, new View(head, report));
  }

  private static String name(Context ctx) {
    return Objects.toString(ctx.queryParam("name"), "");
  }
}
