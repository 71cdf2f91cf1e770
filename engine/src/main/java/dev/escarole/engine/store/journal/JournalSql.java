package dev.escarole.engine.store.journal;

/** SQL statements for events of runs and for engines. */
public final class JournalSql {

  private JournalSql() {}

  /** Only the first end of a run is stored. */
  static final String END_RUN =
      """
      update run
      set status = ?, ended_at_ms = ?, stdout_sha256 = ?, error = ?,
        leaves_done = ?, leaves_failed = ?, leaves_skipped = ?, leaves_cancelled = ?,
        leaves_pending = ?, branches_done = ?, branches_failed = ?, branches_skipped = ?,
        branches_cancelled = ?, branches_pending = ?, accepted = ?, acceptance = ?
      where number = ? and status in ('running', 'queued')
      """;

  static final String INSERT_CAUSE =
      """
      insert into run_cause (run_number, number, cause, words)
      values (?, ?, ?, ?)
      on conflict do nothing
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
        stdout_inline, stderr_sha256, stderr_bytes, stderr_inline, fuel_used, origin,
        peak_memory_bytes, limits_id, running_before, then_state, then_at_ms, error_line)
      values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
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

  static final String INSERT_ENGINE =
      """
      insert into engine (name, started_at_ms, removals) values (?, ?, ?)
      """;

  /** Times of reports are the database's, so that all engines agree on how long ago they were. */
  static final String INSERT_HEARTBEAT =
      """
      insert into heartbeat (engine_number, seen_at_ms)
      values (?, cast(extract(epoch from current_timestamp) * 1000 as bigint))
      """;

  /** What an engine leaves behind is for others at once. */
  static final String LEAVE = "update heartbeat set seen_at_ms = 0 where engine_number = ?";

  /** An engine's row is deleted with it, unless it owns an unfinished run. */
  static final String DELETE_ENGINE =
      """
      delete from engine
      where number = ?
        and not exists (select 1 from run where run.owner = ?
          and run.status in ('running', 'queued'))
      """;

  static final String DELETE_HEARTBEAT =
      """
      delete from heartbeat
      where engine_number = ? and not exists (select 1 from engine where number = ?)
      """;

  /** Blocks removals until the transaction ends. */
  static final String LOCK_ENGINE =
      """
      select removals from engine where number = ? for update
      """;

  /** Blocks claims until the transaction ends. */
  static final String LOCK_RUNS =
      """
      select number, epoch, status, notify from run where number = any (?) order by number
      for update
      """;

  public static final String RUN_KEY =
      """
      select number, epoch from run where id = :id
      """;

  public static final String OF_RUN =
      """
      where event >= (select number * 4294967296 from run where id = :runId)
        and event < (select (number + 1) * 4294967296 from run where id = :runId)
      """;

  static final String LAST_EVENT =
      "select max(event) from (select max(event) as event from transition "
          + OF_RUN
          + "union all"
          + " select max(event + case when then_state is null then 0 else 1 end) from attempt "
          + OF_RUN
          + "union all select max(event) from branch_join "
          + OF_RUN
          + "union all select max(event) from signal "
          + OF_RUN
          + ") as last";
}
