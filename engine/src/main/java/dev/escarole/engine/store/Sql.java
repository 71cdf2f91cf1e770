package dev.escarole.engine.store;

import dev.escarole.engine.store.journal.JournalSql;
import dev.escarole.engine.store.launch.LaunchTurns;
import java.util.List;

/**
 * The SQL statements of the store, for H2 in PostgreSQL mode and PostgreSQL. Statements for one
 * database only are in its dialect.
 *
 * <p>Statements that every run needs take positional values, through {@code Batch}; the others
 * named ones, through {@code NamedSql}. All inserts of the journal ignore conflicts, so that a
 * group whose commit is in doubt can be written again.
 */
final class Sql {

  private Sql() {}

  static final String INSERT_PLAN =
      """
      insert into plan (hash, recipe_name, output_selector, output_value, sources, artifacts,
        http, step_count, format, created_at_ms)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      on conflict do nothing
      """;

  static final String PLAN_NUMBER = "select number from plan where hash = ?";

  static final String INSERT_STEP =
      """
      insert into step (id, step_index, parent_index, path, pointer, kind, is_recovery, label,
        argv, settings, skip_reason, handle)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  static final String INSERT_RESUME =
      """
      insert into resume (run_number, number, at_ms, attempts_kept, leaves_again)
      select number, :number, :atMs, :attemptsKept, :leavesAgain from run where id = :runId
      """;

  static final String FAIL_RUN =
      """
      update run set status = 'failed', ended_at_ms = :endedAtMs, error = :error
      where id = :id and owner = :owner and status in ('running', 'queued')
      """;

  static final String CLAIM =
      """
      update run set owner = :owner, epoch = epoch + 1
      where id = :id and epoch = :epoch and status in ('running', 'queued')
        and exists (select 1 from plan
          where plan.number = run.plan_number and plan.format <= :format)
      """;

  static final String UNFINISHED =
      """
      select run.id, run.number, run.epoch, run.owner, run.status, engine.name
      from run left join engine on engine.number = run.owner
      where run.status in ('running', 'queued') and run.owner <> -1
      order by run.number
      """;

  static final String RUN_NUMBER = "select number from run where id = ?";

  static final String RUNS_BY_PREFIX =
      """
      select id from run
      where id >= :from and id <= :to and id like :pattern escape '!'
      order by number desc limit :limit
      """;

  static final String NUMBERS_BY_PREFIX =
      """
      select number from run
      where id >= :from and id <= :to and id like :pattern escape '!'
      limit :limit
      """;

  /** The steps of a run's plan. */
  private static final String OF_PLAN =
      """
      from step
      where id >= (select plan_number * 4294967296 from run where id = :runId)
        and id < (select (plan_number + 1) * 4294967296 from run where id = :runId)
      """;

  static final String STEPS = "select * " + OF_PLAN + "order by id";

  static final String TRANSITIONS = transitions("");

  static final String TRANSITIONS_OF_STEP = transitions("and step_index = :stepIndex ");

  /** Rows of attempts may stand for a transition before and one after. */
  private static String transitions(String condition) {
    return "select event, step_index, state, at_ms, outcome, exit_code, reason from transition "
        + JournalSql.OF_RUN
        + condition
        + "union all select event - running_before, step_index, 'running', started_at_ms, null,"
        + " null, null from attempt "
        + JournalSql.OF_RUN
        + condition
        + "and running_before is not null"
        + " union all select event + 1, step_index, then_state, then_at_ms, outcome, exit_code,"
        + " null from attempt "
        + JournalSql.OF_RUN
        + condition
        + "and then_state is not null order by event";
  }

  private static final String SELECT_ATTEMPT =
      "select * from attempt left join limit_set on limit_set.id = attempt.limits_id ";

  static final String ATTEMPTS_OF_STEP =
      SELECT_ATTEMPT + JournalSql.OF_RUN + " and step_index = :stepIndex order by event";

  static final String ATTEMPTS_OF_STEPS =
      SELECT_ATTEMPT + JournalSql.OF_RUN + " and step_index = any (:indexes) order by event";

  /** Attempts of steps that failed in the end are among them. */
  static final String FAILED_ATTEMPTS =
      SELECT_ATTEMPT + JournalSql.OF_RUN + " and error_line is not null order by event";

  static final String PLAN_OUTPUT =
      """
      select plan.output_selector, plan.output_value, plan.sources, plan.artifacts,
        plan.http
      from run join plan on plan.number = run.plan_number
      where run.id = :runId
      """;

  static final String LEAF_PATHS =
      "select step_index, path " + OF_PLAN + "and kind = 'leaf' order by id";

  static final String STEP_AT = "select * " + OF_PLAN + "and path = :path";

  static final String STEPS_BETWEEN =
      "select * "
          + OF_PLAN
          + """
            and step_index between :from and :to and step_index = any (:indexes)
            order by id
            """;

  static final String STEP_INDEXES = "select step_index " + OF_PLAN + "and step_index > :after";

  static final String WITH_PARENT = " and step.parent_index = :parent";

  static final String WITH_STEP_TEXT =
      """
       and (lower(step.path) like :text escape '!' or lower(step.label) like :text escape '!'
        or lower(step.argv) like :text escape '!' or step.step_index in
        (select attempt.step_index from attempt
      """
          + JournalSql.OF_RUN
          + """
              and lower(attempt.error_line) like :text escape '!'))
            """;

  static final String BY_STEP_INDEX = " order by id";

  static final String ATTEMPTS = SELECT_ATTEMPT + JournalSql.OF_RUN + "order by event";

  /** Attempts that have printed something, on one side of a place in the run's order of events. */
  static String outputs(OutputQuery query) {
    String place = "(select number * 4294967296 + :seq from run where id = :runId)";
    String printed =
        query.stdout() && query.stderr()
            ? "(stdout_bytes > 0 or stderr_bytes > 0)"
            : query.stdout() ? "stdout_bytes > 0" : "stderr_bytes > 0";
    String under =
        " and step_index in (select step_index "
            + OF_PLAN
            + "and (path = :under or path like :within))";
    return SELECT_ATTEMPT
        + JournalSql.OF_RUN
        + (query.backwards() ? "and event <= " : "and event >= ")
        + place
        + " and "
        + printed
        + (query.under() == null ? "" : under)
        + (query.backwards() ? " order by event desc" : " order by event")
        + " limit :limit";
  }

  static final String JOINS =
      "select path, label, usable_branches, minimum, branches from branch_join "
          + JournalSql.OF_RUN
          + "order by event";

  static final String SIGNALS =
      "select event, kind, step_index, at_ms from signal " + JournalSql.OF_RUN + "order by event";

  static final String RESUMES =
      """
      select number, at_ms, attempts_kept, leaves_again
      from resume where run_number = (select number from run where id = :runId)
      order by number
      """;

  static final String RUN_SIZES =
      """
      select run.id, run.started_at_ms, run.status, count(attempt.event) as attempts,
        coalesce(sum(attempt.stdout_bytes + attempt.stderr_bytes), 0)
          + coalesce((select sum(size) from run_file where run_number = run.number), 0) as bytes
      from run
        left join attempt on attempt.event >= run.number * 4294967296
          and attempt.event < (run.number + 1) * 4294967296
      group by run.id, run.number, run.started_at_ms, run.status
      order by run.started_at_ms desc, run.number desc
      """;

  static final String ENDED_RUN =
      """
      select number, plan_number, stdin_sha256, stdout_sha256
      from run where id = :id and status not in ('running', 'queued')
      for update
      """;

  static final String OUTPUTS_OF_RUN =
      """
      select case when stdout_inline is null then stdout_sha256 end as stdout_sha256,
        case when stderr_inline is null then stderr_sha256 end as stderr_sha256,
        coalesce(octet_length(stdout_inline), 0) + coalesce(octet_length(stderr_inline), 0)
          as inline_bytes
      from attempt where event >= ? and event < ?
      """;

  static final List<String> DELETE_EVENTS =
      List.of(
          "delete from transition where event >= ? and event < ?",
          "delete from attempt where event >= ? and event < ?",
          "delete from branch_join where event >= ? and event < ?",
          "delete from signal where event >= ? and event < ?");

  static final List<String> DELETE_RUN =
      List.of(
          "delete from resume where run_number = ?",
          "delete from run_label where run_number = ?",
          "delete from run_cause where run_number = ?",
          RunFiles.DELETE_ALL,
          "delete from launch_key where run_number = ?",
          "delete from delivery where state <> 'due'"
              + " and run_id = (select id from run where number = ?)",
          LaunchTurns.DELETE,
          "delete from decision where run_number = ?",
          "delete from awaited where run_number = ?",
          "delete from run where number = ?");

  /** Runs that an unfinished rerun needs. */
  static final String RUN_AGAIN =
      """
      select rerun_of from run where status in ('running', 'queued') and rerun_of is not null
      """;

  static final List<String> DELETE_UNUSED_PLAN =
      List.of(
          "delete from step where id >= ? * 4294967296 and id < (? + 1) * 4294967296"
              + " and not exists (select 1 from run where plan_number = ?)",
          "delete from plan where number = ? and number = ?"
              + " and not exists (select 1 from run where plan_number = ?)");

  static final String ACCEPTANCE = "select accepted, acceptance from run where id = :runId";

  static final String COMPUTED = "select computed from run where id = :runId";
}
