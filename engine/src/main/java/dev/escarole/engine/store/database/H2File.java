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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What SQL cannot tell H2 about its file. */
final class H2File {

  private static final Logger LOG = LoggerFactory.getLogger(H2File.class);

  /** Parts of the file of which less than this is alive are written anew, in percent. */
  private static final int FILL = 90;

  /** What is written anew at once, in bytes: some milliseconds, in which nobody commits. */
  private static final int MOST_BYTES = 4 << 20;

  /** What a file begins with, twice: H2 writes both before anything else. */
  private static final int HEADER = 4096;

  private static final String MARK = "H:2";

  private H2File() {}

  /**
   * Empties a file whose making was cut short before its header was whole, as by a kill: H2 cannot
   * read it, and nothing can be in it yet. Any other file, and one that is in use, is left alone.
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
      LOG.debug("Whether {} has a header cannot be seen", file, e);
      return false;
    }
  }

  private static boolean begins(FileChannel channel) throws IOException {
    ByteBuffer start = ByteBuffer.allocate(MARK.length());
    channel.read(start, 0);
    return new String(start.array(), StandardCharsets.US_ASCII).equals(MARK);
  }

  /**
   * Writes a little of what is mostly dead anew, so that its place can be used again; H2 waits 45 s
   * before it does, and needs to be asked, as it has no thread for that here.
   *
   * @return whether anything was written
   */
  static boolean tidy(Connection connection) throws SQLException {
    return database(connection).getStore().getMvStore().compact(FILL, MOST_BYTES);
  }

  /**
   * Waits until the disk has what is committed.
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
