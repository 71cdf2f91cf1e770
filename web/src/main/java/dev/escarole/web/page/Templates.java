package dev.escarole.web.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.util.Map;

/** The templates of all pages, compiled with the program. Thread-safe. */
public final class Templates {

  private static final String PACKAGE = "dev.escarole.web.page.template";

  private final TemplateEngine engine =
      TemplateEngine.createPrecompiled(
          null, ContentType.Html, Templates.class.getClassLoader(), PACKAGE);

  /**
   * Fills a template.
   *
   * @param template its file under {@code src/main/jte}, such as {@code runs/list.jte}
   * @return HTML
   */
  public String fill(String template, Map<String, Object> parameters) {
    StringOutput output = new StringOutput();
    engine.render(template, parameters, output);
    return output.toString();
  }
}
