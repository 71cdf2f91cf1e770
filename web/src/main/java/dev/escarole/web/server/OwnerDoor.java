package dev.escarole.web.server;

import dev.escarole.web.app.remote.Doorbell;
import dev.escarole.web.app.remote.SocketPlace;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lets other processes of the same user use the installation that this one holds. Costs next to
 * nothing until somebody rings: only then a server is started, at a Unix domain socket that nobody
 * but the user can reach. Thread-safe.
 */
public final class OwnerDoor implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(OwnerDoor.class);

  private final SocketPlace place;
  private final ServerSocketChannel door;
  private final Function<Path, WebServer> start;
  private final Object lock = new Object();
  private @Nullable WebServer server;
  private boolean closed;

  private OwnerDoor(SocketPlace place, ServerSocketChannel door, Function<Path, WebServer> start) {
    this.place = place;
    this.door = door;
    this.start = start;
  }

  /**
   * Opens the door of a data directory that this process holds.
   *
   * @param start starts a server at a socket, when the first one rings
   * @return null if this system has no such sockets, or the directory is none for them; then others
   *     have to wait until this process has ended
   */
  public static @Nullable OwnerDoor open(SocketPlace place, Function<Path, WebServer> start) {
    try {
      place.prepare();
      ServerSocketChannel channel = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
      bind(channel, place.door());
      OwnerDoor door = new OwnerDoor(place, channel, start);
      Thread porter = new Thread(door::answer, "escarole-door");
      porter.setDaemon(true);
      porter.start();
      return door;
    } catch (IOException | UnsupportedOperationException e) {
      LOG.debug("no other process can use this data directory meanwhile", e);
      return null;
    }
  }

  /** What is at this place is left over: whoever holds the directory is alone. */
  private static void bind(ServerSocketChannel channel, Path socket) throws IOException {
    Files.deleteIfExists(socket);
    channel.bind(UnixDomainSocketAddress.of(socket));
    Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
  }

  private void answer() {
    while (true) {
      try (SocketChannel caller = door.accept()) {
        if (isServing()) {
          caller.write(ByteBuffer.wrap(new byte[] {Doorbell.READY}));
        }
      } catch (AsynchronousCloseException e) {
        return;
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException e) {
        LOG.debug("somebody rang and went", e);
      }
    }
  }

  private boolean isServing() throws IOException {
    synchronized (lock) {
      if (server == null && !closed) {
        Files.deleteIfExists(place.api());
        server = start.apply(place.api());
        Files.setPosixFilePermissions(place.api(), PosixFilePermissions.fromString("rw-------"));
      }
      return server != null;
    }
  }

  /** Whether somebody has come. */
  public boolean wasUsed() {
    synchronized (lock) {
      return server != null;
    }
  }

  /** Lets nobody in any more; who is being answered is cut off. */
  @Override
  public void close() {
    try {
      door.close();
      Files.deleteIfExists(place.door());
    } catch (IOException e) {
      LOG.debug("the door does not close", e);
    }
    synchronized (lock) {
      closed = true;
      if (server != null) {
        server.close();
        server = null;
      }
    }
    try {
      Files.deleteIfExists(place.api());
    } catch (IOException e) {
      LOG.debug("the socket cannot be deleted", e);
    }
  }
}
