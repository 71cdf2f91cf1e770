package dev.escarole.web.agent;

import dev.escarole.engine.broker.Principal;
import dev.escarole.web.access.Gate;
import dev.escarole.web.agent.acli.AgentCaller;
import dev.escarole.web.agent.acli.AuditEntry;
import dev.escarole.web.agent.acli.ErrorCode;
import dev.escarole.web.agent.acli.Gateway;
import dev.escarole.web.agent.acli.Gateway.AuditTrail;
import dev.escarole.web.agent.acli.Gateway.CallRate;
import dev.escarole.web.agent.acli.GatewayOptions;
import dev.escarole.web.agent.command.AgentCommands;
import dev.escarole.web.agent.command.AgentContext;
import dev.escarole.web.agent.command.OfferedRecipes;
import dev.escarole.web.agent.command.RunDocuments;
import dev.escarole.web.agent.mcp.McpServers;
import dev.escarole.web.app.AgentSupport;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.audit.SentLine;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Serves AI agents. Each acts on behalf of a principal, whose policy limits what it may use and how
 * often. Thread-safe. After {@link #close} no request is answered; runs continue.
 */
public final class Agents implements AutoCloseable {

  /** The path of the MCP endpoint. */
  private static final String PATH = "/mcp";

  private final AgentCommands commands;
  private final Gateway gateway;
  private final McpServers servers;

  /**
   * @param support stays the caller's, as does the offered
   */
  public Agents(
      AgentSupport support, OfferedRecipes offered, AgentOptions options, InstantSource clock) {
    AgentContext context = new AgentContext(support, offered, options.directories(), clock);
    this.commands = new AgentCommands(context);
    AuditTrail audit = entry -> support.heard(sent(entry));
    CallRate rate = support::admits;
    this.gateway = new Gateway(commands, audit, rate, gatewayOptions(options), clock);
    this.servers =
        new McpServers(
            new McpServers.Backing(
                gateway, new RunDocuments(context), audit, rate, clock, options.version()),
            this::caller);
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

  private AgentCaller caller(String principal, @Nullable String client) {
    return new AgentCaller(principal, client, commands.access(principal));
  }

  /**
   * Serves one MCP client over two streams until it closes its end.
   *
   * @param principal the principal of the client
   * @throws InterruptedException if this thread is interrupted
   */
  public void serve(InputStream in, OutputStream out, Principal principal)
      throws InterruptedException {
    servers.serve(in, out, principal.name());
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
      return servers.service(ctx.req(), ctx.res(), principal);
    } catch (IOException | ServletException e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  @Override
  public void close() {
    servers.close();
    gateway.close();
  }
}
