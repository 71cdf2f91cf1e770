package dev.escarole.web.live;

import dev.escarole.engine.store.StoredRun;
import dev.escarole.web.access.Gate;
import dev.escarole.web.access.Role;
import dev.escarole.web.service.RefusedException;
import dev.escarole.web.service.Service;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/**
 * Answers with streams of live events. One object serves all addresses that they are at, so that
 * its limits hold for all of them together. Thread-safe.
 */
public final class LiveEvents implements AutoCloseable {

  /** Small, as it is there for every connection; a large event is written in such pieces. */
  private static final int BUFFER = 8 << 10;

  private final Service service;
  private final LiveHub hub;
  private final WatcherLimits limits;

  public LiveEvents(Service service, LiveOptions options) {
    this.service = service;
    this.hub = new LiveHub(service.engine(), options);
    this.limits = new WatcherLimits(options.mostWatchers(), options.mostOfOneCaller());
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

  /** Connections that watch at this moment. */
  public int watching() {
    return limits.total();
  }

  private void runs(Context ctx) {
    watch(ctx, hub.runs());
  }

  private void run(Context ctx, String name) {
    StoredRun run =
        service
            .engine()
            .store()
            .find(name)
            .flatMap(service.engine().store()::run)
            .orElseThrow(
                () ->
                    new RefusedException(
                        RefusedException.Kind.NOT_FOUND,
                        "no-such-run",
                        "there is no run " + name,
                        "Ask for the list of runs."));
    watch(ctx, hub.run(run));
  }

  private void watch(Context ctx, Feed feed) {
    long place = feed.place(lastSeen(ctx));
    if (feed.endsAt(place)) {
      ctx.status(HttpStatus.NO_CONTENT);
      return;
    }
    String caller = Gate.caller(ctx).name();
    limits.enter(caller);
    Watcher watcher = null;
    try {
      watcher = begin(ctx, feed, place);
    } finally {
      if (watcher == null) {
        limits.leave(caller);
      }
    }
    Watcher begun = watcher;
    var unused =
        begun
            .gone()
            .thenRun(
                () -> {
                  feed.leave(begun);
                  limits.leave(caller);
                });
    ctx.future(begun::gone);
  }

  private static @Nullable String lastSeen(Context ctx) {
    String header = ctx.header("Last-Event-ID");
    return header == null ? ctx.queryParam("after") : header;
  }

  private static Watcher begin(Context ctx, Feed feed, long place) {
    HttpServletResponse response = ctx.res();
    response.setContentType("text/event-stream");
    response.setCharacterEncoding("UTF-8");
    // Proxies are asked to pass events on as they come.
    response.setHeader("X-Accel-Buffering", "no");
    response.setBufferSize(BUFFER);
    AsyncContext async = ctx.req().startAsync();
    async.setTimeout(0);
    try {
      ServletOutputStream out = response.getOutputStream();
      Watcher watcher = new Watcher(feed, place, out);
      feed.join(watcher);
      out.setWriteListener(watcher);
      return watcher;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Ends all streams; to be called before the server stops. */
  @Override
  public void close() {
    hub.close();
  }
}
