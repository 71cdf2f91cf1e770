package dev.escarole.web.page.command;

import dev.escarole.web.access.Gate;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.command.CatalogEntry;
import dev.escarole.web.app.command.CatalogEntry.Attempt;
import dev.escarole.web.app.command.CatalogList;
import dev.escarole.web.app.command.CatalogName;
import dev.escarole.web.app.command.CatalogQuery;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.words.Address;
import dev.escarole.web.page.words.Words;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The catalogue, from which administrators add commands; it updates live. */
public final class CatalogPage {

  private final Pages pages;

  public CatalogPage(Pages pages) {
    this.pages = pages;
  }

  /**
   * Content of the page.
   *
   * @param canAdd whether the caller may add rows
   * @param error why a row was not added; null if it was not asked for
   */
  public record View(
      String search, CatalogList list, boolean canAdd, @Nullable String error, String hint) {

    /** The address of the page with its search. */
    public String address() {
      return new Address("/catalog").with("q", search).toString();
    }

    /** Whether a row is being added. */
    public boolean underWay(CatalogEntry row) {
      Attempt attempt = row.attempt();
      return attempt != null && attempt.endedAt() == null;
    }

    /** How far an attempt is, such as {@code 1.2 MiB of 3.4 MiB}. */
    public String progress(Attempt attempt) {
      if (attempt.state().equals("building") || attempt.bytes() == 0) {
        return "";
      }
      String arrived = Words.bytes(attempt.bytes());
      return attempt.of() == null ? arrived : arrived + " of " + Words.bytes(attempt.of());
    }

    /** Why a row is not added, and the way out. */
    public String trouble(CatalogEntry row) {
      Attempt attempt = row.attempt();
      return attempt == null || attempt.problem() == null || row.added()
          ? ""
          : Words.sentence(attempt.problem()) + " " + Objects.toString(attempt.hint(), "");
    }
  }

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/catalog", ctx -> show(ctx, null, ""), Role.VIEWER);
    routes.post("/catalog", this::add, Role.ADMIN);
  }

  private void show(Context ctx, @Nullable String error, String hint) {
    String search = Pages.query(ctx, "q");
    CatalogList list = pages.escarole(ctx).catalog(new CatalogQuery(search));
    boolean canAdd = Gate.caller(ctx).may(Role.ADMIN) && Boolean.TRUE.equals(list.extensible());
    View view = new View(search, list, canAdd, error, hint);
    if ("catalog".equals(ctx.header("HX-Target"))) {
      pages.part(ctx, "command/rows.jte", view);
    } else {
      pages.show(ctx, "command/catalog.jte", "Catalogue", Frame.Place.COMMANDS, view);
    }
  }

  private void add(Context ctx) {
    String row = Objects.toString(ctx.formParam("row"), "");
    try {
      var unused = pages.escarole(ctx).addFromCatalog(new CatalogName(row));
      String search = Objects.toString(ctx.formParam("q"), "");
      ctx.redirect(new Address("/catalog").with("q", search).toString(), HttpStatus.SEE_OTHER);
    } catch (RefusedException e) {
      if (e.code().kind() == RefusalCode.Kind.FORBIDDEN) {
        throw e;
      }
      ctx.status(HttpStatus.UNPROCESSABLE_CONTENT);
      show(ctx, Words.sentence(e.getMessage()), e.hint());
    }
  }
}
