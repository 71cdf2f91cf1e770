package dev.escarole.web.page.system;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.function.Function;

/** The page of the state of the server; it updates live. */
public final class SystemPage {

  private final Pages pages;
  private final Function<Context, Escarole> escarole;

  /**
   * @param escarole the application for the sender of a request
   */
  public SystemPage(Pages pages, Function<Context, Escarole> escarole) {
    this.pages = pages;
    this.escarole = escarole;
  }

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/system", this::show, Role.VIEWER);
  }

  private void show(Context ctx) {
    SystemView view = SystemView.of(escarole.apply(ctx).system(NoInput.NONE));
    if ("system".equals(ctx.header("HX-Target"))) {
      pages.part(ctx, "system/facts.jte", view);
    } else {
      pages.show(ctx, "system/page.jte", "System", Frame.Place.SYSTEM, view);
    }
  }
}
