package dev.escarole.engine.store.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.audit.Actions.ActionEntry;
import dev.escarole.engine.store.audit.Actions.StoredAction;
import dev.escarole.engine.store.database.StoreOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Actions over a real database. */
class ActionsTest {

  private static final Instant START = Instant.parse("2026-11-22T12:00:00Z");

  private final RunStore store = RunStore.open(StoreOptions.memory());
  private final Actions actions = store.actions();

  @AfterEach
  void close() {
    store.close();
  }

  private static ActionEntry entry(String principal, String action, Instant at) {
    return new ActionEntry(at, principal, "127.0.0.1", action, "run-1", ActionEntry.DONE);
  }

  private List<ActionEntry> list(@Nullable String principal, @Nullable String action) {
    return actions.list(principal, action, Long.MAX_VALUE, 10).stream()
        .map(StoredAction::entry)
        .toList();
  }

  @Test
  void actions_are_listed_newest_first_by_principal_and_action() {
    ActionEntry first = entry("alice", "launch", START);
    ActionEntry second = entry("bob", "launch", START.plusSeconds(1));
    ActionEntry third = entry("alice", "cancel", START.plusSeconds(1));
    actions.record(first);
    actions.record(second);
    actions.record(third);
    assertThat(list(null, null)).containsExactly(third, second, first);
    assertThat(list("alice", null)).containsExactly(third, first);
    assertThat(list(null, "launch")).containsExactly(second, first);
    assertThat(list("alice", "launch")).containsExactly(first);
    assertThat(list("eve", null)).isEmpty();
  }

  @Test
  void a_list_goes_on_where_it_stopped() {
    for (int i = 0; i < 5; i++) {
      actions.record(entry("alice", "launch", START.plusSeconds(i)));
    }
    List<StoredAction> page = actions.list(null, null, Long.MAX_VALUE, 3);
    List<StoredAction> next = actions.list(null, null, page.get(2).number(), 3);
    assertThat(page).hasSize(3);
    assertThat(next).hasSize(2);
    assertThat(next.get(1).entry().at()).isEqualTo(START);
  }

  @Test
  void what_is_older_than_a_year_goes() {
    actions.record(entry("alice", "launch", START));
    Instant later = START.plus(Actions.KEPT).plus(Duration.ofMillis(1));
    actions.record(entry("alice", "cancel", later));
    assertThat(list(null, null)).extracting(ActionEntry::action).containsExactly("cancel");
  }
}
