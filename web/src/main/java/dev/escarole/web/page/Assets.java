package dev.escarole.web.page;

import dev.escarole.web.app.Role;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;

/**
 * Style sheets, scripts and pictures. They are few, so they are kept in memory; nothing else is
 * served. Pages name them with the version, so browsers may cache them.
 */
public final class Assets {

  private static final String OWN = "/dev/escarole/web/assets/";
  private static final String HTMX = "/META-INF/resources/webjars/htmx.org/%s/dist/htmx.min.js";
  private static final String HTMX_BUILD =
      "/META-INF/maven/org.webjars.npm/htmx.org/pom.properties";
  private static final String SCRIPT = "text/javascript; charset=utf-8";
  private static final String STYLE = "text/css; charset=utf-8";

  private final Map<String, Asset> assets = new LinkedHashMap<>();

  public Assets() {
    own("escarole.css", STYLE);
    own("theme.js", SCRIPT);
    own("zone.js", SCRIPT);
    own("escarole.js", SCRIPT);
    own("runs.css", STYLE);
    own("output.css", STYLE);
    own("phone.css", STYLE);
    own("runs.js", SCRIPT);
    own("run.js", SCRIPT);
    own("graph.js", SCRIPT);
    own("lanes.js", SCRIPT);
    own("tail.js", SCRIPT);
    own("launch.js", SCRIPT);
    own("lines.js", SCRIPT);
    own("log.js", SCRIPT);
    own("stream.js", SCRIPT);
    own("live.js", SCRIPT);
    own("morph.js", SCRIPT);
    own("forms.js", SCRIPT);
    own("leaf.svg", "image/svg+xml");
    assets.put("htmx.js", new Asset(SCRIPT, read(HTMX.formatted(htmxVersion()))));
  }

  private record Asset(String type, String text) {}

  private void own(String name, String type) {
    assets.put(name, new Asset(type, read(OWN + name)));
  }

  private static String htmxVersion() {
    Properties build = new Properties();
    try {
      build.load(new StringReader(read(HTMX_BUILD)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return build.getProperty("version", "");
  }

  private static String read(String resource) {
    try (InputStream in = Assets.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("BUG: " + resource + " is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The style sheets of all pages as one text, for a document that stands alone. */
  public static String styles() {
    return read(OWN + "escarole.css") + read(OWN + "runs.css") + read(OWN + "report.css");
  }

  /** Adds them to a server. */
  public void install(RoutesConfig routes) {
    assets.forEach(
        (name, asset) -> routes.get("/assets/" + name, ctx -> answer(ctx, asset), Role.NOBODY));
    routes.get("/favicon.ico", ctx -> ctx.redirect("/assets/leaf.svg"), Role.NOBODY);
  }

  private static void answer(Context ctx, Asset asset) {
    boolean named = ctx.queryParam("v") != null;
    ctx.header("Cache-Control", named ? "public, max-age=31536000, immutable" : "no-cache");
    ctx.contentType(asset.type()).result(asset.text());
  }
}
