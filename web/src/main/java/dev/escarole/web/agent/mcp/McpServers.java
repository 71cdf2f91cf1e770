package dev.escarole.web.agent.mcp;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.escarole.web.agent.acli.AgentCaller;
import dev.escarole.web.agent.acli.Gateway;
import dev.escarole.web.agent.acli.Gateway.AuditTrail;
import dev.escarole.web.agent.acli.Gateway.CallRate;
import dev.escarole.web.agent.command.RunDocuments;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import reactor.core.scheduler.Schedulers;

/** Servers of the Model Context Protocol over one gateway. Thread-safe. */
public final class McpServers implements AutoCloseable {

  private static final int WORKERS = 64;
  private static final int WAITING = 1_000;
  private static final String NOBODY = "nobody";

  private final Backing backing;
  private final BiFunction<String, @Nullable String, AgentCaller> making;
  private final McpJsonMapper mapper = new JacksonMcpJsonMapper(JsonMapper.builder().build());
  private final InFlight inFlight = new InFlight();
  private final ThreadPoolExecutor workers = workers();

  /** Created at the first HTTP request; guarded by this. */
  private @Nullable HttpTransport web;

  /**
   * Dependencies of the servers.
   *
   * @param version of Escarole
   */
  public record Backing(
      Gateway gateway,
      RunDocuments documents,
      AuditTrail audit,
      CallRate rate,
      InstantSource clock,
      String version) {}

  /**
   * @param making creates a caller from a principal's name and the name reported by its client
   */
  public McpServers(Backing backing, BiFunction<String, @Nullable String, AgentCaller> making) {
    this.backing = backing;
    this.making = making;
  }

  private static ThreadPoolExecutor workers() {
    ThreadPoolExecutor pool =
        new ThreadPoolExecutor(
            WORKERS,
            WORKERS,
            30,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(WAITING),
            task -> {
              Thread thread = new Thread(task, "escarole-mcp");
              thread.setDaemon(true);
              return thread;
            });
    pool.allowCoreThreadTimeOut(true);
    return pool;
  }

  /**
   * Serves one client over two streams until it closes its end.
   *
   * @param principal the principal of the client
   * @throws InterruptedException if this thread is interrupted
   */
  public void serve(InputStream in, OutputStream out, String principal)
      throws InterruptedException {
    // The reading thread must not block in calls.
    Methods methods = methods(new Callers(making, principal), workers);
    new StdioServer(mapper, in, out).serve(methods, inFlight);
  }

  private Methods methods(Callers callers, Executor executor) {
    return new Methods(
        mapper,
        new CliTool(backing.gateway(), callers, inFlight, executor),
        new RunResources(backing, callers, Schedulers.fromExecutor(executor)),
        backing.version());
  }

  /**
   * Answers one HTTP request of a client.
   *
   * @param principal the principal of the client
   * @return completes when the answer is complete
   */
  public CompletableFuture<Void> service(
      HttpServletRequest request, HttpServletResponse response, String principal)
      throws IOException, ServletException {
    return web().service(request, response, principal);
  }

  private synchronized HttpTransport web() {
    HttpTransport known = web;
    if (known == null) {
      // Every request has a principal; without one it could do nothing. It already runs on a worker
      // thread.
      Methods methods = methods(new Callers(making, NOBODY), Runnable::run);
      known =
          new HttpTransport(
              mapper, methods, new HttpTransport.Parts(inFlight, workers, backing.clock()));
      web = known;
    }
    return known;
  }

  @Override
  public synchronized void close() {
    if (web != null) {
      web.close();
    }
    workers.shutdown();
  }
}
