package dev.escarole.web.agent.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.server.McpAsyncServerExchange;
import io.modelcontextprotocol.server.McpNotificationHandler;
import io.modelcontextprotocol.server.McpRequestHandler;
import io.modelcontextprotocol.spec.McpError;
import io.modelcontextprotocol.spec.McpSchema;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Handlers of the protocol's methods. Only the transports, sessions and messages of the library are
 * used, not its server, which supports only resource lists that are the same for all clients.
 * Thread-safe.
 */
final class Methods {

  private static final Logger LOG = LoggerFactory.getLogger(Methods.class);

  private final McpJsonMapper mapper;
  private final CliTool tool;
  private final RunResources resources;
  private final String version;

  Methods(McpJsonMapper mapper, CliTool tool, RunResources resources, String version) {
    this.mapper = mapper;
    this.tool = tool;
    this.resources = resources;
    this.version = version;
  }

  /**
   * Answers 'initialize' with the requested version of the protocol if supported, else the newest
   * one.
   *
   * @param known supported versions, the newest last
   */
  Mono<McpSchema.InitializeResult> initialize(
      McpSchema.InitializeRequest request, List<String> known) {
    String asked = request.protocolVersion();
    String agreed = known.contains(asked) ? asked : known.get(known.size() - 1);
    return Mono.just(
        McpSchema.InitializeResult.builder(
                agreed,
                McpSchema.ServerCapabilities.builder().tools(false).resources(false, false).build(),
                McpSchema.Implementation.builder("escarole", version).build())
            .build());
  }

  Map<String, McpRequestHandler<?>> requests() {
    return Map.of(
        McpSchema.METHOD_PING,
        told((exchange, params) -> Mono.just(Map.of())),
        McpSchema.METHOD_TOOLS_LIST,
        told((exchange, params) -> Mono.just(tools())),
        McpSchema.METHOD_TOOLS_CALL,
        told(this::call),
        McpSchema.METHOD_RESOURCES_LIST,
        told((exchange, params) -> resources.list(exchange, cursor(params))),
        McpSchema.METHOD_RESOURCES_READ,
        told((exchange, params) -> resources.read(exchange, member(params, "uri"))),
        McpSchema.METHOD_RESOURCES_TEMPLATES_LIST,
        told((exchange, params) -> Mono.just(RunResources.templates())));
  }

  /** A handler whose internal errors are logged instead of being sent to the client. */
  private static <T> McpRequestHandler<T> told(McpRequestHandler<T> handler) {
    return (exchange, params) ->
        Mono.defer(() -> handler.handle(exchange, params)).onErrorMap(Methods::explained);
  }

  private static Throwable explained(Throwable error) {
    if (error instanceof McpError) {
      return error;
    }
    if (error instanceof AgentSource.NotOpenException) {
      return McpError.builder(McpSchema.ErrorCodes.INTERNAL_ERROR)
          .message(String.valueOf(error.getMessage()))
          .build();
    }
    LOG.warn("A request of an agent failed", error);
    return McpError.builder(McpSchema.ErrorCodes.INTERNAL_ERROR)
        .message("Internal error; see the server's log")
        .build();
  }

  /** Notifications have no effect; the transports handle cancellation. */
  static Map<String, McpNotificationHandler> notifications() {
    McpNotificationHandler heard = (exchange, params) -> Mono.empty();
    return Map.of(
        McpSchema.METHOD_NOTIFICATION_INITIALIZED, heard,
        McpSchema.METHOD_NOTIFICATION_ROOTS_LIST_CHANGED, heard);
  }

  private McpSchema.ListToolsResult tools() {
    return McpSchema.ListToolsResult.builder(List.of(tool.definition())).build();
  }

  private Mono<McpSchema.CallToolResult> call(
      McpAsyncServerExchange exchange, @Nullable Object params) {
    String name = member(params, "name");
    if (!name.equals(CliTool.NAME)) {
      String what = "there is no tool '%s'; the only one is '%s'";
      return Mono.error(invalid(what.formatted(name, CliTool.NAME)));
    }
    return tool.call(exchange, toolCall(params));
  }

  private McpSchema.CallToolRequest toolCall(@Nullable Object params) {
    try {
      return mapper.convertValue(params, new TypeRef<>() {});
    } catch (IllegalArgumentException e) {
      throw invalid("'arguments' and '_meta' must be objects");
    }
  }

  private static @Nullable String cursor(@Nullable Object params) {
    return params instanceof Map<?, ?> map && map.get("cursor") != null
        ? Objects.toString(map.get("cursor"))
        : null;
  }

  private static String member(@Nullable Object params, String name) {
    return params instanceof Map<?, ?> map && map.get(name) instanceof String text ? text : "";
  }

  static McpError invalid(String message) {
    return McpError.builder(McpSchema.ErrorCodes.INVALID_PARAMS).message(message).build();
  }
}
