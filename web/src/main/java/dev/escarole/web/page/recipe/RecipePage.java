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
import dev.escarole.web.app.recipe.RecipeName;
import dev.escarole.web.app.run.LaunchRequest;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.KeptForms;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.ProblemView;
import dev.escarole.web.page.ProblemView.ShownFile;
import dev.escarole.web.page.words.Address;
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
import org.jspecify.annotations.Nullable;

/** The page of one recipe or handle: description, problems, last runs, and the launch form. */
public final class RecipePage {

  private static final String FROM = "from";
  private static final String LAUNCH = "launch";
  private static final String PREVIEW = "preview";
  private static final String ENDED = "Your session had ended, so nothing was started.";
  private static final String NO_PLAN =
      "There is no plan yet: a launch computes inputs first, and then makes the plan.";
  private static final String COMPUTED = "Give their values to see the plan; nothing was run.";
  private static final String CHECK = "What you typed is here.";

  private final Pages pages;
  private final KeptForms kept;

  public RecipePage(Pages pages, KeptForms kept) {
    this.pages = pages;
    this.kept = kept;
  }

  /**
   * Content of the page.
   *
   * @param description as HTML that is safe; empty if there is none
   * @param problems of the present text, errors and warnings
   * @param launch the launch form; null if the caller may not launch, or the recipe cannot be
   * @param whyNot why there is no form; may be empty
   */
  public record View(
      RecipeDocument recipe,
      String description,
      List<ProblemView> problems,
      @Nullable Launch launch,
      String whyNot,
      HistoryView history) {}

  /** Whether a file for standard input came along with a form that is shown again. */
  public enum ChosenFile {
    NONE,
    /** One did, and it is still chosen, as a script puts the answer into the page. */
    KEPT,
    /** One did, and it has to be chosen again. */
    FORGOTTEN
  }

  /**
   * The form and its outcome.
   *
   * @param earlier the run that it was filled from; null if it was not
   * @param since how the recipe has changed since that run; null if it has not
   */
  public record Launch(
      LaunchForm form,
      ChosenFile file,
      Outcome outcome,
      @Nullable EarlierLaunch earlier,
      @Nullable PlanChanges since) {

    Launch with(Outcome other) {
      return new Launch(form, file, other, earlier, since);
    }
  }

  /**
   * What came of a form.
   *
   * @param refusal why it was not launched or planned; empty if it was, or was not asked for
   * @param refusals the mistakes in recipe and values, if they are the reason
   * @param plan what would run; null unless that was asked for
   * @param changes how the plan differs from the one that was seen; null if it does not
   */
  public record Outcome(
      String refusal,
      String hint,
      List<ProblemView> refusals,
      @Nullable PlanView plan,
      @Nullable PlanChanges changes) {

    private static final Outcome NONE = new Outcome("", "", List.of(), null, null);

    private static Outcome refused(String refusal, String hint, List<ProblemView> refusals) {
      return new Outcome(refusal, hint, refusals, null, null);
    }

    private static Outcome planned(@Nullable PlanView plan, @Nullable PlanChanges changes) {
      return new Outcome("", "", List.of(), plan, changes);
    }
  }

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/recipes/{name}", this::look, Role.VIEWER);
    routes.get("/recipe", this::look, Role.VIEWER);
    routes.post("/recipes/{name}", this::use, Role.OPERATOR);
    routes.post("/recipe", this::use, Role.OPERATOR);
    routes.get("/runs/{id}/launch", this::again, Role.VIEWER);
  }

  private RecipeDocument recipe(Context ctx, boolean history) {
    String name =
        ctx.pathParamMap().getOrDefault("name", Objects.toString(ctx.queryParam("name"), ""));
    return pages.escarole(ctx).recipe(new RecipeName(name, history, /* bundle= */ false));
  }

  private void look(Context ctx) {
    RecipeDocument recipe = recipe(ctx, /* history= */ true);
    boolean launchable = recipe.head().inForce() && !recipe.head().disabled();
    if (!launchable || !Gate.caller(ctx).may(Role.OPERATOR)) {
      show(ctx, recipe, null);
      return;
    }
    Map<String, List<String>> typed = kept.fields(ctx);
    Escarole escarole = pages.escarole(ctx);
    String from = Pages.query(ctx, FROM);
    EarlierLaunch earlier =
        from.isEmpty() || typed != null ? null : EarlierLaunch.of(escarole, from, recipe);
    FormInput input = earlier == null ? FormInput.untouched(recipe) : earlier.input();
    if (typed != null) {
      input = FormInput.of(SentForm.withoutFiles(typed));
      earlier = EarlierLaunch.of(escarole, input, recipe);
    }
    LaunchInputs inputs = escarole.inputs(input.inputs(recipe));
    LaunchForm form = LaunchForm.of(inputs, input, /* checked= */ earlier != null);
    Outcome outcome = typed == null ? Outcome.NONE : Outcome.refused(ENDED, check(ctx), List.of());
    PlanChanges since =
        earlier == null ? null : EarlierLaunch.changes(escarole, earlier.head(), recipe);
    show(ctx, recipe, new Launch(form, ChosenFile.NONE, outcome, earlier, since));
  }

  /** Leads to the form of the run's recipe, filled from the run. */
  private void again(Context ctx) {
    Escarole escarole = pages.escarole(ctx);
    RunHead run = escarole.head(new RunName(ctx.pathParam("id")));
    try {
      Object unused =
          escarole.recipe(new RecipeName(run.recipe(), /* history= */ false, /* bundle= */ false));
    } catch (RefusedException e) {
      if (e.code() != RefusalCode.NO_SUCH_RECIPE) {
        throw e;
      }
      throw new RefusedException(
          RefusalCode.NO_SUCH_RECIPE,
          "the folder has no recipe '%s' any more, so there is no form to fill"
              .formatted(run.recipe()),
          "Rerun the run as it was: its recipe, values and input are kept with it.");
    }
    ctx.redirect(
        new Address(Address.ofRecipe(run.recipe())).with(FROM, run.run()) + "#launch",
        HttpStatus.FOUND);
  }

  private String check(Context ctx) {
    return kept.hadFiles(ctx) ? CHECK + " Choose the files again: they were not kept." : CHECK;
  }

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
    LaunchInputs inputs = pages.escarole(ctx).inputs(input.inputs(recipe));
    boolean checked = button.equals(LAUNCH) || button.equals(PREVIEW);
    Launch shown =
        new Launch(
            LaunchForm.of(inputs, input, checked),
            chosen(ctx, form),
            Outcome.NONE,
            EarlierLaunch.of(pages.escarole(ctx), input, recipe),
            null);
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
    sent.input().checkFiles();
    sent.input().checkInput();
    long bytes = sent.input().stdinBytes();
    if (bytes > sent.inputs().stdinBytes()) {
      throw new RefusedException(
          RefusalCode.INPUT_TOO_LARGE,
          "the standard input has %s, and a command may have %s"
              .formatted(Words.bytes(bytes), Words.bytes(sent.inputs().stdinBytes())),
          "Give less of it.");
    }
  }

  private void preview(Context ctx, Sent sent, Launch shown) {
    PlanDocument plan;
    try {
      plan = pages.escarole(ctx).plan(sent.input().plan(sent.recipe(), null));
    } catch (RefusedException e) {
      if (!sent.computes()) {
        throw e;
      }
      List<Finding> computed = Finding.all(e.problems());
      List<ProblemView> views = ProblemView.all(computed, Severity.WARNING, used(sent.recipe()));
      show(ctx, sent.recipe(), shown.with(Outcome.refused(NO_PLAN, COMPUTED, views)));
      return;
    }
    PlanView view = PlanView.of(plan, used(sent.recipe()));
    show(ctx, sent.recipe(), shown.with(Outcome.planned(view, null)));
  }

  /** Starts the plan that the sender has seen; another plan is shown instead. */
  private void launch(Context ctx, Sent sent, Launch shown) {
    PlanDocument plan = sent.computes() ? null : plan(ctx, sent);
    Optional<PlanChanges> changes =
        plan == null
            ? PlanChanges.of(sent.form(), sent.inputs())
            : PlanChanges.of(sent.form(), sent.inputs(), plan);
    if (changes.isPresent()) {
      ctx.status(Pages.isScripted(ctx) ? HttpStatus.OK : HttpStatus.CONFLICT);
      PlanView preview = plan == null ? null : PlanView.of(plan, used(sent.recipe()));
      show(ctx, sent.recipe(), shown.with(Outcome.planned(preview, changes.get())));
      return;
    }
    LaunchRequest request =
        Carried.taken(sent.input(), pages.escarole(ctx))
            .launch(sent.recipe(), plan == null ? null : plan.planHash());
    String run = pages.escarole(ctx).launch(request).head().run();
    ctx.redirect("/runs/" + run, HttpStatus.SEE_OTHER);
  }

  private PlanDocument plan(Context ctx, Sent sent) {
    String since = PlanChanges.since(sent.form(), sent.inputs());
    try {
      return pages.escarole(ctx).plan(sent.input().plan(sent.recipe(), since));
    } catch (RefusedException e) {
      // A launch is refused in the same way, and that is audited.
      Object unused = pages.escarole(ctx).launch(sent.input().launch(sent.recipe(), "none"));
      throw e;
    }
  }

  private static ChosenFile chosen(Context ctx, SentForm sent) {
    if (sent.file() == null && sent.files().isEmpty()) {
      return ChosenFile.NONE;
    }
    return Pages.isScripted(ctx) ? ChosenFile.KEPT : ChosenFile.FORGOTTEN;
  }

  private void refuse(Context ctx, RecipeDocument recipe, Launch shown, RefusedException why) {
    ctx.status(Pages.isScripted(ctx) ? HttpStatus.OK : HttpStatus.UNPROCESSABLE_CONTENT);
    List<ProblemView> problems = ProblemView.all(why.problems(), used(recipe));
    // Each problem has its own message and hint.
    String message = problems.isEmpty() ? Words.sentence(why.getMessage()) : "Nothing was started.";
    String hint = problems.isEmpty() ? why.hint() : "";
    show(ctx, recipe, shown.with(Outcome.refused(message, hint, problems)));
  }

  private void show(Context ctx, RecipeDocument recipe, @Nullable Launch launch) {
    String whyNot = "Your token lets you look, not launch. Ask for one with the role operator.";
    if (recipe.head().disabled()) {
      whyNot = "It is disabled. To launch it, remove \"disabled\" from its file.";
    } else if (Gate.caller(ctx).may(Role.OPERATOR)) {
      whyNot = recipe.head().inForce() ? "" : "It can be launched once its errors are fixed.";
    }
    View view =
        new View(
            recipe,
            Markdown.html(Objects.toString(recipe.head().description(), "")),
            problems(recipe),
            launch,
            whyNot,
            HistoryView.of(
                recipe.head().history() == null ? recipe(ctx, true) : recipe, pages.now()));
    pages.show(ctx, "recipe/one.jte", recipe.head().name(), Frame.Place.RECIPES, view);
  }

  /** Errors and warnings in the order of the text. */
  private static List<ProblemView> problems(RecipeDocument recipe) {
    List<Problem> problems = new ArrayList<>();
    recipe.errors().forEach(each -> problems.add(each.problem(Severity.ERROR)));
    recipe.warnings().forEach(each -> problems.add(each.problem(Severity.WARNING)));
    problems.sort(Comparator.comparingInt(Problem::line).thenComparingInt(Problem::column));
    return ProblemView.all(problems, new ShownFile(recipe.head().path(), recipe.source()));
  }

  private static ShownFile used(RecipeDocument recipe) {
    return new ShownFile(recipe.head().path(), recipe.used());
  }
}
