package dev.escarole.engine.store.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.store.FaultyDatabase;
import dev.escarole.engine.store.audit.Audit.AuditBounds;
import dev.escarole.engine.store.audit.AuditQuery.Filter;
import dev.escarole.engine.store.audit.AuditQuery.Which;
import dev.escarole.engine.store.audit.Audited.StoredAudit;
import dev.escarole.engine.store.audit.Audited.StoredLine;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.StoreBounds;
import dev.escarole.engine.store.database.StoreOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Lines of agents, alone and among calls, over a real database. */
@Timeout(120)
class LinesTest {

  private static final Instant START = Instant.parse("2026-11-21T12:00:00Z");

  private final FaultyDatabase faults = new FaultyDatabase();
  private final Database database = Database.open(StoreOptions.memory(), faults::border);
  private final Audit calls =
      Audit.start(database, AuditBounds.ofCalls(StoreBounds.DEFAULTS), () -> START);
  private Lines lines = start(AuditBounds.ofLines(StoreBounds.DEFAULTS));

  private Lines start(AuditBounds bounds) {
    Lines started = new Lines(database, bounds, () -> START);
    started.start();
    return started;
  }

  @AfterEach
  void close() {
    lines.close();
    calls.close();
    database.close();
  }

  private static LineEntry line(String principal, String text, int atMillis) {
    return entry(principal, text, atMillis, new LineEntry.Ending(null, false, 3));
  }

  private static LineEntry entry(
      String principal, String text, int atMillis, LineEntry.Ending ending) {
    return new LineEntry(
        START.plusMillis(atMillis), new LineEntry.Sender(principal, "t 1"), text, "help", ending);
  }

  private static AuditEntry call(int number) {
    return new AuditEntry(
        new AuditEntry.Caller("ci", null, null),
        "c" + number,
        null,
        START.plusMillis(number),
        Outcome.of(Outcome.Kind.DENIED, "no"),
        new AuditEntry.Cost(0, 0));
  }

  @Test
  void a_line_is_read_back_with_everything_about_it() {
    LineEntry refused =
        new LineEntry(
            START,
            new LineEntry.Sender("robot", null),
            "x-say --text ';'",
            "",
            new LineEntry.Ending("INJECTION_BLOCKED", true, 0));
    lines.record(refused);
    assertThat(lines.list(AuditQuery.latest(9)))
        .extracting(StoredLine::entry)
        .containsExactly(refused);
  }

  @Test
  void a_query_asks_for_principal_command_time_and_refusals() {
    lines.record(line("robot", "help", 0));
    lines.record(entry("robot", "nope", 1, new LineEntry.Ending("COMMAND_NOT_FOUND", true, 0)));
    lines.record(line("other", "help x", 2));
    AuditQuery all = AuditQuery.latest(9);
    assertThat(texts(all)).containsExactly("help x", "nope", "help");
    assertThat(texts(all.withWhich(Which.DENIALS))).containsExactly("nope");
    assertThat(texts(all.withWhich(Which.CALLS))).containsExactly("help x", "help");
    assertThat(texts(all.withFilter(new Filter("other", null, null, null))))
        .containsExactly("help x");
    assertThat(texts(all.withFilter(new Filter(null, "version", null, null)))).isEmpty();
    assertThat(texts(all.withFilter(new Filter(null, null, START.plusMillis(1), null))))
        .containsExactly("help x", "nope");
  }

  private List<String> texts(AuditQuery query) {
    return lines.list(query).stream().map(each -> each.entry().text()).toList();
  }

  @Test
  void what_agents_can_make_long_or_odd_is_cut_and_stored() {
    lines.record(
        new LineEntry(
            START,
            new LineEntry.Sender("robot", "c".repeat(5_000)),
            "a\0b\uD800" + "x".repeat(100_000),
            "n".repeat(5_000),
            new LineEntry.Ending("PARSE_ERROR", false, 0)));
    LineEntry stored = lines.list(AuditQuery.latest(1)).get(0).entry();
    assertThat(stored.text()).hasSize(LineEntry.LONGEST_LINE).startsWith("a\uFFFDb\uFFFDxx");
    assertThat(stored.sender().client()).hasSize(256);
    assertThat(stored.command()).hasSize(256);
  }

  @Test
  void calls_and_lines_are_one_list_whose_pages_meet_without_gap_or_overlap() {
    for (int i = 0; i < 40; i++) {
      // Several of both in each millisecond.
      lines.record(line("robot", "l" + i, i / 4));
      calls.record(call(i / 4));
    }
    Trail trail = new Trail(calls, lines, new Actions(database));
    List<Audited> all = new ArrayList<>();
    AuditQuery query = AuditQuery.latest(7);
    List<Audited> page = trail.list(query, Trail.Kind.ALL);
    while (!page.isEmpty()) {
      all.addAll(page);
      AuditCursor last = page.get(page.size() - 1).place();
      page = trail.list(query.withBefore(AuditCursor.parse(last.toString())), Trail.Kind.ALL);
    }
    assertThat(all).hasSize(80).doesNotHaveDuplicates();
    assertThat(all)
        .extracting(each -> each.place().atMillis())
        .isSortedAccordingTo((a, b) -> Long.compare(b, a));
    assertThat(all.stream().filter(StoredLine.class::isInstance)).hasSize(40);
    assertThat(trail.list(AuditQuery.latest(100), Trail.Kind.LINE)).hasSize(40);
    assertThat(trail.list(AuditQuery.latest(100), Trail.Kind.CALL)).hasSize(40);
    assertThat(trail.list(AuditQuery.latest(100).withWhich(Which.DENIALS), Trail.Kind.ALL))
        .hasSize(40)
        .allMatch(StoredAudit.class::isInstance);
  }

  @Test
  void a_flood_of_lines_pushes_out_lines_and_no_call() {
    lines.close();
    lines = start(new AuditBounds(50, Duration.ofDays(1), 100));
    calls.record(call(0));
    for (int i = 1; i <= 5_000; i++) {
      lines.record(line("flood", "l" + i, i));
      if (i % 50 == 0) {
        lines.list(AuditQuery.latest(1));
      }
    }
    lines.close();
    lines = start(AuditBounds.ofLines(StoreBounds.DEFAULTS));
    assertThat(texts(AuditQuery.latest(10_000))).hasSizeLessThanOrEqualTo(150).startsWith("l5000");
    assertThat(calls.list(AuditQuery.latest(9))).hasSize(1);
  }

  @Test
  void what_comes_after_the_close_is_not_in_the_audit() {
    lines.close();
    lines.record(line("robot", "late", 0));
    lines = start(AuditBounds.ofLines(StoreBounds.DEFAULTS));
    assertThat(lines.list(AuditQuery.latest(9))).isEmpty();
  }
}
