package dev.escarole.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.run.Content;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.StoreOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** How many names of launches are kept, and what a name may be. */
class LaunchKeysTest {

  private static final int MOST = 10;

  @Test
  void of_too_many_keys_the_oldest_are_forgotten_and_old_ones_are_thrown_away() {
    try (Database database = Database.open(StoreOptions.memory(), UnaryOperator.identity())) {
      LaunchKeys keys = new LaunchKeys(database, MOST);
      for (int i = 0; i < 100; i++) {
        enter(database, keys, "k" + i, Runs.START.plusSeconds(i));
      }
      assertThat(kept(database)).as("looked at every 100 launches").isEqualTo(100);
      enter(database, keys, "next", Runs.START.plusSeconds(100));
      assertThat(kept(database)).isEqualTo(MOST + 1);
      for (int i = 0; i < 100; i++) {
        enter(database, keys, "late" + i, Runs.START.plus(Duration.ofDays(3)).plusSeconds(i));
      }
      assertThat(kept(database)).as("the 201st launch has looked again").isEqualTo(MOST + 1);
    }
  }

  private static void enter(Database database, LaunchKeys keys, String text, Instant at) {
    NewRun run = new NewRun(Runs.id(1), "operator", Map.of(), "", Content.EMPTY, List.of(), at);
    database.transact(
        "enter",
        connection -> {
          keys.enter(connection, run, at.getEpochSecond(), LaunchKey.of("a", text));
          return true;
        });
  }

  private static long kept(Database database) {
    return database.read(
        "count",
        handle -> handle.createQuery("select count(*) from launch_key").mapTo(Long.class).one());
  }

  @Test
  void a_key_has_visible_ascii_characters_alone() {
    for (String bad : new String[] {"", "a b", "\u00e4", "x".repeat(256), "a\n"}) {
      assertThatThrownBy(() -> LaunchKey.of("a", bad)).hasMessageContaining("visible ASCII");
    }
    assertThat(LaunchKey.of("a", "x".repeat(255)).asked()).isEmpty();
    assertThatThrownBy(() -> new LaunchKey("a", "b", "x".repeat(256))).hasMessageContaining("255");
  }
}
