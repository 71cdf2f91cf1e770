package dev.escarole.web.page.audit;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.TimeText;
import dev.escarole.web.app.audit.ActionPage;
import dev.escarole.web.app.audit.ActionPicture;
import dev.escarole.web.app.audit.ActionsQuery;
import dev.escarole.web.app.audit.AuditList;
import dev.escarole.web.app.audit.AuditListQuery;
import dev.escarole.web.app.audit.CallPicture;
import dev.escarole.web.app.audit.LinePicture;
import dev.escarole.web.page.DisplayZone;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.words.Address;
import dev.escarole.web.page.words.Words;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The pages of the audit: calls, lines of agents, and actions, with filters in the address. */
public final class AuditPage {

  private static final int ON_A_PAGE = 100;

  private final Pages pages;

  public AuditPage(Pages pages) {
    this.pages = pages;
  }

  /** The lists. */
  public enum Tab {
    CALLS("/audit", "No command has been called yet."),
    LINES("/audit/lines", "No agent has sent a line yet."),
    ACTIONS("/audit/actions", "No actions through the server yet.");

    private final String address;
    private final String nothing;

    Tab(String address, String nothing) {
      this.address = address;
      this.nothing = nothing;
    }

    public String address() {
      return address;
    }

    /** The text of an empty list. */
    public String nothing() {
      return nothing;
    }
  }

  /**
   * The filter as it was typed; empty texts match everything.
   *
   * @param name a command, on the last tab an action
   * @param before where the page begins; empty for the newest
   */
  public record Filter(
      String principal, String name, String since, String until, boolean denied, String before) {

    /** Whether it leaves anything out. */
    public boolean narrows() {
      return denied || !(principal + name + since + until).isEmpty();
    }
  }

  /**
   * Content of a page.
   *
   * @param older the address of the next page; null if this is the last
   * @param error why the filter is invalid; null if it is valid
   */
  public record View(
      Tab tab, Filter filter, Rows rows, @Nullable String older, @Nullable String error) {}

  /**
   * The rows of one tab; the lists of other tabs are empty.
   *
   * @param next where the next page begins; null if this is the last
   */
  public record Rows(
      List<CallPicture> calls,
      List<LinePicture> lines,
      List<ActionPicture> actions,
      @Nullable String next) {

    public boolean isEmpty() {
      return calls.isEmpty() && lines.isEmpty() && actions.isEmpty();
    }
  }

  /** Adds the tabs to a server. */
  public void install(RoutesConfig routes) {
    for (Tab tab : Tab.values()) {
      routes.get(tab.address(), ctx -> list(ctx, tab), Role.VIEWER);
    }
  }

  /** A filter that is invalid is shown again with the reason. */
  private void list(Context ctx, Tab tab) {
    Filter filter =
        new Filter(
            Pages.query(ctx, "principal"),
            Pages.query(ctx, "name"),
            Pages.query(ctx, "since"),
            Pages.query(ctx, "until"),
            ctx.queryParam("denied") != null,
            Pages.query(ctx, "before"));
    Rows rows = new Rows(List.of(), List.of(), List.of(), null);
    String error = null;
    try {
      rows = rows(ctx, tab, filter);
    } catch (DateTimeException e) {
      error = "That is not a time. Write " + TimeText.FORMS + ".";
    } catch (RefusedException e) {
      if (e.code() != RefusalCode.BAD_CURSOR) {
        throw e;
      }
      error = Words.sentence(e.getMessage());
    }
    if (error != null) {
      ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
    }
    String older = rows.next() == null ? null : address(tab, filter, rows.next());
    View view = new View(tab, filter, rows, older, error);
    pages.show(ctx, "audit/list.jte", "Audit", Frame.Place.AUDIT, view);
  }

  private Rows rows(Context ctx, Tab tab, Filter filter) {
    Escarole escarole = pages.escarole(ctx);
    String principal = Pages.orNull(filter.principal());
    String name = Pages.orNull(filter.name());
    String before = Pages.orNull(filter.before());
    if (tab == Tab.ACTIONS) {
      ActionPage page = escarole.actions(new ActionsQuery(principal, name, ON_A_PAGE, before));
      return new Rows(List.of(), List.of(), page.actions(), page.next());
    }
    AuditList list =
        escarole.audit(
            new AuditListQuery(
                tab == Tab.CALLS ? "call" : "line",
                filter.denied(),
                principal,
                name,
                before,
                time(ctx, filter.since()),
                time(ctx, filter.until()),
                ON_A_PAGE,
                null));
    return new Rows(list.calls(), list.lines(), List.of(), list.before());
  }

  private @Nullable Instant time(Context ctx, String text) {
    return text.isEmpty() ? null : TimeText.parse(text, pages.now(), DisplayZone.of(ctx).zone());
  }

  private static String address(Tab tab, Filter filter, String before) {
    return new Address(tab.address())
        .with("principal", filter.principal())
        .with("name", filter.name())
        .with("since", filter.since())
        .with("until", filter.until())
        .with("denied", filter.denied() ? "on" : "")
        .with("before", before)
        .toString();
  }
}
