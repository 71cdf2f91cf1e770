package dev.escarole.engine.store;

import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.ResultIterator;
import org.jspecify.annotations.Nullable;

/** Reads what the runs of one recipe tell about it. */
final class RecipeRows {

  /** So that a recipe that runs all the time costs no more than others. */
  private static final int MOST_COUNTED = 20_000;

  private static final int MOST_TEXTS_READ = 1_000;
  private static final long MOST_CHARACTERS = 32L << 20;

  private static final String MOMENTS =
      """
      select status, started_at_ms from run
      where recipe_name = :recipe order by number desc limit :limit
      """;

  private static final String TEXTS =
      """
      select id, started_at_ms, recipe_source from run
      where recipe_name = :recipe and (:everyone or principal = :principal)
      order by number desc limit :limit
      """;

  private RecipeRows() {}

  private record Moment(RunStatus status, Instant at) {

    LocalDate day() {
      return at.atOffset(ZoneOffset.UTC).toLocalDate();
    }
  }

  static RecipeDays days(Handle handle, String recipe, LocalDate since) {
    List<Moment> moments =
        handle
            .createQuery(MOMENTS)
            .bind("recipe", recipe)
            .bind("limit", MOST_COUNTED)
            .map(
                (row, context) ->
                    new Moment(
                        RunStatus.ofWord(row.getString("status")),
                        Instant.ofEpochMilli(row.getLong("started_at_ms"))))
            .list();
    LocalDate from = since;
    if (moments.size() == MOST_COUNTED) {
      // Of the day of the earliest one there may be more.
      LocalDate whole = moments.get(moments.size() - 1).day().plusDays(1);
      from = whole.isAfter(since) ? whole : since;
    }
    Map<LocalDate, Map<RunStatus, Integer>> counts = new TreeMap<>();
    for (Moment each : moments) {
      if (!each.day().isBefore(from)) {
        counts
            .computeIfAbsent(each.day(), unused -> new EnumMap<>(RunStatus.class))
            .merge(each.status(), 1, Integer::sum);
      }
    }
    List<RecipeDays.Day> days = new ArrayList<>();
    counts.forEach((date, of) -> days.add(new RecipeDays.Day(date, of)));
    return new RecipeDays(from, days);
  }

  private record Text(RunId run, Instant at, String text) {}

  /** The last used text comes first. */
  static List<RecipeText> texts(Handle handle, String recipe, @Nullable String principal) {
    Map<String, RecipeText> found = new LinkedHashMap<>();
    long characters = 0;
    try (ResultIterator<Text> rows =
        handle
            .createQuery(TEXTS)
            .bind("recipe", recipe)
            .bind("everyone", principal == null)
            .bind("principal", principal == null ? "" : principal)
            .bind("limit", MOST_TEXTS_READ)
            .map(
                (row, context) ->
                    new Text(
                        new RunId(row.getString("id")),
                        Instant.ofEpochMilli(row.getLong("started_at_ms")),
                        row.getString("recipe_source")))
            .iterator()) {
      while (rows.hasNext() && characters < MOST_CHARACTERS) {
        Text row = rows.next();
        characters += row.text().length();
        found.compute(
            row.text(),
            (text, known) -> known == null ? first(row) : known.withEarlier(row.run(), row.at()));
      }
    }
    return List.copyOf(found.values());
  }

  private static RecipeText first(Text row) {
    String sha256 = Content.of(row.text()).sha256();
    return new RecipeText(sha256, row.text(), 1, row.run(), row.at(), row.run(), row.at());
  }
}
