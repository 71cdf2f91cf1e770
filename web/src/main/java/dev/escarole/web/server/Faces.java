package dev.escarole.web.server;

import dev.escarole.web.access.Gate;
import dev.escarole.web.api.Api;
import dev.escarole.web.api.ApiPage;
import dev.escarole.web.api.ProblemAnswers;
import dev.escarole.web.app.EscaroleFactory;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.setup.EngineFailures;
import dev.escarole.web.live.LiveEvents;
import dev.escarole.web.metrics.Metrics;
import dev.escarole.web.page.Assets;
import dev.escarole.web.page.ErrorPages;
import dev.escarole.web.page.KeptForms;
import dev.escarole.web.page.LoginPage;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.ZoneSwitch;
import dev.escarole.web.page.approval.ApprovalsPage;
import dev.escarole.web.page.audit.AuditPage;
import dev.escarole.web.page.command.CatalogPage;
import dev.escarole.web.page.command.CommandPage;
import dev.escarole.web.page.command.CommandsPage;
import dev.escarole.web.page.compare.ComparePage;
import dev.escarole.web.page.compare.SourcePage;
import dev.escarole.web.page.inbox.InboxPage;
import dev.escarole.web.page.list.FilterForms;
import dev.escarole.web.page.list.RunListPage;
import dev.escarole.web.page.list.Selection;
import dev.escarole.web.page.notification.NotificationsPage;
import dev.escarole.web.page.recipe.RecipePage;
import dev.escarole.web.page.recipe.RecipesPage;
import dev.escarole.web.page.recipe.RerunPage;
import dev.escarole.web.page.recipe.TestsPage;
import dev.escarole.web.page.recipe.VersionsPage;
import dev.escarole.web.page.run.RunPages;
import dev.escarole.web.page.schedule.SchedulesPage;
import dev.escarole.web.page.system.SystemPage;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import io.javalin.http.HttpStatus;
import io.javalin.http.MethodNotAllowedResponse;
import io.javalin.http.NotFoundResponse;
import java.io.EOFException;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The routes of a server, and its answers to errors. */
final class Faces {

  private static final Logger ACCESS = LoggerFactory.getLogger("escarole.access");
  private static final Logger LOG = LoggerFactory.getLogger(Faces.class);

  /** When to retry what is unavailable now. */
  private static final String RETRY_SECONDS = "5";

  private final Gate gate;
  private final LiveEvents live;
  private final Metrics metrics;
  private final Pages pages;
  private final KeptForms kept;
  private final ErrorPages errors;
  private final Api api;
  private final InstantSource clock;

  Faces(
      EscaroleFactory escaroles,
      Gate gate,
      LiveEvents live,
      Metrics metrics,
      ServerOptions options) {
    this.live = live;
    this.metrics = metrics;
    this.gate = gate;
    this.clock = options.clock();
    this.pages = new Pages(options.version(), options.clock(), escaroles);
    this.kept = new KeptForms(pages, options.clock());
    this.errors = new ErrorPages(pages, kept);
    this.api = new Api(escaroles, options.version());
  }

  void install(JavalinConfig config) {
    RoutesConfig routes = config.routes;
    routes.before(Intake::check);
    routes.get("/", ctx -> ctx.redirect("/runs"), Role.NOBODY);
    new Assets().install(routes);
    new LoginPage(pages, gate).install(routes);
    ZoneSwitch.install(routes);
    live.install(routes, "/runs");
    live.install(routes, "/api/v1/runs");
    live.installShared(routes, "/live/events");
    metrics.install(routes);
    config.requestLogger.http(this::answered);
    // After the events: an address such as /runs/events must not be taken for that of a run.
    api.install(routes);
    new ApiPage(pages, api).install(routes);
    installPages(routes);
    installErrors(routes);
  }

  private void installPages(RoutesConfig routes) {
    new RunListPage(pages).install(routes);
    new Selection(pages).install(routes);
    new FilterForms(pages).install(routes);
    new RunPages(pages, clock).install(routes);
    new ComparePage(pages).install(routes);
    new SourcePage(pages).install(routes);
    new ApprovalsPage(pages).install(routes);
    new RecipesPage(pages).install(routes);
    new RecipePage(pages, kept).install(routes);
    new RerunPage(pages).install(routes);
    new TestsPage(pages).install(routes);
    new VersionsPage(pages).install(routes);
    kept.install(routes);
    new CommandsPage(pages).install(routes);
    new CommandPage(pages).install(routes);
    new CatalogPage(pages).install(routes);
    new NotificationsPage(pages).install(routes);
    new InboxPage(pages).install(routes);
    new AuditPage(pages).install(routes);
    new SchedulesPage(pages).install(routes);
    new SystemPage(pages).install(routes);
  }

  private void installErrors(RoutesConfig routes) {
    routes.exception(RefusedException.class, this::refused);
    routes.exception(NotFoundResponse.class, (e, ctx) -> notFound(ctx));
    routes.exception(HttpResponseException.class, this::refusedByJavalin);
    routes.exception(Exception.class, this::failed);
  }

  /** Counts and logs a request that was answered. */
  private void answered(Context ctx, float millis) {
    metrics.answered(ctx, millis);
    // The path alone: a query may hold what a user searched for.
    ACCESS
        .atInfo()
        .addKeyValue("action", ctx.method().name())
        .addKeyValue("path", loggedPath(ctx))
        .addKeyValue("status", ctx.statusCode())
        .addKeyValue("principal", Gate.caller(ctx).name())
        .addKeyValue("origin", Gate.address(ctx))
        .addKeyValue("durationMillis", Math.round(millis))
        .log("request");
  }

  /** The path without the token of a callback, which works until the step is answered. */
  private static String loggedPath(Context ctx) {
    return ctx.path().startsWith(Intake.CALLBACKS) ? Intake.CALLBACKS + "TOKEN" : ctx.path();
  }

  private static boolean isForPrograms(Context ctx) {
    String path = ctx.path();
    return path.startsWith("/api/v1")
        || path.startsWith("/mcp")
        || path.endsWith("/events")
        || path.equals("/metrics");
  }

  private void refused(RefusedException refusal, Context ctx) {
    RefusalCode.Kind kind = refusal.code().kind();
    if (kind == RefusalCode.Kind.UNAVAILABLE || kind == RefusalCode.Kind.UNREACHABLE) {
      ctx.header("Retry-After", RETRY_SECONDS);
    }
    ProblemAnswers.retryAfter(ctx, refusal);
    answer(ctx, refusal, refusal.code().httpStatus());
  }

  private void answer(Context ctx, RefusedException refusal, int status) {
    if (BreakingOff.breaksOff(ctx)) {
      LOG.warn("{} {} was broken off: {}", ctx.method(), loggedPath(ctx), refusal.getMessage());
    } else if (isForPrograms(ctx)) {
      ProblemAnswers.refused(ctx, refusal, status);
    } else {
      errors.refused(ctx, refusal, status);
    }
  }

  private void refusedByJavalin(HttpResponseException e, Context ctx) {
    if (e instanceof MethodNotAllowedResponse) {
      String allowed = e.getDetails().values().stream().findFirst().orElse("");
      ctx.header("Allow", allowed);
    }
    // These keep the status that HTTP has for them.
    answer(ctx, asRefusal(e), e.getStatus());
  }

  private static RefusedException asRefusal(HttpResponseException e) {
    return switch (e.getStatus()) {
      case 405 ->
          malformed(
              RefusalCode.METHOD_NOT_ALLOWED,
              "this address does not take this method",
              "See 'Allow'.");
      case 406 ->
          malformed(RefusalCode.NOT_ACCEPTABLE, e.getMessage(), "Ask for it with 'Accept'.");
      case 408 ->
          malformed(
              RefusalCode.TOO_SLOW,
              "the body came too slowly",
              "Send at least %d KiB in a second.".formatted(BodyReading.SLOWEST_RATE >> 10));
      case 413 -> Intake.tooLarge();
      case 415 ->
          malformed(RefusalCode.UNSUPPORTED_TYPE, e.getMessage(), "Say so with 'Content-Type'.");
      case 416 ->
          malformed(
              RefusalCode.BAD_RANGE, e.getMessage(), "'Content-Range' says how many there are.");
      default -> malformed(RefusalCode.HTTP_ERROR, "the server cannot take this request", "");
    };
  }

  private static RefusedException malformed(
      RefusalCode code, @Nullable String message, String hint) {
    return new RefusedException(code, String.valueOf(message), hint);
  }

  private void notFound(Context ctx) {
    if (isForPrograms(ctx)) {
      ProblemAnswers.notFound(ctx);
    } else {
      ctx.status(HttpStatus.NOT_FOUND);
      errors.notFound(ctx);
    }
  }

  private void failed(Exception e, Context ctx) {
    RefusedException refusal = EngineFailures.refusal(e).orElse(null);
    if (refusal != null) {
      LOG.warn("{} {} cannot be answered now: {}", ctx.method(), loggedPath(ctx), e.getMessage());
      refused(refusal, ctx);
    } else if (e instanceof EOFException) {
      refused(Intake.broken(), ctx);
    } else {
      LOG.error("{} {} could not be answered", ctx.method(), loggedPath(ctx), e);
      if (BreakingOff.breaksOff(ctx)) {
        return;
      }
      if (isForPrograms(ctx)) {
        ProblemAnswers.broken(ctx);
      } else {
        errors.broken(ctx);
      }
    }
  }
}
