package dev.escarole.web.metrics;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.Role;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.router.Endpoint;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.binder.jvm.ClassLoaderMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.function.IntSupplier;

/** The metrics of a server, at {@code /metrics}. Thread-safe. */
public final class Metrics implements AutoCloseable {

  private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

  /** Known methods; others share a label, because a client can send any word. */
  private static final Set<String> METHODS =
      Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS");

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();
  private final Object reading = new Object();

  /** Guarded by its lock. */
  private boolean readsJvm;

  /**
   * @param watchers counts the connections to live events
   */
  public Metrics(Escarole escarole, IntSupplier watchers) {
    EngineMetrics engine = new EngineMetrics(escarole);
    registry.getPrometheusRegistry().register(engine);
    // The engine counts from when it is first asked.
    var unused = engine.collect();
    Gauge.builder("escarole.live.watchers", watchers, IntSupplier::getAsInt)
        .description("Connections that watch live events")
        // Nothing else references it, and a collected gauge is reported as NaN.
        .strongReference(true)
        .register(registry);
    collections.bindTo(registry);
  }

  /** What is measured when it is read is added then: a server starts without it. */
  private String scraped() {
    synchronized (reading) {
      if (!readsJvm) {
        readsJvm = true;
        new JvmMemoryMetrics().bindTo(registry);
        new JvmThreadMetrics().bindTo(registry);
        new ClassLoaderMetrics().bindTo(registry);
        new ProcessorMetrics().bindTo(registry);
        new FileDescriptorMetrics().bindTo(registry);
        new UptimeMetrics().bindTo(registry);
      }
    }
    return registry.scrape(TEXT);
  }

  /** Adds the address to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/metrics", ctx -> ctx.contentType(TEXT).result(scraped()), Role.VIEWER);
  }

  /** Counts an answered request. */
  public void answered(Context ctx, float millis) {
    answered(ctx.method().name(), route(ctx), ctx.statusCode(), millis);
  }

  /**
   * Counts a request that was answered outside the routes.
   *
   * @param route the pattern of its address
   */
  public void answered(String asked, String route, int status, float millis) {
    String method = asked.toUpperCase(Locale.ROOT);
    Timer.builder("escarole.http.requests")
        .description("Requests answered, by the pattern of their address")
        .tag("method", METHODS.contains(method) ? method : "other")
        .tag("route", route)
        .tag("status", Integer.toString(status))
        .register(registry)
        .record(Duration.ofNanos((long) (millis * 1_000_000)));
  }

  /** The pattern, because there are as many addresses as runs. */
  private static String route(Context ctx) {
    Endpoint endpoint = ctx.endpoints().lastHttpEndpoint();
    return endpoint == null || endpoint.path.equals("*") ? "none" : endpoint.path;
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
