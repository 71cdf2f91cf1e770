package dev.escarole.web.server;

import dev.escarole.web.metrics.Metrics;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Tells monitors whether the server and its database work. It has a thread of its own and asks the
 * database at most once in {@link #FRESH}, so it answers under any load. Thread-safe.
 */
final class HealthCheck implements AutoCloseable {

  static final String PATH = "/health";

  /** How long an answer of the database is used. */
  private static final Duration FRESH = Duration.ofMillis(500);

  /** A slower database counts as unavailable. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Runnable database;
  private final Metrics metrics;
  private final ExecutorService thread =
      Executors.newSingleThreadExecutor(
          work -> {
            Thread made = new Thread(work, "health");
            made.setDaemon(true);
            return made;
          });
  private @Nullable CompletableFuture<Boolean> latest;
  private long askedNanos;

  /**
   * @param database asks it something small; throws if it does not answer
   */
  HealthCheck(Runnable database, Metrics metrics) {
    this.database = database;
    this.metrics = metrics;
  }

  /** Whether this answers the request. */
  static boolean isAskedFor(Request request) {
    String method = request.getMethod();
    return PATH.equals(request.getHttpURI().getPath())
        && (method.equals("GET") || method.equals("HEAD"));
  }

  /** Answers a request without blocking a thread. */
  void answer(Request request, Response response, Callback callback) {
    long begun = System.nanoTime();
    var unused =
        state()
            .copy()
            .completeOnTimeout(false, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
            .whenComplete(
                (answer, failure) -> {
                  boolean well = failure == null && answer;
                  float millis = (System.nanoTime() - begun) / 1e6f;
                  metrics.answered(request.getMethod(), PATH, well ? 200 : 503, millis);
                  say(well, response, callback);
                });
  }

  private synchronized CompletableFuture<Boolean> state() {
    CompletableFuture<Boolean> known = latest;
    long now = System.nanoTime();
    if (known == null || (known.isDone() && now - askedNanos > FRESH.toNanos())) {
      known = CompletableFuture.supplyAsync(this::isWell, thread);
      latest = known;
      askedNanos = now;
    }
    return known;
  }

  private boolean isWell() {
    database.run();
    return true;
  }

  private static void say(boolean well, Response response, Callback callback) {
    response.setStatus(well ? 200 : 503);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    response.getHeaders().put("X-Content-Type-Options", "nosniff");
    if (!well) {
      response.getHeaders().put(HttpHeader.RETRY_AFTER, "5");
    }
    Content.Sink.write(response, true, well ? "ok\n" : "the database does not answer\n", callback);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
