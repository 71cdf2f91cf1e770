package dev.escarole.engine.store;

import dev.escarole.engine.run.RunStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/**
 * Pages of runs. A statement has the conditions that are asked for and no others, so that the
 * database can choose an index for each.
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

  private static final String TEXT =
      """
      (lower(run.recipe_name) like :text escape '!'
        or run.id like :text escape '!'
        or exists (select 1 from run_label
          where run_number = run.number and lower(label) like :text escape '!'))\
      """;

  private final List<String> conditions = new ArrayList<>();
  private final Map<String, Object> values = new LinkedHashMap<>();

  private RunListRows() {}

  static List<StoredRun> list(Handle handle, RunQuery query) {
    RunListRows rows = new RunListRows();
    rows.page(query);
    rows.filter(query.filter());
    String where =
        rows.conditions.isEmpty() ? "" : " where " + String.join(" and ", rows.conditions);
    Query select = handle.createQuery(Sql.RUN_COLUMNS + PAGE + where + ROWS);
    rows.values.forEach(select::bind);
    return select
        .bind("limit", query.limit())
        .map((row, context) -> RowReader.run(row))
        .list();
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
      // The words are ours, there are few of them, and an index is chosen better for known ones.
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
    if (filter.text() != null) {
      add(TEXT, "text", '%' + literal(filter.text().toLowerCase(Locale.ROOT)) + '%');
    }
    times(filter);
  }

  /** Runs are stored about in the order of their start, so the times bound the numbers too. */
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

  /** A text that stands for itself in a pattern. */
  static String literal(String text) {
    return text.replace("!", "!!").replace("%", "!%").replace("_", "!_");
  }
}
