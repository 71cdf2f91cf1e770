package dev.escarole.web.app.recipe;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.escarole.engine.run.Content;
import dev.escarole.web.app.Documented;
import dev.escarole.web.app.Documents;
import dev.escarole.web.app.Versioned;
import dev.escarole.web.app.run.RunHead;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A recipe with its text, inputs and problems. */
public record RecipeDocument(
    @JsonUnwrapped RecipeHead head,
    @Documented("The present text.") String source,
    List<Input> parameters,
    @Documented("HTTP requests that it asks for; absent if there are none.")
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        List<PlanDocument.HttpAccess> http,
    List<Finding> errors,
    List<Finding> warnings,
    @Documented("The text of the version in force; absent if that is the present text, or none.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String sourceInForce,
    @Documented(
            "The version in force and the files that it imports in one text, a bundle; absent"
                + " unless 'bundle' is asked for and it has imports or uses its directory.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable String bundle,
    @Documented("Its last runs, newest first; empty unless 'history' is asked for.")
        @JsonInclude(JsonInclude.Include.NON_EMPTY)
        List<RunHead> runs,
    @Documented("Runs by day, and planned times; absent unless 'history' is asked for.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable RunCalendar calendar)
    implements Versioned {

  public RecipeDocument {
    parameters = List.copyOf(parameters);
    http = List.copyOf(http);
    errors = List.copyOf(errors);
    warnings = List.copyOf(warnings);
    runs = List.copyOf(runs);
  }

  @Override
  public String version() {
    return Content.of(Documents.bytes(this)).sha256();
  }

  /** The text of the version in force; the present text if there is none. */
  @JsonIgnore
  public String used() {
    return sourceInForce == null ? source : sourceInForce;
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
          @Nullable String computedBy,
      @Documented("Why the value that was given cannot be used; absent if it can.")
          @JsonInclude(JsonInclude.Include.NON_NULL)
          @Nullable Finding problem) {
    public Input {
      choices = List.copyOf(choices);
    }
  }
}
