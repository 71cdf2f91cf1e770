package dev.escarole.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.store.database.OwnConnections;
import dev.escarole.engine.store.database.StoreOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The journal on H2 in a file. */
class FileJournalTest extends JournalContract {

  private static final int H2_IS_CLOSED = 90121;

  private final Path directory;

  FileJournalTest(@TempDir Path directory) {
    this.directory = directory;
  }

  @Override
  StoreOptions options() {
    return StoreOptions.file(directory);
  }

  @Test
  void commits_areInTheFile_whenNobodyMayWriteItAnyMore() throws Exception {
    Plan plan = Runs.chain(2);
    Content first = Content.of("first");
    Content last = Content.of("last");
    try (RunStore store = RunStore.open(options())) {
      store.create(Runs.newRun(RUN), plan);
      Runs.leaf(RUN, plan.step(1), Content.EMPTY, first).forEach(store.journal()::record);
      store.journal().flush();
      closeWithoutWriting(OwnConnections.owner(options()));
      Runs.leaf(RUN, plan.step(2), first, last).forEach(store.journal()::record);
      store.journal().flush();

      assertThat(store.records().transitions(RUN)).hasSize(4);
      assertThat(store.records().attempts(RUN)).hasSize(2);
      for (StoredAttempt attempt : store.records().attempts(RUN)) {
        assertThat(store.records().contentParts(attempt.stdout())).isPresent();
      }
    }
  }

  @Test
  void file_thatIsTidied_growsLessThanOneThatIsNot() throws Exception {
    assertThat(growth(true)).isLessThan(growth(false) / 2);
  }

  /** How much a file grows by the commits of one run, in bytes. */
  private long growth(boolean tidied) throws Exception {
    Path own = Files.createTempDirectory(directory, "own");
    Plan plan = Runs.chain(200);
    try (RunStore store = RunStore.open(StoreOptions.file(own))) {
      execute(OwnConnections.owner(StoreOptions.file(own)), "set retention_time 0");
      store.create(Runs.newRun(RUN), plan);
      long before = Files.size(own.resolve("escarole.mv.db"));
      for (Step step : plan.root().children()) {
        Runs.leaf(RUN, step, Content.EMPTY, Content.EMPTY).forEach(store.journal()::record);
        store.journal().flush();
        if (tidied) {
          store.tidy();
        }
      }
      return Files.size(own.resolve("escarole.mv.db")) - before;
    }
  }

  private static void execute(DataSource owner, String sql) throws SQLException {
    try (Connection connection = owner.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  /** What H2 does when it cannot write to its file; the next connection opens it again. */
  private static void closeWithoutWriting(DataSource owner) {
    try {
      execute(owner, "shutdown immediately");
    } catch (SQLException e) {
      // The connection notices that it is cut off, or it does not.
      assertThat(e.getErrorCode()).isEqualTo(H2_IS_CLOSED);
    }
  }
}
