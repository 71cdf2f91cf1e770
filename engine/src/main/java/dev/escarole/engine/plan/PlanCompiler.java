package dev.escarole.engine.plan;

import dev.escarole.recipe.ComputedInput;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.handle.RecipeHandles;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.Deadline;
import dev.escarole.recipe.template.LimitException;
import dev.escarole.recipe.template.NodeSettings;
import dev.escarole.recipe.template.Scope;
import dev.escarole.recipe.template.Template;
import dev.escarole.recipe.template.TemplateException;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Compiles a recipe and the values of one launch to a {@link Plan}.
 *
 * <p>Everything in a template is known at launch, so compilation is total: a mistake anywhere in
 * the recipe is found here, all mistakes in one go, and nothing starts. The cost is linear in the
 * number of steps. Immutable and safe to share between threads.
 */
public final class PlanCompiler {

  private static final String STDOUT = "stdout";

  private final PlanLimits limits;
  private final InstantSource clock;

  public PlanCompiler(PlanLimits limits) {
    this(limits, InstantSource.system());
  }

  /** A compiler whose times come from a clock. */
  public PlanCompiler(PlanLimits limits, InstantSource clock) {
    this.limits = limits;
    this.clock = clock;
  }

  /**
   * Compiles.
   *
   * @param values raw launch values by name: texts as typed, or parsed JSON values
   * @return the plan; equal recipes and values give plans of equal hash
   * @throws RecipeException with every problem found, each with its place in the recipe; one of
   *     {@link Codes#NOT_COMPUTED} for each computed input that the values do not hold
   */
  public Plan compile(Recipe recipe, Map<String, Object> values) {
    return limited(
        recipe,
        recipe.template(),
        deadline -> {
          Map<String, Object> bound = recipe.bind(values);
          NotComputed.refuse(recipe, bound);
          Scope scope = Scope.root(bound, limits.meter(deadline));
          return compile(recipe, recipe.template(), scope, deadline);
        });
  }

  /**
   * Compiles the template of a computed input, for the values that are known when its turn comes.
   *
   * @throws RecipeException with every problem found, each with its place in the recipe
   */
  public Plan compile(Recipe recipe, ComputedInput entry, Map<String, Object> values) {
    return limited(
        recipe,
        entry.template(),
        deadline -> {
          NodeSettings around = recipe.template().settings().inheritable();
          Scope scope = Scope.root(recipe.bind(values), limits.meter(deadline)).enter(around);
          return compile(recipe, entry.template(), scope, deadline);
        });
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
    problems.throwIfAny();
    Plan plan = new Plan(name(recipe), Linker.link(root), output);
    PlanChecks.check(plan);
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

  private static String name(Recipe recipe) {
    String name = recipe.name();
    String file = recipe.fileName();
    return name == null ? file.substring(file.lastIndexOf('/') + 1) : name;
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
}
