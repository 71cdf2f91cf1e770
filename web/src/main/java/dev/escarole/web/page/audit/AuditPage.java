package dev.escarole.web.page.audit;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.TimeText;
import dev.escarole.web.app.audit.ActionPage;
import dev.escarole.web.app.audit.ActionsQuery;
import dev.escarole.web.app.audit.AuditList;
import dev.escarole.web.app.audit.AuditListQuery;
import dev.escarole.web.app.audit.CallPage;
import dev.escarole.web.app.audit.CallPicture;
import dev.escarole.web.app.audit.CallsQuery;
import dev.escarole.web.app.audit.LinePicture;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.words.Sentences;
import dev.escarole.web.page.words.Words;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Objects;
import java.util.StringJoiner;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The pages of the audit: calls, lines of agents, and actions, with filters in the address. */
public final class AuditPage {

  private static final int ON_A_PAGE = 100;
  private static final int SHORT_HASH = 12;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Pages pages;
  private final Function<Context, Escarole> escarole;

  /**
   * @param escarole the application for the sender of a request
   */
  public AuditPage(Pages pages, Function<Context, Escarole> escarole) {
    this.pages = pages;
    this.escarole = escarole;
  }

  /** Adds the tabs to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/audit", ctx -> list(ctx, AuditView.Tab.CALLS, this::calls), Role.VIEWER);
    routes.get("/audit/lines", ctx -> list(ctx, AuditView.Tab.LINES, this::lines), Role.VIEWER);
    routes.get(
        "/audit/actions", ctx -> list(ctx, AuditView.Tab.ACTIONS, this::actions), Role.VIEWER);
  }

  private static AuditView.Filter filter(Context ctx) {
    return new AuditView.Filter(
        text(ctx, "principal"),
        text(ctx, "name"),
        text(ctx, "since"),
        text(ctx, "until"),
        ctx.queryParam("denied") != null,
        text(ctx, "before").isEmpty());
  }

  private static String text(Context ctx, String name) {
    return Objects.toString(ctx.queryParam(name), "").strip();
  }

  private static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }

  /** A part of a list and where the next one begins; null if this is the last. */
  private record Found(AuditView.Rows rows, @Nullable String next) {}

  /** Reads the list of a tab. */
  private interface Lists {
    Found list(Escarole escarole, AuditView.Filter filter, @Nullable String place);
  }

  /** A filter that is invalid is shown again with the reason. */
  private void list(Context ctx, AuditView.Tab tab, Lists lists) {
    AuditView.Filter filter = filter(ctx);
    AuditView view;
    try {
      Found found = lists.list(escarole.apply(ctx), filter, orNull(text(ctx, "before")));
      String older = found.next() == null ? null : address(tab, filter, found.next());
      view = new AuditView(tab, found.rows(), filter, older, null);
    } catch (DateTimeException e) {
      ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
      String why = "That is not a time. Write " + TimeText.FORMS + ".";
      view = new AuditView(tab, AuditView.Rows.NONE, filter, null, why);
    } catch (RefusedException e) {
      if (e.code() != RefusalCode.BAD_CURSOR) {
        throw e;
      }
      ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
      String why = Sentences.of(e.getMessage());
      view = new AuditView(tab, AuditView.Rows.NONE, filter, null, why);
    }
    pages.show(ctx, "audit/list.jte", "Audit", Frame.Place.AUDIT, view);
  }

  private Found calls(Escarole application, AuditView.Filter filter, @Nullable String place) {
    CallPage page =
        application.calls(
            new CallsQuery(
                filter.denied(),
                orNull(filter.principal()),
                orNull(filter.name()),
                place,
                time(filter.since()),
                time(filter.until()),
                ON_A_PAGE,
                null));
    return new Found(
        AuditView.Rows.calls(page.calls().stream().map(AuditPage::call).toList()), page.before());
  }

  private Found lines(Escarole application, AuditView.Filter filter, @Nullable String place) {
    AuditList page =
        application.audit(
            new AuditListQuery(
                "line",
                filter.denied(),
                orNull(filter.principal()),
                orNull(filter.name()),
                place,
                time(filter.since()),
                time(filter.until()),
                ON_A_PAGE,
                null));
    return new Found(
        AuditView.Rows.lines(page.lines().stream().map(AuditPage::line).toList()), page.before());
  }

  private Found actions(Escarole application, AuditView.Filter filter, @Nullable String place) {
    ActionPage page =
        application.actions(
            new ActionsQuery(orNull(filter.principal()), orNull(filter.name()), ON_A_PAGE, place));
    return new Found(AuditView.Rows.actions(page.actions()), page.next());
  }

  private @Nullable Instant time(String text) {
    return text.isEmpty() ? null : TimeText.parse(text, pages.now());
  }

  private static AuditView.Call call(CallPicture call) {
    String artifact = call.artifact();
    return new AuditView.Call(
        call.at(),
        call.principal(),
        call.command(),
        call.ending(),
        call.denied(),
        call.outcome().equals("exited") && call.exitCode() == 0,
        call.detail(),
        Words.duration(call.wallNanos() / NANOS_PER_MILLI),
        Words.number(call.fuelUsed()),
        artifact == null ? "" : artifact.substring(0, SHORT_HASH),
        call.run(),
        call.step());
  }

  private static AuditView.Line line(LinePicture line) {
    return new AuditView.Line(
        line,
        line.success() ? "answered" : Objects.toString(line.errorCode(), ""),
        Words.duration(line.durationMillis()));
  }

  private static String address(AuditView.Tab tab, AuditView.Filter filter, String before) {
    StringJoiner query = new StringJoiner("&", tab.address() + "?", "");
    add(query, "principal", filter.principal());
    add(query, "name", filter.name());
    add(query, "since", filter.since());
    add(query, "until", filter.until());
    add(query, "denied", filter.denied() ? "on" : "");
    add(query, "before", before);
    return query.toString();
  }

  private static void add(StringJoiner query, String name, String value) {
    if (!value.isEmpty()) {
      query.add(name + "=" + URLEncoder.encode(value, StandardCharsets.UTF_8));
    }
  }
}
