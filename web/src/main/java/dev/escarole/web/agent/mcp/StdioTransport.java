package dev.escarole.web.agent.mcp;

import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpServerTransport;
import io.modelcontextprotocol.spec.ProtocolVersions;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/** Writes messages to a client on standard output, one per line. Thread-safe. */
final class StdioTransport implements McpServerTransport {

  private static final List<String> VERSIONS =
      List.of(
          ProtocolVersions.MCP_2024_11_05,
          ProtocolVersions.MCP_2025_03_26,
          ProtocolVersions.MCP_2025_06_18,
          ProtocolVersions.MCP_2025_11_25);

  private final McpJsonMapper mapper;
  private final OutputStream out;

  StdioTransport(McpJsonMapper mapper, OutputStream out) {
    this.mapper = mapper;
    this.out = out;
  }

  @Override
  public Mono<Void> sendMessage(McpSchema.JSONRPCMessage message) {
    return Mono.fromRunnable(() -> write(text(message)));
  }

  private String text(McpSchema.JSONRPCMessage message) {
    try {
      return mapper.writeValueAsString(message);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Writes one line; compact JSON contains no line breaks. */
  void write(String line) {
    byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
    synchronized (out) {
      try {
        out.write(bytes);
        out.flush();
      } catch (IOException e) {
        throw new UncheckedIOException("the client has stopped reading", e);
      }
    }
  }

  @Override
  public <T> T unmarshalFrom(@Nullable Object data, TypeRef<T> type) {
    return mapper.convertValue(data, type);
  }

  @Override
  public List<String> protocolVersions() {
    return VERSIONS;
  }

  @Override
  public Mono<Void> closeGracefully() {
    return Mono.empty();
  }
}
