package dev.escarole.web.agent.mcp;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.escarole.engine.broker.Principal;
import dev.escarole.web.access.Gate;
import dev.escarole.web.agent.acli.AgentCaller;
import dev.escarole.web.agent.acli.ErrorCode;
import dev.escarole.web.agent.acli.Gateway;
import dev.escarole.web.agent.acli.Gateway.AuditEntry;
import dev.escarole.web.agent.acli.GatewayOptions;
import dev.escarole.web.agent.command.AgentCommands;
import dev.escarole.web.agent.command.AgentContext;
import dev.escarole.web.agent.command.OfferedRecipes;
import dev.escarole.web.agent.command.RunDocuments;
import dev.escarole.web.app.AgentSupport;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.audit.SentLine;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson2.JacksonMcpJsonMapper;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.scheduler.Scheduler;
import reactor.core.scheduler.Schedulers;

/**
 * Serves AI agents. Each acts on behalf of a principal, whose policy limits what it may use and how
 * often. Thread-safe. After {@link #close} no request is answered; runs continue.
 */
public final class Agents implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Agents.class);

  private static final String PATH = "/mcp";

  private static final int WORKERS = 64;
  private static final int WAITING = 1_000;

  /** Without a principal a request could do nothing, but over HTTP each has one. */
  private static final String NOBODY = "nobody";

  private final AgentSource.Opening opening;
  private final AgentOptions options;
  private final InstantSource clock;
  private final InFlight inFlight = new InFlight();
  private final ThreadPoolExecutor workers = workers();

  /** Created at the first HTTP request; guarded by this. */
  private @Nullable HttpTransport web;

  private final Object making = new Object();

  /** Created at the first request that needs more than constants; written under its lock. */
  private volatile @Nullable Desk desk;

  /** Loaded lazily: a server starts without it. */
  private static final class Binding {
    static final McpJsonMapper JSON = new JacksonMcpJsonMapper(JsonMapper.builder().build());
  }

  /** What answers requests. */
  private record Desk(
      AgentSupport support, AgentCommands commands, RunDocuments documents, Gateway gateway) {}

  /**
   * @param support stays the caller's, as does the offered
   */
  public Agents(
      AgentSupport support, OfferedRecipes offered, AgentOptions options, InstantSource clock) {
    this(() -> new AgentSource(support, offered), options, clock);
  }

  /** Greets agents at once; what they ask for then waits until it is open. */
  public Agents(AgentSource.Opening opening, AgentOptions options, InstantSource clock) {
    this.opening = opening;
    this.options = options;
    this.clock = clock;
  }

  /** Waits until what agents ask is open. */
  private Desk desk() {
    Desk known = desk;
    if (known != null) {
      return known;
    }
    synchronized (making) {
      known = desk;
      if (known == null) {
        known = desk(opening.await());
        desk = known;
      }
      return known;
    }
  }

  private void awaitDesk() {
    try {
      Desk unused = desk();
    } catch (AgentSource.NotOpenException e) {
      LOG.debug("There is nothing to ask", e);
    }
  }

  private Desk desk(AgentSource source) {
    AgentSupport support = source.support();
    AgentContext context =
        new AgentContext(support, source.offered(), options.directories(), clock);
    AgentCommands commands = new AgentCommands(context);
    Gateway gateway =
        new Gateway(commands, this::heard, support::admits, gatewayOptions(options), clock);
    return new Desk(support, commands, new RunDocuments(context), gateway);
  }

  private void heard(AuditEntry entry) {
    desk().support().heard(sent(entry));
  }

  private static SentLine sent(AuditEntry entry) {
    ErrorCode error = entry.error();
    return new SentLine(
        entry.at(),
        entry.caller().principal(),
        entry.caller().client(),
        entry.command(),
        entry.parsedCommand(),
        error == null ? null : error.name(),
        error != null && error.isRefusal(),
        entry.durationMillis());
  }

  private static GatewayOptions gatewayOptions(AgentOptions options) {
    GatewayOptions.About about =
        new GatewayOptions.About(
            "escarole",
            options.version(),
            "Escarole runs recipes: trees of sandboxed commands whose branches are joined. Each"
                + " recipe is a command x-NAME; 'help x-NAME' shows its arguments",
            List.of("recipes", "help run", "runs list", "runs show last"));
    return new GatewayOptions(about, options.strict());
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
   * Serves one MCP client over two streams until it closes its end.
   *
   * @param principal the principal of the client
   * @throws InterruptedException if this thread is interrupted
   */
  public void serve(InputStream in, OutputStream out, Principal principal)
      throws InterruptedException {
    // The reading thread must not block in calls.
    Methods methods = methods(principal.name(), workers);
    new StdioServer(Binding.JSON, in, out).serve(methods, inFlight, this::awaitDesk);
  }

  /**
   * @param otherwise the principal of requests without one
   */
  private Methods methods(String otherwise, Executor executor) {
    Function<McpAsyncServerExchange, AgentCaller> callers = exchange -> caller(exchange, otherwise);
    Scheduler scheduler = Schedulers.fromExecutor(executor);
    return new Methods(
        Binding.JSON,
        new CliTool(() -> desk().gateway(), callers, inFlight, scheduler),
        new RunResources(
            () -> desk().documents(),
            this::heard,
            principal -> desk().support().admits(principal),
            clock,
            callers,
            scheduler),
        options.version());
  }

  private AgentCaller caller(McpAsyncServerExchange exchange, String otherwise) {
    String named = RequestContext.of(exchange).principal();
    String principal = named == null ? otherwise : named;
    McpSchema.Implementation client = exchange.getClientInfo();
    String name = client == null ? null : client.name() + " " + client.version();
    return new AgentCaller(principal, name, desk().commands().access(principal));
  }

  /**
   * Mounts the MCP endpoint at {@code /mcp} for streamable HTTP; each client acts as the principal
   * of its token.
   */
  public void install(RoutesConfig routes) {
    routes.post(PATH, this::answer, Role.OPERATOR);
    routes.delete(PATH, this::answer, Role.OPERATOR);
    routes.get(PATH, this::answer, Role.OPERATOR);
  }

  private void answer(Context ctx) {
    String principal = Gate.caller(ctx).principal().name();
    ctx.future(() -> answered(ctx, principal));
  }

  private CompletableFuture<Void> answered(Context ctx, String principal) {
    try {
      return web().service(ctx.req(), ctx.res(), principal);
    } catch (IOException | ServletException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private synchronized HttpTransport web() {
    HttpTransport known = web;
    if (known == null) {
      // A request runs on a worker thread already.
      Methods methods = methods(NOBODY, Runnable::run);
      known = new HttpTransport(Binding.JSON, methods, inFlight, workers, clock);
      web = known;
    }
    return known;
  }

  @Override
  public void close() {
    synchronized (this) {
      if (web != null) {
        web.close();
      }
    }
    workers.shutdown();
    Desk made = desk;
    if (made != null) {
      made.gateway().close();
    }
  }
}
