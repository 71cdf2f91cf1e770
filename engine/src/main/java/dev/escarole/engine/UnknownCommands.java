package dev.escarole.engine;

import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.Severity;
import dev.escarole.recipe.handle.CommandHandle;
import dev.escarole.recipe.handle.RecipeHandles;
import dev.escarole.recipe.template.NodeSettings;
import dev.escarole.recipe.template.Scope;
import dev.escarole.recipe.template.Template;
import dev.escarole.recipe.template.Template.HandleTemplate;
import dev.escarole.recipe.template.Template.LeafTemplate;
import dev.escarole.recipe.template.Text;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Finds leaves with unknown commands. */
public final class UnknownCommands {

  /** The code of a problem with an unknown command. */
  public static final String CODE = "unknown-command";

  private final Recipe recipe;
  private final CommandRegistry commands;
  private final Map<String, Problem> found = new LinkedHashMap<>();

  private UnknownCommands(Recipe recipe, CommandRegistry commands) {
    this.recipe = recipe;
    this.commands = commands;
  }

  /**
   * Rejects a plan with unknown commands. Skipped steps are ignored.
   *
   * @throws RecipeException with one error per name, at the first leaf that uses it
   */
  public static void refuse(Plan plan, Recipe recipe, CommandRegistry commands) {
    List<Problem> errors = in(plan, recipe, commands, Severity.ERROR);
    if (!errors.isEmpty()) {
      throw new RecipeException(errors);
    }
  }

  /** One warning per name, at the first leaf that uses it, for a plan that may still run. */
  public static List<Problem> warnings(Plan plan, Recipe recipe, CommandRegistry commands) {
    return in(plan, recipe, commands, Severity.WARNING);
  }

  /** All warnings about a plan: those of its recipe, and unknown commands. */
  static List<Problem> allWarnings(Plan plan, Recipe recipe, CommandRegistry commands) {
    return Stream.of(
            recipe.launchWarnings(),
            RecipeHandles.of(recipe).warnings(),
            warnings(plan, recipe, commands),
            recipe.failureAdvice())
        .flatMap(List::stream)
        .toList();
  }

  private static List<Problem> in(
      Plan plan, Recipe recipe, CommandRegistry commands, Severity severity) {
    UnknownCommands unknown = new UnknownCommands(recipe, commands);
    for (Step step : plan.steps()) {
      if (step instanceof LeafStep leaf && !leaf.isSkipped() && leaf.awaits() == null) {
        unknown.look(leaf.argv().get(0), leaf.place().pointer(), severity);
      }
    }
    return List.copyOf(unknown.found.values());
  }

  /**
   * Finds unknown commands without values: one error per literal name, or a warning if the step may
   * be skipped or the rule lets it fail. Names with placeholders are known only in a plan.
   */
  public static List<Problem> written(
      Recipe recipe, CommandRegistry commands, UnknownCommandRule rule) {
    UnknownCommands unknown = new UnknownCommands(recipe, commands);
    Severity severity = rule == UnknownCommandRule.REFUSE ? Severity.ERROR : Severity.WARNING;
    RecipeHandles handles = RecipeHandles.of(recipe);
    unknown.look(recipe.template(), handles, severity);
    recipe.computed().forEach(entry -> unknown.look(entry.template(), handles, severity));
    // Whether a node that runs an import is skipped, is known only in a plan.
    recipe.imported().forEach(each -> unknown.look(each.template(), handles, Severity.WARNING));
    return List.copyOf(unknown.found.values());
  }

  /** Recursion is limited by the depth of the recipe. */
  private void look(Template template, RecipeHandles handles, Severity around) {
    Severity severity = mayBeSkipped(template.settings()) ? Severity.WARNING : around;
    if (template instanceof LeafTemplate leaf) {
      if (leaf.settings().await() == null) {
        look(leaf, severity);
      }
    } else if (template instanceof HandleTemplate handle) {
      handles
          .calledBy(handle)
          .flatMap(CommandHandle::command)
          .ifPresent(name -> look(name, handle.handlePointer(), severity));
    }
    template.children().forEach(child -> look(child, handles, severity));
    Template recover = template.settings().recover();
    if (recover != null) {
      look(recover, handles, severity);
    }
  }

  private static boolean mayBeSkipped(NodeSettings settings) {
    Text repeat = settings.repeat();
    boolean repeats = repeat == null || (repeat.isLiteral() && !repeat.source().equals("0"));
    return settings.when() != null || !repeats;
  }

  private void look(LeafTemplate leaf, Severity severity) {
    Text name = leaf.words().get(0).text();
    if (name.isLiteral() && !name.source().isEmpty()) {
      List<String> argv = Scope.root(Map.of()).argv(leaf.words().subList(0, 1));
      look(argv.get(0), leaf.pointer(), severity);
    }
  }

  private void look(String name, String pointer, Severity severity) {
    if (commands.find(name).isEmpty()) {
      Problem before = found.get(name);
      if (before == null || before.severity().compareTo(severity) > 0) {
        found.put(name, problem(name, pointer, severity));
      }
    }
  }

  private Problem problem(String name, String pointer, Severity severity) {
    String message = "no command is named '" + name + "'";
    List<String> nearest = commands.nearest(name);
    String added = "escarole commands add " + (Command.isValidName(name) ? name : "NAME") + " FILE";
    String hint =
        nearest.isEmpty()
            ? "Add it with: " + added + ". All commands: escarole commands"
            : "Did you mean " + String.join(" or ", nearest) + "? Otherwise, add it with: " + added;
    if (commands.isOffered(name)) {
      hint = "The catalogue has it. Add it with: escarole commands add " + name;
    }
    return severity == Severity.ERROR
        ? recipe.problem(CODE, message, hint, pointer)
        : recipe.warning(CODE, message + "; the step would fail with exit code 127", hint, pointer);
  }

  /**
   * Rejects recipes and plans with unknown commands, unless the rule lets their steps fail.
   *
   * @param commands the known commands
   */
  record UnknownCommandCheck(CommandRegistry commands, UnknownCommandRule rule) {

    /** Throws if the recipe cannot run with any values. */
    void recipe(Recipe recipe) {
      List<Problem> errors =
          UnknownCommands.written(recipe, commands, rule).stream()
              .filter(each -> each.severity() == Severity.ERROR)
              .toList();
      if (!errors.isEmpty()) {
        throw new RecipeException(errors);
      }
    }

    /** Throws if the plan cannot run. */
    void plan(Plan plan, Recipe recipe) {
      if (rule == UnknownCommandRule.REFUSE) {
        UnknownCommands.refuse(plan, recipe, commands);
      }
    }
  }
}
