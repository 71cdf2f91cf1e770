package dev.escarole.web.agent.mcp;

import dev.escarole.web.agent.mcp.JsonRpcReader.ErrorAnswer;
import io.modelcontextprotocol.common.McpTransportContext;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import io.modelcontextprotocol.server.transport.HttpServletStreamableServerTransportProvider;
import io.modelcontextprotocol.spec.DefaultMcpStreamableServerSessionFactory;
import io.modelcontextprotocol.spec.McpSchema;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import reactor.core.publisher.Mono;

/**
 * Clients over streamable HTTP. Adds to the library's servlet: refusals as plain JSON-RPC errors,
 * sessions owned by principals, cancellation, and asynchronous requests that occupy no thread of
 * the web server. Thread-safe.
 */
final class HttpTransport {

  static final String SESSION = "mcp-session-id";

  private static final Logger LOG = LoggerFactory.getLogger(HttpTransport.class);

  private static final String VERSION = "MCP-Protocol-Version";

  /** Attributes of a request: its id in JSON-RPC, if it has one, and its principal. */
  private static final String REQUEST = "escarole.request";

  private static final String PRINCIPAL = "escarole.principal";

  /** A line has at most 10,000 characters, and the rest of a message is small. */
  private static final int MOST_BYTES = 1 << 18;

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private final HttpServletStreamableServerTransportProvider provider;
  private final InFlight inFlight;
  private final Executor workers;
  private final HttpSessions sessions;
  private final JsonRpcReader reader = new JsonRpcReader();

  /**
   * @param workers threads that answer requests, one each
   */
  HttpTransport(
      McpJsonMapper mapper,
      Methods methods,
      InFlight inFlight,
      Executor workers,
      InstantSource clock) {
    this.provider =
        HttpServletStreamableServerTransportProvider.builder()
            .jsonMapper(mapper)
            .maxRequestSize(MOST_BYTES)
            .sessionSweepInterval(HttpSessions.IDLE)
            .contextExtractor(HttpTransport::context)
            .build();
    this.inFlight = inFlight;
    this.workers = workers;
    this.sessions = new HttpSessions(clock);
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
    return new RequestContext(
            request.getAttribute(REQUEST), (String) request.getAttribute(PRINCIPAL))
        .context();
  }

  /**
   * Answers one request on behalf of a principal.
   *
   * @return completes when the answer is complete
   */
  CompletableFuture<Void> service(
      HttpServletRequest request, HttpServletResponse response, String principal)
      throws IOException, ServletException {
    request.setAttribute(PRINCIPAL, principal);
    try {
      switch (request.getMethod()) {
        case "POST" -> {
          return post(checked(request), response, principal);
        }
        case "DELETE" -> delete(request, response, principal);
        default -> {
          // The server sends no unsolicited messages, so there is no stream.
          response.setHeader("Allow", "POST, DELETE");
          response.setStatus(405);
        }
      }
    } catch (HttpRefusal refusal) {
      write(request, response, refusal);
    }
    return CompletableFuture.completedFuture(null);
  }

  private void delete(HttpServletRequest request, HttpServletResponse response, String principal)
      throws IOException, ServletException {
    checkSession(request, principal);
    PlainErrors answer = new PlainErrors(response, id -> {});
    provider.service(request, answer);
    sessions.forget(request.getHeader(SESSION));
    finish(request, answer, response);
  }

  private CompletableFuture<Void> post(
      BufferedRequest request, HttpServletResponse response, String principal) {
    JsonRpcReader.Reading reading = reader.read(request.body());
    if (reading instanceof ErrorAnswer malformed) {
      request.setAttribute(REQUEST, malformed.id());
      throw new HttpRefusal(400, malformed.code(), malformed.message());
    }
    McpSchema.JSONRPCMessage message = ((JsonRpcReader.Sound) reading).message();
    if (message instanceof McpSchema.JSONRPCRequest asked) {
      request.setAttribute(REQUEST, asked.id());
      if (asked.method().equals(McpSchema.METHOD_INITIALIZE)) {
        checkRoom(principal);
      } else {
        checkSession(request, principal);
      }
      return later(request, response, principal);
    }
    checkSession(request, principal);
    if (message instanceof McpSchema.JSONRPCNotification told
        && told.method().equals(RequestContext.CANCELLED)) {
      inFlight.cancel(String.valueOf(request.getHeader(SESSION)), told.params());
    }
    // Other notifications have no effect.
    response.setStatus(202);
    return CompletableFuture.completedFuture(null);
  }

  /** Checks the size, the types and the version of a message. */
  private BufferedRequest checked(HttpServletRequest request) throws IOException {
    byte[] body = request.getInputStream().readNBytes(MOST_BYTES + 1);
    if (body.length > MOST_BYTES) {
      throw new HttpRefusal(413, "A message may have %d bytes".formatted(MOST_BYTES));
    }
    String type = request.getContentType();
    if (type == null || !type.toLowerCase(Locale.ROOT).startsWith("application/json")) {
      throw new HttpRefusal(415, "Send 'Content-Type: application/json'");
    }
    String accept = String.join(",", Collections.list(request.getHeaders("Accept")));
    String accepted = accept.isEmpty() ? "*/*" : accept.toLowerCase(Locale.ROOT);
    boolean both = accepted.contains("application/json") && accepted.contains("text/event-stream");
    if (!both && !accepted.contains("*/*")) {
      throw new HttpRefusal(406, "Send 'Accept: application/json, text/event-stream'");
    }
    String version = request.getHeader(VERSION);
    List<String> versions = provider.protocolVersions();
    if (version != null && !versions.contains(version)) {
      throw new HttpRefusal(
          400, "%s must be one of %s".formatted(VERSION, String.join(", ", versions)));
    }
    return new BufferedRequest(request, body);
  }

  private void checkRoom(String principal) {
    if (!sessions.hasRoom(principal)) {
      throw new HttpRefusal(
          429,
          "A principal may have %d sessions; end one with DELETE".formatted(HttpSessions.MOST));
    }
  }

  /** Checks that the session of a request belongs to the sender. */
  private void checkSession(HttpServletRequest request, String principal) {
    String session = request.getHeader(SESSION);
    if (session == null || session.isBlank()) {
      throw new HttpRefusal(400, "Send 'Mcp-Session-Id', which 'initialize' has answered with");
    }
    if (!sessions.belongs(session, principal)) {
      throw HttpRefusal.of(404);
    }
    sessions.used(session, principal);
  }

  /** Answers a request on another thread, so that this one can return to the web server. */
  private CompletableFuture<Void> later(
      BufferedRequest request, HttpServletResponse response, String principal) {
    try {
      workers.execute(() -> answer(request, response, principal));
      return request.whole();
    } catch (RejectedExecutionException e) {
      throw new HttpRefusal(503, "The server is busy or stopping; retry later");
    }
  }

  private void answer(BufferedRequest request, HttpServletResponse response, String principal) {
    try {
      PlainErrors answer = new PlainErrors(response, session -> sessions.used(session, principal));
      provider.service(request, answer);
      finish(request, answer, response);
      request.answered();
    } catch (IOException | ServletException | RuntimeException e) {
      request.whole().completeExceptionally(e);
    }
  }

  private static void finish(
      HttpServletRequest request, PlainErrors answer, HttpServletResponse response)
      throws IOException {
    if (answer.error() != 0) {
      LOG.debug("The library refused a message with {}", answer.error());
      write(request, response, HttpRefusal.of(answer.error()));
    }
  }

  private static void write(
      HttpServletRequest request, HttpServletResponse response, HttpRefusal refusal)
      throws IOException {
    ErrorAnswer answer =
        new ErrorAnswer(
            request.getAttribute(REQUEST), refusal.code, String.valueOf(refusal.getMessage()));
    byte[] body = answer.json().getBytes(StandardCharsets.UTF_8);
    response.setStatus(refusal.status);
    response.setContentType("application/json");
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
  }

  /** Refusal of an HTTP request. */
  private static final class HttpRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final int code;

    /**
     * @param status of HTTP
     * @param code of JSON-RPC
     */
    HttpRefusal(int status, int code, String message) {
      super(message, null, false, false);
      this.status = status;
      this.code = code;
    }

    HttpRefusal(int status, String message) {
      this(
          status,
          status < 500 ? McpSchema.ErrorCodes.INVALID_REQUEST : McpSchema.ErrorCodes.INTERNAL_ERROR,
          message);
    }

    /** A refusal of the library, without its message. */
    static HttpRefusal of(int status) {
      String plain = status < 500 ? "Invalid request" : "Internal error";
      return new HttpRefusal(
          status,
          status == 404 ? "There is no such session; send 'initialize' to begin one" : plain);
    }
  }

  /**
   * Owners of HTTP sessions. Session ids are not secret, so knowing one is not sufficient to use or
   * end it. Thread-safe.
   */
  static final class HttpSessions {

    /** Idle timeout of sessions, as in the library. */
    static final Duration IDLE = Duration.ofMinutes(30);

    static final int MOST = 256;

    private final InstantSource clock;

    private final Map<String, Session> sessions = new HashMap<>();

    private record Session(String principal, long lastUse) {}

    HttpSessions(InstantSource clock) {
      this.clock = clock;
    }

    synchronized boolean hasRoom(String principal) {
      long oldest = clock.millis() - IDLE.toMillis();
      sessions.values().removeIf(session -> session.lastUse < oldest);
      return sessions.values().stream().filter(each -> each.principal.equals(principal)).count()
          < MOST;
    }

    synchronized void used(String id, String principal) {
      sessions.put(id, new Session(principal, clock.millis()));
    }

    synchronized boolean belongs(@Nullable String id, String principal) {
      Session session = id == null ? null : sessions.get(id);
      return session != null && session.principal.equals(principal);
    }

    synchronized void forget(String id) {
      sessions.remove(id);
    }
  }
}
