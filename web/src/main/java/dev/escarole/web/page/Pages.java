package dev.escarole.web.page;

import dev.escarole.web.access.Caller;
import dev.escarole.web.access.Gate;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.EscaroleFactory;
import dev.escarole.web.page.words.Address;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.javalin.http.Context;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Fills templates and answers with them. Thread-safe. */
public final class Pages {

  private static final String PACKAGE = "dev.escarole.web.page.template";

  private final TemplateEngine templates =
      TemplateEngine.createPrecompiled(
          null, ContentType.Html, Pages.class.getClassLoader(), PACKAGE);
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
    StringOutput output = new StringOutput();
    templates.render(template, parameters, output);
    ctx.contentType("text/html; charset=utf-8").result(output.toString());
  }

  /** The present moment. */
  public Instant now() {
    return clock.instant();
  }

  private Frame frame(Context ctx, String title, Frame.Place place) {
    Caller caller = Gate.caller(ctx);
    boolean session = caller.proof() == Caller.Proof.SESSION;
    return new Frame(
        title, place, caller, session, escaroles.hasChannels(), version, clock.instant());
  }
}
