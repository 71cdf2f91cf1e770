package dev.escarole.web.access;

import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.regex.Pattern;

/**
 * The path under which clients reach the pages of a server, if that is not the root of the host:
 * the dashboard is mounted in another application, or a proxy strips or keeps a path. Routes and
 * addresses in pages are written without it; it is added where they leave the server.
 */
public final class Prefix {

  /** The attribute of a request that holds the path that was removed from its address. */
  public static final String REMOVED = "escarole.removed";

  private static final String ATTRIBUTE = "escarole.prefix";
  private static final String OUTSIDE = "escarole.outside";
  private static final int LONGEST = 200;
  private static final Pattern PATH = Pattern.compile("(/(?!\\.+(/|$))[A-Za-z0-9._~-]+)+");

  private Prefix() {}

  /** Adds it to redirects. */
  static void install(RoutesConfig routes) {
    routes.after(Prefix::redirect);
  }

  /**
   * Checks a path that is to be a prefix.
   *
   * @param path such as {@code /ops/escarole}; a slash at its end is left out; empty or {@code /}
   *     for none
   * @return empty for none
   * @throws IllegalArgumentException if it is not a path, or holds letters that need escapes
   */
  public static String checked(String path) {
    String bare = path.replaceFirst("/+$", "");
    if (!bare.isEmpty() && !isPath(bare)) {
      throw new IllegalArgumentException(
          "a prefix is a path such as /ops/escarole, of letters, digits and . _ ~ -, was " + path);
    }
    return bare;
  }

  static boolean isPath(String text) {
    return text.length() <= LONGEST && PATH.matcher(text).matches();
  }

  /** The prefix of a checked request; empty for none. */
  public static String of(Context ctx) {
    String prefix = ctx.attribute(ATTRIBUTE);
    return prefix == null ? "" : prefix;
  }

  static void set(Context ctx, String forwarded) {
    Object removed = ctx.req().getAttribute(REMOVED);
    ctx.attribute(ATTRIBUTE, forwarded + (removed instanceof String path ? path : ""));
  }

  /** The path of cookies. */
  public static String cookiePath(Context ctx) {
    String prefix = of(ctx);
    return prefix.isEmpty() ? "/" : prefix;
  }

  /** The path of a request as the client has sent it. */
  public static String path(Context ctx) {
    return of(ctx) + ctx.path();
  }

  /** Redirects to an address that is none of this server's pages. */
  public static void redirectOutside(Context ctx, String address) {
    ctx.attribute(OUTSIDE, true);
    ctx.redirect(address, HttpStatus.SEE_OTHER);
  }

  private static void redirect(Context ctx) {
    String prefix = of(ctx);
    String to = ctx.res().getHeader("Location");
    boolean inside = to != null && to.startsWith("/") && !to.startsWith("//");
    if (inside && !prefix.isEmpty() && ctx.attribute(OUTSIDE) == null) {
      ctx.header("Location", prefix + to);
    }
  }
}
