package dev.escarole.web.agent.mcp;

import dev.escarole.web.agent.mcp.HttpRules.HttpRefusal;
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
import java.util.HashMap;
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
  private final HttpRules rules;

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
    this.rules = new HttpRules(provider.protocolVersions(), sessions);
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
    switch (request.getMethod()) {
      case "POST" -> {
        return post(new BufferedRequest(request, body(request)), response, principal);
      }
      case "DELETE" -> delete(request, response, principal);
      default -> {
        // The server sends no unsolicited messages, so there is no stream.
        response.setHeader("Allow", "POST, DELETE");
        response.setStatus(405);
      }
    }
    return CompletableFuture.completedFuture(null);
  }

  private static byte[] body(HttpServletRequest request) throws IOException {
    return request.getInputStream().readNBytes(MOST_BYTES + 1);
  }

  private void delete(HttpServletRequest request, HttpServletResponse response, String principal)
      throws IOException, ServletException {
    HttpRefusal refusal = rules.session(request, principal);
    if (refusal != null) {
      write(response, refusal, null);
      return;
    }
    PlainErrors answer = new PlainErrors(response, id -> {});
    provider.service(request, answer);
    sessions.forget(request.getHeader(SESSION));
    finish(answer, response, null);
  }

  private CompletableFuture<Void> post(
      BufferedRequest request, HttpServletResponse response, String principal) throws IOException {
    HttpRefusal refusal = rules.headers(request);
    if (request.body().length > MOST_BYTES) {
      refusal = new HttpRefusal(413, "A message may have %d bytes".formatted(MOST_BYTES));
    }
    if (refusal != null) {
      return refuse(response, refusal, null);
    }
    JsonRpcReader.Reading reading = reader.read(request.body());
    if (reading instanceof ErrorAnswer malformed) {
      return refuse(
          response, new HttpRefusal(400, malformed.code(), malformed.message()), malformed.id());
    }
    McpSchema.JSONRPCMessage message = ((JsonRpcReader.Sound) reading).message();
    Object id = message instanceof McpSchema.JSONRPCRequest asked ? asked.id() : null;
    refusal = rules.message(message, request, principal);
    return refusal == null
        ? take(message, request, response, principal)
        : refuse(response, refusal, id);
  }

  private CompletableFuture<Void> take(
      McpSchema.JSONRPCMessage message,
      BufferedRequest request,
      HttpServletResponse response,
      String principal)
      throws IOException {
    if (message instanceof McpSchema.JSONRPCRequest asked) {
      request.setAttribute(REQUEST, asked.id());
      return later(request, response, new Asking(principal, asked.id()));
    }
    if (message instanceof McpSchema.JSONRPCNotification told
        && told.method().equals(RequestContext.CANCELLED)) {
      inFlight.cancel(String.valueOf(request.getHeader(SESSION)), told.params());
    }
    // Other notifications have no effect.
    response.setStatus(202);
    return CompletableFuture.completedFuture(null);
  }

  private record Asking(String principal, Object id) {}

  /** Answers a request on another thread, so that this one can return to the web server. */
  private CompletableFuture<Void> later(
      BufferedRequest request, HttpServletResponse response, Asking asking) throws IOException {
    try {
      workers.execute(() -> answer(request, response, asking));
      return request.whole();
    } catch (RejectedExecutionException e) {
      return refuse(
          response,
          new HttpRefusal(503, "The server is busy or stopping; retry later"),
          asking.id());
    }
  }

  private void answer(BufferedRequest request, HttpServletResponse response, Asking asking) {
    try {
      PlainErrors answer =
          new PlainErrors(response, session -> sessions.used(session, asking.principal()));
      provider.service(request, answer);
      finish(answer, response, asking.id());
      request.answered();
    } catch (IOException | ServletException | RuntimeException e) {
      request.whole().completeExceptionally(e);
    }
  }

  private void finish(PlainErrors answer, HttpServletResponse response, @Nullable Object id)
      throws IOException {
    if (answer.error() != 0) {
      LOG.debug("The library refused a message with {}", answer.error());
      write(response, HttpRefusal.of(answer.error()), id);
    }
  }

  private static CompletableFuture<Void> refuse(
      HttpServletResponse response, HttpRefusal refusal, @Nullable Object id) throws IOException {
    write(response, refusal, id);
    return CompletableFuture.completedFuture(null);
  }

  private static void write(HttpServletResponse response, HttpRefusal refusal, @Nullable Object id)
      throws IOException {
    byte[] body =
        new ErrorAnswer(id, refusal.code(), refusal.message())
            .json()
            .getBytes(StandardCharsets.UTF_8);
    response.setStatus(refusal.status());
    response.setContentType("application/json");
    response.setContentLength(body.length);
    response.getOutputStream().write(body);
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
