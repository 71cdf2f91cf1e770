package dev.escarole.web.share;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.escarole.engine.command.PrivateFiles;
import dev.escarole.engine.command.UnsafeFileException;
import dev.escarole.web.app.Documents;
import dev.escarole.web.share.Greeting.Welcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Where the holder of a data directory can be greeted: a Unix domain socket in a directory that
 * only its user can enter. Immutable.
 *
 * <p>Systems limit the length of a socket's name to about 100 bytes. The sockets of a data
 * directory with a long name are in a directory for temporary files whose name follows from it.
 */
public final class HolderSocket {

  /** A greeting or an answer to it is one line of JSON, not longer than this. */
  private static final int LONGEST_LINE = 64 << 10;

  private static final String NAME = "escarole.sock";
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rwx------");

  private final Path directory;

  private HolderSocket(Path directory) {
    this.directory = directory;
  }

  /** The socket of a data directory, which need not exist yet. */
  public static HolderSocket of(Path data) {
    return new HolderSocket(SocketDirectory.of(data));
  }

  /** Whether there seems to be a holder; one that was killed has left its socket. */
  public boolean isThere() {
    return Files.exists(file());
  }

  Path file() {
    return directory.resolve(NAME);
  }

  /** Where requests are answered of the guests that have come with the same folder of recipes. */
  Path request(int number) {
    return directory.resolve("escarole-" + number + ".sock");
  }

  /**
   * Listens. What is at this place is left over, because whoever has the database open is alone.
   *
   * @throws IOException if others than the user could enter the directory, or a socket cannot be
   *     made there
   * @throws UnsupportedOperationException if this system has no such sockets
   */
  ServerSocketChannel listen() throws IOException {
    return listen(file());
  }

  /** Where the holder does calls for other processes. */
  public Path residentFile() {
    return SocketDirectory.residentIn(directory);
  }

  /**
   * Listens there, likewise.
   *
   * @throws IOException if others than the user could enter the directory, or a socket cannot be
   *     made there
   * @throws UnsupportedOperationException if this system has no such sockets
   */
  public ServerSocketChannel listenAsResident() throws IOException {
    return listen(residentFile());
  }

  private ServerSocketChannel listen(Path socket) throws IOException {
    try {
      Files.createDirectory(directory, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    } catch (FileAlreadyExistsException e) {
      check();
    }
    Files.deleteIfExists(socket);
    ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    channel.bind(UnixDomainSocketAddress.of(socket));
    restrict(socket);
    return channel;
  }

  /** Lets only the user connect to a socket. */
  static void restrict(Path socket) throws IOException {
    Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
  }

  private void check() throws IOException {
    try {
      PrivateFiles.check(directory);
    } catch (UnsafeFileException e) {
      throw new IOException(e.getMessage(), e);
    }
    if (Files.isSymbolicLink(directory)) {
      throw new IOException(directory + " is a link");
    }
  }

  /**
   * An answer to a greeting.
   *
   * @param connection open if the guest stays; the holder then sends nothing and closes it at its
   *     end
   */
  record Greeted(Welcome welcome, @Nullable SocketChannel connection) {}

  /**
   * Greets the holder.
   *
   * @param patience for how long its answer is awaited
   * @return empty if nobody is there
   */
  Optional<Greeted> greet(Greeting greeting, Duration patience) {
    if (!Files.exists(file(), LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    try {
      return greet(SocketChannel.open(StandardProtocolFamily.UNIX), greeting, patience);
    } catch (IOException | UnsupportedOperationException e) {
      // What is left of a process that is gone, or a system without such sockets.
      return Optional.empty();
    }
  }

  private Optional<Greeted> greet(SocketChannel channel, Greeting greeting, Duration patience)
      throws IOException {
    boolean open = false;
    try {
      check();
      channel.connect(UnixDomainSocketAddress.of(file()));
      writeLine(channel, greeting);
      Optional<Welcome> welcome = readLine(channel, Welcome.class, patience);
      open = greeting.stays() && welcome.isPresent();
      SocketChannel connection = open ? channel : null;
      return welcome.map(said -> new Greeted(said, connection));
    } finally {
      if (!open) {
        channel.close();
      }
    }
  }

  static void writeLine(SocketChannel channel, Record line) throws IOException {
    String json = Documents.mapper().writeValueAsString(line) + "\n";
    ByteBuffer bytes = ByteBuffer.wrap(json.getBytes(StandardCharsets.UTF_8));
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  /**
   * Reads a line.
   *
   * @return empty if the other side says nothing that can be understood within that time
   */
  static <T> Optional<T> readLine(SocketChannel channel, Class<T> type, Duration patience)
      throws IOException {
    long end = System.nanoTime() + patience.toNanos();
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    ByteBuffer piece = ByteBuffer.allocate(1 << 12);
    channel.configureBlocking(false);
    try (Selector selector = Selector.open()) {
      channel.register(selector, SelectionKey.OP_READ);
      while (line.size() < LONGEST_LINE) {
        long left = Duration.ofNanos(end - System.nanoTime()).toMillis();
        if (left <= 0 || selector.select(left) == 0) {
          return Optional.empty();
        }
        selector.selectedKeys().clear();
        int count = channel.read(piece.clear());
        if (count < 0) {
          return Optional.empty();
        }
        line.write(piece.array(), 0, count);
        if (count > 0 && piece.get(count - 1) == '\n') {
          return Optional.of(Documents.mapper().readValue(line.toByteArray(), type));
        }
      }
      return Optional.empty();
    } catch (JsonProcessingException e) {
      return Optional.empty();
    } finally {
      // Whoever answers writes without a selector.
      channel.configureBlocking(true);
    }
  }
}
