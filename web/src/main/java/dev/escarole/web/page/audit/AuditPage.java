package dev.escarole.web.page.audit;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.store.audit.Actions.ActionEntry;
import dev.escarole.engine.store.audit.Actions.StoredAction;
import dev.escarole.engine.store.audit.AuditCursor;
import dev.escarole.engine.store.audit.AuditEntry;
import dev.escarole.engine.store.audit.AuditQuery;
import dev.escarole.engine.store.audit.Audited;
import dev.escarole.engine.store.audit.Audited.StoredAudit;
import dev.escarole.engine.store.audit.Audited.StoredLine;
import dev.escarole.engine.store.audit.LineEntry;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.TimeText;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.words.Words;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** What was called and what was done, with filters that are part of the address. */
public final class AuditPage {

  private static final int ON_A_PAGE = 100;
  private static final int SHORT_HASH = 12;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private final Installation service;
  private final Pages pages;

  public AuditPage(Installation service, Pages pages) {
    this.service = service;
    this.pages = pages;
  }

  /** Adds the tabs to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/audit", this::calls, Role.VIEWER);
    routes.get("/audit/lines", this::lines, Role.VIEWER);
    routes.get("/audit/actions", this::actions, Role.VIEWER);
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

  private void calls(Context ctx) {
    AuditView.Filter filter = filter(ctx);
    AuditQuery query = query(ctx, AuditView.Tab.CALLS, filter);
    if (query != null) {
      List<StoredAudit> found = service.engine().audit(query);
      List<AuditView.Call> calls =
          found.stream().map(StoredAudit::entry).map(AuditPage::call).toList();
      show(ctx, AuditView.Tab.CALLS, filter, AuditView.Rows.calls(calls), next(found));
    }
  }

  private void lines(Context ctx) {
    AuditView.Filter filter = filter(ctx);
    AuditQuery query = query(ctx, AuditView.Tab.LINES, filter);
    if (query != null) {
      List<StoredLine> found = service.engine().store().lines().list(query);
      List<AuditView.Line> lines =
          found.stream().map(StoredLine::entry).map(AuditPage::line).toList();
      show(ctx, AuditView.Tab.LINES, filter, AuditView.Rows.lines(lines), next(found));
    }
  }

  private static @Nullable String next(List<? extends Audited> found) {
    return found.size() < ON_A_PAGE ? null : found.get(found.size() - 1).place().toString();
  }

  /** What was asked for; null if it cannot be, which the caller has been told then. */
  private @Nullable AuditQuery query(Context ctx, AuditView.Tab tab, AuditView.Filter filter) {
    try {
      return query(filter, text(ctx, "before"));
    } catch (DateTimeException e) {
      refuse(ctx, tab, filter, "That is no time. Write " + TimeText.FORMS + ".");
    } catch (IllegalArgumentException e) {
      refuse(ctx, tab, filter, e.getMessage() + ".");
    }
    return null;
  }

  private AuditQuery query(AuditView.Filter filter, String before) {
    AuditQuery.Filter wanted =
        new AuditQuery.Filter(
            orNull(filter.principal()),
            orNull(filter.name()),
            time(filter.since()),
            time(filter.until()));
    AuditQuery.Which which = filter.denied() ? AuditQuery.Which.DENIALS : AuditQuery.Which.ALL;
    AuditCursor place = before.isEmpty() ? null : AuditCursor.parse(before);
    return new AuditQuery(ON_A_PAGE, which, wanted, place);
  }

  private @Nullable Instant time(String text) {
    return text.isEmpty() ? null : TimeText.parse(text, service.clock().instant());
  }

  private static AuditView.Call call(AuditEntry entry) {
    Outcome outcome = entry.outcome();
    String artifact = entry.artifact();
    return new AuditView.Call(
        entry.at(),
        entry.caller().principal(),
        entry.command(),
        outcome.kind() == Outcome.Kind.EXITED ? outcome.toString() : outcome.word(),
        outcome.kind().isDenial(),
        outcome.isSuccess(),
        outcome.exitCode(),
        outcome.detail(),
        Words.duration(entry.cost().wallNanos() / NANOS_PER_MILLI),
        Words.number(entry.cost().fuelUsed()),
        artifact == null ? "" : artifact.substring(0, SHORT_HASH),
        entry.caller().run(),
        entry.caller().step());
  }

  private static AuditView.Line line(LineEntry entry) {
    LineEntry.Ending ending = entry.ending();
    boolean good = ending.error() == null;
    return new AuditView.Line(
        entry,
        good ? "answered" : Objects.toString(ending.error(), ""),
        good,
        Words.duration(ending.durationMillis()));
  }

  private void actions(Context ctx) {
    AuditView.Filter filter = filter(ctx);
    String before = text(ctx, "before");
    if (!before.matches("|[0-9]{1,18}")) {
      refuse(ctx, AuditView.Tab.ACTIONS, filter, "'before' is no place in this list.");
      return;
    }
    List<StoredAction> found =
        service
            .engine()
            .store()
            .actions()
            .list(
                orNull(filter.principal()),
                orNull(filter.name()),
                before.isEmpty() ? Long.MAX_VALUE : Long.parseLong(before),
                ON_A_PAGE);
    String next =
        found.size() < ON_A_PAGE ? null : String.valueOf(found.get(found.size() - 1).number());
    List<AuditView.Action> actions =
        found.stream().map(StoredAction::entry).map(AuditPage::action).toList();
    show(ctx, AuditView.Tab.ACTIONS, filter, AuditView.Rows.actions(actions), next);
  }

  private static AuditView.Action action(ActionEntry entry) {
    return new AuditView.Action(
        entry.at(),
        entry.principal(),
        entry.origin(),
        entry.action(),
        entry.target(),
        entry.result());
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

  private void refuse(Context ctx, AuditView.Tab tab, AuditView.Filter filter, String why) {
    ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
    show(ctx, new AuditView(tab, AuditView.Rows.NONE, filter, null, why));
  }

  private void show(
      Context ctx,
      AuditView.Tab tab,
      AuditView.Filter filter,
      AuditView.Rows rows,
      @Nullable String next) {
    String older = next == null ? null : address(tab, filter, next);
    show(ctx, new AuditView(tab, rows, filter, older, null));
  }

  private void show(Context ctx, AuditView view) {
    pages.show(ctx, "audit/list.jte", "Audit", Frame.Place.AUDIT, view);
  }
}
