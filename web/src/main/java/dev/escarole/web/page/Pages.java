package dev.escarole.web.page;

import dev.escarole.web.access.Caller;
import dev.escarole.web.access.Gate;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import io.javalin.http.Context;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;

/** Fills templates and answers with them. Thread-safe. */
public final class Pages {

  private static final String PACKAGE = "dev.escarole.web.page.template";

  private final TemplateEngine templates =
      TemplateEngine.createPrecompiled(
          null, ContentType.Html, Pages.class.getClassLoader(), PACKAGE);
  private final String version;
  private final InstantSource clock;

  /**
   * @param version of Escarole
   * @param clock says when a page was made
   */
  public Pages(String version, InstantSource clock) {
    this.version = version;
    this.clock = clock;
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
    return new Frame(title, place, caller, session, version, clock.instant());
  }
}
