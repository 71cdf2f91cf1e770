package dev.escarole.web.app.recipe;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.escarole.engine.run.Content;
import dev.escarole.web.app.Documented;
import dev.escarole.web.app.Documents;
import dev.escarole.web.app.Versioned;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A recipe with its text, its inputs and what is wrong with it. */
public record RecipeDocument(
    @JsonUnwrapped RecipeHead head,
    @Documented("The present text.") String source,
    List<Input> parameters,
    List<Finding> errors,
    List<Finding> warnings)
    implements Versioned {

  public RecipeDocument {
    parameters = List.copyOf(parameters);
    errors = List.copyOf(errors);
    warnings = List.copyOf(warnings);
  }

  @Override
  public String version() {
    return Content.of(Documents.bytes(this)).sha256();
  }

  /** One input. */
  public record Input(
      String name,
      @Nullable String type,
      List<String> choices,
      boolean required,
      @JsonProperty("default") @Nullable Object byDefault,
      @Documented("The command that computes it when no value is given; absent if none does.")
          @JsonInclude(JsonInclude.Include.NON_NULL)
          @Nullable String computedBy) {
    public Input {
      choices = List.copyOf(choices);
    }
  }
}
