package dev.escarole.web.agent.mcp;

import dev.escarole.web.agent.acli.AcliError;
import dev.escarole.web.agent.acli.AcliResponse;
import dev.escarole.web.agent.acli.AgentCaller;
import dev.escarole.web.agent.acli.Gateway;
import dev.escarole.web.agent.acli.Handler.Call;
import dev.escarole.web.agent.acli.Json;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Scheduler;

/** The tool {@code cli}, worded as in acli (sections 3.1 and 5.3). */
final class CliTool {

  static final String NAME = "cli";

  private static final String COMMAND = "command";

  private final Supplier<Gateway> gateway;
  private final Function<McpAsyncServerExchange, AgentCaller> callers;
  private final InFlight inFlight;
  private final Scheduler workers;

  CliTool(
      Supplier<Gateway> gateway,
      Function<McpAsyncServerExchange, AgentCaller> callers,
      InFlight inFlight,
      Scheduler workers) {
    this.gateway = gateway;
    this.callers = callers;
    this.inFlight = inFlight;
    this.workers = workers;
  }

  McpSchema.Tool definition() {
    String description = "CLI command string (e.g., 'calendar events --today')";
    Map<String, Object> schema =
        Json.object(
            "type", "object",
            "properties",
                Map.of(COMMAND, Json.object("type", "string", "description", description)),
            "required", List.of(COMMAND));
    return McpSchema.Tool.builder(NAME, schema)
        .description("Execute CLI command. Run 'help' for available commands.")
        .build();
  }

  Mono<McpSchema.CallToolResult> call(
      McpAsyncServerExchange exchange, McpSchema.CallToolRequest request) {
    return Mono.fromCallable(() -> answer(exchange, request)).subscribeOn(workers);
  }

  /** Null for a cancelled request, which must not be answered. */
  private McpSchema.@Nullable CallToolResult answer(
      McpAsyncServerExchange exchange, McpSchema.CallToolRequest request) {
    Object id = RequestContext.of(exchange).request();
    InFlight.Key key = new InFlight.Key(exchange.sessionId(), id == null ? new Object() : id);
    InFlight.Entry entry = inFlight.begin(key);
    try {
      AcliResponse response = response(exchange, request, entry);
      return entry.unwanted()
          ? null
          : McpSchema.CallToolResult.builder()
              .addTextContent(response.json())
              .isError(!response.success())
              .build();
    } finally {
      inFlight.end(key, entry);
    }
  }

  private AcliResponse response(
      McpAsyncServerExchange exchange, McpSchema.CallToolRequest request, InFlight.Entry entry) {
    String line = line(request);
    try {
      return gateway
          .get()
          .execute(
              line, callers.apply(exchange), progress(exchange, request), entry.cancellation());
    } catch (AgentSource.NotOpenException e) {
      AcliError error = AcliError.failed(String.valueOf(e.getMessage())).withHint(e.hint());
      return new AcliResponse(null, error, line == null ? "" : line, 0);
    }
  }

  private static @Nullable String line(McpSchema.CallToolRequest request) {
    Map<String, Object> arguments = request.arguments();
    return arguments != null && arguments.get(COMMAND) instanceof String line ? line : null;
  }

  private static Call.Progress progress(
      McpAsyncServerExchange exchange, McpSchema.CallToolRequest request) {
    Object token = request.meta() == null ? null : request.meta().get("progressToken");
    if (!(token instanceof String) && !(token instanceof Number)) {
      return Call.Progress.NONE;
    }
    return (done, total, message) ->
        exchange
            .progressNotification(
                McpSchema.ProgressNotification.builder(token, (double) done)
                    .total((double) total)
                    .message(message)
                    .build())
            .onErrorComplete()
            .block();
  }
}
