package dev.escarole.engine.store;

import java.util.List;

/**
 * Every statement of the store. They run on H2 in PostgreSQL mode and on PostgreSQL; those of one
 * database alone are in its {@link Dialect}.
 *
 * <p>Those that every run needs take their values in order, through {@link Batch}; the others by
 * name, through {@link NamedSql}. All inserts of the journal do nothing on a conflict, so that a
 * group whose commit may or may not have reached the database can be written again.
 */
final class Sql {

  private Sql() {}

  static final String HISTORY =
      """
      select version, checksum, success
      from flyway_schema_history
      where version is not null
      order by installed_rank
      """;

  /** Other than the history, which is made first. */
  static final String TABLES =
      """
      select count(*) from information_schema.tables
      where table_schema = current_schema and table_name <> 'flyway_schema_history'
      """;

  /** As Flyway makes it in H2. */
  static final String MAKE_HISTORY =
      """
      create table if not exists flyway_schema_history (
        installed_rank integer not null,
        version varchar(50),
        description varchar(200) not null,
        type varchar(20) not null,
        script varchar(1000) not null,
        checksum integer,
        installed_by varchar(100) not null,
        installed_on timestamp default current_timestamp not null,
        execution_time integer not null,
        success boolean not null,
        constraint flyway_schema_history_pk primary key (installed_rank)
      );
      create index if not exists flyway_schema_history_s_idx on flyway_schema_history (success);
      """;

  static final String BEGIN_HISTORY =
      """
      insert into flyway_schema_history (installed_rank, version, description, type, script,
        checksum, installed_by, execution_time, success)
      values
        (-1, null, '<< Flyway Schema History table created >>', 'TABLE', '', null, '', 0, true),
        (1, '1', 'schema', 'SQL', ?, ?, '', 0, false)
      """;

  static final String END_HISTORY =
      "update flyway_schema_history set success = true where installed_rank = 1";

  static final String INSERT_PLAN =
      """
      insert into plan (hash, recipe_name, output_selector, output_value, step_count, created_at_ms)
      values (?, ?, ?, ?, ?, ?)
      on conflict do nothing
      """;

  static final String INSERT_STEP =
      """
      insert into step (plan_hash, step_index, parent_index, path, pointer, kind, is_recovery,
        label, argv, delay_ms, timeout_ms, retry, failure, concurrency, min_successful,
        retry_delay_ms, retry_backoff, retry_max_delay_ms, skip_reason, caching,
        handle, success_codes)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """;

  /** The first end of a run counts. */
  static final String END_RUN =
      """
      update run
      set status = ?, ended_at_ms = ?, stdout_sha256 = ?, error = ?,
        leaves_done = ?, leaves_failed = ?, leaves_skipped = ?, leaves_cancelled = ?,
        leaves_pending = ?, branches_done = ?, branches_failed = ?, branches_skipped = ?,
        branches_cancelled = ?, branches_pending = ?, accepted = ?, acceptance = ?
      where number = ? and status = 'running'
      """;

  static final String INSERT_TRANSITION =
      """
      insert into transition (event, step_index, state, at_ms, outcome, exit_code, reason)
      values (?, ?, ?, ?, ?, ?, ?)
      on conflict do nothing
      """;

  static final String INSERT_ATTEMPT =
      """
      insert into attempt (event, step_index, attempt, started_at_ms, duration_ms, outcome,
        exit_code, outcome_detail, stdin_sha256, stdin_bytes, stdout_sha256, stdout_bytes,
        stderr_sha256, stderr_bytes, fuel_used, origin, peak_memory_bytes, limits_id)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      on conflict do nothing
      """;

  static final String INSERT_LIMITS =
      """
      insert into limit_set (id, most_wall_clock_ms, most_memory_bytes, most_stdin_bytes,
        most_argv_bytes, most_output_bytes, most_fuel)
      values (?, ?, ?, ?, ?, ?, ?)
      on conflict do nothing
      """;

  static final String INSERT_JOIN =
      """
      insert into branch_join (event, path, label, usable_branches, minimum, branches)
      values (?, ?, ?, ?, ?, ?)
      on conflict do nothing
      """;

  static final String INSERT_SIGNAL =
      """
      insert into signal (event, kind, step_index, at_ms)
      values (?, ?, ?, ?)
      on conflict do nothing
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

  static final String INSERT_CONTENT =
      """
      insert into content (sha256, part, size, bytes)
      values (?, ?, ?, ?)
      on conflict do nothing
      """;

  static final String INSERT_ENGINE =
      """
      insert into engine (name, started_at_ms, removals) values (?, ?, 0)
      """;

  static final String ENGINES =
      """
      select number, name from engine
      """;

  /** An engine's row goes with it, unless it leaves a run behind that another may take over. */
  static final String DELETE_ENGINE =
      """
      delete from engine
      where number = ?
        and not exists (select 1 from run where run.owner = ? and run.status = 'running')
      """;

  /** Keeps removals out for as long as the transaction lasts. */
  static final String LOCK_ENGINE =
      """
      select removals from engine where number = ? for update
      """;

  /** Keeps claims out for as long as the transaction lasts. */
  static final String LOCK_RUNS =
      """
      select number, epoch from run where number = any (?) order by number for update
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

  static final String RUN_KEY =
      """
      select number, epoch from run where id = :id
      """;

  private static final String OF_RUN =
      """
      where event >= (select number * 4294967296 from run where id = :runId)
        and event < (select (number + 1) * 4294967296 from run where id = :runId)
      """;

  static final String LAST_EVENT =
      "select max(event) from (select max(event) as event from transition "
          + OF_RUN
          + "union all select max(event) from attempt "
          + OF_RUN
          + "union all select max(event) from branch_join "
          + OF_RUN
          + "union all select max(event) from signal "
          + OF_RUN
          + ") as last";

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
          + OF_RUN
          + "order by event";

  /** The last transition of each step. */
  static final String STATES =
      "select step_index, state from transition where event in (select max(event) from transition "
          + OF_RUN
          + "group by step_index)";

  static final String TRANSITIONS_AFTER =
      "select event, step_index, state, at_ms, outcome, exit_code, reason from transition "
          + OF_RUN
          + """
            and event > (select number * 4294967296 + :after from run where id = :runId)
          order by event
          limit :limit
          """;

  static final String TRANSITIONS_OF_STEP =
      "select event, step_index, state, at_ms, outcome, exit_code, reason from transition "
          + OF_RUN
          + " and step_index = :stepIndex order by event";

  private static final String SELECT_ATTEMPT =
      "select * from attempt left join limit_set on limit_set.id = attempt.limits_id ";

  static final String ATTEMPTS_OF_STEP =
      SELECT_ATTEMPT + OF_RUN + " and step_index = :stepIndex order by event";

  static final String ATTEMPTS_OF_STEPS =
      SELECT_ATTEMPT + OF_RUN + " and step_index = any (:indexes) order by event";

  /** What decides how a step counts. */
  static final String SHAPE =
      """
      select step.parent_index, step.kind, step.is_recovery
      from run join step on step.plan_hash = run.plan_hash
      where run.id = :runId
      order by step.step_index
      """;

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

  static final String ATTEMPTS = SELECT_ATTEMPT + OF_RUN + "order by event";

  static final String JOINS =
      "select path, label, usable_branches, minimum, branches from branch_join "
          + OF_RUN
          + "order by event";

  static final String SIGNALS =
      "select event, kind, step_index, at_ms from signal " + OF_RUN + "order by event";

  static final String RESUMES =
      """
      select number, at_ms, attempts_kept, leaves_again
      from resume where run_number = (select number from run where id = :runId)
      order by number
      """;

  /**
   * Waits for every engine's group to end, and keeps further ones out; they see that it happened.
   */
  static final String SHUT_ENGINES_OUT =
      """
      update engine set removals = removals + 1
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

  /** Runs whose record another run needs until it is over. */
  static final String RUN_AGAIN =
      """
      select rerun_of from run where status = 'running' and rerun_of is not null
      """;

  static final String CONTENT_BYTES =
      """
      select coalesce(sum(octet_length(bytes)), 0) from content where sha256 = any (?)
      """;

  /**
   * All that keeps a content; who adds a column that names one adds it here. A test looks for
   * columns that were forgotten. An attempt's input is no reason: it is kept as the output that it
   * was, or not at all.
   */
  static final List<String> REFERENCES =
      List.of(
          "select stdout_sha256, stderr_sha256 from attempt",
          "select stdin_sha256, stdout_sha256 from run",
          // Not a forgotten one.
          "select stdout_sha256, stderr_sha256 from kept_result where used_at_ms >= 0");

  static final String DELETE_CONTENT = "delete from content where sha256 = ?";

  static final List<String> DELETE_UNUSED_PLAN =
      List.of(
          "delete from step where plan_hash = ?"
              + " and not exists (select 1 from run where plan_hash = ?)",
          "delete from plan where hash = ?"
              + " and not exists (select 1 from run where plan_hash = ?)");

  /** The parts of a content that the bytes from one place to another lie in. */
  static final String CONTENT_PARTS =
      """
      select part, bytes from content
      where sha256 = :sha256 and part between :from and :to
      order by part
      """;

  static final String CONTENT_SIZE = "select size from content where sha256 = :sha256 and part = 0";

  static final String ACCEPTANCE = "select accepted, acceptance from run where id = :id";

  static final String COMPUTED = "select computed from run where id = :id";

  static final String IS_CONTENT =
      """
      select count(*) from content where sha256 = :sha256 and part = 0
      """;
}
