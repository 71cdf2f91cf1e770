package dev.escarole.recipe.handle;

import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeLimits;
import dev.escarole.recipe.template.Deadline;
import dev.escarole.recipe.template.LimitException;
import dev.escarole.recipe.template.Template;
import dev.escarole.recipe.template.Template.HandleTemplate;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The handles that a recipe calls. Immutable and thread-safe.
 *
 * <p>A recipe contains only their JSON pointers, because the recipe language does not depend on
 * handles.
 */
public final class RecipeHandles {
  private final Map<String, CommandHandle> byPointer;
  private final List<Problem> errors;

  private RecipeHandles(Map<String, CommandHandle> byPointer, List<Problem> errors) {
    this.byPointer = Map.copyOf(byPointer);
    this.errors = List.copyOf(errors);
  }

  /** Reads all handles of a recipe, including recoveries and computed inputs. */
  public static RecipeHandles of(Recipe recipe) {
    try {
      return of(recipe, RecipeLimits.DEFAULTS.deadline(InstantSource.system()));
    } catch (LimitException reached) {
      return new RecipeHandles(
          Map.of(), List.of(recipe.problem(reached.code(), reached.message(), reached.hint(), "")));
    }
  }

  /**
   * Reads all handles within a deadline.
   *
   * @throws LimitException if it takes longer
   */
  public static RecipeHandles of(Recipe recipe, Deadline deadline) {
    Map<String, CommandHandle> handles = new LinkedHashMap<>();
    List<Problem> errors = new ArrayList<>();
    for (HandleTemplate template : templates(recipe)) {
      try {
        handles.put(template.handlePointer(), read(recipe, template, deadline));
      } catch (RecipeException wrong) {
        errors.addAll(wrong.problems());
      }
    }
    errors.sort(Findings.BY_PLACE);
    return new RecipeHandles(handles, errors);
  }

  private static CommandHandle read(Recipe recipe, HandleTemplate template, Deadline deadline) {
    return HandleReader.read(recipe.part(template.handlePointer()), deadline);
  }

  private static List<HandleTemplate> templates(Recipe recipe) {
    List<HandleTemplate> found = new ArrayList<>();
    collect(recipe.template(), found);
    recipe.computed().forEach(entry -> collect(entry.template(), found));
    recipe.imported().forEach(imported -> collect(imported.template(), found));
    return found;
  }

  /** Recursion is limited by the depth of the recipe. */
  private static void collect(Template template, List<HandleTemplate> found) {
    if (template instanceof HandleTemplate handle) {
      found.add(handle);
    }
    template.children().forEach(child -> collect(child, found));
    Template recover = template.settings().recover();
    if (recover != null) {
      collect(recover, found);
    }
  }

  /** The errors in the handles, in document order. */
  public List<Problem> errors() {
    return errors;
  }

  /** The warnings about the valid handles. */
  public List<Problem> warnings() {
    return byPointer.values().stream()
        .flatMap(handle -> handle.warnings().stream())
        .sorted(Findings.BY_PLACE)
        .toList();
  }

  /** The handle that a node calls; empty if it is invalid. */
  public Optional<CommandHandle> calledBy(HandleTemplate template) {
    return Optional.ofNullable(byPointer.get(template.handlePointer()));
  }
}
