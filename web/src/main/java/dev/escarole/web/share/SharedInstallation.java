package dev.escarole.web.share;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.notify.Notifications;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.AgentSupport;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.audit.SentLine;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.app.remote.RemoteInstallation;
import dev.escarole.web.app.setup.EngineFailures;
import dev.escarole.web.share.Greeting.Welcome;
import dev.escarole.web.share.HolderSocket.Greeted;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The installation of a data directory, whichever process has it open: this one, or another one
 * that answers for it. When that one is gone, this one takes its place, or finds the one that has.
 * Thread-safe.
 */
public final class SharedInstallation implements AgentSupport, AutoCloseable {

  /** How long a process waits for a database that another one has open and does not share. */
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The same for a guest whose holder is gone, which has runs to lose. */
  private static final Duration PATIENCE_OF_GUEST = Duration.ofMinutes(5);

  /** A holder that has just been greeted may have to start a server on a busy machine. */
  private static final Duration ANSWER = Duration.ofSeconds(60);

  private static final Duration NOTICE_AFTER = Duration.ofSeconds(2);
  private static final long PAUSE_MILLIS = 25;

  private static final Logger LOG = LoggerFactory.getLogger(SharedInstallation.class);

  private final SharedData data;
  private final Function<Engine, Installation> opened;
  private volatile Place place;
  private boolean closed;

  /** Where the database is open; one of the two is null. */
  private record Place(
      AgentSupport installation,
      @Nullable Holder holder,
      @Nullable Welcome welcome,
      @Nullable SocketChannel connection) {

    /** Who still waits for an answer of a process that is gone asks the next one. */
    void cutOff() {
      if (installation instanceof RemoteInstallation remote) {
        remote.close();
      }
    }
  }

  private SharedInstallation(
      SharedData data, Function<Engine, Installation> opened, @Nullable Welcome last) {
    this.data = data;
    this.opened = opened;
    this.place = find(last);
    watch(place);
  }

  /** Takes the place of a holder as soon as it is gone, even if nobody asks for anything then. */
  private void watch(Place watched) {
    SocketChannel connection = watched.connection();
    if (connection != null) {
      Thread thread = new Thread(() -> awaitEnd(watched, connection), "escarole-holder");
      thread.setDaemon(true);
      thread.start();
    }
  }

  private void awaitEnd(Place watched, SocketChannel connection) {
    try (connection) {
      while (connection.read(ByteBuffer.allocate(1)) >= 0) {
        LOG.debug("The holder of the data directory says something");
      }
    } catch (IOException e) {
      LOG.debug("The holder of the data directory is gone", e);
    }
    try {
      AgentSupport unused = after(watched.installation());
    } catch (RuntimeException e) {
      LOG.debug("No process has the data directory open; whoever asks next looks again", e);
    }
  }

  /**
   * Opens the data directory, or finds the process that has it open.
   *
   * @throws RuntimeException one of {@link EngineFailures#problems} if the database cannot be
   *     opened, or another process has it open and does not share it
   */
  public static SharedInstallation open(SharedData data) {
    return open(data, engine -> new Installation(engine, data.clock()));
  }

  /** Likewise, with an installation of the caller's making once an engine is open here. */
  public static SharedInstallation open(SharedData data, Function<Engine, Installation> opened) {
    return new SharedInstallation(data, opened, null);
  }

  /**
   * Opens it for a process that waits for a run in another one which is gone.
   *
   * @param since when that one began, as an ISO 8601 time
   * @param policy its policy file; empty for the one in the data directory
   */
  public static SharedInstallation succeed(SharedData data, String since, String policy) {
    Welcome last = new Welcome(null, since, Map.of(Holder.POLICY, policy), null);
    return new SharedInstallation(data, engine -> new Installation(engine, data.clock()), last);
  }

  private Place find(@Nullable Welcome last) {
    long begin = System.nanoTime();
    boolean told = false;
    while (true) {
      Place found = guest(last);
      if (found == null) {
        found = holder(last, begin);
      }
      if (found != null) {
        return found;
      }
      if (!told && System.nanoTime() - begin > NOTICE_AFTER.toNanos()) {
        told = true;
        data.notice().accept("waiting for the process that has the data directory open");
      }
      pause();
    }
  }

  private @Nullable Place guest(@Nullable Welcome last) {
    HolderSocket socket = data.socket();
    Path recipes = data.recipes();
    if (socket == null) {
      return null;
    }
    Greeting greeting =
        new Greeting(
            last == null ? null : last.since(),
            last == null ? null : last.settings().get(Holder.POLICY),
            recipes == null ? null : recipes.toAbsolutePath().toString(),
            data.stays());
    Greeted greeted = socket.greet(greeting, ANSWER).orElse(null);
    if (greeted == null) {
      return null;
    }
    Welcome welcome = greeted.welcome();
    if (welcome.socket() == null) {
      close(greeted.connection());
      throw new RefusedException(
          RefusalCode.NO_ANSWER,
          "the process that has the data directory open cannot answer: " + welcome.error(),
          "Wait until it has ended, or choose another directory with --data DIR.");
    }
    AgentSupport installation = new RemoteInstallation(Path.of(welcome.socket()));
    return new Place(installation, null, welcome, greeted.connection());
  }

  /** Null if another process has the database open; waiting for it makes sense then. */
  private @Nullable Place holder(@Nullable Welcome last, long begin) {
    try {
      Holder holder = Holder.open(options(last), data.stays() ? data.socket() : null, data.clock());
      Notifications.open(holder.engine(), data.clock(), data.stays());
      // One that is over in a moment would only cut them off again.
      if (last != null && data.stays()) {
        holder.resume(Instant.parse(last.since()));
      }
      return new Place(opened.apply(holder.engine()), holder, null, null);
    } catch (RuntimeException e) {
      if (!EngineFailures.isInUse(e)
          || data.socket() == null
          || System.nanoTime() - begin > patience(last).toNanos()) {
        throw e;
      }
      return null;
    }
  }

  /** Who takes the place of another one keeps its policy: the runs were launched under that. */
  private EngineOptions options(@Nullable Welcome last) {
    EngineOptions options = data.options().get();
    String policy = last == null ? null : last.settings().get(Holder.POLICY);
    return policy == null || policy.isEmpty() ? options : options.withPolicyFile(Path.of(policy));
  }

  private static Duration patience(@Nullable Welcome last) {
    return last == null ? PATIENCE : PATIENCE_OF_GUEST;
  }

  private static void pause() {
    try {
      TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new RefusedException(
          RefusalCode.INTERRUPTED, "the wait for the data directory was interrupted", "");
    }
  }

  /** This process as the holder; empty while it is a guest. */
  public Optional<Holder> holder() {
    return Optional.ofNullable(place.holder());
  }

  /** Settings of the engine that carries runs out, if that is in another process. */
  public Optional<Map<String, String>> settingsOfHolder() {
    return Optional.ofNullable(place.welcome()).map(Welcome::settings);
  }

  @Override
  public Escarole as(Actor actor) {
    return SharedEscarole.of(this, actor);
  }

  @Override
  public boolean hasChannels() {
    return current().hasChannels();
  }

  @Override
  public boolean hasInbox() {
    return current().hasInbox();
  }

  @Override
  public boolean admits(String principal) {
    return ask(support -> support.admits(principal), e -> true);
  }

  @Override
  public void heard(SentLine line) {
    Object unused =
        ask(
            support -> {
              support.heard(line);
              return line;
            },
            e -> true);
  }

  /**
   * Asks whoever has the data directory open. One holder may end after the other; each of them has
   * done something meanwhile.
   *
   * @param again whether to ask the next one, by how the last one has not answered
   */
  <T> T ask(Function<AgentSupport, T> question, Predicate<RefusedException> again) {
    AgentSupport asked = current();
    while (true) {
      try {
        return question.apply(asked);
      } catch (RefusedException e) {
        if (e.code() != RefusalCode.NO_ANSWER || asked instanceof Installation) {
          throw e;
        }
        AgentSupport next = after(asked);
        if (next.equals(asked)) {
          // This installation was closed meanwhile.
          throw e;
        }
        asked = next;
        if (!again.test(e)) {
          throw new RefusedException(
              RefusalCode.NO_ANSWER,
              "the process that was asked has ended before it answered",
              "Look whether it was done before you ask again.");
        }
      }
    }
  }

  /** Who answers at the moment, as far as is known. */
  AgentSupport current() {
    return place.installation();
  }

  /**
   * Who answers after one that does not any more. Its guests come here at once; the first of them
   * looks for another one, or opens the database.
   */
  synchronized AgentSupport after(AgentSupport gone) {
    Place last = place;
    if (last.installation() == gone && last.welcome() != null && !closed) {
      place = find(last.welcome());
      watch(place);
      last.cutOff();
    }
    return place.installation();
  }

  /**
   * Makes way for another process if this one is the holder: takes some seconds if others have runs
   * under way here, and longer if their commands do.
   *
   * @throws InterruptedException if this thread is interrupted; commands that are at work then are
   *     cut off by {@link #close} and run again elsewhere
   */
  public void handOver() throws InterruptedException {
    Holder holder = place.holder();
    if (holder != null && holder.isUsed()) {
      holder.handOver();
    }
  }

  /** How many commands this process runs. */
  public int working() {
    Holder holder = place.holder();
    return holder == null ? 0 : holder.working();
  }

  /**
   * Ends the work of this process, if it is the holder, before {@link #close}: nothing is launched
   * any more, and each run is left to others when none of its commands is at work.
   *
   * @param most how long commands may go on
   * @throws InterruptedException if this thread is interrupted; no command begins all the same
   */
  public void drain(Duration most) throws InterruptedException {
    Holder holder = place.holder();
    if (holder != null) {
      holder.drain(most);
    }
  }

  /** Whether others have runs under way in this process, or have come just now to start one. */
  public boolean isUsed() {
    Holder holder = place.holder();
    return holder != null && holder.isUsed();
  }

  /** Lets go of the data directory; runs that are under way here go on in another process. */
  @Override
  public void close() {
    Place last;
    synchronized (this) {
      closed = true;
      last = place;
    }
    if (last.holder() != null) {
      last.holder().close();
    }
    last.cutOff();
    close(last.connection());
  }

  private static void close(@Nullable SocketChannel connection) {
    try {
      if (connection != null) {
        connection.close();
      }
    } catch (IOException e) {
      LOG.debug("The connection to the holder does not close", e);
    }
  }
}
