package dev.escarole.engine.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.database.StoreOptions;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.h2.store.fs.Recorder;
import org.h2.store.fs.rec.FilePathRec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A process can be killed at any of the writes that make a new H2 file. All of them are recorded,
 * and every file that can be left so is opened.
 */
@Timeout(600)
class CutShortCreationTest {

  /** What a system may have written of a write when a process is killed in it. */
  private static final int PAGE = 4096;

  @TempDir Path directory;

  /** Bytes and where they go in the file. */
  @SuppressWarnings("ArrayRecordComponent")
  private record Write(byte[] bytes, long at) {}

  @AfterEach
  void stopRecording() {
    FilePathRec.setRecorder(null);
  }

  @Test
  void every_file_left_by_a_kill_is_completed() throws IOException {
    List<Write> writes = writesOfCreation();
    assertThat(writes).hasSizeGreaterThan(20);
    Plan plan = Runs.chain(1);
    for (int whole = 0; whole <= writes.size(); whole++) {
      checkWhole(file(writes.subList(0, whole), "after-" + whole), plan);
      if (whole < writes.size() && writes.get(whole).bytes().length > PAGE) {
        List<Write> torn = new ArrayList<>(writes.subList(0, whole));
        Write last = writes.get(whole);
        torn.add(new Write(Arrays.copyOf(last.bytes(), PAGE), last.at()));
        checkWhole(file(torn, "within-" + whole), plan);
      }
    }
  }

  /** The writes until a store is open; those of its closing do not matter here. */
  private List<Write> writesOfCreation() {
    List<Write> writes = new ArrayList<>();
    FilePathRec.register();
    FilePathRec.setRecorder(
        (op, file, data, at) -> {
          assertThat(op)
              .as("files are only written, neither cut nor moved")
              .isEqualTo(Recorder.WRITE);
          writes.add(new Write(data.clone(), at));
        });
    try (RunStore store = RunStore.open(inRecordedFile("made"))) {
      FilePathRec.setRecorder(null);
      assertThat(store.unfinished()).isEmpty();
    }
    return writes;
  }

  private StoreOptions inRecordedFile(String name) {
    return StoreOptions.at("jdbc:h2:rec:" + directory.resolve(name));
  }

  /** A directory with the file that these writes come to. */
  private Path file(List<Write> writes, String name) throws IOException {
    Path place = Files.createDirectory(directory.resolve(name));
    try (FileChannel file =
        FileChannel.open(
            place.resolve("escarole.mv.db"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
      for (Write write : writes) {
        file.write(ByteBuffer.wrap(write.bytes()), write.at());
      }
    }
    return place;
  }

  private static void checkWhole(Path place, Plan plan) {
    try (RunStore store = RunStore.open(StoreOptions.file(place))) {
      store.create(Runs.newRun(Runs.id(1)), plan);
      assertThat(store.records().steps(Runs.id(1))).as("%s", place).hasSize(2);
    } catch (StoreException e) {
      throw new AssertionError("the file of " + place, e);
    }
  }

  @Test
  void what_was_finished_later_is_what_is_made_in_one_go() throws Exception {
    List<Write> writes = writesOfCreation();
    Path place = file(writes.subList(0, writes.size() / 2), "half");
    RunStore.open(StoreOptions.file(place)).close();
    Path other = directory.resolve("other");
    RunStore.open(StoreOptions.file(other)).close();
    try (Connection finished = connect(place);
        Connection made = connect(other)) {
      assertThat(definition(finished)).isEqualTo(definition(made));
    }
  }

  @Test
  void finishing_half_made_tables_changes_nothing_that_is_there() throws Exception {
    List<Write> writes = writesOfCreation();
    Path place = file(writes.subList(0, writes.size() / 2), "half");
    execute(
        place, "insert into plan values (1, 'h', 'n', 'stdout', null, null, null, null, 1, 1, 0)");
    execute(place, "create table of_mine (label varchar)");
    RunStore.open(StoreOptions.file(place)).close();
    assertThat(count(place, "plan")).isEqualTo(1);
    assertThat(count(place, "of_mine")).isZero();
  }

  private static Connection connect(Path place) throws SQLException {
    return DriverManager.getConnection(
        StoreOptions.file(place).url()
            + ";MODE=PostgreSQL;DATABASE_TO_LOWER=TRUE;DEFAULT_NULL_ORDERING=HIGH");
  }

  private static void execute(Path place, String sql) throws SQLException {
    try (Connection connection = connect(place);
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static long count(Path place, String table) throws SQLException {
    try (Connection connection = connect(place);
        Statement statement = connection.createStatement();
        ResultSet count = statement.executeQuery("select count(*) from " + table)) {
      count.next();
      return count.getLong(1);
    }
  }

  private static List<String> definition(Connection connection) throws SQLException {
    List<String> lines = new ArrayList<>();
    try (Statement statement = connection.createStatement();
        ResultSet script = statement.executeQuery("script nodata")) {
      while (script.next()) {
        lines.add(script.getString(1));
      }
    }
    return lines.stream().sorted().toList();
  }
}
