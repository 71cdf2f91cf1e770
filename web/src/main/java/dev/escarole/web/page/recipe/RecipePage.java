package dev.escarole.web.page.recipe;

import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Severity;
import dev.escarole.web.access.Gate;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.recipe.Finding;
import dev.escarole.web.app.recipe.LaunchInputs;
import dev.escarole.web.app.recipe.PlanDocument;
import dev.escarole.web.app.recipe.RecipeDocument;
import dev.escarole.web.app.recipe.RecipeHead;
import dev.escarole.web.app.recipe.RecipeName;
import dev.escarole.web.app.run.LaunchRequest;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.KeptForms;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.ProblemView;
import dev.escarole.web.page.words.Sentences;
import dev.escarole.web.page.words.Words;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The page of one recipe or handle: description, problems, last runs, and the launch form. */
public final class RecipePage {

  private static final String LAUNCH = "launch";
  private static final String PREVIEW = "preview";
  private static final String ENDED = "Your session had ended, so nothing was started.";
  private static final String NO_PLAN =
      "There is no plan yet: a launch computes inputs first, and then makes the plan.";
  private static final String COMPUTED = "Give their values to see the plan; nothing was run.";
  private static final String CHECK = "What you typed is here; choose a file again.";

  private final Pages pages;
  private final KeptForms kept;
  private final Function<Context, Escarole> escarole;

  /**
   * @param escarole the application for the sender of a request
   */
  public RecipePage(Pages pages, KeptForms kept, Function<Context, Escarole> escarole) {
    this.pages = pages;
    this.kept = kept;
    this.escarole = escarole;
  }

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/recipes/{name}", this::look, Role.VIEWER);
    routes.get("/recipe", this::look, Role.VIEWER);
    routes.post("/recipes/{name}", this::use, Role.OPERATOR);
    routes.post("/recipe", this::use, Role.OPERATOR);
  }

  private RecipeDocument recipe(Context ctx, boolean history) {
    String name =
        ctx.pathParamMap().getOrDefault("name", Objects.toString(ctx.queryParam("name"), ""));
    return escarole.apply(ctx).recipe(new RecipeName(name, history));
  }

  private void look(Context ctx) {
    RecipeDocument recipe = recipe(ctx, /* history= */ true);
    if (!recipe.head().inForce() || !Gate.caller(ctx).may(Role.OPERATOR)) {
      show(ctx, recipe, null);
      return;
    }
    Map<String, List<String>> typed = kept.fields(ctx);
    FormInput input =
        typed == null ? FormInput.untouched(recipe) : FormInput.of(new SentForm(typed, null));
    LaunchInputs inputs = escarole.apply(ctx).inputs(input.inputs(recipe));
    RecipeView.Launch launch = RecipeView.Launch.of(inputs, input, /* checked= */ false);
    show(ctx, recipe, typed == null ? launch : launch.withRefusal(ENDED, CHECK, List.of()));
  }

  /** A form that was sent, and the recipe that it is for. */
  private record Sent(RecipeDocument recipe, SentForm form, FormInput input, LaunchInputs inputs) {

    boolean computes() {
      return inputs.inputs().stream()
          .anyMatch(each -> each.computedBy() != null && input.value(each) == null);
    }
  }

  private void use(Context ctx) {
    // A launch shows no history.
    RecipeDocument recipe = recipe(ctx, /* history= */ false);
    SentForm form = SentForm.of(ctx);
    String button = form.first("do").isEmpty() ? LAUNCH : form.first("do");
    FormInput input = FormInput.of(form).after(button);
    LaunchInputs inputs = escarole.apply(ctx).inputs(input.inputs(recipe));
    boolean checked = button.equals(LAUNCH) || button.equals(PREVIEW);
    RecipeView.Launch shown =
        RecipeView.Launch.of(inputs, input, checked).withFile(chosen(ctx, form));
    if (!checked) {
      show(ctx, recipe, shown);
      return;
    }
    Sent sent = new Sent(recipe, form, input, inputs);
    try {
      check(sent, shown.form());
      if (button.equals(PREVIEW)) {
        preview(ctx, sent, shown);
      } else {
        launch(ctx, sent, shown);
      }
    } catch (RefusedException e) {
      refuse(ctx, recipe, shown, e);
    }
  }

  private static void check(Sent sent, LaunchForm form) {
    if (!form.isSound()) {
      throw new RefusedException(
          RefusalCode.BAD_VALUES,
          "some values are invalid",
          "See the fields; nothing was started.");
    }
    long bytes = sent.input().stdinBytes();
    if (bytes > sent.inputs().stdinBytes()) {
      throw new RefusedException(
          RefusalCode.INPUT_TOO_LARGE,
          "the standard input has %s, and a command may have %s"
              .formatted(Words.bytes(bytes), Words.bytes(sent.inputs().stdinBytes())),
          "Give less of it.");
    }
  }

  private void preview(Context ctx, Sent sent, RecipeView.Launch shown) {
    PlanDocument plan;
    try {
      plan = escarole.apply(ctx).plan(sent.input().plan(sent.recipe(), null));
    } catch (RefusedException e) {
      if (!sent.computes()) {
        throw e;
      }
      List<Finding> computed = Finding.all(e.problems());
      List<ProblemView> views = ProblemView.all(computed, Severity.WARNING, sent.recipe().used());
      show(ctx, sent.recipe(), shown.withRefusal(NO_PLAN, COMPUTED, views));
      return;
    }
    show(ctx, sent.recipe(), shown.withPlan(PlanView.of(plan, sent.recipe().used())));
  }

  /** Starts the plan that the sender has seen; another plan is shown instead. */
  private void launch(Context ctx, Sent sent, RecipeView.Launch shown) {
    PlanDocument plan = sent.computes() ? null : plan(ctx, sent);
    Optional<PlanChanges> changes =
        plan == null
            ? PlanChanges.of(sent.form(), sent.inputs())
            : PlanChanges.of(sent.form(), sent.inputs(), plan);
    if (changes.isPresent()) {
      ctx.status(isScripted(ctx) ? HttpStatus.OK : HttpStatus.CONFLICT);
      PlanView preview = plan == null ? null : PlanView.of(plan, sent.recipe().used());
      show(ctx, sent.recipe(), shown.withPlan(preview).withChanges(changes.get()));
      return;
    }
    LaunchRequest request =
        sent.input().launch(sent.recipe(), plan == null ? null : plan.planHash());
    String run = escarole.apply(ctx).launch(request).head().run();
    ctx.redirect("/runs/" + run, HttpStatus.SEE_OTHER);
  }

  private PlanDocument plan(Context ctx, Sent sent) {
    String since = PlanChanges.since(sent.form(), sent.inputs());
    try {
      return escarole.apply(ctx).plan(sent.input().plan(sent.recipe(), since));
    } catch (RefusedException e) {
      // A launch is refused in the same way, and that is audited.
      Object unused = escarole.apply(ctx).launch(sent.input().launch(sent.recipe(), "none"));
      throw e;
    }
  }

  private static RecipeView.ChosenFile chosen(Context ctx, SentForm sent) {
    if (sent.file() == null) {
      return RecipeView.ChosenFile.NONE;
    }
    return isScripted(ctx) ? RecipeView.ChosenFile.KEPT : RecipeView.ChosenFile.FORGOTTEN;
  }

  private static boolean isScripted(Context ctx) {
    return ctx.header("HX-Request") != null;
  }

  private void refuse(
      Context ctx, RecipeDocument recipe, RecipeView.Launch shown, RefusedException why) {
    // Scripts put an answer into the page only if its status is a success.
    ctx.status(isScripted(ctx) ? HttpStatus.OK : HttpStatus.UNPROCESSABLE_CONTENT);
    List<ProblemView> problems = ProblemView.all(why.problems(), recipe.used());
    // Each problem has its own message and hint.
    String message = problems.isEmpty() ? Sentences.of(why.getMessage()) : "Nothing was started.";
    String hint = problems.isEmpty() ? why.hint() : "";
    show(ctx, recipe, shown.withRefusal(message, hint, problems));
  }

  private void show(Context ctx, RecipeDocument recipe, RecipeView.@Nullable Launch launch) {
    String name = recipe.head().name();
    RecipeView view =
        new RecipeView(
            head(recipe.head(), Gate.caller(ctx).may(Role.OPERATOR)),
            Markdown.html(Objects.toString(recipe.head().description(), "")),
            problems(recipe),
            recipe.source(),
            launch,
            HistoryView.of(recipe.head().history() == null ? recipe(ctx, true) : recipe));
    pages.show(ctx, "recipe/one.jte", name, Frame.Place.RECIPES, view);
  }

  /** Errors and warnings in the order of the text. */
  private static List<ProblemView> problems(RecipeDocument recipe) {
    List<Problem> problems = new ArrayList<>();
    recipe.errors().forEach(each -> problems.add(each.problem(Severity.ERROR)));
    recipe.warnings().forEach(each -> problems.add(each.problem(Severity.WARNING)));
    problems.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
    return ProblemView.all(problems, recipe.source());
  }

  private static RecipeView.Head head(RecipeHead recipe, boolean mayLaunch) {
    String whyNot = recipe.inForce() ? "" : "It can be launched once its errors are fixed.";
    return new RecipeView.Head(
        recipe.name(),
        RecipeAddress.of(recipe.name()),
        recipe.path(),
        recipe.kind(),
        RecipesPage.status(recipe),
        recipe.modifiedAt(),
        recipe.valid() || !recipe.inForce() ? null : recipe.invalidSince(),
        recipe.inForce(),
        mayLaunch
            ? whyNot
            : "Your token lets you look, not launch. Ask for one with the role operator.");
  }
}
