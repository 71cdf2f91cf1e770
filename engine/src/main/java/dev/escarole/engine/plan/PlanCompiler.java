package dev.escarole.engine.plan;

import dev.escarole.recipe.ComputedInput;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.handle.RecipeHandles;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.Deadline;
import dev.escarole.recipe.template.KeptPattern;
import dev.escarole.recipe.template.LimitException;
import dev.escarole.recipe.template.NodeSettings;
import dev.escarole.recipe.template.Scope;
import dev.escarole.recipe.template.Template;
import dev.escarole.recipe.template.TemplateException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Compiles a recipe and the values of one launch to a {@link Plan}.
 *
 * <p>Everything in a template is known at launch, so compilation reports all errors in the recipe
 * at once, before anything starts. The cost is linear in the number of steps. Immutable and
 * thread-safe.
 */
public final class PlanCompiler {

  private static final String STDOUT = "stdout";

  private final PlanLimits limits;
  private final InstantSource clock;

  public PlanCompiler(PlanLimits limits) {
    this(limits, InstantSource.system());
  }

  /** Creates a compiler that measures time with {@code clock}. */
  public PlanCompiler(PlanLimits limits, InstantSource clock) {
    this.limits = limits;
    this.clock = clock;
  }

  /**
   * Compiles a recipe.
   *
   * @param values launch values by name: text, or parsed JSON values
   * @return the plan; equal recipes and values have plans with equal hashes
   * @throws RecipeException with every problem and its place in the recipe, including {@link
   *     Codes#NOT_COMPUTED} for each missing computed input
   */
  public Plan compile(Recipe recipe, Map<String, Object> values) {
    return limited(
        recipe,
        recipe.template(),
        deadline -> {
          refuseDisabled(recipe);
          Map<String, Object> bound = recipe.bind(values);
          refuseMissing(recipe, bound);
          Scope scope = Scope.root(bound, limits.meter(deadline)).in(recipe.guestDirectory());
          return compile(recipe, recipe.template(), scope, deadline);
        });
  }

  /**
   * Compiles the template of a computed input, for the values known so far.
   *
   * @throws RecipeException with every problem and its place in the recipe
   */
  public Plan compile(Recipe recipe, ComputedInput entry, Map<String, Object> values) {
    return limited(
        recipe,
        entry.template(),
        deadline -> {
          refuseDisabled(recipe);
          NodeSettings around = recipe.template().settings().inheritable();
          Scope outside = Scope.root(recipe.bind(values), limits.meter(deadline));
          Scope scope = outside.in(recipe.guestDirectory()).enter(around);
          Plan plan = compile(recipe, entry.template(), scope, deadline);
          refuseWaits(recipe, plan);
          return plan;
        });
  }

  /** A launch does not wait for people; also not in an imported recipe. */
  private static void refuseWaits(Recipe recipe, Plan plan) {
    for (Step step : plan.steps()) {
      if (step instanceof LeafStep leaf && leaf.awaits() != null) {
        throw new RecipeException(
            List.of(
                recipe.problem(
                    Codes.MISPLACED_FIELD,
                    "a computed input cannot wait: nobody answers before the run has started",
                    "Make it a step of the recipe.",
                    step.place().pointer())));
      }
    }
  }

  private Plan limited(Recipe recipe, Template template, Function<Deadline, Plan> made) {
    try {
      return made.apply(limits.deadline(clock));
    } catch (LimitException reached) {
      throw new RecipeException(
          List.of(
              recipe.problem(
                  reached.code(), reached.message(), reached.hint(), template.pointer())));
    }
  }

  private Plan compile(Recipe recipe, Template template, Scope scope, Deadline deadline) {
    Problems problems = new Problems(recipe);
    RecipeHandles handles = RecipeHandles.of(recipe, deadline);
    problems.add(handles.errors());
    PlanSize size = new PlanSize(limits);
    Draft root = expand(template, scope, new Expander(limits, size, problems, deadline), problems);
    new Resolver(problems, handles, size, deadline).resolve(root);
    Plan.Output output = output(template, root, problems);
    List<WantedFiles> artifacts =
        template == recipe.template() ? artifacts(recipe, root, problems) : List.of();
    problems.throwIfAny();
    Plan plan =
        new Plan(
            recipe.title(), Linker.link(root), output, sources(recipe), artifacts, recipe.http());
    check(plan);
    return plan;
  }

  private static Draft expand(
      Template template, Scope scope, Expander expander, Problems problems) {
    try {
      return expander.expand(template, scope);
    } catch (TemplateException tooLarge) {
      problems.add(template.pointer(), tooLarge);
      problems.throwIfAny();
      throw tooLarge;
    }
  }

  private static List<PlanSource> sources(Recipe recipe) {
    return recipe.sources().stream()
        .map(file -> new PlanSource(file.path(), file.sha256()))
        .toList();
  }

  private static void refuseDisabled(Recipe recipe) {
    if (recipe.isDisabled()) {
      throw new RecipeException(
          List.of(
              recipe.problem(
                  Codes.DISABLED_RECIPE,
                  "the recipe is disabled, so it cannot be launched",
                  "Remove \"disabled\", or set it to false.",
                  "/disabled")));
    }
  }

  private static List<WantedFiles> artifacts(Recipe recipe, Draft root, Problems problems) {
    List<WantedFiles> artifacts = new ArrayList<>();
    for (KeptPattern each : recipe.artifacts()) {
      try {
        artifacts.add(new WantedFiles(each.name(), root.scope.pattern(each.pattern())));
      } catch (TemplateException mistake) {
        problems.add(each.pointer(), mistake);
      }
    }
    return artifacts;
  }

  private static Plan.Output output(Template template, Draft root, Problems problems) {
    String selector = template.settings().output();
    if (selector == null || selector.equals(STDOUT)) {
      return Plan.Output.STDOUT;
    }
    try {
      return new Plan.Output(selector, root.scope.output(selector));
    } catch (TemplateException mistake) {
      problems.add(template.pointer(), mistake);
      return Plan.Output.STDOUT;
    }
  }

  /** Third pass: turns the drafts into steps with paths, numbered in depth-first order. */
  private static final class Linker {

    private final List<@Nullable Step> steps = new ArrayList<>();

    private Linker() {}

    /** All steps in depth-first order: a step, its children, its recovery. */
    static List<Step> link(Draft root) {
      Linker linker = new Linker();
      linker.step(root, "0");
      List<Step> linked = new ArrayList<>(linker.steps.size());
      for (Step step : linker.steps) {
        if (step == null) {
          throw new IllegalStateException("BUG: a step was numbered but not made");
        }
        linked.add(step);
      }
      return linked;
    }

    private Step step(Draft draft, String path) {
      Place place = new Place(steps.size(), path, draft.pointer, draft.label);
      steps.add(null);
      List<Step> children = children(draft, path);
      Step recover = draft.recover == null ? null : step(draft.recover, path + ".recover");
      Step made = make(draft, place, children, recover);
      steps.set(place.index(), made);
      return made;
    }

    private List<Step> children(Draft draft, String path) {
      List<Step> children = new ArrayList<>(draft.children.size());
      for (int i = 0; i < draft.children.size(); i++) {
        children.add(step(draft.children.get(i), path + "." + i));
      }
      return children;
    }

    private static Step make(
        Draft draft, Place place, List<Step> children, @Nullable Step recover) {
      GroupKind kind = draft.groupKind;
      return kind == null
          ? new LeafStep(
              place, draft.controls, recover, draft.skipReason, draft.argv, draft.setting)
          : new GroupStep(place, draft.controls, recover, draft.skipReason, kind, children);
    }
  }

  private static void refuseMissing(Recipe recipe, Map<String, Object> values) {
    List<Problem> missing =
        recipe.computed(values).stream().map(entry -> notComputed(recipe, entry)).toList();
    if (!missing.isEmpty()) {
      throw new RecipeException(missing);
    }
  }

  private static Problem notComputed(Recipe recipe, ComputedInput entry) {
    return recipe.problem(
        Codes.NOT_COMPUTED,
        "'" + entry.name() + "' is computed when the run is launched, by " + entry.source(),
        "Give it a value to see a plan, such as --set " + entry.name() + "=...",
        entry.pointer());
  }

  /** Checks invariants of a linked plan, to detect bugs in the compiler. */
  private static void check(Plan plan) {
    for (int i = 0; i < plan.steps().size(); i++) {
      Step step = plan.step(i);
      hold(step.index() == i, step, "is numbered out of order");
      int previous = i;
      for (Step child : step.children()) {
        hold(child.index() > previous, child, "is before its parent or previous sibling");
        previous = child.index();
      }
      boolean empty = step instanceof LeafStep leaf && leaf.argv().isEmpty();
      hold(!empty || step.isSkipped(), step, "has no command");
      hold(!step.isSkipped() || step.children().isEmpty(), step, "is skipped but has children");
      boolean reachable = step.controls().minSuccessful() <= step.children().size();
      hold(reachable, step, "needs more usable branches than it has");
    }
  }

  private static void hold(boolean invariant, Step step, String complaint) {
    if (!invariant) {
      throw new IllegalStateException("BUG: step " + step.path() + " " + complaint);
    }
  }
}
