package dev.escarole.engine.store;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.content.ContentRows;
import dev.escarole.engine.store.content.OutsideContent;
import dev.escarole.engine.store.content.OutsideContents;
import dev.escarole.engine.store.content.UnusedContents;
import dev.escarole.engine.store.database.Batch;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.Json;
import dev.escarole.engine.store.database.StorableText;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.journal.GroupWriter;
import dev.escarole.engine.store.journal.Presence;
import dev.escarole.engine.store.journal.RunLostException;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/**
 * Stores the files of runs. Their bytes are contents, each stored once, in transactions of a few
 * MiB, so that a large file blocks nobody. Thread-safe.
 */
public final class RunFiles {

  /** Bytes in one transaction. */
  private static final int MOST_AT_ONCE = 4 << 20;

  private static final int LONGEST_PATH = 16 << 10;

  private static final TypeReference<List<KeepReport>> REPORTS = new TypeReference<>() {};

  private static final String FILES =
      """
      select kind, number, path, artifact, size, sha256 from run_file
      where run_number = (select number from run where id = :runId)
      order by kind, number
      """;

  private static final String INSERT =
      """
      insert into run_file (run_number, kind, number, path, artifact, size, sha256)
      values (?, ?, ?, ?, ?, ?, ?)
      """;

  private static final String DELETE_KEPT =
      "delete from run_file where run_number = ? and kind = 'kept'";

  static final String DELETE_ALL = "delete from run_file where run_number = ?";

  private static final String HASHES = "select sha256 from run_file where run_number = ?";

  /** Blocks claims until the transaction ends. */
  private static final String OWN_RUN =
      "select number from run where id = ? and owner = ? and status = 'running' for update";

  private static final String REPORT = "select artifacts from run where id = :runId";

  private static final String SET_REPORT = "update run set artifacts = ? where number = ?";

  private final Database database;
  private final Presence presence;
  private final OutsideContents outside;

  RunFiles(Database database, Presence presence, OutsideContents outside) {
    this.database = database;
    this.presence = presence;
    this.outside = outside;
  }

  /** Bytes that do not change and can be read again. */
  public interface FileBytes {

    /** Their number. */
    long size();

    /** Their SHA-256 in lower-case hex. */
    String sha256();

    /** Reads them; the caller closes the stream. */
    InputStream open() throws IOException;
  }

  /**
   * Stores bytes that are not stored yet. Until a run refers to them they may be deleted again.
   *
   * @throws IOException if they cannot be read, or have another size
   */
  public void store(FileBytes file) throws IOException {
    if (isWhole(file)) {
      return;
    }
    try (InputStream in = file.open()) {
      if (outside.isLarge(file.size())) {
        write(outside.put(file.sha256(), file.size(), in));
        return;
      }
      long left = file.size();
      int number = 0;
      while (left > 0) {
        List<byte[]> parts = parts(in, left);
        for (byte[] part : parts) {
          left -= part.length;
        }
        write(file, number, parts);
        number += parts.size();
      }
    }
  }

  private static List<byte[]> parts(InputStream in, long left) throws IOException {
    List<byte[]> parts = new ArrayList<>();
    int most = (int) Math.min(left, MOST_AT_ONCE);
    for (int bytes = 0; bytes < most; bytes += ContentRows.PART) {
      int wanted = (int) Math.min(ContentRows.PART, left - bytes);
      byte[] part = in.readNBytes(wanted);
      if (part.length < wanted) {
        throw new IOException("it became shorter while it was read");
      }
      parts.add(part);
    }
    return parts;
  }

  private boolean isWhole(FileBytes file) {
    return database.with(
        "look for a file",
        connection -> ContentRows.isWhole(connection, file.sha256(), file.size()));
  }

  private void write(FileBytes file, int first, List<byte[]> parts) {
    long engine = presence.number();
    database.<Boolean>transact(
        "store a file",
        connection -> {
          GroupWriter.removals(connection, engine);
          ContentRows.writeParts(connection, file.sha256(), file.size(), first, parts);
          return true;
        });
  }

  private void write(OutsideContent object) {
    long engine = presence.number();
    database.<Boolean>transact(
        "store a file",
        connection -> {
          GroupWriter.removals(connection, engine);
          ContentRows.writeOutside(connection, object);
          return true;
        });
  }

  /**
   * Adds a kept file to a run of this engine whose bytes were stored.
   *
   * @return false if they were deleted meanwhile, with the last other run that used them
   * @throws StoreException if this engine does not execute the run any more
   */
  public boolean keep(RunId run, RunFile file) {
    return ofOwn(
        run,
        (connection, number) -> {
          if (!ContentRows.isWhole(connection, file.sha256(), file.size())) {
            return false;
          }
          insert(connection, number, List.of(file));
          return true;
        });
  }

  /** Forgets the kept files of a run that was interrupted before it had kept all. */
  public void startAgain(RunId run) {
    ofOwn(
        run,
        (connection, number) -> {
          try (Batch delete = Batch.of(connection, DELETE_KEPT)) {
            return delete.number(number).change();
          }
        });
  }

  /** Records that all files of a run were kept. */
  public void finish(RunId run, List<KeepReport> reports) {
    String text = StorableText.of(Json.writeAny(reports), Integer.MAX_VALUE);
    ofOwn(
        run,
        (connection, number) -> {
          try (Batch update = Batch.of(connection, SET_REPORT)) {
            return update.text(text).number(number).change();
          }
        });
  }

  private interface OwnWork<T> {
    T on(Connection connection, long number) throws SQLException;
  }

  private <T> T ofOwn(RunId run, OwnWork<T> work) {
    long engine = presence.number();
    return database.transact(
        "keep files of run " + run,
        connection -> {
          GroupWriter.removals(connection, engine);
          try (Batch own = Batch.of(connection, OWN_RUN)) {
            OptionalLong number = own.text(run.value()).number(engine).answer();
            if (number.isEmpty()) {
              throw new RunLostException(run);
            }
            return work.on(connection, number.getAsLong());
          }
        });
  }

  /**
   * Deletes bytes that no run refers to, after a launch that failed.
   *
   * @param sha256s of files that were stored for it
   */
  public void removeUnused(Collection<String> sha256s) {
    if (!sha256s.isEmpty()) {
      List<String> objects = new ArrayList<>();
      database.write(
          "delete unused files",
          handle -> {
            UnusedContents.shutEnginesOut(handle, database);
            return UnusedContents.delete(handle.getConnection(), new HashSet<>(sha256s), objects);
          });
      outside.delete(objects);
    }
  }

  /**
   * Adds the files of a new run.
   *
   * @throws MissingBytes if some were deleted meanwhile, with the last other run that used them
   */
  static void give(Connection connection, long number, List<RunFile> files) throws SQLException {
    for (RunFile file : files) {
      if (!ContentRows.isWhole(connection, file.sha256(), file.size())) {
        throw new MissingBytes(file);
      }
    }
    insert(connection, number, files);
  }

  private static void insert(Connection connection, long number, List<RunFile> files)
      throws SQLException {
    if (files.isEmpty()) {
      return;
    }
    try (Batch batch = Batch.of(connection, INSERT)) {
      for (RunFile file : files) {
        batch
            .number(number)
            .text(file.kind().word())
            .number(file.number())
            .text(StorableText.of(file.path(), LONGEST_PATH))
            .text(file.artifact())
            .number(file.size())
            .text(file.sha256())
            .add();
      }
      batch.send();
    }
  }

  /** Adds the hashes of a run's files. */
  static void collect(Connection connection, long number, Set<String> contents)
      throws SQLException {
    try (var query = connection.prepareStatement(HASHES)) {
      query.setLong(1, number);
      try (ResultSet row = query.executeQuery()) {
        while (row.next()) {
          contents.add(row.getString(1));
        }
      }
    }
  }

  /** Returns the files of a run: the given ones, then the kept ones, each in order. */
  static List<RunFile> list(Handle handle, RunId run) {
    return handle
        .createQuery(FILES)
        .bind("runId", run.value())
        .map(
            (row, context) ->
                new RunFile(
                    RunFile.Kind.ofWord(row.getString("kind")),
                    row.getInt("number"),
                    row.getString("path"),
                    row.getString("artifact"),
                    row.getLong("size"),
                    row.getString("sha256")))
        .list();
  }

  /** Returns the reports of a run; empty if it has not kept its files. */
  static Optional<List<KeepReport>> reports(Handle handle, RunId run) {
    return handle
        .createQuery(REPORT)
        .bind("runId", run.value())
        .map((row, context) -> String.valueOf(row.getString("artifacts")))
        .findOne()
        .filter(text -> !text.equals("null"))
        .map(text -> Json.read(text, REPORTS));
  }

  /** The bytes of a file of a new run are not stored. */
  public static final class MissingBytes extends RuntimeException {
    private static final long serialVersionUID = 1L;

    MissingBytes(RunFile file) {
      super(
          "The file %s was deleted while the run was stored; nothing was stored. Try again."
              .formatted(file.path()));
    }
  }
}
