package dev.escarole.engine.rehearsal;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanCompiler;
import dev.escarole.engine.plan.PlanLimits;
import dev.escarole.engine.rehearsal.Rehearsal.EndlessException;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunId;
import dev.escarole.recipe.ComputedInput;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A recipe that is about to run with commands that do what a test says: the plan compiler and the
 * run machine are the real ones, nothing is stored, and nothing waits. Each method adds to this
 * rehearsal and returns it. Not thread-safe.
 */
public final class RecipeRehearsal {

  /** Every rehearsal is this run, so that the facts of the run are always the same. */
  static final RunId RUN = new RunId("20010203-040506-000000");

  private final Recipe recipe;
  private final Map<String, Object> values = new LinkedHashMap<>();
  private final Map<String, List<Answer>> answers = new LinkedHashMap<>();
  private Content stdin = Content.EMPTY;
  private @Nullable Answer otherwise;

  private RecipeRehearsal(Recipe recipe) {
    this.recipe = recipe;
  }

  /** A rehearsal without values and answers. */
  public static RecipeRehearsal of(Recipe recipe) {
    return new RecipeRehearsal(recipe);
  }

  /**
   * Sets a launch value.
   *
   * @param value a text, or what JSON has: a number, a boolean, a list or a map
   */
  public RecipeRehearsal value(String name, Object value) {
    values.put(name, value);
    return this;
  }

  /** Sets the input of the first step; it is empty without that. */
  public RecipeRehearsal stdin(String text) {
    stdin = Content.of(text);
    return this;
  }

  /**
   * Says what steps do.
   *
   * @param step a path ({@code 0.1}), a label, a command line as a plan has it, or the beginning of
   *     command lines followed by {@code *}
   * @param first what their first attempt does
   * @param later what further attempts do; the last one counts for all that follow
   */
  public RecipeRehearsal answer(String step, Answer first, Answer... later) {
    List<Answer> all = new ArrayList<>();
    all.add(first);
    all.addAll(List.of(later));
    answers.put(step, List.copyOf(all));
    return this;
  }

  /** Says what steps write that succeed: as {@link #answer(String, Answer, Answer...)}. */
  public RecipeRehearsal answer(String step, String stdout) {
    return answer(step, Answer.text(stdout));
  }

  /** Says what every step does that has no answer. */
  public RecipeRehearsal otherwise(Answer answer) {
    otherwise = answer;
    return this;
  }

  /**
   * Runs the recipe to its end.
   *
   * @param sandbox runs the commands that {@link Answer#run} wants to run
   * @throws RecipeException if the recipe does not compile with these values
   * @throws IllegalArgumentException if an input has no value that a command would compute
   * @throws IllegalStateException if the run does not come to an end
   */
  public RehearsedRun run(PlanLimits limits, TestSandbox sandbox) {
    List<ComputedInput> computed = recipe.computed(values);
    if (!computed.isEmpty()) {
      throw new IllegalArgumentException(
          "give a value for '%s', which a command computes at launch"
              .formatted(computed.get(0).name()));
    }
    Plan plan = new PlanCompiler(limits).compile(recipe, values).at(RUN.facts());
    NamedSteps names = new NamedSteps(plan);
    List<Mismatch> found = new ArrayList<>();
    PlayedLeaves leaves = new PlayedLeaves(answers, otherwise, names, sandbox, found);
    try {
      return new RehearsedRun(Rehearsal.of(plan, RUN, stdin, leaves), names, found);
    } catch (EndlessException e) {
      throw new IllegalStateException(
          "the run is still under way after %,d attempts".formatted(e.attempts()), e);
    } finally {
      sandbox.clear();
    }
  }
}
