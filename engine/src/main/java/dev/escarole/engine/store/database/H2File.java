package dev.escarole.engine.store.database;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import org.h2.engine.Session;
import org.h2.engine.SessionLocal;
import org.h2.jdbc.JdbcConnection;
import org.h2.mvstore.FileStore;
import org.h2.mvstore.MVStore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Operations on H2's file that SQL does not offer. */
final class H2File {

  private static final Logger LOG = LoggerFactory.getLogger(H2File.class);

  /** Parts of the file of which less than this is alive are written anew, in percent. */
  private static final int FILL = 90;

  /** Bytes rewritten at once: this takes some milliseconds and blocks commits. */
  private static final int MOST_BYTES = 4 << 20;

  /** A file with less unused space than this is not compacted. */
  private static final long WASTE = 2L << 20;

  /** How long a file is compacted at most when it is closed; in milliseconds. */
  private static final int LONGEST = 200;

  /** The start of a file's header, which H2 writes twice before anything else. */
  private static final int HEADER = 4096;

  private static final String MARK = "H:2";

  private H2File() {}

  /**
   * Empties a file whose header is incomplete because the process was killed while creating it: H2
   * cannot read it, and it has no data yet. Any other file, and one in use, is unchanged.
   *
   * @return whether it was emptied
   */
  static boolean emptyWithoutHeader(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      if (lock == null || channel.size() >= 2 * HEADER || !begins(channel)) {
        return false;
      }
      channel.truncate(0);
      return true;
    } catch (IOException | OverlappingFileLockException e) {
      LOG.debug("The header of {} cannot be read", file, e);
      return false;
    }
  }

  private static boolean begins(FileChannel channel) throws IOException {
    ByteBuffer start = ByteBuffer.allocate(MARK.length());
    channel.read(start, 0);
    return new String(start.array(), StandardCharsets.US_ASCII).equals(MARK);
  }

  /**
   * Rewrites some mostly unused parts of the file so that their space can be reused. H2 has no
   * background thread for this here, and would wait 45 s.
   *
   * @return whether anything was written
   */
  static boolean tidy(Connection connection) throws SQLException {
    return database(connection).getStore().getMvStore().compact(FILL, MOST_BYTES);
  }

  /**
   * Compacts a file for a while if more than half of it is unused. Nobody else may use it.
   *
   * @return whether it did
   */
  static boolean compact(Connection connection) throws SQLException {
    MVStore store = database(connection).getStore().getMvStore();
    FileStore<?> file = store.getFileStore();
    if (file == null || file.isReadOnly()) {
      return false;
    }
    long unused = file.size() - file.size() / 100 * file.getChunksFillRate();
    boolean pays = unused > WASTE && unused > file.size() / 2;
    if (pays) {
      store.compactFile(LONGEST);
    }
    return pays;
  }

  /**
   * Waits until committed data is on disk.
   *
   * @return true
   */
  static boolean sync(Connection connection) throws SQLException {
    database(connection).sync();
    return true;
  }

  /** Bytes of the file; 0 for a database in memory. */
  static long size(Connection connection) throws SQLException {
    FileStore<?> file = database(connection).getStore().getMvStore().getFileStore();
    return file == null ? 0 : file.size();
  }

  private static org.h2.engine.Database database(Connection connection) throws SQLException {
    Session session = connection.unwrap(JdbcConnection.class).getSession();
    if (!(session instanceof SessionLocal local)) {
      throw new IllegalStateException("BUG: H2 is not in this process");
    }
    return local.getDatabase();
  }
}
