package dev.escarole.web.page.compare;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.compare.TextDifference;
import dev.escarole.web.app.recipe.RecipeChoice;
import dev.escarole.web.app.run.RerunPreview;
import dev.escarole.web.app.run.RerunRequest;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunOrigin;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.words.Address;
import dev.escarole.web.page.words.Words;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The recipe of a run as it was, and what has become of it. */
public final class SourcePage {

  private static final int MOST_CHANGES = 50;
  private static final int LONGEST = 200;

  private final Pages pages;

  public SourcePage(Pages pages) {
    this.pages = pages;
  }

  /**
   * Content of the page.
   *
   * @param now why there is no present recipe to compare with; empty if there is
   * @param difference of the texts; null if there is no present recipe
   * @param preview what the run's values make of the present recipe; null if that is not known
   * @param why why that is not known; may be empty
   */
  public record View(
      RunHead run,
      RunOrigin origin,
      String now,
      @Nullable TextDifference difference,
      @Nullable RerunPreview preview,
      String why) {

    /** The page of the present recipe. */
    public String recipe() {
      return Address.ofRecipe(run.recipe());
    }

    /** The lines of the texts that differ. */
    public List<DifferenceView.Row> rows() {
      return difference == null ? List.of() : DifferenceView.rows(difference);
    }

    /** The first steps that differ in the plan. */
    public List<RerunPreview.Change> changes() {
      return preview == null
          ? List.of()
          : preview.changes().stream()
              .filter(change -> !change.kind().equals("same"))
              .limit(MOST_CHANGES)
              .toList();
    }

    /** How many more steps differ. */
    public long more() {
      return preview == null
          ? 0
          : preview.changes().stream().filter(change -> !change.kind().equals("same")).count()
              - changes().size();
    }

    /** The label or command of a step. */
    public String name(RerunPreview.Change change) {
      String label = change.label();
      String command = Words.shell(change.argv());
      return Words.brief(label == null ? command : label + ": " + command, LONGEST);
    }

    /** What differs in a step. */
    public String brief(String text) {
      return Words.brief(text, LONGEST);
    }
  }

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/runs/{id}/source", this::show, Role.VIEWER);
  }

  private void show(Context ctx) {
    Escarole escarole = pages.escarole(ctx);
    RunName name = new RunName(ctx.pathParam("id"));
    RunHead run = escarole.head(name);
    if (!run.run().equals(name.run())) {
      ctx.redirect("/runs/" + run.run() + "/source", HttpStatus.FOUND);
      return;
    }
    View view = view(escarole, run, escarole.origin(name));
    pages.show(ctx, "compare/source.jte", "recipe of " + run.run(), Frame.Place.RUNS, view);
  }

  private static View view(Escarole escarole, RunHead run, RunOrigin origin) {
    TextDifference difference;
    try {
      difference =
          escarole.difference(new TextDifference.Query(run.run(), "recipe", null, null, null));
    } catch (RefusedException e) {
      String why =
          e.code() == RefusalCode.NO_SUCH_RECIPE
              ? "The folder has no recipe '" + run.recipe() + "' any more."
              : Words.sentence(e.getMessage());
      return new View(run, origin, why, null, null, "");
    }
    try {
      RerunRequest again = RerunRequest.all(run.run()).of(RecipeChoice.named(run.recipe()));
      return new View(run, origin, "", difference, escarole.previewRerun(again), "");
    } catch (RefusedException e) {
      String why = e.problems().isEmpty() ? e.getMessage() : e.problems().get(0).message();
      return new View(run, origin, "", difference, null, Words.sentence(why));
    }
  }
}
