package dev.escarole.web.live;

import dev.escarole.web.access.Caller;
import dev.escarole.web.access.Gate;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.EscaroleFactory;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunName;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Serves streams of live events. One object serves all their addresses, so that its limits hold for
 * all of them together. Thread-safe.
 */
public final class LiveEvents implements AutoCloseable {

  /** Small, because each connection has one; large events are written in pieces. */
  private static final int BUFFER = 8 << 10;

  /** The topic of all runs in a shared stream. */
  private static final String ALL_RUNS = "runs";

  private static final int MOST_TOPICS = 50;

  private static final int LONGEST_NAME = 100;

  private static final byte[] NOTHING = {};

  private final EscaroleFactory escaroles;
  private final LiveHub hub;
  private final WatcherLimits limits;

  /** The shared streams, by caller and the browser's name for itself. */
  private final Map<String, Watcher> browsers = new ConcurrentHashMap<>();

  public LiveEvents(EscaroleFactory escaroles, LiveOptions options) {
    this.escaroles = escaroles;
    this.hub = new LiveHub(escaroles.as(Actor.SERVER), options);
    this.limits =
        new WatcherLimits(
            options.mostWatchers(), options.mostOfOneCaller(), options.mostOfOneSession());
  }

  /**
   * Adds both streams under an address.
   *
   * @param base such as {@code /runs}; the streams are then at {@code /runs/events} and {@code
   *     /runs/{run}/events}
   */
  public void install(RoutesConfig routes, String base) {
    routes.get(base + "/events", this::runs, Role.VIEWER);
    routes.get(base + "/{run}/events", ctx -> run(ctx, ctx.pathParam("run")), Role.VIEWER);
  }

  /**
   * Adds the one stream that all tabs of a browser share.
   *
   * @param address such as {@code /live/events}
   */
  public void installShared(RoutesConfig routes, String address) {
    routes.get(address, this::shared, Role.VIEWER);
  }

  /** Open connections. */
  public int watching() {
    return limits.total();
  }

  private void runs(Context ctx) {
    watch(ctx, hub.runs());
  }

  private void run(Context ctx, String name) {
    watch(ctx, hub.run(head(ctx, name)));
  }

  private RunHead head(Context ctx, String run) {
    return escaroles.as(Gate.actor(ctx)).head(new RunName(run));
  }

  private void watch(Context ctx, Feed feed) {
    long place = feed.place(lastSeen(ctx));
    if (feed.endsAt(place)) {
      ctx.status(HttpStatus.NO_CONTENT);
      return;
    }
    Watcher unused = begin(ctx, new Wanted(List.of(new Watcher.Seat(feed, place)), false, NOTHING));
  }

  /** A deleted run is reported in the stream, because other tabs share it. */
  private void shared(Context ctx) {
    List<String> topics = ctx.queryParams("of").stream().distinct().toList();
    if (topics.size() > MOST_TOPICS) {
      throw new RefusedException(
          RefusalCode.TOO_MANY_TOPICS,
          "one stream follows at most %d runs".formatted(MOST_TOPICS),
          "Open another one for the rest.");
    }
    List<String> after = ctx.queryParams("after");
    List<Watcher.Seat> seats = new ArrayList<>();
    ByteArrayOutputStream gone = new ByteArrayOutputStream();
    for (String topic : topics) {
      feed(ctx, topic)
          .ifPresentOrElse(
              feed -> seats.add(new Watcher.Seat(feed, place(feed, after))),
              () -> gone.writeBytes(Feed.encoded("event: gone\ndata: ", Map.of("run", topic))));
    }
    String browser = ctx.queryParam("browser");
    boolean named = browser != null && browser.length() <= LONGEST_NAME;
    String key = named ? Gate.caller(ctx).name() + ' ' + browser : null;
    if (key != null) {
      letGo(key);
    }
    Watcher watcher = begin(ctx, new Wanted(seats, true, gone.toByteArray()));
    if (key != null) {
      remember(key, watcher);
    }
  }

  private void remember(String browser, Watcher watcher) {
    Watcher meanwhile = browsers.put(browser, watcher);
    if (meanwhile != null) {
      meanwhile.close();
    }
    var unused = watcher.gone().thenRun(() -> browsers.remove(browser, watcher));
  }

  /**
   * Closes the previous connection of a browser that opens a new one: otherwise it would count
   * until the next heartbeat.
   */
  private void letGo(String browser) {
    Watcher before = browsers.remove(browser);
    if (before != null) {
      before.close();
    }
  }

  private Optional<Feed> feed(Context ctx, String topic) {
    if (topic.equals(ALL_RUNS)) {
      return Optional.of(hub.runs());
    }
    try {
      return Optional.of(hub.run(head(ctx, topic)));
    } catch (RefusedException e) {
      if (e.code().kind() == RefusalCode.Kind.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static long place(Feed feed, List<String> after) {
    return after.stream().mapToLong(feed::place).max().orElse(Feed.NOWHERE);
  }

  private static @Nullable String lastSeen(Context ctx) {
    String header = ctx.header("Last-Event-ID");
    return header == null ? ctx.queryParam("after") : header;
  }

  /**
   * What a connection reads.
   *
   * @param stays whether the connection stays open when all streams have ended
   * @param before what is written before all events
   */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  private record Wanted(List<Watcher.Seat> seats, boolean stays, byte[] before) {}

  private Watcher begin(Context ctx, Wanted wanted) {
    WatcherLimits.Who who = who(ctx);
    limits.enter(who);
    Watcher watcher = null;
    try {
      watcher = watcher(ctx, wanted);
    } finally {
      if (watcher == null) {
        limits.leave(who);
      }
    }
    var unused = watcher.gone().thenRun(() -> limits.leave(who));
    ctx.future(watcher::ended);
    return watcher;
  }

  private static WatcherLimits.Who who(Context ctx) {
    Caller caller = Gate.caller(ctx);
    boolean session = caller.proof() == Caller.Proof.SESSION;
    return new WatcherLimits.Who(caller.name(), session ? ctx.cookie(Gate.COOKIE) : null);
  }

  private Watcher watcher(Context ctx, Wanted wanted) {
    HttpServletResponse response = ctx.res();
    response.setContentType("text/event-stream");
    response.setCharacterEncoding("UTF-8");
    // Asks proxies not to buffer.
    response.setHeader("X-Accel-Buffering", "no");
    response.setBufferSize(BUFFER);
    AsyncContext async = ctx.req().startAsync();
    async.setTimeout(0);
    try {
      ServletOutputStream out = response.getOutputStream();
      Watcher watcher =
          new Watcher(wanted.seats(), wanted.stays(), wanted.before(), Gate.standing(ctx), out);
      async.addListener(new BrokenConnection(watcher));
      hub.enter(watcher);
      out.setWriteListener(watcher);
      return watcher;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends all streams; must be called before the server stops. */
  @Override
  public void close() {
    hub.close();
  }
}
