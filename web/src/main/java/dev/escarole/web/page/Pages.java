package dev.escarole.web.page;

import dev.escarole.web.access.Caller;
import dev.escarole.web.access.Gate;
import dev.escarole.web.access.Prefix;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.EscaroleFactory;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.approval.AwaitsQuery;
import dev.escarole.web.page.words.Address;
import io.javalin.http.Context;
import java.time.Instant;
import java.time.InstantSource;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Fills templates and answers with them. Thread-safe. */
public final class Pages {

  private static final Logger LOG = LoggerFactory.getLogger(Pages.class);

  /** Where people begin. */
  static final String START = "/runs";

  private final Templates templates = new Templates();
  private final String version;
  private final InstantSource clock;
  private final EscaroleFactory escaroles;

  /**
   * @param version of Escarole
   * @param clock says when a page was made
   */
  public Pages(String version, InstantSource clock, EscaroleFactory escaroles) {
    this.version = version;
    this.clock = clock;
    this.escaroles = escaroles;
  }

  /** The application for the sender of a request. */
  public Escarole escarole(Context ctx) {
    return escaroles.as(Gate.actor(ctx));
  }

  /** Whether the sender of a request has a role, or a higher one. */
  public boolean may(Context ctx, Role role) {
    return Gate.caller(ctx).may(role);
  }

  /** A parameter of the query without blanks around it; empty if it was not given. */
  public static String query(Context ctx, String name) {
    return Objects.toString(ctx.queryParam(name), "").strip();
  }

  /** A field that may be empty, as questions to the application have it. */
  public static @Nullable String orNull(String text) {
    return text.isEmpty() ? null : text;
  }

  /** The address of a request with its query. */
  public static String address(Context ctx) {
    return ctx.path() + (ctx.queryString() == null ? "" : "?" + ctx.queryString());
  }

  /** An address of this server to go to; the list of runs if it would be another server's. */
  static String onThisServer(@Nullable String to) {
    return to != null && to.matches("/[A-Za-z0-9].*") ? to : START;
  }

  static String signIn(String to) {
    return new Address("/login").with("to", to).toString();
  }

  /** Whether a script puts the answer into a page; it does so only if the status is a success. */
  public static boolean isScripted(Context ctx) {
    return ctx.header("HX-Request") != null;
  }

  /**
   * Answers with a whole page.
   *
   * @param template its file under {@code src/main/jte}, such as {@code runs/list.jte}; it takes a
   *     parameter {@code frame} and one {@code page}
   */
  public void show(Context ctx, String template, String title, Frame.Place place, Object page) {
    Map<String, Object> parameters = new HashMap<>();
    parameters.put("frame", frame(ctx, title, place));
    parameters.put("page", page);
    answer(ctx, template, parameters);
  }

  /**
   * Answers with a part of a page, for htmx to put into it.
   *
   * @param template takes one parameter, {@code page}
   */
  public void part(Context ctx, String template, Object page) {
    answer(ctx, template, Map.of("page", page));
  }

  private void answer(Context ctx, String template, Map<String, Object> parameters) {
    String filled = templates.fill(template, parameters);
    String local = LocalTimes.apply(filled, DisplayZone.of(ctx), clock.instant());
    ctx.contentType("text/html; charset=utf-8").result(PrefixedLinks.apply(local, Prefix.of(ctx)));
  }

  /** The templates that it fills. */
  public Templates templates() {
    return templates;
  }

  /** The present moment. */
  public Instant now() {
    return clock.instant();
  }

  private Frame frame(Context ctx, String title, Frame.Place place) {
    Caller caller = Gate.caller(ctx);
    boolean session = caller.proof() == Caller.Proof.SESSION;
    long waiting = caller.may(Role.VIEWER) ? waiting(ctx) : 0;
    return new Frame(
        title,
        place,
        caller,
        session,
        absent(),
        version,
        clock.instant(),
        waiting,
        DisplayZone.of(ctx),
        ctx.method().name().equals("GET") ? address(ctx) : "");
  }

  private Set<Frame.Place> absent() {
    Set<Frame.Place> absent = EnumSet.noneOf(Frame.Place.class);
    if (!escaroles.hasInbox()) {
      absent.add(Frame.Place.INBOX);
    }
    if (!escaroles.hasChannels()) {
      absent.add(Frame.Place.NOTIFICATIONS);
    }
    return absent;
  }

  /** Pages are shown also while the database does not answer. */
  private long waiting(Context ctx) {
    try {
      return escarole(ctx).awaits(AwaitsQuery.now(1)).waiting();
    } catch (RuntimeException e) {
      LOG.debug("The steps that wait are not counted", e);
      return 0;
    }
  }
}
