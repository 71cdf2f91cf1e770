package dev.escarole.engine.store.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import dev.escarole.engine.store.FaultyDatabase;
import dev.escarole.engine.store.audit.Audit.AuditBounds;
import dev.escarole.engine.store.audit.AuditQuery.Filter;
import dev.escarole.engine.store.audit.AuditQuery.Which;
import dev.escarole.engine.store.audit.Audited.StoredAudit;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.StoreBounds;
import dev.escarole.engine.store.database.StoreOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The audit over a real database. */
@Timeout(300)
class AuditTest {

  private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");
  private static final String SHA = "ab".repeat(32);

  private final FaultyDatabase faults = new FaultyDatabase();
  private final Database database = Database.open(StoreOptions.memory(), faults::border);
  private Instant now = START;
  private Audit audit = start(AuditBounds.ofCalls(StoreBounds.DEFAULTS));

  private Audit start(AuditBounds bounds) {
    return Audit.start(database, bounds, () -> now);
  }

  private void restart(AuditBounds bounds) {
    audit.close();
    audit = start(bounds);
  }

  @AfterEach
  void close() {
    audit.close();
    database.close();
  }

  private static AuditEntry entry(String principal, String command, Instant at, Outcome outcome) {
    return new AuditEntry(
        new AuditEntry.Caller(principal, null, null),
        command,
        null,
        at,
        outcome,
        new AuditEntry.Cost(0, 0));
  }

  private static AuditEntry call(int number) {
    return entry("ci", "c" + number, START.plusMillis(number), Outcome.exited(0));
  }

  private List<String> commands(AuditQuery query) {
    return audit.list(query).stream().map(each -> each.entry().command()).toList();
  }

  @Test
  void a_call_is_read_back_with_everything_about_it() {
    AuditEntry entry =
        new AuditEntry(
            new AuditEntry.Caller("ci", "20261121-231502-k3f9x2", "0.2.1"),
            "sort",
            SHA,
            START,
            Outcome.of(Kind.TIMED_OUT, "still running after 5 ms"),
            new AuditEntry.Cost(5_000_123, 77));
    audit.record(entry);

    assertThat(audit.list(AuditQuery.latest(10)))
        .extracting(StoredAudit::entry)
        .containsExactly(entry);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void every_outcome_can_be_stored_and_is_a_denial_or_a_call(Kind kind) {
    Outcome outcome = kind == Kind.EXITED ? Outcome.exited(3) : Outcome.of(kind, "why");
    audit.record(entry("ci", "sort", START, outcome));

    AuditQuery query = AuditQuery.latest(10);
    assertThat(audit.list(query))
        .extracting(each -> each.entry().outcome())
        .containsExactly(outcome);
    assertThat(audit.list(query.withWhich(Which.DENIALS))).hasSize(kind.isDenial() ? 1 : 0);
    assertThat(audit.list(query.withWhich(Which.CALLS))).hasSize(kind.isDenial() ? 0 : 1);
  }

  @Test
  void a_query_asks_for_principal_command_and_time() {
    audit.record(entry("ci", "sort", START, Outcome.exited(0)));
    audit.record(entry("ci", "uniq", START.plusSeconds(1), Outcome.exited(0)));
    audit.record(entry("web", "sort", START.plusSeconds(2), Outcome.exited(0)));
    AuditQuery query = AuditQuery.latest(10);

    assertThat(commands(query)).containsExactly("sort", "uniq", "sort");
    assertThat(commands(query.withFilter(new Filter("ci", null, null, null))))
        .containsExactly("uniq", "sort");
    assertThat(commands(query.withFilter(new Filter(null, "sort", null, null)))).hasSize(2);
    assertThat(commands(query.withFilter(new Filter("web", "uniq", null, null)))).isEmpty();
    assertThat(commands(query.withFilter(new Filter(null, null, START.plusSeconds(1), null))))
        .containsExactly("sort", "uniq");
    assertThat(commands(query.withFilter(new Filter(null, null, null, START.plusSeconds(1)))))
        .containsExactly("sort");
  }

  @Test
  void pages_meet_without_gap_or_overlap_also_within_one_millisecond() {
    for (int i = 0; i < 25; i++) {
      audit.record(entry("ci", "c" + i, START.plusMillis(i / 10), Outcome.exited(0)));
    }
    List<String> all = new ArrayList<>();
    AuditQuery query = AuditQuery.latest(7);
    List<StoredAudit> page = audit.list(query);
    while (!page.isEmpty()) {
      page.forEach(each -> all.add(each.entry().command()));
      AuditCursor last = page.get(page.size() - 1).place();
      page = audit.list(query.withBefore(AuditCursor.parse(last.toString())));
    }
    assertThat(all).hasSize(25).doesNotHaveDuplicates().startsWith("c24", "c23").endsWith("c0");
    assertThatThrownBy(() -> AuditCursor.parse("x")).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> AuditQuery.latest(0)).hasMessageContaining("1..10000, was 0");
  }

  @Test
  void what_callers_can_make_long_or_odd_is_cut_and_stored() {
    Outcome outcome = Outcome.of(Kind.UNKNOWN_COMMAND, "\0".repeat(1_000));
    audit.record(entry("ci", "x\0".repeat(100_000), START, outcome));

    AuditEntry stored = audit.list(AuditQuery.latest(1)).get(0).entry();
    assertThat(stored.command()).hasSize(256).startsWith("x\uFFFDx");
    assertThat(stored.outcome().detail()).hasSize(256);
  }

  @Test
  void a_group_written_again_in_doubt_is_there_once() {
    audit.record(call(1));
    List<StoredAudit> rows = audit.list(AuditQuery.latest(10));
    audit.takeIn(rows);
    audit.takeIn(rows);

    assertThat(audit.list(AuditQuery.latest(10))).isEqualTo(rows);
  }

  @Test
  void a_database_that_fails_for_a_while_loses_nothing() {
    faults.failuresToCome.set(3);
    for (int i = 0; i < 10; i++) {
      audit.record(call(i));
    }
    assertThat(audit.list(AuditQuery.latest(100))).hasSize(10);
    assertThat(audit.lost()).isZero();
  }

  @Test
  void a_database_outage_does_not_block_readers() {
    faults.failuresToCome.set(Integer.MAX_VALUE);
    audit.record(call(1));
    assertThat(audit.list(AuditQuery.latest(100))).isEmpty();
    faults.failuresToCome.set(0);
    restart(AuditBounds.ofCalls(StoreBounds.DEFAULTS));
    assertThat(commands(AuditQuery.latest(100))).containsExactly("c1");
  }

  @Test
  void when_the_line_is_full_calls_wait_and_none_is_lost() throws Exception {
    restart(new AuditBounds(1_000, Duration.ofDays(1), 5));
    faults.gate = new CountDownLatch(1);
    faults.atGate = new CountDownLatch(1);
    Thread caller =
        new Thread(
            () -> {
              for (int i = 0; i < 50; i++) {
                audit.record(call(i));
              }
            });
    caller.start();
    faults.atGate.await();
    while (caller.getState() != Thread.State.WAITING) {
      Thread.onSpinWait();
    }
    // An interrupt is meant for the guest that runs, not for the record of it.
    caller.interrupt();
    faults.gate.countDown();
    caller.join();

    assertThat(audit.list(AuditQuery.latest(100))).hasSize(50);
    assertThat(audit.lost()).isZero();
  }

  @Test
  void what_comes_after_the_close_is_counted_as_lost() {
    audit.record(call(1));
    audit.close();
    audit.record(call(2));

    assertThat(audit.lost()).isEqualTo(1);
    audit = start(AuditBounds.ofCalls(StoreBounds.DEFAULTS));
    assertThat(commands(AuditQuery.latest(10))).containsExactly("c1");
  }

  @Test
  void what_cannot_be_written_before_the_end_is_counted_as_lost() {
    faults.failuresToCome.set(1_000);
    audit.record(call(1));
    audit.record(call(2));
    audit.close();

    assertThat(audit.lost()).isEqualTo(2);
    faults.failuresToCome.set(0);
  }

  @Test
  void no_more_rows_are_kept_than_the_cap_and_the_oldest_go_first() {
    restart(new AuditBounds(100, Duration.ofDays(1), 1_000));
    for (int i = 0; i < 30_000; i++) {
      audit.record(call(i));
    }
    // Each group is followed by a look, and each look deletes a batch.
    for (int i = 0; i < 5; i++) {
      audit.list(AuditQuery.latest(1));
      for (int j = 0; j < 100; j++) {
        audit.record(call(30_000 + i * 100 + j));
      }
    }
    audit.close();
    audit = start(AuditBounds.ofCalls(StoreBounds.DEFAULTS));
    List<String> kept = commands(AuditQuery.latest(10_000));
    assertThat(kept).hasSize(100).startsWith("c30499").endsWith("c30400");
  }

  @Test
  void entries_that_are_too_old_go() {
    restart(new AuditBounds(100_000, Duration.ofDays(2), 1_000));
    audit.record(entry("ci", "old", START.minus(Duration.ofDays(3)), Outcome.exited(0)));
    audit.record(entry("ci", "young", START.minus(Duration.ofDays(1)), Outcome.exited(0)));
    audit.close();
    audit = start(AuditBounds.ofCalls(StoreBounds.DEFAULTS));

    assertThat(commands(AuditQuery.latest(10))).containsExactly("young");
  }
}
