package dev.escarole.web.api;

import dev.escarole.engine.folder.FolderEntry;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanFormat;
import dev.escarole.engine.plan.PlanPrinter;
import dev.escarole.engine.run.Content;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.Severity;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.view.ProblemJson;
import dev.escarole.web.view.RecipeJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Operations on recipes, of which none changes anything. */
final class RecipeOperations {

  private static final String TAG = "recipes";
  private static final String WORKSPACE = "(the run's own directory)::/workspace";

  private final Installation service;

  RecipeOperations(Installation service) {
    this.service = service;
  }

  List<Operation> all() {
    return List.of(list(), get(), validate(), plan());
  }

  private Operation list() {
    return Operation.of("GET", "/recipes", Role.VIEWER)
        .named("listRecipes", TAG)
        .says(
            "Lists what the watched folder holds",
            "An invalid file is listed, too; while it is invalid, the last version that was sound"
                + " stays in force.")
        .gives(200, "Recipes")
        .by(
            request -> {
              List<FolderEntry> entries = service.recipes().entries();
              Answers.json(request, json -> new RecipeJson(json).entries(entries));
            });
  }

  private Operation get() {
    return Operation.of("GET", "/recipes/<name>", Role.VIEWER)
        .named("getRecipe", TAG)
        .says(
            "Shows a recipe",
            "With its present text, its inputs as of the version in force, and what is wrong with"
                + " it.")
        .at(Field.text("name", "As the list has it; it may hold slashes."))
        .gives(200, "Recipe")
        .refuses(404)
        .by(this::get);
  }

  private void get(Request request) throws IOException {
    FolderEntry entry = service.recipes().entry(request.required("name"));
    String version =
        Content.of(entry.reading().source()).sha256().substring(0, 32)
            + (entry.definition() == null ? "-none" : "")
            + (entry.valid() ? "" : "-invalid");
    if (!Answers.isKnown(request, version)) {
      Answers.json(request, json -> new RecipeJson(json).entry(entry));
    }
  }

  private Operation validate() {
    return Operation.of("POST", "/recipes/validate", Role.VIEWER)
        .named("validateRecipe", TAG)
        .says("Reports everything that is wrong with a recipe", "Nothing is run or stored.")
        .takes(WantedRecipes.INPUTS)
        .gives(200, "Findings")
        .refuses(404)
        .by(this::validate);
  }

  private void validate(Request request) throws IOException {
    try {
      Recipe recipe = service.recipes().find(WantedRecipes.of(request));
      List<Problem> errors = new ArrayList<>();
      List<Problem> warnings = new ArrayList<>(recipe.warnings());
      for (Problem unknown : service.engine().unknownCommands(recipe)) {
        (unknown.severity() == Severity.ERROR ? errors : warnings).add(unknown);
      }
      warnings.addAll(recipe.failureAdvice());
      Answers.json(request, json -> new ProblemJson(json).findings(errors, warnings));
    } catch (RefusedException e) {
      if (e.problems().isEmpty()) {
        throw e;
      }
      Answers.json(request, json -> new ProblemJson(json).findings(e.problems(), List.of()));
    }
  }

  private Operation plan() {
    return Operation.of("POST", "/recipes/plan", Role.VIEWER)
        .named("planRecipe", TAG)
        .says("Shows exactly what a recipe would run", "Nothing is run or stored.")
        .takes(WantedRecipes.withValues())
        .gives(200, "Plan")
        .refuses(404)
        .by(this::plan);
  }

  private void plan(Request request) throws IOException {
    Plan plan = service.runs().plan(request.actor(), WantedRecipes.order(request));
    List<String> directories = new ArrayList<>(List.of(WORKSPACE));
    directories.addAll(request.texts("directories"));
    send(request, plan, directories);
  }

  /** Answers with a plan. */
  static void send(Request request, Plan plan, List<String> directories) throws IOException {
    StringBuilder text = new StringBuilder();
    PlanPrinter.print(plan, PlanFormat.JSON, directories, text);
    request.ctx().contentType(MediaTypes.JSON).result(text.toString());
  }
}
