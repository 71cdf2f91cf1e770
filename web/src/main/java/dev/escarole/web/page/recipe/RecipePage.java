package dev.escarole.web.page.recipe;

import dev.escarole.engine.RunRequest;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.folder.FolderEntry;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.template.Codes;
import dev.escarole.web.access.Caller;
import dev.escarole.web.access.Gate;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.app.local.LaunchOrder;
import dev.escarole.web.app.local.WantedRecipe;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.KeptForms;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.ProblemView;
import dev.escarole.web.page.words.Sentences;
import dev.escarole.web.page.words.Words;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The page of one recipe or handle: what it is for, what is wrong with it, and its launch. */
public final class RecipePage {

  private static final String LAUNCH = "launch";
  private static final String PREVIEW = "preview";
  private static final String ENDED = "Your session had ended, so nothing was started.";
  private static final String NO_PLAN =
      "There is no plan yet: a launch computes inputs first, and makes the plan of them.";
  private static final String COMPUTED = "Give their values to see the plan; nothing was run.";
  private static final String CHECK = "What you typed is here; a file has to be chosen again.";

  private final Installation service;
  private final Pages pages;
  private final SeenRecipes seen = new SeenRecipes();
  private final LaunchCheck check;
  private final KeptForms kept;

  public RecipePage(Installation service, Pages pages, KeptForms kept) {
    this.service = service;
    this.pages = pages;
    this.check = new LaunchCheck(service, seen);
    this.kept = kept;
  }

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/recipes/{name}", this::look, Role.VIEWER);
    routes.get("/recipe", this::look, Role.VIEWER);
    routes.post("/recipes/{name}", this::use, Role.OPERATOR);
    routes.post("/recipe", this::use, Role.OPERATOR);
  }

  private FolderEntry entry(Context ctx) {
    String name =
        ctx.pathParamMap().getOrDefault("name", Objects.toString(ctx.queryParam("name"), ""));
    return service.recipes().entry(name);
  }

  private void look(Context ctx) {
    FolderEntry entry = entry(ctx);
    Recipe recipe = entry.runnable().orElse(null);
    boolean mayLaunch = Gate.caller(ctx).may(Role.OPERATOR);
    if (recipe == null || !mayLaunch) {
      show(ctx, entry, null);
      return;
    }
    Map<String, List<String>> typed = kept.fields(ctx);
    FormInput input =
        typed == null ? FormInput.untouched(recipe) : FormInput.of(new SentForm(typed, null));
    RecipeView.Launch launch =
        RecipeView.Launch.of(
            LaunchForm.of(recipe, input, policy(ctx), false), seen.remember(recipe));
    show(ctx, entry, typed == null ? launch : launch.withRefusal(ENDED, CHECK, List.of()));
  }

  private Policy policy(Context ctx) {
    return service.engine().policy(Gate.caller(ctx).principal());
  }

  private void use(Context ctx) {
    FolderEntry entry = entry(ctx);
    WantedRecipe wanted = new WantedRecipe.Named(entry.name());
    Recipe recipe = service.recipes().find(wanted);
    SentForm sent = SentForm.of(ctx);
    String button = sent.first("do").isEmpty() ? LAUNCH : sent.first("do");
    FormInput input = FormInput.of(sent).after(button);
    boolean checked = button.equals(LAUNCH) || button.equals(PREVIEW);
    LaunchForm form = LaunchForm.of(recipe, input, policy(ctx), checked);
    RecipeView.Launch shown =
        RecipeView.Launch.of(form, seen.remember(recipe)).withFile(chosen(ctx, sent));
    if (!checked) {
      show(ctx, entry, shown);
      return;
    }
    try {
      if (!form.isSound()) {
        throw unusable();
      }
      LaunchOrder order = input.order(wanted, recipe);
      checkInput(ctx, order);
      if (button.equals(PREVIEW) && !recipe.computed(order.values()).isEmpty()) {
        show(ctx, entry, shown.withRefusal(NO_PLAN, COMPUTED, computed(recipe, order)));
      } else if (button.equals(PREVIEW)) {
        show(ctx, entry, shown.withPlan(preview(Gate.actor(ctx), order)));
      } else {
        launch(ctx, entry, shown, new Sent(sent, recipe, order));
      }
    } catch (RefusedException e) {
      refuse(ctx, entry, shown, e);
    }
  }

  /** What would have to be computed before there is a plan. */
  private static List<ProblemView> computed(Recipe recipe, LaunchOrder order) {
    List<Problem> missing =
        recipe.computed(order.values()).stream()
            .map(
                entry ->
                    recipe.warning(
                        Codes.NOT_COMPUTED,
                        "'" + entry.name() + "' is computed by " + entry.source(),
                        null,
                        entry.pointer()))
            .toList();
    return ProblemView.all(missing, recipe.source());
  }

  /** A form that is to launch something. */
  private record Sent(SentForm form, Recipe recipe, LaunchOrder order) {}

  /** Starts what was looked at; if it would be something else by now, that is shown instead. */
  private void launch(Context ctx, FolderEntry entry, RecipeView.Launch shown, Sent sent) {
    Actor actor = Gate.actor(ctx);
    if (!sent.recipe().computed(sent.order().values()).isEmpty()) {
      launchComputing(ctx, entry, shown, sent);
      return;
    }
    Plan plan = service.runs().planToLaunch(actor, sent.order());
    Optional<PlanChanges> changes =
        check.changes(actor, sent.order(), sent.form(), sent.recipe(), plan);
    if (changes.isPresent()) {
      ctx.status(isScripted(ctx) ? HttpStatus.OK : HttpStatus.CONFLICT);
      PlanView preview = preview(actor, sent.order());
      show(ctx, entry, shown.withPlan(preview).withChanges(changes.get()));
      return;
    }
    LaunchOrder order = sent.order().withPlanHash(plan.hash());
    String run = service.runs().launch(actor, order).id().value();
    ctx.redirect("/runs/" + run, HttpStatus.SEE_OTHER);
  }

  private void launchComputing(Context ctx, FolderEntry entry, RecipeView.Launch shown, Sent sent) {
    Optional<PlanChanges> changes = check.changes(sent.form(), sent.recipe());
    if (changes.isPresent()) {
      ctx.status(isScripted(ctx) ? HttpStatus.OK : HttpStatus.CONFLICT);
      show(ctx, entry, shown.withChanges(changes.get()));
      return;
    }
    String run = service.runs().launch(Gate.actor(ctx), sent.order()).id().value();
    ctx.redirect("/runs/" + run, HttpStatus.SEE_OTHER);
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

  private void checkInput(Context ctx, LaunchOrder order) {
    Limits own = service.engine().limits();
    Limits limits = policy(ctx).grants().limits().map(own::within).orElse(own);
    if (order.stdin().size() > limits.stdinBytes()) {
      throw new RefusedException(
          RefusalCode.INPUT_TOO_LARGE,
          "the standard input has %s, and a command may have %s"
              .formatted(Words.bytes(order.stdin().size()), Words.bytes(limits.stdinBytes())),
          "Give less of it.");
    }
  }

  private static RefusedException unusable() {
    return new RefusedException(
        RefusalCode.BAD_VALUES,
        "some values cannot be used",
        "See the fields; nothing was started.");
  }

  private void refuse(
      Context ctx, FolderEntry entry, RecipeView.Launch shown, RefusedException why) {
    // Scripts put an answer into the page only if it is no error.
    ctx.status(isScripted(ctx) ? HttpStatus.OK : HttpStatus.UNPROCESSABLE_CONTENT);
    String source = entry.runnable().map(Recipe::source).orElse("");
    List<ProblemView> problems = ProblemView.all(why.problems(), source);
    // Each problem has its own message and hint.
    String message = problems.isEmpty() ? Sentences.of(why.getMessage()) : "Nothing was started.";
    String hint = problems.isEmpty() ? why.hint() : "";
    show(ctx, entry, shown.withRefusal(message, hint, problems));
  }

  private PlanView preview(Actor actor, LaunchOrder order) {
    Plan plan = service.runs().plan(actor, order);
    RunRequest request = service.runs().request(actor, order);
    Policy policy = service.engine().policy(actor.principal());
    List<PlanView.Seen> seen = new ArrayList<>();
    seen.add(new PlanView.Seen("the run's own workspace::/workspace", true));
    for (DirectoryGrant grant : request.directories()) {
      seen.add(new PlanView.Seen(grant.text(), policy.grants(grant)));
    }
    List<Problem> doubtful = service.engine().warnings(request, plan);
    List<ProblemView> warnings =
        new ArrayList<>(ProblemView.all(doubtful, request.recipe().source()));
    warnings.addAll(refusedLater(policy, plan, actor));
    return PlanView.of(plan, seen, warnings);
  }

  /** What the policy as it is now would refuse when the run comes to it. */
  private static List<ProblemView> refusedLater(Policy policy, Plan plan, Actor actor) {
    String name = actor.principal().name();
    if (!policy.allow()) {
      return List.of(
          warning("denied", "the policy lets '" + name + "' run no commands; each will be denied"));
    }
    TreeSet<String> refused = new TreeSet<>();
    plan.steps().stream()
        .filter(step -> !step.isSkipped())
        .map(step -> step.fold(LeafStep::argv, group -> List.<String>of()))
        .filter(argv -> !argv.isEmpty() && !policy.grants(argv.get(0)))
        .forEach(argv -> refused.add(argv.get(0)));
    return refused.stream()
        .map(
            command ->
                warning(
                    "command-not-granted",
                    "the policy does not grant '%s' the command '%s'".formatted(name, command)))
        .toList();
  }

  private static ProblemView warning(String code, String message) {
    return new ProblemView(
        "warning", code, message, "Ask whoever keeps the policy file.", "policy", null);
  }

  private void show(Context ctx, FolderEntry entry, RecipeView.@Nullable Launch launch) {
    RecipeView view =
        new RecipeView(
            head(Gate.caller(ctx), entry),
            Markdown.html(RecipesPage.description(entry)),
            ProblemView.all(entry.reading().problems(), entry.reading().source()),
            entry.reading().source(),
            launch,
            HistoryView.of(service.histories().of(entry.name())));
    pages.show(ctx, "recipe/one.jte", entry.name(), Frame.Place.RECIPES, view);
  }

  private static RecipeView.Head head(Caller caller, FolderEntry entry) {
    Instant since = entry.valid() || entry.definition() == null ? null : entry.invalidSince();
    return new RecipeView.Head(
        entry.name(),
        RecipeAddress.of(entry.name()),
        entry.file().path(),
        entry.kind().word(),
        RecipesPage.status(entry),
        entry.file().modified(),
        since,
        entry.definition() != null,
        whyNot(caller, entry));
  }

  private static String whyNot(Caller caller, FolderEntry entry) {
    if (!caller.may(Role.OPERATOR)) {
      return "Your token lets you look, not launch. Ask for one with the role operator.";
    }
    return entry.runnable().isPresent() ? "" : "It can be launched once its errors are mended.";
  }
}
