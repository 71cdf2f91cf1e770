package dev.escarole.web.server;

import dev.escarole.web.access.Gate;
import dev.escarole.web.access.Role;
import dev.escarole.web.api.ProblemAnswers;
import dev.escarole.web.page.Assets;
import dev.escarole.web.page.ErrorPages;
import dev.escarole.web.page.LoginPage;
import dev.escarole.web.page.Pages;
import dev.escarole.web.service.RefusedException;
import dev.escarole.web.service.Service;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.ContentTooLargeResponse;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import io.javalin.http.NotFoundResponse;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All that a server answers, and how it says that it does not. */
final class Faces {

  private static final Logger LOG = LoggerFactory.getLogger(Faces.class);

  private final Service service;
  private final Gate gate;
  private final Pages pages;
  private final ErrorPages errors;
  private final Consumer<RoutesConfig> more;

  /**
   * @param more installs the faces that are not always there
   */
  Faces(Service service, Gate gate, ServerOptions options, Consumer<RoutesConfig> more) {
    this.service = service;
    this.gate = gate;
    this.more = more;
    this.pages = new Pages(options.version());
    this.errors = new ErrorPages(pages);
  }

  void install(JavalinConfig config) {
    RoutesConfig routes = config.routes;
    routes.get("/", ctx -> ctx.redirect("/runs"), Role.NOBODY);
    routes.get("/health", this::health, Role.NOBODY);
    new Assets().install(routes);
    new LoginPage(pages, gate).install(routes);
    more.accept(routes);
    installErrors(routes);
  }

  /** Whether the server and its database answer: for who watches over the server. */
  private void health(Context ctx) {
    service.engine().store().unfinished();
    ctx.contentType("text/plain; charset=utf-8").result("ok\n");
  }

  private void installErrors(RoutesConfig routes) {
    routes.exception(RefusedException.class, this::refused);
    routes.exception(NotFoundResponse.class, (e, ctx) -> notFound(ctx));
    routes.exception(HttpResponseException.class, this::refusedByJavalin);
    routes.exception(Exception.class, this::broken);
  }

  private static boolean isForPrograms(Context ctx) {
    return ctx.path().startsWith("/api/v1") || ctx.path().startsWith("/mcp");
  }

  private void refused(RefusedException refusal, Context ctx) {
    if (isForPrograms(ctx)) {
      ProblemAnswers.refused(ctx, refusal);
    } else {
      errors.refused(ctx, refusal, ProblemAnswers.status(refusal.kind()));
    }
  }

  private void refusedByJavalin(HttpResponseException e, Context ctx) {
    refused(asRefusal(e), ctx);
    // What HTTP itself has a status for keeps it.
    ctx.status(e.getStatus());
  }

  private static RefusedException asRefusal(HttpResponseException e) {
    if (e instanceof ContentTooLargeResponse) {
      return new RefusedException(
          RefusedException.Kind.TOO_LARGE, "too-large", "the request is too large", "");
    }
    return new RefusedException(
        RefusedException.Kind.MALFORMED,
        "http-" + e.getStatus(),
        "the server cannot take this request",
        "");
  }

  private void notFound(Context ctx) {
    if (isForPrograms(ctx)) {
      ProblemAnswers.notFound(ctx);
    } else {
      ctx.status(HttpStatus.NOT_FOUND);
      errors.notFound(ctx);
    }
  }

  private void broken(Exception e, Context ctx) {
    LOG.error("{} {} could not be answered", ctx.method(), ctx.path(), e);
    if (isForPrograms(ctx)) {
      ProblemAnswers.broken(ctx);
    } else {
      errors.broken(ctx);
    }
  }
}
