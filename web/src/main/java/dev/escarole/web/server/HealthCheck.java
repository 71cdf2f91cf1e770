package dev.escarole.web.server;

import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.metrics.Metrics;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
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
 * Tells monitors whether the server and its database work, and whether runs are stored. It has a
 * thread of its own and asks the database at most once in {@link #FRESH}, so it answers under any
 * load. Thread-safe.
 */
final class HealthCheck implements AutoCloseable {

  static final String PATH = "/health";

  private static final String OK = "ok\n";
  private static final String AWAY = "the database does not answer\n";
  private static final String PAUSED = "what runs do cannot be stored now\n";
  private static final String UNREACHABLE = "the process that holds the database does not answer\n";

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
  private @Nullable CompletableFuture<String> latest;
  private long askedNanos;

  /** Asks the database something small, which throws if it does not answer. */
  HealthCheck(Runnable database, Metrics metrics) {
    this.database = database;
    this.metrics = metrics;
  }

  static boolean isAskedFor(Request request) {
    String method = request.getMethod();
    return PATH.equals(request.getHttpURI().getPath())
        && (method.equals("GET") || method.equals("HEAD"));
  }

  /** Answers a request without blocking a thread. */
  void answer(Request request, Response response, Callback callback) {
    long begun = System.nanoTime();
    var unused =
        text()
            .thenAccept(
                text -> {
                  float millis = (System.nanoTime() - begun) / 1e6f;
                  int status = text.equals(OK) ? 200 : 503;
                  metrics.answered(request.getMethod(), PATH, status, millis);
                  say(status, text, response, callback);
                });
  }

  /** Adds the answer to a dashboard that is mounted in another server. */
  void install(RoutesConfig routes) {
    routes.get(
        PATH, ctx -> ctx.future(() -> text().thenAccept(text -> say(ctx, text))), Role.NOBODY);
  }

  private static void say(Context ctx, String text) {
    if (!text.equals(OK)) {
      ctx.status(HttpStatus.SERVICE_UNAVAILABLE).header("Retry-After", "5");
    }
    ctx.contentType("text/plain; charset=utf-8").result(text);
  }

  private CompletableFuture<String> text() {
    return state()
        .copy()
        .completeOnTimeout(AWAY, PATIENCE.toMillis(), TimeUnit.MILLISECONDS)
        .exceptionally(failure -> AWAY);
  }

  private synchronized CompletableFuture<String> state() {
    CompletableFuture<String> known = latest;
    long now = System.nanoTime();
    if (known == null || (known.isDone() && now - askedNanos > FRESH.toNanos())) {
      known = CompletableFuture.supplyAsync(this::ask, thread);
      latest = known;
      askedNanos = now;
    }
    return known;
  }

  private String ask() {
    try {
      database.run();
      return OK;
    } catch (RefusedException e) {
      // Without the address: nothing is known of who asks.
      if (e.code() == RefusalCode.JOURNAL_PAUSED) {
        return PAUSED;
      }
      return e.code().kind() == RefusalCode.Kind.UNREACHABLE ? UNREACHABLE : AWAY;
    }
  }

  private static void say(int status, String text, Response response, Callback callback) {
    response.setStatus(status);
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
    response.getHeaders().put(HttpHeader.CACHE_CONTROL, "no-store");
    response.getHeaders().put("X-Content-Type-Options", "nosniff");
    if (status != 200) {
      response.getHeaders().put(HttpHeader.RETRY_AFTER, "5");
    }
    Content.Sink.write(response, true, text, callback);
  }

  @Override
  public void close() {
    thread.shutdownNow();
  }
}
