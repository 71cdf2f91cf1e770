package dev.escarole.web.app.local;

import dev.escarole.engine.folder.Definition;
import dev.escarole.engine.folder.FolderEntry;
import dev.escarole.engine.plan.Plan;
import dev.escarole.recipe.Parameter;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.Severity;
import dev.escarole.recipe.template.ArgumentType;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.recipe.Finding;
import dev.escarole.web.app.recipe.Findings;
import dev.escarole.web.app.recipe.PlanDocument;
import dev.escarole.web.app.recipe.PlanRequest;
import dev.escarole.web.app.recipe.RecipeChoice;
import dev.escarole.web.app.recipe.RecipeDocument;
import dev.escarole.web.app.recipe.RecipeHead;
import dev.escarole.web.app.recipe.RecipeList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What can be read of recipes, and asked about them. Thread-safe. */
final class RecipeReading {

  private static final String WORKSPACE = "(the run's own directory)::/workspace";

  private final Installation installation;

  RecipeReading(Installation installation) {
    this.installation = installation;
  }

  RecipeList list() {
    return new RecipeList(
        installation.recipes().entries().stream().map(RecipeReading::head).toList());
  }

  RecipeDocument recipe(String name) {
    FolderEntry entry = installation.recipes().entry(name);
    return new RecipeDocument(
        head(entry),
        entry.reading().source(),
        inputs(entry.recipe().orElse(null)),
        findings(entry, Severity.ERROR),
        findings(entry, Severity.WARNING));
  }

  private static List<Finding> findings(FolderEntry entry, Severity severity) {
    return Finding.all(
        entry.reading().problems().stream().filter(each -> each.severity() == severity).toList());
  }

  private static RecipeHead head(FolderEntry entry) {
    Definition definition = entry.definition();
    return new RecipeHead(
        entry.name(),
        entry.kind().word(),
        entry.file().path(),
        entry.file().bytes(),
        entry.file().modified(),
        entry.valid(),
        definition != null,
        entry.invalidSince(),
        definition == null ? null : definition.description());
  }

  private static List<RecipeDocument.Input> inputs(@Nullable Recipe recipe) {
    if (recipe == null) {
      return List.of();
    }
    Map<String, String> computed = new HashMap<>();
    recipe.computed().forEach(each -> computed.put(each.name(), each.source()));
    return recipe.parameters().stream().map(each -> input(each, computed)).toList();
  }

  private static RecipeDocument.Input input(Parameter parameter, Map<String, String> computed) {
    ArgumentType type = parameter.type();
    return new RecipeDocument.Input(
        parameter.name(),
        type == null ? null : type.kind().word(),
        type == null ? List.of() : type.choices(),
        parameter.required(),
        parameter.defaultValue(),
        computed.get(parameter.name()));
  }

  Findings validate(RecipeChoice choice) {
    try {
      Recipe recipe = installation.recipes().find(RecipeWishes.of(choice));
      List<Problem> errors = new ArrayList<>();
      List<Problem> warnings = new ArrayList<>(recipe.warnings());
      for (Problem unknown : installation.engine().unknownCommands(recipe)) {
        (unknown.severity() == Severity.ERROR ? errors : warnings).add(unknown);
      }
      warnings.addAll(recipe.failureAdvice());
      return new Findings(Finding.all(errors), Finding.all(warnings));
    } catch (RefusedException e) {
      if (e.problems().isEmpty()) {
        throw e;
      }
      return new Findings(Finding.all(e.problems()), List.of());
    }
  }

  PlanDocument plan(Actor actor, PlanRequest request) {
    LaunchOrder order =
        LaunchOrder.of(RecipeWishes.of(request.choice()))
            .withValues(request.values())
            .withDirectories(request.directories());
    Plan plan = installation.runs().plan(actor, order);
    List<String> directories = new ArrayList<>(List.of(WORKSPACE));
    directories.addAll(request.directories());
    return PlanPictures.of(plan, directories);
  }
}
