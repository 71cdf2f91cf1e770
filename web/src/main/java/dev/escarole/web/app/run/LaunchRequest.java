package dev.escarole.web.app.run;

import dev.escarole.recipe.schedule.LaunchRule;
import dev.escarole.web.app.Param;
import dev.escarole.web.app.recipe.RecipeChoice;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What somebody wants to be run. Immutable.
 *
 * @param values as a JSON object holds them; null counts as absent
 * @param planHash of the plan that is meant; null for whatever the recipe makes of the values
 * @param key a request that is repeated with the same key starts nothing; null for none
 */
@SuppressWarnings("ArrayRecordComponent")
public record LaunchRequest(
    @Param(value = "Name of a recipe in the watched folder; or give 'text'.")
        @Nullable String recipe,
    @Param(value = "The text of a recipe, JSON or YAML; or give 'recipe'.") @Nullable String text,
    @Param(
            value =
                "The file name of the text, for messages; its ending says whether it is JSON or YAML. Default: recipe.json or recipe.yaml, depending on the text.")
        @Nullable String fileName,
    @Param(value = "The recipe's values by name.") Map<String, @Nullable Object> values,
    @Param(
            value =
                "Directories of the server's machine that commands may use, each as HOST::GUEST or HOST::GUEST:ro; the policy decides whether they may.")
        List<String> directories,
    @Param(value = "Standard input of the run, as text.") @Nullable String stdin,
    @Param(value = "The same for bytes, in Base64.") byte @Nullable [] stdinBase64,
    @Param(
            value =
                "Files that commands read as /inputs/NAME, by name: a text, {\"text\": …}, or {\"base64\": …} for bytes. An input of the recipe with the same name and no value gets the file's path.")
        Map<String, @Nullable Object> files,
    @Param(value = "Short texts to find the run by.") List<String> labels,
    @Param(
            value =
                "Keeps results that depend on nothing but program, arguments and input, and uses them again, wherever the recipe does not say.")
        boolean cache,
    @Param(
            value =
                "Hash of the plan that was looked at; if the recipe makes another one by now, nothing starts.")
        @Nullable String planHash,
    @Param(
            value =
                "Priority among the queued runs of a recipe with 'launch'; higher ones start first. Default: the recipe's.",
            min = -LaunchRule.HIGHEST_PRIORITY,
            max = LaunchRule.HIGHEST_PRIORITY)
        @Nullable Long priority,
    @Param(value = "The same key and body start one run.", in = Param.Where.KEY)
        @Nullable String key) {

  public LaunchRequest {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
    directories = List.copyOf(directories);
    labels = List.copyOf(labels);
  }

  /** The same with files, by name: texts, or objects with {@code text} or {@code base64}. */
  @SuppressWarnings("NullAway") // A compact constructor loses the annotation of an array.
  public LaunchRequest withFiles(Map<String, @Nullable Object> newFiles) {
    return new LaunchRequest(
        recipe,
        text,
        fileName,
        values,
        directories,
        stdin,
        stdinBase64,
        newFiles,
        labels,
        cache,
        planHash,
        priority,
        key);
  }

  /** Which recipe is meant. */
  public RecipeChoice choice() {
    return new RecipeChoice(recipe, text, fileName);
  }

  /** The same under a key. */
  @SuppressWarnings("NullAway") // A compact constructor loses the annotation of an array.
  public LaunchRequest withKey(String newKey) {
    return new LaunchRequest(
        recipe,
        text,
        fileName,
        values,
        directories,
        stdin,
        stdinBase64,
        files,
        labels,
        cache,
        planHash,
        priority,
        newKey);
  }
}
