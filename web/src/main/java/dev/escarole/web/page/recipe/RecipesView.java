package dev.escarole.web.page.recipe;

import dev.escarole.web.page.ProblemView;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The list of recipes. Immutable.
 *
 * @param place path of the folder; null if none is watched
 * @param troubles why it cannot be read in full
 * @param search the searched text; may be empty
 * @param total entries in the folder
 * @param rows those that match, on this page
 * @param page which page it is, from 1
 */
public record RecipesView(
    @Nullable String place,
    List<String> troubles,
    String search,
    int total,
    int found,
    List<Row> rows,
    int page,
    int pages) {

  public RecipesView {
    troubles = List.copyOf(troubles);
    rows = List.copyOf(rows);
  }

  /**
   * An entry.
   *
   * @param address of its page
   * @param status {@code valid}, {@code warnings} or {@code invalid}
   * @param inForce whether a sound version of it can be run
   * @param first the first of its errors; null if it has none
   * @param errors how many it has
   * @param last its last run; null if it never ran
   */
  public record Row(
      String name,
      String address,
      String path,
      String kind,
      String about,
      String status,
      boolean inForce,
      @Nullable ProblemView first,
      int errors,
      @Nullable LastRun last,
      String successRate,
      String degraded,
      Instant changed) {}

  /** The last run of a recipe. */
  public record LastRun(String id, String status, Instant startedAt) {}

  /** A hash of the content, so that a browser does not load the same list again. */
  public String mark() {
    return Integer.toHexString(hashCode());
  }

  /** The part of an address that asks for this search. */
  public String query() {
    return "q=" + encoded(search);
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
