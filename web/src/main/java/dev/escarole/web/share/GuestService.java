package dev.escarole.web.share;

import dev.escarole.web.share.Greeting.Welcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers other processes of the same user for as long as this one has their data directory open.
 * Costs a thread and a socket until the first one comes; then it starts a server. Thread-safe.
 */
final class GuestService implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(GuestService.class);

  /** For a process that connects and says nothing. */
  private static final Duration PATIENCE = Duration.ofSeconds(2);

  static final long PAUSE_MILLIS = 50;

  private final HolderSocket place;
  private final ServerSocketChannel channel;
  private final Host host;
  private final Instant since;
  private final Object lock = new Object();

  /** By the folder of recipes; an empty name stands for none. Guarded by the lock. */
  private final Map<String, Server> servers = new LinkedHashMap<>();

  /** Of guests that stay. Guarded by the lock. */
  private final Set<SocketChannel> connections = new HashSet<>();

  private boolean closed;

  /** Guests that stay and came less than this ago may be about to start a run. */
  private static final Duration JUST_NOW = Duration.ofSeconds(1);

  /** By the clock of {@link System#nanoTime}; changed by the one thread that answers. */
  private volatile long lastGuest = System.nanoTime() - JUST_NOW.toNanos();

  private volatile boolean answering;

  interface Host {

    /**
     * Starts a server.
     *
     * @param recipes the folder whose recipes it runs by name; null for none
     * @return ends it
     */
    AutoCloseable serve(Path socket, @Nullable Path recipes);

    /** Lets the interrupted runs go on that began, or went on, since then. */
    void resume(Instant since);

    /** Settings that hold for every run of the host. */
    Map<String, String> settings();
  }

  private record Server(Path socket, AutoCloseable server) {}

  GuestService(HolderSocket place, ServerSocketChannel channel, Host host, Instant since) {
    this.place = place;
    this.channel = channel;
    this.host = host;
    this.since = since;
  }

  /**
   * Starts it.
   *
   * @param since when the host began
   * @return null if this system, or this directory, has no such sockets; then others have to wait
   *     until this process has ended
   */
  static @Nullable GuestService start(HolderSocket place, Host host, Instant since) {
    try {
      GuestService service = new GuestService(place, place.listen(), host, since);
      Thread thread = new Thread(service::answer, "escarole-guests");
      thread.setDaemon(true);
      thread.start();
      return service;
    } catch (UnsupportedOperationException e) {
      LOG.debug("This system has no sockets that only their owner can reach", e);
      return null;
    } catch (IOException e) {
      LOG.warn("No other process can use this data directory meanwhile: {}", e.getMessage());
      return null;
    }
  }

  /** Takes guests in, one after the other, until the channel is closed. */
  void answer() {
    while (true) {
      try {
        SocketChannel guest = channel.accept();
        leaveGone();
        if (!stays(guest)) {
          guest.close();
        }
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException e) {
        LOG.debug("No guest can be taken in now", e);
        pause();
      }
    }
  }

  /** The reason may last, such as that this process may open no more files. */
  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Answers a guest; returns whether its connection is kept. */
  private boolean stays(SocketChannel guest) {
    boolean kept = false;
    try {
      Greeting greeting = HolderSocket.readLine(guest, Greeting.class, PATIENCE).orElse(null);
      if (greeting != null) {
        answering = greeting.stays();
        HolderSocket.writeLine(guest, welcome(greeting));
        kept = greeting.stays() && keep(guest);
      }
    } catch (IOException e) {
      LOG.debug("A guest is gone before it was answered", e);
    }
    if (kept) {
      lastGuest = System.nanoTime();
    }
    answering = false;
    return kept;
  }

  private boolean keep(SocketChannel guest) throws IOException {
    guest.configureBlocking(false);
    synchronized (lock) {
      return !closed && connections.add(guest);
    }
  }

  /** Closes the connections of guests that are gone. */
  private void leaveGone() {
    synchronized (lock) {
      connections.removeIf(GuestService::isGone);
    }
  }

  private static boolean isGone(SocketChannel guest) {
    try {
      if (guest.read(ByteBuffer.allocate(1)) >= 0) {
        return false;
      }
      guest.close();
    } catch (IOException e) {
      LOG.debug("A guest is gone", e);
    }
    return true;
  }

  private Welcome welcome(Greeting greeting) throws IOException {
    try {
      if (greeting.since() != null) {
        Instant from = Instant.parse(greeting.since());
        // Under another policy their principals might do what they might not when they began.
        if (Objects.equals(greeting.policy(), host.settings().get(Holder.POLICY))) {
          host.resume(from);
        }
      }
      Path socket = socket(greeting.recipes() == null ? "" : greeting.recipes());
      return new Welcome(socket.toString(), since.toString(), host.settings(), null);
    } catch (RuntimeException e) {
      LOG.warn("A guest cannot be answered", e);
      return new Welcome(null, since.toString(), host.settings(), String.valueOf(e.getMessage()));
    }
  }

  private Path socket(String recipes) throws IOException {
    synchronized (lock) {
      if (closed) {
        throw new ClosedChannelException();
      }
      Server known = servers.get(recipes);
      if (known != null) {
        return known.socket();
      }
      Path socket = place.request(servers.size() + 1);
      Files.deleteIfExists(socket);
      AutoCloseable server = host.serve(socket, recipes.isEmpty() ? null : Path.of(recipes));
      servers.put(recipes, new Server(socket, server));
      HolderSocket.restrict(socket);
      return socket;
    }
  }

  /** Whether a guest has come just now that may be about to start a run. */
  boolean isGreeted() {
    return answering || System.nanoTime() - lastGuest < JUST_NOW.toNanos();
  }

  boolean hasGuests() {
    synchronized (lock) {
      return !servers.isEmpty();
    }
  }

  /** Takes no more guests; those that are being answered are cut off, and look for another host. */
  @Override
  public void close() {
    try {
      channel.close();
      Files.deleteIfExists(place.file());
    } catch (IOException e) {
      LOG.debug("The socket cannot be removed", e);
    }
    synchronized (lock) {
      closed = true;
      servers.values().forEach(GuestService::close);
      connections.forEach(GuestService::close);
    }
  }

  private static void close(SocketChannel connection) {
    try {
      connection.close();
    } catch (IOException e) {
      LOG.debug("A connection does not close", e);
    }
  }

  private static void close(Server server) {
    try {
      server.server().close();
      Files.deleteIfExists(server.socket());
    } catch (Exception e) {
      LOG.debug("A server for guests does not close", e);
    }
  }
}
