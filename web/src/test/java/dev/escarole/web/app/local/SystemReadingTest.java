package dev.escarole.web.app.local;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.app.system.SystemPicture;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.sql.Connection;
import java.sql.Statement;
import java.time.InstantSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The state of an installation whose database fails. */
@Timeout(120)
class SystemReadingTest {

  /**
   * Found by {@code samples/bin/cluster-soak}: a server that had just started ended, because the
   * database was restarted while it read its own state.
   */
  @Test
  void a_database_that_goes_away_while_the_state_is_read_is_a_problem_and_no_failure()
      throws Exception {
    try (EmbeddedPostgres postgres = EmbeddedPostgres.start();
        Engine engine =
            Engine.open(
                EngineOptions.inMemory()
                    .withDatabase(
                        "postgresql://postgres:secret@localhost:%d/postgres"
                            .formatted(postgres.getPort())))) {
      rename(postgres, "run", "away");
      SystemPicture system =
          new Installation(engine, InstantSource.system()).as(Actor.SERVER).system(NoInput.NONE);
      rename(postgres, "away", "run");

      assertThat(system.database()).as("what could be read before").isNotNull();
      assertThat(system.problems())
          .anyMatch(problem -> problem.startsWith("The database does not answer: "));
    }
  }

  private static void rename(EmbeddedPostgres postgres, String table, String name)
      throws Exception {
    try (Connection connection = postgres.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("alter table %s rename to %s".formatted(table, name));
    }
  }
}
