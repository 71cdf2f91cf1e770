package dev.escarole.web.server;

import dev.escarole.web.access.Caller;
import dev.escarole.web.access.Gate;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.EscaroleFactory;
import dev.escarole.web.live.LiveEvents;
import dev.escarole.web.live.LiveOptions;
import dev.escarole.web.metrics.Metrics;
import io.javalin.http.Context;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Live events, metrics, and the log of requests. */
final class Watching implements AutoCloseable {

  private static final Logger ACCESS = LoggerFactory.getLogger("escarole.access");

  private final LiveEvents live;
  private final Metrics metrics;

  Watching(EscaroleFactory escaroles, LiveOptions options) {
    this.live = new LiveEvents(escaroles, options);
    this.metrics = new Metrics(escaroles.as(Actor.SERVER), live::watching);
  }

  LiveEvents live() {
    return live;
  }

  Metrics metrics() {
    return metrics;
  }

  void answered(Context ctx, float millis) {
    metrics.answered(ctx, millis);
    Caller caller = Gate.caller(ctx);
    // The path alone: a query may hold what a user searched for.
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
  }
}
