package dev.escarole.web.agent.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.DefaultMcpStreamableServerSessionFactory;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * Many clients over streamable HTTP. Adds to the library's servlet what it lacks: the principal of
 * each request, word of cancelled ones, and that a request holds no thread of the web server while
 * it is answered. Safe for use by many threads.
 */
final class HttpTransport {

  private static final String SESSION = "mcp-session-id";
  private static final String REQUEST = "escarole.request";
  private static final String PRINCIPAL = "escarole.principal";

  /** A line has 10,000 characters at most, and the rest of a message is small. */
  private static final int MOST_BYTES = 1 << 18;

  private static final Duration SWEEP = Duration.ofMinutes(30);
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final HttpServletStreamableServerTransportProvider provider;
  private final InFlight inFlight;
  private final Executor workers;
  private final JsonMapper json = JsonMapper.builder().build();

  /**
   * @param workers answer requests; each is held by one until it is answered
   */
  HttpTransport(McpJsonMapper mapper, Methods methods, InFlight inFlight, Executor workers) {
    this.provider =
        HttpServletStreamableServerTransportProvider.builder()
            .jsonMapper(mapper)
            .maxRequestSize(MOST_BYTES)
            .sessionSweepInterval(SWEEP)
            .contextExtractor(HttpTransport::context)
            .build();
    this.inFlight = inFlight;
    this.workers = workers;
    provider.setSessionFactory(
        new DefaultMcpStreamableServerSessionFactory(
            PATIENCE,
            hello -> methods.initialize(hello, provider.protocolVersions()),
            methods.requests(),
            Methods.notifications(),
            session -> Mono.empty(),
            (schema, value) -> JsonSchemaValidator.ValidationResponse.asValid("")));
  }

  void close() {
    provider.closeGracefully().block();
  }

  private static McpTransportContext context(HttpServletRequest request) {
    return request.getAttribute(PRINCIPAL) instanceof String principal
        ? new Envelope(request.getAttribute(REQUEST), principal).context()
        : new Envelope(request.getAttribute(REQUEST), null).context();
  }

  /**
   * Answers one request on behalf of a principal.
   *
   * @return is done when the answer is whole
   */
  CompletableFuture<Void> service(
      HttpServletRequest request, HttpServletResponse response, String principal)
      throws IOException, ServletException {
    request.setAttribute(PRINCIPAL, principal);
    switch (request.getMethod()) {
      case "POST" -> {
        return post(request, response);
      }
      case "DELETE" -> provider.service(request, response);
      default -> {
        // The server says nothing unasked, so there is no stream to listen to.
        response.setHeader("Allow", "POST, DELETE");
        response.setStatus(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
      }
    }
    return CompletableFuture.completedFuture(null);
  }

  private CompletableFuture<Void> post(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    byte[] body = request.getInputStream().readNBytes(MOST_BYTES + 1);
    if (body.length > MOST_BYTES) {
      return answered(response, HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE);
    }
    JsonNode message = message(body);
    if (message.path("method").asText("").equals(Envelope.CANCELLED)) {
      cancel(request.getHeader(SESSION), message.at("/params/" + Envelope.REQUEST_ID));
      return answered(response, HttpServletResponse.SC_ACCEPTED);
    }
    if (message.has("id")) {
      request.setAttribute(REQUEST, id(message.get("id")));
    }
    return later(new ReadRequest(request, body), response);
  }

  private static CompletableFuture<Void> answered(HttpServletResponse response, int status) {
    response.setStatus(status);
    return CompletableFuture.completedFuture(null);
  }

  /** Has a request answered by another thread, so that this one can go back to the web server. */
  private CompletableFuture<Void> later(ReadRequest request, HttpServletResponse response) {
    try {
      workers.execute(() -> answer(request, response));
      return request.whole();
    } catch (RejectedExecutionException e) {
      return answered(response, HttpServletResponse.SC_SERVICE_UNAVAILABLE);
    }
  }

  private void answer(ReadRequest request, HttpServletResponse response) {
    try {
      provider.service(request, response);
      request.answered();
    } catch (IOException | ServletException | RuntimeException e) {
      request.whole().completeExceptionally(e);
    }
  }

  /** What the body says; the library complains if it says nothing. */
  private JsonNode message(byte[] body) throws IOException {
    try {
      return json.readTree(body);
    } catch (JsonProcessingException e) {
      return json.missingNode();
    }
  }

  private void cancel(@Nullable String session, JsonNode request) {
    if (session != null && !request.isMissingNode()) {
      inFlight.cancel(new InFlight.Key(session, id(request)));
    }
  }

  private static Object id(JsonNode id) {
    return id.isNumber() ? (Object) id.longValue() : id.asText();
  }
}
