package dev.escarole.web.page.recipe;

import dev.escarole.web.app.Role;
import dev.escarole.web.app.recipe.RecipeVersions;
import dev.escarole.web.app.recipe.RecipeVersions.Version;
import dev.escarole.web.app.recipe.RecipeVersions.VersionsQuery;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.words.Address;
import dev.escarole.web.page.words.Words;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.List;

/** The versions of a recipe, and how two of them differ. */
public final class VersionsPage {

  private static final String PATH = "/recipe/versions";

  private final Pages pages;

  public VersionsPage(Pages pages) {
    this.pages = pages;
  }

  /** Content of the page. */
  public record View(RecipeVersions reply) {

    public List<Version> versions() {
      return reply.versions();
    }

    /** Whether a version is the older or the newer one that is compared, or would be. */
    public boolean isChosen(Version version, boolean older) {
      RecipeVersions.Difference difference = reply.difference();
      if (difference != null) {
        return version.version().equals(older ? difference.from() : difference.to());
      }
      int place = versions().indexOf(version);
      return older ? place == Math.min(1, versions().size() - 1) : place == 0;
    }

    /** Its standing in words. */
    public static String standing(Version version) {
      return switch (version.standing()) {
        case "in-force" -> "in force";
        case "invalid" -> "in the file, has errors";
        default -> "earlier";
      };
    }

    /** The beginning of a hash, by which people tell versions apart. */
    public static String brief(String version) {
      return Words.shortHash(version);
    }

    /** What two versions differ in, in words. */
    public String verdict() {
      RecipeVersions.Difference difference = reply.difference();
      if (difference == null) {
        return "";
      }
      if (difference.hunks().isEmpty()) {
        return "No line differs.";
      }
      return "%s added, %s removed"
          .formatted(
              Words.count(difference.added(), "line", "lines"),
              Words.count(difference.removed(), "line", "lines"));
    }
  }

  /** The address of the versions of a recipe. */
  public static String address(String recipe) {
    return new Address(PATH).with("name", recipe).toString();
  }

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get(PATH, this::show, Role.VIEWER);
  }

  private void show(Context ctx) {
    VersionsQuery query =
        new VersionsQuery(
            Pages.query(ctx, "name"),
            Pages.orNull(Pages.query(ctx, "from")),
            Pages.orNull(Pages.query(ctx, "to")));
    RecipeVersions reply = pages.escarole(ctx).recipeVersions(query);
    String title = "Versions of " + reply.name();
    pages.show(ctx, "recipe/versions.jte", title, Frame.Place.RECIPES, new View(reply));
  }
}
