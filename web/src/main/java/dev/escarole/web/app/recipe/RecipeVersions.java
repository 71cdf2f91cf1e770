package dev.escarole.web.app.recipe;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.web.app.Documented;
import dev.escarole.web.app.Param;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The versions of a recipe, the present one first, then the last used ones. */
public record RecipeVersions(
    String name,
    List<Version> versions,
    @JsonInclude(JsonInclude.Include.NON_NULL) @Documented("Absent unless 'from' is asked for.")
        @Nullable Difference difference) {

  public RecipeVersions {
    versions = List.copyOf(versions);
  }

  /**
   * A version: the text, with the files that it imports. Runs of the recipe's name from elsewhere,
   * such as a text that somebody sent, count as well.
   */
  public record Version(
      @Documented("SHA-256 of the text.") String version,
      @Documented(
              value = "invalid: the present text, which cannot be used.",
              words = {"in-force", "invalid", "earlier"})
          String standing,
      @Documented("How many of the last 1,000 runs have it.") int runs,
      @Documented("The first of these; null if there are none.") @Nullable String firstRun,
      @Nullable Instant firstRunAt,
      @Documented("The last of these; null if there are none.") @Nullable String lastRun,
      @Nullable Instant lastRunAt,
      int lines) {}

  /** How one text differs from another, line by line. */
  public record Difference(
      String from,
      String to,
      int added,
      int removed,
      @Documented("Changed lines with three equal ones around them; empty if nothing differs.")
          List<Hunk> hunks) {
    public Difference {
      hunks = List.copyOf(hunks);
    }
  }

  /** A part of two texts, in which lines differ. */
  public record Hunk(
      @Documented("Number of its first line in the one text, from 1.") int fromLine,
      @Documented("Number of its first line in the other text, from 1.") int toLine,
      List<Line> lines) {
    public Hunk {
      lines = List.copyOf(lines);
    }
  }

  /** A line of one of the texts, or of both. */
  public record Line(@Documented(words = {"same", "added", "removed"}) String kind, String text) {}

  /** Which recipe, and which two versions are compared. */
  public record VersionsQuery(
      @Param(
              value = "As the list has it; it may hold slashes.",
              in = Param.Where.PATH,
              required = true)
          String name,
      @Param(
              value =
                  "Compares this version, given by its hash or the beginning of it, with another.",
              in = Param.Where.QUERY)
          @Nullable String from,
      @Param(value = "The other version. Default: the present text.", in = Param.Where.QUERY)
          @Nullable String to) {}
}
