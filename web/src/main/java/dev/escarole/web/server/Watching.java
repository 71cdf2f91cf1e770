package dev.escarole.web.server;

import dev.escarole.engine.Subscription;
import dev.escarole.web.access.Caller;
import dev.escarole.web.access.Gate;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.live.LiveEvents;
import dev.escarole.web.live.LiveOptions;
import dev.escarole.web.metrics.Metrics;
import io.javalin.http.Context;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All by which one sees what a server does: live events, figures, the log of its requests. */
final class Watching implements AutoCloseable {

  private static final Logger ACCESS = LoggerFactory.getLogger("escarole.access");

  private final LiveEvents live;
  private final Metrics metrics;
  private final Subscription log;

  Watching(Installation service, LiveOptions options) {
    this.live = new LiveEvents(service, options);
    this.metrics = new Metrics(service, live::watching);
    this.log = service.engine().listen(new RunLog()::hear);
  }

  LiveEvents live() {
    return live;
  }

  Metrics metrics() {
    return metrics;
  }

  /** Takes in that a request was answered. */
  void answered(Context ctx, float millis) {
    metrics.answered(ctx, millis);
    Caller caller = Gate.caller(ctx);
    // The path alone: what follows a question mark may be what somebody searched for.
    ACCESS
        .atInfo()
        .addKeyValue("action", ctx.method().name())
        .addKeyValue("path", ctx.path())
        .addKeyValue("status", ctx.statusCode())
        .addKeyValue("principal", caller.name())
        .addKeyValue("origin", Gate.address(ctx))
        .addKeyValue("durationMillis", Math.round(millis))
        .log("request");
  }

  @Override
  public void close() {
    live.close();
    metrics.close();
    log.close();
  }
}
