package dev.escarole.web.app.recipe;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.recipe.SourceExcerpt;
import dev.escarole.web.app.Documented;
import dev.escarole.web.app.run.RunHead;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What a list of recipes shows of one. */
public record RecipeHead(
    String name,
    @Documented(words = {"recipe", "handle", "unknown"}) String kind,
    @Documented("From the folder on.") String path,
    long bytes,
    Instant modifiedAt,
    @Documented("Whether the present text can be used.") boolean valid,
    @Documented("Whether some version is in force.") boolean inForce,
    @Documented("Whether that version can be neither launched nor imported.") boolean disabled,
    @Nullable Instant invalidSince,
    @Nullable String description,
    @Documented("Problems of the present text.") Flaws flaws,
    @Documented("How it has done lately; absent unless 'history' is asked for.")
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Nullable History history) {

  /** How many problems a text has, and the first error. */
  public record Flaws(
      int errors,
      int warnings,
      @Documented("Null if there is none.") @Nullable Finding first,
      @Documented("The line that it is about; null if that is not known.")
          SourceExcerpt.@Nullable Line line) {}

  /** The last runs in figures. */
  public record History(
      @Documented("Null if it never ran.") @Nullable RunHead last,
      @Documented("Share of done runs among those that are done, degraded or failed; null of none.")
          @Nullable Double successRate,
      @Documented("Share of degraded runs among the same.") @Nullable Double degradedRate,
      @Documented("Median of done and degraded runs; null of none.")
          @Nullable Long medianDurationMillis,
      @Documented(
              "95th percentile of the same: the shortest duration that at least 95 % of them do not"
                  + " exceed.")
          @Nullable Long slowDurationMillis,
      @Documented("How many runs these figures are of: the last 30, or all if there are fewer.")
          int counted) {}
}
