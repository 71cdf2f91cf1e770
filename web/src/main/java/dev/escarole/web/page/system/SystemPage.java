package dev.escarole.web.page.system;

import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;

/** The page that says how the server does; it brings itself up to date. */
public final class SystemPage {

  private final Installation service;
  private final Pages pages;
  private final String version;

  /**
   * @param version of Escarole
   */
  public SystemPage(Installation service, Pages pages, String version) {
    this.service = service;
    this.pages = pages;
    this.version = version;
  }

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/system", this::show, Role.VIEWER);
  }

  private void show(Context ctx) {
    SystemView view = SystemFacts.of(service, version);
    if ("system".equals(ctx.header("HX-Target"))) {
      pages.part(ctx, "system/facts.jte", view);
    } else {
      pages.show(ctx, "system/page.jte", "System", Frame.Place.SYSTEM, view);
    }
  }
}
