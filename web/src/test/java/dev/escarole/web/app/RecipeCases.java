package dev.escarole.web.app;

import dev.escarole.web.app.recipe.InputsRequest;
import dev.escarole.web.app.recipe.PlanRequest;
import dev.escarole.web.app.recipe.RecipeChoice;
import dev.escarole.web.app.recipe.RecipeName;
import dev.escarole.web.app.recipe.RecipeVersions.VersionsQuery;
import dev.escarole.web.app.recipe.RecipesQuery;
import dev.escarole.web.app.recipe.TestRequest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What is asked of recipes in {@link EscaroleContractTest}. */
@SuppressWarnings("NullAway") // Requests hold null for what is not said.
final class RecipeCases extends ContractCases {

  RecipeCases(Twins twins) {
    super(twins);
    recipes();
  }

  private void recipes() {
    same(Verbs.RECIPES, "all", RecipesQuery.ALL);
    same(Verbs.RECIPES, "some with their runs", new RecipesQuery("CENS", 1L, 9, true));
    same(Verbs.RECIPE, "with its runs", new RecipeName("census", true, false));
    same(Verbs.INPUTS, "by name", inputs("census", Map.of("who", "me")));
    same(Verbs.INPUTS, "a value that does not fit", inputs("typed", Map.of("count", "many")));
    same(Verbs.INPUTS, "of no recipe", inputs("cencus", Map.of()));
    for (String name : List.of("census", "nap", "sub/nap", "broken.yaml", "cencus")) {
      same(Verbs.RECIPE, name, new RecipeName(name));
    }
    same(RecipeVerbs.VERSIONS, "all", new VersionsQuery("census", null, null));
    same(RecipeVerbs.VERSIONS, "of a broken recipe", new VersionsQuery("broken.yaml", null, null));
    same(RecipeVerbs.VERSIONS, "compared", new VersionsQuery("census", version(), null));
    same(RecipeVerbs.VERSIONS, "compared with none", new VersionsQuery("census", "0000000", null));
    same(RecipeVerbs.VERSIONS, "half a question", new VersionsQuery("census", null, "0000000"));
    same(RecipeVerbs.VERSIONS, "of no recipe", new VersionsQuery("cencus", null, null));
    same(Verbs.RECIPE, "with its imports", new RecipeName("team/poll", false, true));
    same(Verbs.RECIPE, "a hostile name", new RecipeName("a b/%2e%2e?x=1#ä"));
    same(Verbs.VALIDATE, "by name", RecipeChoice.named("census"));
    same(Verbs.VALIDATE, "mistakes", RecipeChoice.text("template: 'x", "a.yaml"));
    same(Verbs.VALIDATE, "no recipe", RecipeChoice.NONE);
    alike(Verbs.TEST, "of a recipe", () -> new TestRequest("census", null));
    same(Verbs.TEST, "that are not there", new TestRequest("census", "nothing"));
    same(Verbs.TEST, "of a broken recipe", new TestRequest("broken.yaml", null));
    same(Verbs.TEST, "of no recipe", new TestRequest("cencus", null));
    same(Verbs.PLAN, "with values", plan("census", Map.of("who", "me")));
    same(Verbs.PLAN, "of a recipe with imports", plan("team/poll", Map.of("who", "me")));
    same(Verbs.PLAN, "with directories that are denied", denied());
    same(Verbs.PLAN, "a value that it does not take", plan("census", Map.of("wo", "me")));
  }

  private String version() {
    return twins
        .local
        .recipeVersions(new VersionsQuery("census", null, null))
        .versions()
        .get(0)
        .version();
  }

  private static InputsRequest inputs(String recipe, Map<String, Object> values) {
    return new InputsRequest(
        recipe, null, null, new LinkedHashMap<>(values), List.of("/srv/books::/books:ro"));
  }

  /** Compared with the version of the recipe that is in force. */
  private PlanRequest denied() {
    String version = twins.local.inputs(inputs("census", Map.of())).version();
    return new PlanRequest(
        "census", null, null, Map.of(), List.of("/srv/books::/books:ro"), version);
  }

  static PlanRequest plan(String recipe, Map<String, Object> values) {
    return new PlanRequest(recipe, null, null, new LinkedHashMap<>(values), List.of());
  }
}
