package dev.escarole.web.app.recipe;

import dev.escarole.web.app.Param;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Asks what a launch of a recipe can be given. */
public record InputsRequest(
    @Param(value = "Name of a recipe in the watched folder; or give 'text'.")
        @Nullable String recipe,
    @Param(value = "The text of a recipe, JSON or YAML; or give 'recipe'.") @Nullable String text,
    @Param(
            value =
                "The file name of the text, for messages. Its ending says whether it is JSON or YAML.")
        @Nullable String fileName,
    @Param(value = "Values to be checked, by name.") Map<String, @Nullable Object> values,
    @Param(value = "Directories that would be given, as for a launch; their files are listed.")
        List<String> directories) {

  public InputsRequest {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    directories = List.copyOf(directories);
  }

  /** Which recipe is meant. */
  public RecipeChoice choice() {
    return new RecipeChoice(recipe, text, fileName);
  }
}
