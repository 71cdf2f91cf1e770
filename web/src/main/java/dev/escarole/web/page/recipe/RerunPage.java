package dev.escarole.web.page.recipe;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.recipe.InputsRequest;
import dev.escarole.web.app.recipe.LaunchInputs;
import dev.escarole.web.app.recipe.RecipeChoice;
import dev.escarole.web.app.run.RerunPreview;
import dev.escarole.web.app.run.RerunRequest;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.app.run.RunOrigin;
import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.words.Words;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reruns a run with another recipe, other values or further directories. It shows what would run
 * again and what would be kept before anything starts.
 */
public final class RerunPage {

  private static final String START = "start";
  private static final String PREVIEW = "preview";

  private final Pages pages;

  public RerunPage(Pages pages) {
    this.pages = pages;
  }

  /**
   * What came of a form.
   *
   * @param preview what a start would do; null if that is refused
   * @param outdated whether it is not what the sender has seen, so that nothing was started
   * @param refusal why nothing was started or can be; empty if nothing is in the way
   * @param canForce whether the refusal can be overridden
   */
  public record Outcome(
      @Nullable RerunPreview preview,
      boolean outdated,
      String refusal,
      String hint,
      boolean canForce) {

    private static Outcome of(RerunPreview preview, boolean outdated) {
      return new Outcome(preview, outdated, "", "", false);
    }

    private static Outcome refused(
        RefusedException why, RunHead run, @Nullable RerunPreview preview) {
      boolean problem = !why.problems().isEmpty();
      String message = problem ? why.problems().get(0).message() : why.getMessage();
      String hint = problem ? why.problems().get(0).hint() : why.hint();
      boolean lost = why.code() == RefusalCode.RERUN_REFUSED && preview != null && run.hasEnded();
      return new Outcome(preview, false, Words.sentence(message), hint == null ? "" : hint, lost);
    }
  }

  /** Content of the page. */
  public record View(RerunForm form, Outcome outcome) {

    /** What the sender of the form sees now, as the form sends it back. */
    public String seen() {
      return outcome.preview() == null ? "" : form.seen(outcome.preview());
    }
  }

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/runs/{id}/rerun", this::look, Role.OPERATOR);
    routes.post("/runs/{id}/rerun/form", this::use, Role.OPERATOR);
  }

  private void look(Context ctx) {
    Escarole escarole = pages.escarole(ctx);
    RunHead run = escarole.head(new RunName(ctx.pathParam("id")));
    String asked = Pages.query(ctx, "scope");
    String scope =
        asked.isEmpty() ? (run.status().word().equals("done") ? "all" : "failed") : asked;
    Map<String, List<String>> fields =
        Map.of("scope", List.of(scope), "step", List.of(Pages.query(ctx, "step")));
    RerunForm form = form(escarole, run, SentForm.withoutFiles(fields), /* first= */ true, "");
    show(ctx, form, outcome(escarole, form));
  }

  private static Outcome outcome(Escarole escarole, RerunForm form) {
    if (!form.problem().isEmpty()) {
      return new Outcome(null, false, form.problem(), "", false);
    }
    try {
      return Outcome.of(escarole.previewRerun(form.request()), false);
    } catch (RefusedException e) {
      return Outcome.refused(e, form.run(), null);
    }
  }

  private void use(Context ctx) {
    Escarole escarole = pages.escarole(ctx);
    RunHead run = escarole.head(new RunName(ctx.pathParam("id")));
    SentForm sent = SentForm.of(ctx);
    String button = sent.first("do").isEmpty() ? PREVIEW : sent.first("do");
    RerunForm form = form(escarole, run, sent, /* first= */ false, button);
    Outcome outcome = outcome(escarole, form);
    RerunPreview preview = outcome.preview();
    if (!button.equals(START) || preview == null) {
      refusedStatus(ctx, button.equals(START));
      show(ctx, form, outcome);
      return;
    }
    if (!form.seen(preview).equals(sent.first("seen"))) {
      refusedStatus(ctx, true);
      show(ctx, form, Outcome.of(preview, true));
      return;
    }
    start(ctx, form, preview);
  }

  private void start(Context ctx, RerunForm form, RerunPreview preview) {
    try {
      RerunRequest request = form.request().ofPlan(preview.planHash());
      String again = pages.escarole(ctx).rerun(request).head().run();
      ctx.redirect("/runs/" + again, HttpStatus.SEE_OTHER);
    } catch (RefusedException e) {
      refusedStatus(ctx, true);
      show(ctx, form, Outcome.refused(e, form.run(), preview));
    }
  }

  private static void refusedStatus(Context ctx, boolean refused) {
    if (refused && !Pages.isScripted(ctx)) {
      ctx.status(HttpStatus.CONFLICT);
    }
  }

  private static RerunForm form(
      Escarole escarole, RunHead run, SentForm sent, boolean first, String button) {
    RunOrigin origin = escarole.origin(new RunName(run.run()));
    boolean own = escarole.who(NoInput.NONE).principal().equals(run.principal());
    boolean now = own && sent.first("recipe").equals("now");
    RecipeChoice then = new RecipeChoice(null, origin.recipeText(), null);
    String problem = "";
    LaunchInputs inputs = null;
    FormInput input = null;
    try {
      RecipeChoice choice = now ? RecipeChoice.named(run.recipe()) : then;
      LaunchInputs bare = escarole.inputs(request(choice, Map.of()));
      input = RerunForm.input(bare.inputs(), origin, sent, first).after(button);
      inputs = escarole.inputs(request(choice, RerunForm.values(bare.inputs(), input)));
    } catch (RefusedException e) {
      problem =
          e.problems().isEmpty()
              ? Words.sentence(e.getMessage())
              : Words.sentence("the recipe has errors: " + e.problems().get(0).message());
    }
    LaunchForm fields =
        inputs == null || input == null ? null : LaunchForm.of(inputs, input, !first);
    if (fields != null && !fields.isSound()) {
      problem = "Some values are invalid. See the fields.";
    }
    return new RerunForm(run, origin, sent, now, own, fields, problem);
  }

  private static InputsRequest request(RecipeChoice choice, Map<String, @Nullable Object> values) {
    return new InputsRequest(choice.recipe(), choice.text(), choice.fileName(), values, List.of());
  }

  private void show(Context ctx, RerunForm form, Outcome outcome) {
    String title = "Rerun " + form.run().recipe();
    pages.show(ctx, "recipe/rerun.jte", title, Frame.Place.RUNS, new View(form, outcome));
  }
}
