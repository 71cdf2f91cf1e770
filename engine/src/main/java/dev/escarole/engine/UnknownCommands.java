package dev.escarole.engine;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.catalog.CatalogException;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Finds leaves with unknown commands. */
public final class UnknownCommands {

  /** The code of a problem with an unknown command. */
  public static final String CODE = "unknown-command";

  /** The code of an allowed command of the catalogue that could not be added before a run. */
  public static final String FETCH_FAILED = "fetch-failed";

  private final Recipe recipe;
  private final CommandRegistry commands;
  private final Predicate<String> fetched;
  private final Map<String, Problem> found = new LinkedHashMap<>();

  private UnknownCommands(Recipe recipe, CommandRegistry commands, Predicate<String> fetched) {
    this.recipe = recipe;
    this.commands = commands;
    this.fetched = fetched;
  }

  /**
   * Rejects a plan with unknown commands. Skipped steps are ignored.
   *
   * @param fetched the commands that a run would fetch before it begins
   * @return one warning for each command that a run would fetch
   * @throws RecipeException with one error per name, at the first leaf that uses it
   */
  public static List<Problem> refuse(
      Plan plan, Recipe recipe, CommandRegistry commands, Predicate<String> fetched) {
    List<Problem> found = new UnknownCommands(recipe, commands, fetched).in(plan, Severity.ERROR);
    refuseErrors(found);
    return found;
  }

  private static void refuseErrors(List<Problem> problems) {
    List<Problem> errors =
        problems.stream().filter(each -> each.severity() == Severity.ERROR).toList();
    if (!errors.isEmpty()) {
      throw new RecipeException(errors);
    }
  }

  /** One warning per name, at the first leaf that uses it, for a plan that may still run. */
  public static List<Problem> warnings(
      Plan plan, Recipe recipe, CommandRegistry commands, Predicate<String> fetched) {
    return new UnknownCommands(recipe, commands, fetched).in(plan, Severity.WARNING);
  }

  private List<Problem> in(Plan plan, Severity severity) {
    for (Step step : plan.steps()) {
      if (step instanceof LeafStep leaf && !leaf.isSkipped() && leaf.awaits() == null) {
        look(leaf.argv().get(0), leaf.place().pointer(), severity);
      }
    }
    return List.copyOf(found.values());
  }

  /**
   * Finds unknown commands without values: one error per literal name, or a warning if the step may
   * be skipped, the rule lets it fail, or a run would fetch it. Names with placeholders are known
   * only in a plan.
   *
   * @param fetched the commands that a run would fetch before it begins
   */
  public static List<Problem> written(
      Recipe recipe, CommandRegistry commands, UnknownCommandRule rule, Predicate<String> fetched) {
    return new UnknownCommands(recipe, commands, fetched).written(rule);
  }

  private List<Problem> written(UnknownCommandRule rule) {
    Severity severity = rule == UnknownCommandRule.REFUSE ? Severity.ERROR : Severity.WARNING;
    RecipeHandles handles = RecipeHandles.of(recipe);
    look(recipe.template(), handles, severity);
    recipe.computed().forEach(entry -> look(entry.template(), handles, severity));
    // Whether a node that runs an import is skipped, is known only in a plan.
    recipe.imported().forEach(each -> look(each.template(), handles, Severity.WARNING));
    return List.copyOf(found.values());
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
    if (fetched.test(name)) {
      return recipe.warning(
          CODE,
          "'" + name + "' is not added yet; it is fetched from the catalogue when a run starts",
          "Add it now with: escarole commands add " + name,
          pointer);
    }
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

  private Problem notFetched(String name, CatalogException why) {
    return new Problem(
        Severity.ERROR,
        FETCH_FAILED,
        "'%s' cannot be fetched from the catalogue: %s".formatted(name, why.text()),
        why.hint(),
        Objects.requireNonNull(found.get(name)).location());
  }

  /** Commands that are added before a run that needs them. */
  interface Prefetch {

    /** Returns the commands that the operator lets a principal's runs fetch. */
    Predicate<String> allowed(Principal principal);

    /**
     * Adds commands that are allowed, and waits for that.
     *
     * @return why commands could not be added, by their names
     */
    Map<String, CatalogException> add(Set<String> names);
  }

  /**
   * Rejects recipes and plans with unknown commands, unless the rule lets their steps fail.
   * Commands that the operator lets runs fetch are added before.
   *
   * @param commands the known commands
   */
  record UnknownCommandCheck(CommandRegistry commands, UnknownCommandRule rule, Prefetch prefetch) {

    /** The unknown commands of a recipe, as far as they are known without values. */
    List<Problem> written(Recipe recipe, Principal principal) {
      return unknown(recipe, principal).written(rule);
    }

    /** All warnings about a plan: those of its recipe, and unknown commands. */
    List<Problem> warnings(Plan plan, Recipe recipe, Principal principal) {
      return Stream.of(
              recipe.launchWarnings(),
              RecipeHandles.of(recipe).warnings(),
              unknown(recipe, principal).in(plan, Severity.WARNING),
              recipe.failureAdvice())
          .flatMap(List::stream)
          .toList();
    }

    /** Throws if the recipe cannot run with any values. Nothing is fetched. */
    void recipe(Recipe recipe, Principal principal) {
      refuseErrors(written(recipe, principal));
    }

    /** Throws if the plan cannot run. Nothing is fetched. */
    void plan(Plan plan, Recipe recipe, Principal principal) {
      if (rule == UnknownCommandRule.REFUSE) {
        refuseErrors(unknown(recipe, principal).in(plan, Severity.ERROR));
      }
    }

    /** Adds what a plan that is about to run lacks and may fetch; throws if that fails. */
    void fetch(Plan plan, Recipe recipe, Principal principal) {
      UnknownCommands unknown = unknown(recipe, principal);
      if (unknown.in(plan, Severity.WARNING).isEmpty()) {
        return;
      }
      Set<String> wanted = new LinkedHashSet<>(unknown.found.keySet());
      wanted.removeIf(unknown.fetched.negate());
      List<Problem> failures = new ArrayList<>();
      prefetch.add(wanted).forEach((name, why) -> failures.add(unknown.notFetched(name, why)));
      refuseErrors(failures);
    }

    private UnknownCommands unknown(Recipe recipe, Principal principal) {
      return new UnknownCommands(recipe, commands, prefetch.allowed(principal));
    }
  }
}
