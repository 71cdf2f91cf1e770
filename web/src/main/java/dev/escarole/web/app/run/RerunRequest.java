package dev.escarole.web.app.run;

import dev.escarole.web.app.Param;
import dev.escarole.web.app.recipe.RecipeChoice;
import org.jspecify.annotations.Nullable;

/**
 * Reruns a run as a new run.
 *
 * @param key a request that is repeated with the same key starts nothing; null for none
 */
public record RerunRequest(
    @Param(
            value = "A run's id, the beginning of it, or 'last' for the newest run.",
            in = Param.Where.PATH,
            required = true)
        String run,
    @Param(
            value =
                "all: everything; failed: what did not succeed, with a path only in that step, and what comes after it; from: a step and what comes after it; cause: what failed of one cause, and what comes after it; branch: a branch and what comes after its join. Without it, all.",
            words = {"all", "failed", "from", "branch", "cause"})
        @Nullable String scope,
    @Param(
            value =
                "The step that is meant, for from and branch, and for failed if wanted: its path, or a label that only it has. For cause, the key of the cause.")
        @Nullable String path,
    @Param(value = "Goes on although results of finished steps no longer hold.") boolean force,
    @Param(value = "Name of a recipe in the watched folder; or give 'text'.")
        @Nullable String recipe,
    @Param(value = "The text of a recipe, JSON or YAML; or give 'recipe'.") @Nullable String text,
    @Param(
            value =
                "The file name of the text, for messages; its ending says whether it is JSON or YAML. Default: recipe.json or recipe.yaml, depending on the text.")
        @Nullable String fileName,
    @Param(value = "The same key and body start one run.", in = Param.Where.KEY)
        @Nullable String key) {

  /** Runs everything in a run again. */
  public static RerunRequest all(String run) {
    return new RerunRequest(run, null, null, false, null, null, null, null);
  }

  /** The recipe that takes the place of the one that was run; names none if that one stays. */
  public RecipeChoice choice() {
    return new RecipeChoice(recipe, text, fileName);
  }

  /** The same under a key. */
  public RerunRequest withKey(String newKey) {
    return new RerunRequest(run, scope, path, force, recipe, text, fileName, newKey);
  }
}
