package dev.escarole.web.server;

import dev.escarole.web.access.Gate;
import io.javalin.http.HandlerType;
import io.javalin.router.InternalRouter;
import io.javalin.router.ParsedEndpoint;
import io.javalin.security.Roles;
import io.javalin.security.RouteRole;
import jakarta.servlet.http.HttpServletRequest;
import java.time.InstantSource;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;

/**
 * Receives every request first. It reads the whole body without blocking a thread, and only if the
 * caller's role permits the route; then a thread of the caller's share handles the request. So a
 * caller that is slow, or sends many requests, delays only itself. Thread-safe.
 */
final class Reception extends Handler.Wrapper {

  /** Threads that handle requests, for all callers together. */
  private static final int MOST_THREADS = 200;

  /** Threads of one authenticated caller. */
  static final int THREADS_OF_ONE = 48;

  /** Threads of one address, for callers without a valid token. */
  static final int THREADS_OF_STRANGER = 8;

  static final String REFUSAL = "escarole.refusal";
  static final String OVERRIDE = "X-HTTP-Method-Override";

  private final Gate gate;
  private final Supplier<InternalRouter> router;
  private final HealthCheck health;
  private final InstantSource clock;
  private final String basePath;
  private final BodyBudget budget = BodyBudget.ofThisProcess();
  private final FairWorkers workers;

  /** The router has the routes by the time the first request comes. */
  Reception(Gate gate, Supplier<InternalRouter> router, HealthCheck health, ServerOptions options) {
    this.gate = gate;
    this.router = router;
    this.health = health;
    this.clock = options.clock();
    this.basePath = options.basePath();
    QueuedThreadPool threads = new QueuedThreadPool(MOST_THREADS);
    threads.setName("requests");
    threads.setDaemon(true);
    addBean(threads);
    this.workers = new FairWorkers(threads);
  }

  /** Why the body of an admitted request was not read; null if it was. */
  static @Nullable RuntimeException refusal(HttpServletRequest request) {
    return request.getAttribute(REFUSAL) instanceof RuntimeException refusal ? refusal : null;
  }

  @Override
  public boolean handle(Request asked, Response response, Callback callback) {
    Request request = BasePath.removed(basePath, plain(asked));
    if (HealthCheck.isAskedFor(request)
        && gate.admitsHost(request.getHeaders().get(HttpHeader.HOST))) {
      health.answer(request, response, callback);
      return true;
    }
    Set<? extends RouteRole> roles = roles(request);
    Gate.First first = gate.first(request, roles);
    if (!hasBody(request)) {
      answer(first, request, response, callback);
    } else if (first.admitted() || first.former() != null) {
      String path = String.valueOf(request.getHttpURI().getPath());
      read(first, Intake.bounds(first, roles, path), request, response, callback);
    } else {
      answer(first, BodyReading.withheld(request), response, callback);
    }
    return true;
  }

  private static Request plain(Request asked) {
    return asked.getHeaders().contains(OVERRIDE) ? new Plain(asked) : asked;
  }

  private static boolean hasBody(Request request) {
    return request.getLength() > 0 || request.getHeaders().contains(HttpHeader.TRANSFER_ENCODING);
  }

  private Set<? extends RouteRole> roles(Request request) {
    return roles(router.get(), request.getMethod(), String.valueOf(request.getHttpURI().getPath()));
  }

  /** The roles of the route that a request will take; empty if there is none. */
  static Set<? extends RouteRole> roles(InternalRouter router, String method, String path) {
    ParsedEndpoint route =
        router.findFirstHttpHandlerEntry(HandlerType.findOrDefault(method), path);
    Roles roles = route == null ? null : route.endpoint.metadata(Roles.class);
    return roles == null ? Set.of() : roles.getRoles();
  }

  private void read(
      Gate.First first,
      BodyReading.Bounds bounds,
      Request request,
      Response response,
      Callback callback) {
    BodyBudget.Share share = budget.begin(lane(first));
    Request.addCompletionListener(request, unused -> share.giveBack());
    if (first.known()) {
      LingeringClose.admit(request);
    }
    Consumer<BodyReading> proceed =
        body -> {
          RuntimeException refusal = body.refusal();
          if (refusal != null) {
            request.setAttribute(REFUSAL, refusal);
          }
          Request complete = refusal == null ? body.whole() : BodyReading.withheld(request);
          answer(first, complete, response, callback);
        };
    new BodyReading(request, bounds, share, clock, proceed).run();
  }

  private void answer(Gate.First first, Request request, Response response, Callback callback) {
    int most = first.known() ? THREADS_OF_ONE : THREADS_OF_STRANGER;
    if (!workers.execute(lane(first), most, () -> passOn(request, response, callback))) {
      response.setStatus(429);
      response.getHeaders().put(HttpHeader.RETRY_AFTER, "5");
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
      Content.Sink.write(
          response,
          true,
          "Too many of your requests wait for an answer. Try again in some seconds.\n",
          callback);
    }
  }

  /** The prefix keeps a client's address apart from the names of callers. */
  private static String lane(Gate.First first) {
    return (first.known() ? "caller " : "address ") + first.name();
  }

  private void passOn(Request request, Response response, Callback callback) {
    try {
      if (!super.handle(request, response, callback)) {
        Response.writeError(request, response, callback, 404);
      }
    } catch (Exception e) {
      Response.writeError(request, response, callback, e);
    }
  }

  private static final class Plain extends Request.Wrapper {
    private final HttpFields headers;

    Plain(Request request) {
      super(request);
      this.headers = HttpFields.build(request.getHeaders()).remove(OVERRIDE).asImmutable();
    }

    @Override
    public HttpFields getHeaders() {
      return headers;
    }
  }
}
