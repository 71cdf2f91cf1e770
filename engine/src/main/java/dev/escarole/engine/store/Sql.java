package dev.escarole.engine.store;

import dev.escarole.engine.store.journal.JournalSql;
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
      insert into plan (hash, recipe_name, output_selector, output_value, step_count, created_at_ms)
      values (?, ?, ?, ?, ?, ?)
      on conflict do nothing
      """;

  static final String INSERT_STEP =
      """
      insert into step (plan_hash, step_index, parent_index, path, pointer, kind, is_recovery,
        label, argv, settings, skip_reason, handle)
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
      where id = :id and status = 'running'
      """;

  static final String ENGINES =
      """
      select number, name from engine
      """;

  static final String CLAIM =
      """
      update run set owner = :owner, epoch = epoch + 1
      where id = :id and epoch = :epoch and status = 'running'
      """;

  static final String UNFINISHED =
      """
      select run.id, run.number, run.epoch, run.owner, engine.name
      from run left join engine on engine.number = run.owner
      where run.status = 'running'
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

  static final String STEPS =
      """
      select step.* from run join step on step.plan_hash = run.plan_hash
      where run.id = :runId
      order by step.step_index
      """;

  static final String TRANSITIONS =
      "select event, step_index, state, at_ms, outcome, exit_code, reason from transition "
          + JournalSql.OF_RUN
          + "order by event";

  /** The last transition of each step. */
  static final String STATES =
      "select step_index, state from transition where event in (select max(event) from transition "
          + JournalSql.OF_RUN
          + "group by step_index)";

  static final String TRANSITIONS_OF_STEP =
      "select event, step_index, state, at_ms, outcome, exit_code, reason from transition "
          + JournalSql.OF_RUN
          + " and step_index = :stepIndex order by event";

  private static final String SELECT_ATTEMPT =
      "select * from attempt left join limit_set on limit_set.id = attempt.limits_id ";

  static final String ATTEMPTS_OF_STEP =
      SELECT_ATTEMPT + JournalSql.OF_RUN + " and step_index = :stepIndex order by event";

  static final String ATTEMPTS_OF_STEPS =
      SELECT_ATTEMPT + JournalSql.OF_RUN + " and step_index = any (:indexes) order by event";

  static final String PLAN_OUTPUT =
      """
      select plan.output_selector, plan.output_value
      from run join plan on plan.hash = run.plan_hash
      where run.id = :runId
      """;

  static final String LEAF_PATHS =
      """
      select step.step_index, step.path
      from run join step on step.plan_hash = run.plan_hash
      where run.id = :runId and step.kind = 'leaf'
      order by step.step_index
      """;

  static final String STEP_AT =
      """
      select step.* from run join step on step.plan_hash = run.plan_hash
      where run.id = :runId and step.path = :path
      """;

  static final String STEPS_BETWEEN =
      """
      select step.* from run join step on step.plan_hash = run.plan_hash
      where run.id = :runId and step.step_index between :from and :to
        and step.step_index = any (:indexes)
      order by step.step_index
      """;

  static final String STEP_INDEXES =
      """
      select step.step_index from run join step on step.plan_hash = run.plan_hash
      where run.id = :runId and step.step_index > :after
      """;

  static final String WITH_PARENT = " and step.parent_index = :parent";

  static final String WITH_STEP_TEXT =
      """
       and (lower(step.path) like :text escape '!' or lower(step.label) like :text escape '!'
        or lower(step.argv) like :text escape '!')
      """;

  static final String BY_STEP_INDEX = " order by step.step_index";

  static final String ATTEMPTS = SELECT_ATTEMPT + JournalSql.OF_RUN + "order by event";

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
        coalesce(sum(attempt.stdout_bytes + attempt.stderr_bytes), 0) as bytes
      from run
        left join attempt on attempt.event >= run.number * 4294967296
          and attempt.event < (run.number + 1) * 4294967296
      group by run.id, run.number, run.started_at_ms, run.status
      order by run.started_at_ms desc, run.number desc
      """;

  static final String ENDED_RUN =
      """
      select number, plan_hash, stdin_sha256, stdout_sha256
      from run where id = :id and status <> 'running'
      for update
      """;

  static final String OUTPUTS_OF_RUN =
      """
      select stdout_sha256, stderr_sha256 from attempt where event >= ? and event < ?
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
          "delete from launch_key where run_number = ?",
          "delete from run where number = ?");

  /** Runs that an unfinished rerun needs. */
  static final String RUN_AGAIN =
      """
      select rerun_of from run where status = 'running' and rerun_of is not null
      """;

  static final List<String> DELETE_UNUSED_PLAN =
      List.of(
          "delete from step where plan_hash = ?"
              + " and not exists (select 1 from run where plan_hash = ?)",
          "delete from plan where hash = ?"
              + " and not exists (select 1 from run where plan_hash = ?)");

  static final String ACCEPTANCE = "select accepted, acceptance from run where id = :runId";

  static final String COMPUTED = "select computed from run where id = :runId";
}
