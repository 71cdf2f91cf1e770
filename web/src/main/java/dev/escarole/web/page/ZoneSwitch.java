package dev.escarole.web.page;

import dev.escarole.web.access.Prefix;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.Cookie;
import io.javalin.http.HttpStatus;
import io.javalin.http.SameSite;
import java.time.Duration;
import java.util.Objects;

/** The form in the bar of every page that chooses the time zone. */
public final class ZoneSwitch {

  private static final Duration KEPT = Duration.ofDays(365);

  private ZoneSwitch() {}

  /** Adds it to a server. */
  public static void install(RoutesConfig routes) {
    routes.post("/zone", ZoneSwitch::choose, Role.VIEWER);
  }

  private static void choose(Context ctx) {
    String wanted = Objects.toString(ctx.formParam("zone"), "");
    DisplayZone zone = DisplayZone.of(wanted);
    if (!zone.cookie().equals(wanted)) {
      throw new RefusedException(
          RefusalCode.BAD_FORM,
          "the server does not know this time zone",
          "Choose UTC or the server's zone.");
    }
    Cookie cookie =
        new Cookie(
            DisplayZone.COOKIE,
            wanted,
            Prefix.cookiePath(ctx),
            (int) KEPT.toSeconds(),
            false,
            false,
            null,
            SameSite.LAX);
    ctx.cookie(cookie);
    ctx.redirect(Pages.onThisServer(ctx.formParam("to")), HttpStatus.SEE_OTHER);
  }
}
