package dev.escarole.web.agent.mcp;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Many clients over streamable HTTP. Adds to the library's servlet what it lacks: the principal of
 * each request, and word of cancelled ones. Safe for use by many threads; each request holds one
 * until it is answered.
 */
final class HttpTransport {

  private static final String SESSION = "mcp-session-id";
  private static final String REQUEST = "escarole.request";
  private static final String PRINCIPAL = "escarole.principal";

  /** A line has 10,000 characters at most, and the rest of a message is small. */
  private static final int MOST_BYTES = 1 << 18;

  private static final Duration SWEEP = Duration.ofMinutes(30);

  private final HttpServletStreamableServerTransportProvider provider;
  private final InFlight inFlight;
  private final JsonMapper json = JsonMapper.builder().build();

  HttpTransport(McpJsonMapper mapper, InFlight inFlight) {
    this.provider =
        HttpServletStreamableServerTransportProvider.builder()
            .jsonMapper(mapper)
            .maxRequestSize(MOST_BYTES)
            .sessionSweepInterval(SWEEP)
            .contextExtractor(HttpTransport::context)
            .build();
    this.inFlight = inFlight;
  }

  HttpServletStreamableServerTransportProvider provider() {
    return provider;
  }

  private static McpTransportContext context(HttpServletRequest request) {
    return request.getAttribute(PRINCIPAL) instanceof String principal
        ? new Envelope(request.getAttribute(REQUEST), principal).context()
        : new Envelope(request.getAttribute(REQUEST), null).context();
  }

  /** Answers one request on behalf of a principal. */
  void service(HttpServletRequest request, HttpServletResponse response, String principal)
      throws IOException, ServletException {
    request.setAttribute(PRINCIPAL, principal);
    switch (request.getMethod()) {
      case "POST" -> post(request, response);
      case "DELETE" -> provider.service(request, response);
      default -> {
        // The server says nothing unasked, so there is no stream to listen to.
        response.setHeader("Allow", "POST, DELETE");
        response.setStatus(HttpServletResponse.SC_METHOD_NOT_ALLOWED);
      }
    }
  }

  private void post(HttpServletRequest request, HttpServletResponse response)
      throws IOException, ServletException {
    byte[] body = request.getInputStream().readNBytes(MOST_BYTES + 1);
    if (body.length > MOST_BYTES) {
      response.setStatus(HttpServletResponse.SC_REQUEST_ENTITY_TOO_LARGE);
      return;
    }
    JsonNode message = message(body);
    if (message.path("method").asText("").equals(Envelope.CANCELLED)) {
      cancel(request.getHeader(SESSION), message.at("/params/" + Envelope.REQUEST_ID));
      response.setStatus(HttpServletResponse.SC_ACCEPTED);
      return;
    }
    if (message.has("id")) {
      request.setAttribute(REQUEST, id(message.get("id")));
    }
    provider.service(new ReadRequest(request, body), response);
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
