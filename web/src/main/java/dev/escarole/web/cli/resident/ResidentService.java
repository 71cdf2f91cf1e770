package dev.escarole.web.cli.resident;

import dev.escarole.engine.Engine;
import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.Surroundings.Resident;
import dev.escarole.web.share.Holder;
import dev.escarole.web.share.HolderSocket;
import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Does calls of the command line for other processes of the same user, as long as this one has
 * their data directory open. Thread-safe.
 */
public final class ResidentService implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(ResidentService.class);

  /** Each call has two threads, and may keep about 2 MiB of output and input. */
  static final int MOST_CALLS = 128;

  private static final int MOST_CONNECTIONS = 2 * MOST_CALLS;
  private static final long PAUSE_MILLIS = 50;

  private final CommandLineCaller caller;
  private final Path data;
  private final InstantSource clock;
  private final Map<String, String> environment;
  private final Object lock = new Object();
  private final AtomicInteger calls = new AtomicInteger();

  /** Guarded by the lock. */
  private final Set<ResidentCall> connections = new HashSet<>();

  private boolean closed;
  private @Nullable ServerSocketChannel channel;

  /** Set once, before the first client comes. */
  private volatile @Nullable Opened opened;

  private record Opened(Resident resident, List<String> facts, String since) {}

  /** Calls the command line. */
  @FunctionalInterface
  public interface CommandLineCaller {

    /** Does a call, and returns its exit code. */
    int call(Console console, String... arguments);

    /**
     * The arguments with what the caller's configuration file adds to them; none unless the command
     * line has such files.
     *
     * @throws RuntimeException if that file cannot be used
     */
    default String[] configured(Console console, String... arguments) {
      return arguments;
    }
  }

  /**
   * Creates a service that is not reachable yet.
   *
   * @param data the data directory
   * @param console of this process
   */
  public ResidentService(CommandLineCaller caller, Path data, Console console) {
    this.caller = caller;
    this.data = data;
    this.clock = console.clock();
    this.environment = console.environment();
  }

  /**
   * Lets clients come, unless this system has no such sockets or the service was closed.
   *
   * @param engine open in this process
   * @param settings those that hold for every run in it
   */
  public void start(Engine engine, Map<String, String> settings) {
    try {
      List<String> facts = Whereabouts.facts(environment);
      synchronized (lock) {
        if (closed || channel != null) {
          return;
        }
        opened = new Opened(new Resident(engine, settings), facts, clock.instant().toString());
        ServerSocketChannel listening = HolderSocket.of(data).listenAsResident();
        channel = listening;
        Thread thread = new Thread(() -> accept(listening), "escarole-resident");
        thread.setDaemon(true);
        thread.start();
      }
    } catch (IOException | UnsupportedOperationException e) {
      LOG.debug("Commands beside this server have to start by themselves", e);
    }
  }

  private void accept(ServerSocketChannel listening) {
    while (true) {
      try {
        take(listening.accept());
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException e) {
        LOG.debug("No client can be taken in now", e);
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

  private void take(SocketChannel client) throws IOException {
    ResidentCall call = new ResidentCall(this, client);
    synchronized (lock) {
      if (connections.size() >= MOST_CONNECTIONS) {
        // Those that connect and say nothing are the first to go, and make room at once.
        List<ResidentCall> silent = connections.stream().filter(each -> !each.hasAsked()).toList();
        silent.forEach(ResidentCall::close);
        silent.forEach(connections::remove);
      }
      if (closed || connections.size() >= MOST_CONNECTIONS) {
        client.close();
        return;
      }
      connections.add(call);
    }
    Thread thread = new Thread(call, "escarole-client");
    thread.setDaemon(true);
    thread.start();
  }

  int call(Console console, String... arguments) {
    return caller.call(console, arguments);
  }

  String[] configured(Console console, String... arguments) {
    return caller.configured(console, arguments);
  }

  void gone(ResidentCall call) {
    synchronized (lock) {
      connections.remove(call);
    }
  }

  void begun() {
    calls.incrementAndGet();
  }

  void ended() {
    calls.decrementAndGet();
  }

  boolean isFull() {
    return calls.get() >= MOST_CALLS;
  }

  boolean isAt(Path directory) throws IOException {
    return Files.exists(directory) && Files.isSameFile(directory, data);
  }

  InstantSource clock() {
    return clock;
  }

  Resident resident() {
    return state().resident();
  }

  List<String> facts() {
    return state().facts();
  }

  String since() {
    return state().since();
  }

  String policy() {
    return resident().settings().getOrDefault(Holder.POLICY, "");
  }

  private Opened state() {
    Opened state = opened;
    if (state == null) {
      throw new IllegalStateException("BUG: a client came before the service was started");
    }
    return state;
  }

  /** Cuts all clients off; those that wait for a run go on with it by themselves. */
  @Override
  public void close() {
    synchronized (lock) {
      closed = true;
      try {
        if (channel != null) {
          channel.close();
          Files.deleteIfExists(HolderSocket.of(data).residentFile());
        }
      } catch (IOException e) {
        LOG.debug("The socket cannot be removed", e);
      }
      connections.forEach(ResidentCall::close);
    }
  }
}
