package dev.escarole.engine.store;

import dev.escarole.engine.run.RunStatus;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/**
 * Reads pages of runs. A statement contains only the requested conditions, so that the database can
 * choose an index for each.
 */
final class RunListRows {

  private static final String PAGE = "select run.number from run";

  private static final String NEWEST = " order by run.number desc limit ?";

  private static final String ROWS =
      RunRows.RUN_COLUMNS
          + """
            from run join plan on plan.number = run.plan_number
            where run.number = any (?)
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

  /** Of the conditions, in order: numbers, texts and {@link Elements}. */
  private final List<Object> values = new ArrayList<>();

  private final EndedRuns known;

  /** Values of an {@code any} condition. */
  private record Elements(String type, List<?> all) {}

  private RunListRows(RunQuery query, EndedRuns known) {
    this.known = known;
    page(query);
    filter(query.filter());
  }

  static List<StoredRun> list(Connection connection, RunQuery query, EndedRuns known)
      throws SQLException {
    return new RunListRows(query, known).read(connection, query.limit());
  }

  /** One statement for each place of the text, as no index covers all of them. */
  static List<StoredRun> search(Handle handle, RunQuery query, EndedRuns known)
      throws SQLException {
    Connection connection = handle.getConnection();
    String text = Objects.requireNonNull(query.filter().text()).toLowerCase(Locale.ROOT);
    List<StoredRun> found = new ArrayList<>(byId(handle, query, text, known));
    List<String> names = matching(handle, NAMES, text);
    if (!names.isEmpty()) {
      RunListRows named = new RunListRows(query, known);
      named.add("run.recipe_name = any (?)", new Elements("varchar", names));
      found.addAll(named.read(connection, query.limit()));
    }
    List<String> labels = matching(handle, LABELS, text);
    if (!labels.isEmpty()) {
      RunListRows labelled = new RunListRows(query, known);
      labelled.add(
          "run.number in (select run_number from run_label where label = any (?))",
          new Elements("varchar", labels));
      found.addAll(labelled.read(connection, query.limit()));
    }
    RunListRows failed = new RunListRows(query, known);
    failed.add(
        "run.number in (select run_number from run_cause where words like ? escape '!')",
        '%' + literal(text) + '%');
    found.addAll(failed.read(connection, query.limit()));
    return found.stream()
        .sorted(Comparator.comparingLong(StoredRun::number).reversed())
        .distinct()
        .limit(query.limit())
        .toList();
  }

  private static List<StoredRun> byId(Handle handle, RunQuery query, String text, EndedRuns known)
      throws SQLException {
    List<Long> numbers =
        IdPrefix.bind(handle.createQuery(Sql.NUMBERS_BY_PREFIX), text)
            .bind("limit", MOST_IDS + 1)
            .mapTo(Long.class)
            .list();
    if (numbers.isEmpty()) {
      return List.of();
    }
    RunListRows ids = new RunListRows(query, known);
    if (numbers.size() <= MOST_IDS) {
      ids.add("run.number = any (?)", new Elements("bigint", numbers));
    } else {
      ids.add("run.id like ? escape '!'", literal(text) + '%');
    }
    return ids.read(handle.getConnection(), query.limit());
  }

  private static List<String> matching(Handle handle, String sql, String text) {
    return handle
        .createQuery(sql)
        .bind("text", '%' + literal(text) + '%')
        .bind("limit", MOST_NAMES)
        .mapTo(String.class)
        .list();
  }

  /** Finds the runs by an index, and reads the rows of those that are not known. */
  private List<StoredRun> read(Connection connection, int limit) throws SQLException {
    return runs(connection, numbers(connection, limit), known);
  }

  /** The runs with these numbers, in this order, without those that are gone. */
  static List<StoredRun> runs(Connection connection, List<Long> numbers, EndedRuns known)
      throws SQLException {
    Map<Long, StoredRun> found = new HashMap<>();
    List<Long> missing = new ArrayList<>();
    for (Long number : numbers) {
      StoredRun run = known.find(number);
      if (run == null) {
        missing.add(number);
      } else {
        found.put(number, run);
      }
    }
    if (!missing.isEmpty()) {
      readRows(connection, missing, found, known);
    }
    return numbers.stream().map(found::get).flatMap(Stream::ofNullable).toList();
  }

  private List<Long> numbers(Connection connection, int limit) throws SQLException {
    String where = conditions.isEmpty() ? "" : " where " + String.join(" and ", conditions);
    List<Long> numbers = new ArrayList<>();
    try (PreparedStatement select = connection.prepareStatement(PAGE + where + NEWEST)) {
      int column = 0;
      for (Object value : values) {
        select.setObject(
            ++column,
            value instanceof Elements list
                ? connection.createArrayOf(list.type(), list.all().toArray())
                : value);
      }
      select.setInt(++column, limit);
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          numbers.add(row.getLong(1));
        }
      }
    }
    return numbers;
  }

  private static void readRows(
      Connection connection, List<Long> numbers, Map<Long, StoredRun> found, EndedRuns known)
      throws SQLException {
    try (PreparedStatement select = connection.prepareStatement(ROWS)) {
      select.setArray(1, connection.createArrayOf("bigint", numbers.toArray()));
      try (ResultSet row = select.executeQuery()) {
        while (row.next()) {
          StoredRun run = RunRows.run(row);
          found.put(run.number(), run);
          known.add(run);
        }
      }
    }
  }

  private void page(RunQuery query) {
    if (query.beforeNumber() != null) {
      add("run.number < ?", query.beforeNumber());
    }
    if (query.before() != null) {
      String before = query.before().value();
      add("run.number < (select b.number from run b where b.id = ?)", before);
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
      add("run.recipe_name = ?", filter.recipe());
    }
    if (filter.principal() != null) {
      add("run.principal = ?", filter.principal());
    }
    if (filter.label() != null) {
      add("run.number in (select run_number from run_label where label = ?)", filter.label());
    }
    times(filter);
  }

  /** Restricts the start time. */
  private void times(RunFilter filter) {
    Instant since = filter.since();
    Instant until = filter.until();
    if (since != null) {
      add("run.started_at_ms >= ?", since.toEpochMilli());
    }
    if (until != null) {
      add("run.started_at_ms < ?", until.toEpochMilli());
    }
  }

  private void add(String condition, Object value) {
    conditions.add(condition);
    values.add(value);
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
