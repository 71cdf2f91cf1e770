package dev.escarole.web.share;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.executor.RunExecutor.ExecutorLoad;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.engine.schedule.Schedules;
import dev.escarole.web.app.Release;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.live.LiveOptions;
import dev.escarole.web.server.Entrance;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An engine of this process, which other processes of the same user can use meanwhile. Thread-safe.
 */
public final class Holder implements AutoCloseable {

  /** Guests are the user's own processes; none of them has to be kept from flooding. */
  private static final long REQUESTS_PER_SECOND = 1_000_000;

  /** Names of settings: what each command may use. */
  public static final String LIMITS = "limits";

  /** The policy file, empty for the one in the data directory. */
  public static final String POLICY = "policy";

  /** What becomes of steps whose command nobody knows. */
  public static final String UNKNOWN_COMMANDS = "unknown-commands";

  /** For how long the runs of guests go on as if this process did not want to end. */
  private static final Duration LINGER = Duration.ofSeconds(5);

  private static final long PAUSE_MILLIS = 10;

  private final Engine engine;
  private final EngineOptions options;
  private final InstantSource clock;
  private final Instant since;
  private volatile @Nullable GuestService guests;

  private Holder(Engine engine, EngineOptions options, InstantSource clock, Instant since) {
    this.engine = engine;
    this.options = options;
    this.clock = clock;
    this.since = since;
  }

  /**
   * Opens an engine.
   *
   * @param socket where guests come; null if this process takes none
   * @throws dev.escarole.engine.store.database.StoreException if the database cannot be opened, for
   *     instance because another process has it open
   */
  static Holder open(EngineOptions options, @Nullable HolderSocket socket, InstantSource clock) {
    Instant since = clock.instant();
    Holder holder = new Holder(Engine.open(options), options, clock, since);
    if (socket != null) {
      holder.guests = GuestService.start(socket, holder.new ForGuests(), since);
    }
    return holder;
  }

  public Engine engine() {
    return engine;
  }

  Instant since() {
    return since;
  }

  /** Lets the interrupted runs go on that began, or went on, since then. */
  void resume(Instant from) {
    new Installation(engine, clock).resumeSince(from);
  }

  /**
   * Makes way for another process: lets the runs of guests go on for a while, so that many short
   * ones need not change places for each, then begins no command any more and waits until those
   * that are at work have ended. None is cut off and done twice.
   *
   * @throws InterruptedException if this thread is interrupted
   */
  void handOver() throws InterruptedException {
    long end = System.nanoTime() + LINGER.toNanos();
    while (isUsed() && System.nanoTime() < end) {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    }
    endSchedules();
    engine.drain();
  }

  int working() {
    ExecutorLoad load = engine.load().work();
    return load.busy() + load.waiting();
  }

  /** Guests are let go first: they would take runs that are left for interrupted ones. */
  void drain(Duration most) throws InterruptedException {
    endGuests();
    endSchedules();
    engine.housekeeping().drain(most);
  }

  private synchronized void endGuests() {
    GuestService served = guests;
    guests = null;
    if (served != null) {
      served.close();
    }
  }

  private void endSchedules() {
    Schedules.of(engine).ifPresent(Schedules::close);
  }

  /** Whether others have runs under way here, or have come just now to start one. */
  boolean isUsed() {
    GuestService served = guests;
    return served != null
        && (served.isGreeted()
            || (served.hasGuests() && !(engine.running().isEmpty() && engine.queued().isEmpty())));
  }

  /** Ends it; runs that are under way go on when another process opens the data directory. */
  @Override
  public void close() {
    endGuests();
    endSchedules();
    engine.suspend();
  }

  /** Settings of an engine that hold for every run in it. */
  public static Map<String, String> settings(EngineOptions options) {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put(LIMITS, options.limits().toString());
    Path policy = options.policyFile();
    settings.put(POLICY, policy == null ? "" : policy.toAbsolutePath().normalize().toString());
    settings.put(UNKNOWN_COMMANDS, options.unknownCommands().name());
    return settings;
  }

  private final class ForGuests implements GuestService.Host {

    @Override
    public AutoCloseable serve(Path socket, @Nullable Path recipes) {
      RecipeFolder folder = recipes == null ? null : RecipeFolder.open(recipes);
      ServerOptions server =
          new ServerOptions(
              ServerOptions.LOOPBACK,
              0,
              List.of(),
              Entrance.OPEN,
              REQUESTS_PER_SECOND,
              Release.version(),
              clock,
              LiveOptions.DEFAULTS);
      WebServer started = start(socket, server, folder);
      return () -> {
        started.close();
        if (folder != null) {
          folder.close();
        }
      };
    }

    private WebServer start(Path socket, ServerOptions server, @Nullable RecipeFolder folder) {
      try {
        return WebServer.startAt(socket, server, new Installation(engine, folder, clock));
      } catch (RuntimeException e) {
        if (folder != null) {
          folder.close();
        }
        throw e;
      }
    }

    @Override
    public void resume(Instant from) {
      Holder.this.resume(from);
    }

    @Override
    public Map<String, String> settings() {
      return Holder.settings(options);
    }
  }
}
