package dev.escarole.engine.store.await;

/** The statements about steps that wait. */
final class AwaitSql {

  private static final String SELECT =
      """
      select run.id, run.recipe_name, run.principal, awaited.run_number, awaited.step_index,
        awaited.attempt, awaited.path, awaited.kind, awaited.label, awaited.shown, awaited.needed,
        awaited.opened_at_ms, awaited.expires_at_ms, awaited.input_bytes, awaited.state,
        awaited.ended_at_ms
      from awaited join run on run.number = awaited.run_number
      """;

  private static final String THIS =
      """
      where awaited.run_number = (select number from run where id = :run)
        and awaited.step_index = :step and awaited.attempt = :attempt
      """;

  private static final String IS_OPEN = "where awaited.state = 'open' and run.status = 'running' ";

  private static final String LONGEST_FIRST =
      "order by awaited.opened_at_ms, awaited.run_number, awaited.step_index limit :limit";

  static final String ONE = SELECT + THIS;

  static final String LOCK = "select 1 from awaited " + THIS + " for update";

  static final String LAST =
      SELECT + "where run.id = :run and awaited.path = :path order by awaited.attempt desc limit 1";

  static final String OF_RUN =
      SELECT
          + "where run.id = :run order by awaited.opened_at_ms, awaited.step_index,"
          + " awaited.attempt";

  static final String OPEN = SELECT + IS_OPEN + LONGEST_FIRST;

  static final String OPEN_OF =
      SELECT + IS_OPEN + "and run.principal = :principal " + LONGEST_FIRST;

  static final String COUNT =
      "select count(*) from awaited join run on run.number = awaited.run_number " + IS_OPEN;

  static final String COUNT_OF = COUNT + "and run.principal = :principal";

  static final String ENDED_OF_RUNS =
      SELECT + "where run.id = any (:runs) and awaited.state <> 'open'";

  /** Blocks claims until the transaction ends. */
  static final String OWN_RUN =
      "select number from run where id = :run and owner = :owner for update";

  static final String INSERT =
      """
      insert into awaited (run_number, step_index, attempt, path, kind, label, shown, needed,
        opened_at_ms, expires_at_ms, input_bytes, input_head, state)
      values (:run, :step, :attempt, :path, :kind, :label, :shown, :needed, :openedAt, :expiresAt,
        :inputBytes, :inputHead, 'open')
      on conflict do nothing
      """;

  static final String END =
      """
      update awaited set state = :state, ended_at_ms = :at, body = :body
      where run_number = :run and step_index = :step and attempt = :attempt and state = 'open'
      """;

  static final String INSERT_DECISION =
      """
      insert into decision (run_number, step_index, attempt, principal, verdict, comment, at_ms)
      values (:run, :step, :attempt, :principal, :verdict, :comment, :at)
      on conflict do nothing
      """;

  static final String DECISIONS =
      """
      select run.id, decision.step_index, decision.attempt, decision.principal, decision.verdict,
        decision.comment, decision.at_ms
      from decision join run on run.number = decision.run_number
      where decision.run_number = any (:runs)
      order by decision.at_ms, decision.principal
      """;

  static final String INSERT_SECRET =
      "insert into secret (name, bytes) values (:name, :bytes) on conflict do nothing";

  private AwaitSql() {}

  /** Selects one column of bytes of a wait. */
  static String bytes(String column) {
    return "select awaited." + column + " from awaited " + THIS;
  }
}
