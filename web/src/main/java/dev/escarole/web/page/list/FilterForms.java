package dev.escarole.web.page.list;

import dev.escarole.web.app.Role;
import dev.escarole.web.app.filter.FilterName;
import dev.escarole.web.app.filter.FilterPicture;
import dev.escarole.web.app.filter.SaveFilterRequest;
import dev.escarole.web.page.Pages;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.Objects;

/** Saves and deletes filters of the list of runs; viewers have their own, too. */
public final class FilterForms {

  private final Pages pages;

  public FilterForms(Pages pages) {
    this.pages = pages;
  }

  /** Adds the forms to a server. */
  public void install(RoutesConfig routes) {
    routes.post("/filters", this::save, Role.VIEWER);
    routes.post("/filters/delete", this::delete, Role.VIEWER);
  }

  private void save(Context ctx) {
    FilterPicture saved =
        pages
            .escarole(ctx)
            .saveFilter(new SaveFilterRequest(field(ctx, "name"), field(ctx, "query")));
    ctx.redirect("/runs?" + saved.query(), HttpStatus.SEE_OTHER);
  }

  private void delete(Context ctx) {
    FilterPicture deleted = pages.escarole(ctx).deleteFilter(new FilterName(field(ctx, "name")));
    ctx.redirect("/runs?" + deleted.query(), HttpStatus.SEE_OTHER);
  }

  private static String field(Context ctx, String name) {
    return Objects.toString(ctx.formParam(name), "").strip();
  }
}
