package dev.escarole.engine.store;

import dev.escarole.engine.run.RunStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/**
 * Reads pages of runs. A statement contains only the requested conditions, so that the database can
 * choose an index for each.
 */
final class RunListRows {

  private static final String PAGE = "from (select run.number from run";

  private static final String ROWS =
      """
       order by run.number desc limit :limit) page
      join run on run.number = page.number
      join plan on plan.hash = run.plan_hash
      order by run.number desc
      """;

  /** There are few names and labels for many runs, so the names are scanned, not the runs. */
  private static final String NAMES =
      """
      select name from (select distinct recipe_name as name from run) names
      where lower(name) like :text escape '!'
      limit :limit
      """;

  private static final String LABELS =
      """
      select name from (select distinct label as name from run_label) names
      where lower(name) like :text escape '!'
      limit :limit
      """;

  private static final int MOST_NAMES = 1_000;

  /**
   * Maximum number of runs looked up by id prefix. If more match, scanning from the newest finds
   * enough of them quickly.
   */
  private static final int MOST_IDS = 1_000;

  private final List<String> conditions = new ArrayList<>();
  private final Map<String, Object> values = new LinkedHashMap<>();
  private final Map<String, Elements<?>> lists = new LinkedHashMap<>();

  /** Values of an {@code any} condition. */
  private record Elements<T>(Class<T> type, List<T> all) {}

  private RunListRows(RunQuery query) {
    page(query);
    filter(query.filter());
  }

  static List<StoredRun> list(Handle handle, RunQuery query) {
    String text = query.filter().text();
    return text == null
        ? new RunListRows(query).read(handle, query.limit())
        : search(handle, query, text.toLowerCase(Locale.ROOT));
  }

  /** One statement for each place of the text, as no index covers all of them. */
  private static List<StoredRun> search(Handle handle, RunQuery query, String text) {
    List<StoredRun> found = new ArrayList<>(byId(handle, query, text));
    List<String> names = matching(handle, NAMES, text);
    if (!names.isEmpty()) {
      RunListRows named = new RunListRows(query);
      named.conditions.add("run.recipe_name = any (:names)");
      named.lists.put("names", new Elements<>(String.class, names));
      found.addAll(named.read(handle, query.limit()));
    }
    List<String> labels = matching(handle, LABELS, text);
    if (!labels.isEmpty()) {
      RunListRows labelled = new RunListRows(query);
      labelled.conditions.add(
          "run.number in (select run_number from run_label where label = any (:labels))");
      labelled.lists.put("labels", new Elements<>(String.class, labels));
      found.addAll(labelled.read(handle, query.limit()));
    }
    return found.stream()
        .sorted(Comparator.comparingLong(StoredRun::number).reversed())
        .distinct()
        .limit(query.limit())
        .toList();
  }

  private static List<StoredRun> byId(Handle handle, RunQuery query, String text) {
    List<Long> numbers =
        IdPrefix.bind(handle.createQuery(Sql.NUMBERS_BY_PREFIX), text)
            .bind("limit", MOST_IDS + 1)
            .mapTo(Long.class)
            .list();
    if (numbers.isEmpty()) {
      return List.of();
    }
    RunListRows ids = new RunListRows(query);
    if (numbers.size() <= MOST_IDS) {
      ids.conditions.add("run.number = any (:numbers)");
      ids.lists.put("numbers", new Elements<>(Long.class, numbers));
    } else {
      ids.add("run.id like :start escape '!'", "start", literal(text) + '%');
    }
    return ids.read(handle, query.limit());
  }

  private static List<String> matching(Handle handle, String sql, String text) {
    return handle
        .createQuery(sql)
        .bind("text", '%' + literal(text) + '%')
        .bind("limit", MOST_NAMES)
        .mapTo(String.class)
        .list();
  }

  private List<StoredRun> read(Handle handle, int limit) {
    String where = conditions.isEmpty() ? "" : " where " + String.join(" and ", conditions);
    Query select = handle.createQuery(RunRows.RUN_COLUMNS + PAGE + where + ROWS);
    values.forEach(select::bind);
    lists.forEach((name, list) -> select.bindArray(name, list.type(), list.all()));
    return select.bind("limit", limit).map((row, context) -> RunRows.run(row)).list();
  }

  private void page(RunQuery query) {
    if (query.beforeNumber() != null) {
      add("run.number < :beforeNumber", "beforeNumber", query.beforeNumber());
    }
    if (query.before() != null) {
      String before = query.before().value();
      add("run.number < (select b.number from run b where b.id = :before)", "before", before);
    }
  }

  private void filter(RunFilter filter) {
    if (!filter.statuses().isEmpty()) {
      // The words are constants, and the database plans better with literals.
      conditions.add(
          filter.stored().stream()
              .map(RunStatus::word)
              .collect(Collectors.joining("', '", "run.status in ('", "')")));
    }
    if (filter.recipe() != null) {
      add("run.recipe_name = :recipe", "recipe", filter.recipe());
    }
    if (filter.principal() != null) {
      add("run.principal = :principal", "principal", filter.principal());
    }
    if (filter.label() != null) {
      add(
          "run.number in (select run_number from run_label where label = :label)",
          "label",
          filter.label());
    }
    times(filter);
  }

  /** Restricts the start time. */
  private void times(RunFilter filter) {
    Instant since = filter.since();
    Instant until = filter.until();
    if (since != null) {
      add("run.started_at_ms >= :since", "since", since.toEpochMilli());
    }
    if (until != null) {
      add("run.started_at_ms < :until", "until", until.toEpochMilli());
    }
  }

  private void add(String condition, String name, Object value) {
    conditions.add(condition);
    values.put(name, value);
  }

  /** Escapes a text for use in a pattern. */
  static String literal(String text) {
    return text.replace("!", "!!").replace("%", "!%").replace("_", "!_");
  }

  /**
   * Binds a search for ids by prefix. A pattern alone would scan all runs: PostgreSQL uses the
   * index of ids for patterns only with the collation C, and H2 only if it knows the pattern when
   * it plans the query. So the range of matching ids is given too.
   */
  static final class IdPrefix {

    /**
     * Sorts after every possible continuation: letters follow digits and hyphens in every
     * collation.
     */
    private static final String END = "zzzzzzz";

    private IdPrefix() {}

    /** Binds {@code :from}, {@code :to} and {@code :pattern}. */
    static Query bind(Query query, String prefix) {
      return query
          .bind("from", prefix)
          .bind("to", prefix + END)
          .bind("pattern", RunListRows.literal(prefix) + '%');
    }
  }
}
