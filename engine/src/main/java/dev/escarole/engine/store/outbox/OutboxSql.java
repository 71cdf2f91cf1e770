package dev.escarole.engine.store.outbox;

/** The statements about deliveries. */
final class OutboxSql {

  static final String WANT = "update run set notify = ? where number = ?";

  static final String WANTED = "select notify from run where id = :run";

  static final String WANTED_BY_NUMBER = "select notify from run where number = ?";

  static final String NUMBER = "select number from run where id = ? and status = ?";

  /** One for each run, channel, event and wait, also if a group is written again. */
  static final String INSERT =
      """
      insert into delivery (run_id, channel, event, subject, recipe_name, principal, message, at_ms, state,
        attempts, next_at_ms)
      select id, cast(? as varchar), cast(? as varchar), cast(? as varchar), recipe_name,
        principal, cast(? as varchar), cast(? as bigint), 'due', 0, cast(? as bigint)
      from run where number = ?
      on conflict do nothing
      """;

  private static final String COLUMNS =
      """
      select number, run_id, channel, event, subject, recipe_name, principal, message, at_ms,
        state, attempts, next_at_ms, settled_at_ms, last_error from delivery
      """;

  static final String DUE_CHANNELS =
      "select distinct channel from delivery where state = 'due' and next_at_ms <= :now";

  /** Those that an engine has in hand that may be dead come along. */
  static final String DUE =
      """
      select delivery.number, run_id, channel, event, subject, recipe_name, principal, message,
        at_ms, state, attempts, next_at_ms, settled_at_ms, last_error, owner, engine.name as owner_name
      from delivery left join engine on engine.number = delivery.owner
      where state = 'due' and channel = :channel and next_at_ms <= :now
      order by next_at_ms, delivery.number
      limit :limit
      """;

  static final String CLAIM =
      """
      update delivery set owner = :owner, attempts = attempts + 1
      where number = :number and state = 'due' and attempts = :attempts
        and coalesce(owner, -1) = :before
      """;

  /** What people have asked for again is due later than it happened. */
  static final String FOLD =
      """
      update delivery set state = 'held', settled_at_ms = :now, last_error = :mark
      where channel = :channel and state = 'due' and owner is null and attempts = 0
        and next_at_ms = at_ms and next_at_ms <= :now and number <> :carrier
      """;

  static final String FOLDED =
      """
      select event, recipe_name, count(*) as members, min(at_ms) as since from delivery
      where state = 'held' and channel = :channel and last_error = :mark
      group by event, recipe_name
      order by members, event, recipe_name
      """;

  static final String CARRY = "update delivery set message = :message where number = :number";

  static final String SENT_SINCE =
      """
      select count(*) as rows, coalesce(max(settled_at_ms), 0) as last from delivery
      where channel = :channel and state = 'sent' and settled_at_ms > :since
      """;

  static final String SETTLE =
      """
      update delivery set state = :state, owner = null, next_at_ms = :nextAt,
        settled_at_ms = :settledAt, last_error = :error
      where number = :number and owner = :owner
      """;

  static final String GIVE_UP_CHANNEL =
      """
      update delivery set state = 'dead', settled_at_ms = :now, last_error = :error
      where state = 'due' and channel = :channel and next_at_ms <= :now and owner is null
      """;

  static final String RESEND =
      """
      update delivery set state = 'due', attempts = 0, next_at_ms = :now, settled_at_ms = null
      where number = :number and state <> 'due'
      """;

  static final String ONE =
      COLUMNS
          + "where run_id = :run and channel = :channel and event = :event and subject = :subject";

  static final String LIST =
      COLUMNS
          + """
          where number < :before
            and (cast(:state as varchar) is null or state = :state)
            and (cast(:channel as varchar) is null or channel = :channel)
            and (cast(:run as varchar) is null or run_id = :run)
            and (cast(:principal as varchar) is null or principal = :principal)
          order by number desc limit :limit
          """;

  static final String COUNTS = "select state, count(*) as rows from delivery group by state";

  static final String FORGET =
      """
      delete from delivery
      where state in ('sent', 'held') and settled_at_ms < :sentBefore
        or state = 'dead' and settled_at_ms < :deadBefore
        or state = 'due' and at_ms < :deadBefore and owner is null
      """;

  static final String FORGET_SURPLUS =
      """
      delete from delivery where state = :state and number <= (
        select number from delivery where state = :state order by number desc limit 1 offset :most)
      """;

  private OutboxSql() {}
}
