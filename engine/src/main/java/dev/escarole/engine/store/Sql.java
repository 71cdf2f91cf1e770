package dev.escarole.engine.store;

/**
 * Every statement of the store. All but one run on H2 in PostgreSQL mode and on PostgreSQL.
 *
 * <p>All inserts do nothing on a conflict, so that a group whose commit may or may not have reached
 * the database can be written again.
 */
final class Sql {

  private Sql() {}

  /** The only statement for H2 alone. */
  static final String H2_CHECKPOINT = "checkpoint";

  static final String LAST_MIGRATION =
      """
      select version, success
      from flyway_schema_history
      order by installed_rank desc
      limit 1
      """;

  static final String INSERT_PLAN =
      """
      insert into plan (hash, recipe_name, output_selector, output_value, step_count, created_at_ms)
      values (:hash, :recipeName, :outputSelector, :outputValue, :stepCount, :createdAtMs)
      on conflict do nothing
      """;

  static final String INSERT_STEP =
      """
      insert into step (plan_hash, step_index, parent_index, path, pointer, kind, is_recovery,
        label, argv, delay_ms, timeout_ms, retry, failure, concurrency, min_successful, skip_reason)
      values (:planHash, :stepIndex, :parentIndex, :path, :pointer, :kind, :isRecovery,
        :label, :argv, :delayMs, :timeoutMs, :retry, :failure, :concurrency, :minSuccessful,
        :skipReason)
      """;

  static final String INSERT_RUN =
      """
      insert into run (id, recipe_name, plan_hash, principal, recipe_source, launch_values,
        directories, stdin_sha256, started_at_ms, status)
      values (:id, :recipeName, :planHash, :principal, :recipeSource, :launchValues,
        :directories, :stdinSha256, :startedAtMs, :status)
      """;

  static final String END_RUN =
      """
      update run
      set status = :status, ended_at_ms = :endedAtMs, stdout_sha256 = :stdoutSha256, error = :error
      where id = :id
      """;

  static final String INSERT_TRANSITION =
      """
      insert into transition (run_id, seq, step_index, state, at_ms, outcome, exit_code, reason)
      values (:runId, :seq, :stepIndex, :state, :atMs, :outcome, :exitCode, :reason)
      on conflict do nothing
      """;

  static final String INSERT_ATTEMPT =
      """
      insert into attempt (run_id, step_index, attempt, seq, started_at_ms, duration_ms, outcome,
        exit_code, outcome_detail, stdin_sha256, stdin_bytes, stdout_sha256, stdout_bytes,
        stderr_sha256, stderr_bytes, fuel_used, origin)
      values (:runId, :stepIndex, :attempt, :seq, :startedAtMs, :durationMs, :outcome,
        :exitCode, :outcomeDetail, :stdinSha256, :stdinBytes, :stdoutSha256, :stdoutBytes,
        :stderrSha256, :stderrBytes, :fuelUsed, :origin)
      on conflict do nothing
      """;

  static final String INSERT_JOIN =
      """
      insert into branch_join (run_id, seq, path, label, usable_branches, minimum, branches)
      values (:runId, :seq, :path, :label, :usableBranches, :minimum, :branches)
      on conflict do nothing
      """;

  static final String INSERT_CONTENT =
      """
      insert into content (sha256, part, size, bytes)
      values (:sha256, :part, :size, :bytes)
      on conflict do nothing
      """;

  static final String LAST_SEQ =
      """
      select max(seq) from (
        select max(seq) as seq from transition where run_id = :runId
        union all select max(seq) from attempt where run_id = :runId
        union all select max(seq) from branch_join where run_id = :runId) as last
      """;

  private static final String SELECT_RUN =
      """
      select run.id, run.recipe_name, run.plan_hash, plan.step_count, run.principal, run.status,
        plan.output_selector, plan.output_value, run.started_at_ms, run.ended_at_ms, run.stdin_sha256, run.stdout_sha256, run.error
      from run join plan on plan.hash = run.plan_hash
      """;

  static final String RUN = SELECT_RUN + "where run.id = :id";

  static final String RUNS =
      SELECT_RUN
          + """
          where (cast(:status as varchar) is null or run.status = :status)
            and (cast(:recipe as varchar) is null or run.recipe_name = :recipe)
            and (cast(:before as varchar) is null or run.id < :before)
          order by run.id desc
          limit :limit
          """;

  static final String LAUNCH =
      """
      select id, principal, launch_values, recipe_source, stdin_sha256, directories, started_at_ms
      from run where id = :id
      """;

  static final String RUNS_BY_PREFIX =
      """
      select id from run where id like :pattern escape '!' order by id desc limit :limit
      """;

  static final String STEPS =
      """
      select step.* from run join step on step.plan_hash = run.plan_hash
      where run.id = :runId
      order by step.step_index
      """;

  static final String TRANSITIONS =
      """
      select seq, step_index, state, at_ms, outcome, exit_code, reason
      from transition where run_id = :runId
      order by seq
      """;

  static final String ATTEMPTS =
      """
      select * from attempt where run_id = :runId order by seq
      """;

  static final String JOINS =
      """
      select path, label, usable_branches, minimum, branches
      from branch_join where run_id = :runId
      order by seq
      """;

  static final String CONTENT =
      """
      select size, bytes from content where sha256 = :sha256 order by part
      """;
}
