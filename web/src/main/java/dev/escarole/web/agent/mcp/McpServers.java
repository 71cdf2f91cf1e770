package dev.escarole.web.agent.mcp;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.escarole.web.agent.acli.AuditTrail;
import dev.escarole.web.agent.acli.Caller;
import dev.escarole.web.agent.acli.Gateway;
import dev.escarole.web.agent.command.RunTexts;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.server.McpAsyncServer;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.spec.McpSchema;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.InstantSource;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Servers of the Model Context Protocol over one gateway. Safe for use by many threads. */
public final class McpServers implements AutoCloseable {

  private static final int WORKERS = 64;
  private static final int WAITING = 1_000;
  private static final String NOBODY = "nobody";

  private final Backing backing;
  private final BiFunction<String, @Nullable String, Caller> callers;
  private final McpJsonMapper mapper = new JacksonMcpJsonMapper(JsonMapper.builder().build());
  private final InFlight inFlight = new InFlight();
  private final ThreadPoolExecutor workers = workers();

  // What follows is made at the first request over HTTP, and guarded by this.
  private @Nullable HttpTransport web;
  private @Nullable McpAsyncServer webServer;

  /**
   * What the servers stand on.
   *
   * @param version of Escarole
   */
  public record Backing(
      Gateway gateway, RunTexts texts, AuditTrail audit, InstantSource clock, String version) {}

  /**
   * @param callers makes a caller of a principal's name and of what its client calls itself
   */
  public McpServers(Backing backing, BiFunction<String, @Nullable String, Caller> callers) {
    this.backing = backing;
    this.callers = callers;
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
   * Serves one client at two streams until it closes its end.
   *
   * @param principal on whose behalf it acts
   * @throws InterruptedException if this thread is interrupted
   */
  public void serve(InputStream in, OutputStream out, String principal)
      throws InterruptedException {
    StdioTransport transport = new StdioTransport(mapper, in, out, inFlight);
    McpAsyncServer server = build(McpServer.async(transport), principal);
    transport.awaitEnd();
    server.close();
  }

  /**
   * Answers one HTTP request of a client.
   *
   * @param principal on whose behalf it acts
   */
  public void service(HttpServletRequest request, HttpServletResponse response, String principal)
      throws IOException, ServletException {
    web().service(request, response, principal);
  }

  private synchronized HttpTransport web() {
    HttpTransport known = web;
    if (known == null) {
      known = new HttpTransport(mapper, inFlight);
      // Every request brings its principal; one that did not could do nothing.
      webServer = build(McpServer.async(known.provider()), NOBODY);
      web = known;
    }
    return known;
  }

  private McpAsyncServer build(McpServer.AsyncSpecification<?> specification, String principal) {
    RunResources resources =
        new RunResources(
            backing.texts(),
            backing.audit(),
            exchange -> caller(exchange, principal),
            backing.clock());
    return specification
        .jsonMapper(mapper)
        // The one schema there is is a constant, and the gateway checks lines itself.
        .jsonSchemaValidator((schema, value) -> JsonSchemaValidator.ValidationResponse.asValid(""))
        .serverInfo("escarole", backing.version())
        .capabilities(
            McpSchema.ServerCapabilities.builder().tools(false).resources(false, false).build())
        .validateToolInputs(false)
        .tools(
            new CliTool(
                    backing.gateway(), exchange -> caller(exchange, principal), inFlight, workers)
                .specification())
        .resourceTemplates(resources.templates())
        .build();
  }

  private Caller caller(McpAsyncServerExchange exchange, String otherwise) {
    String principal = Envelope.of(exchange).principal();
    McpSchema.Implementation client = exchange.getClientInfo();
    String name = client == null ? null : client.name() + " " + client.version();
    return callers.apply(principal == null ? otherwise : principal, name);
  }

  @Override
  public synchronized void close() {
    if (webServer != null) {
      webServer.close();
    }
    workers.shutdown();
  }
}
