package dev.escarole.web.app.run;

import dev.escarole.web.app.Param;
import dev.escarole.web.app.recipe.RecipeChoice;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    @Param(
            value =
                "Values in place of those of the run, by name; null for the default. Others stay.")
        Map<String, @Nullable Object> values,
    @Param(
            value =
                "Further directories of the server's machine that commands may use, each as HOST::GUEST or HOST::GUEST:ro; the policy decides whether they may. One takes the place of a directory of the run with its path.")
        List<String> directories,
    @Param(
            value =
                "Hash of the plan that was previewed; if the recipe makes another one by now, nothing starts.")
        @Nullable String planHash,
    @Param(value = "The same key and body start one run.", in = Param.Where.KEY)
        @Nullable String key) {

  public RerunRequest {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    directories = List.copyOf(directories);
  }

  /** A rerun with the values and directories of the run. */
  public RerunRequest(
      String run,
      @Nullable String scope,
      @Nullable String path,
      boolean force,
      @Nullable String recipe,
      @Nullable String text,
      @Nullable String fileName,
      @Nullable String key) {
    this(run, scope, path, force, recipe, text, fileName, Map.of(), List.of(), null, key);
  }

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
    return new RerunRequest(
        run, scope, path, force, recipe, text, fileName, values, directories, planHash, newKey);
  }

  /** The same with other values and further directories. */
  public RerunRequest with(Map<String, @Nullable Object> newValues, List<String> newDirectories) {
    return new RerunRequest(
        run, scope, path, force, recipe, text, fileName, newValues, newDirectories, planHash, key);
  }

  /** The same if the plan is still the one with this hash. */
  public RerunRequest ofPlan(@Nullable String hash) {
    return new RerunRequest(
        run, scope, path, force, recipe, text, fileName, values, directories, hash, key);
  }

  /** The same with another recipe. */
  public RerunRequest of(RecipeChoice other) {
    return new RerunRequest(
        run,
        scope,
        path,
        force,
        other.recipe(),
        other.text(),
        other.fileName(),
        values,
        directories,
        planHash,
        key);
  }
}
