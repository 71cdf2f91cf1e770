package dev.escarole.web.page;

import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Pages that say why there is no other. */
public final class ErrorPages {

  private final Pages pages;
  private final KeptForms kept;

  public ErrorPages(Pages pages, KeptForms kept) {
    this.pages = pages;
    this.kept = kept;
  }

  /** What such a page shows. */
  public record View(String heading, String message, String hint) {}

  /**
   * Answers with why something was refused. Somebody without a token is asked for it; a form whose
   * session has ended is kept for that.
   */
  public void refused(Context ctx, RefusedException refusal, int status) {
    boolean canAsk = ctx.method().name().equals("GET");
    if (refusal.code().kind() == RefusalCode.Kind.UNAUTHENTICATED && canAsk) {
      String query = ctx.queryString() == null ? "" : "?" + ctx.queryString();
      String to = URLEncoder.encode(ctx.path() + query, StandardCharsets.UTF_8);
      ctx.redirect("/login?to=" + to, HttpStatus.SEE_OTHER);
      return;
    }
    if (refusal.code() == RefusalCode.NO_TOKEN) {
      Optional<String> signIn = kept.keep(ctx);
      if (signIn.isPresent()) {
        ctx.redirect(signIn.get(), HttpStatus.SEE_OTHER);
        return;
      }
    }
    ctx.status(status);
    show(ctx, heading(refusal.code().kind()), String.valueOf(refusal.getMessage()), refusal.hint());
  }

  /** Answers that there is nothing at this address. */
  public void notFound(Context ctx) {
    show(ctx, "There is no such page", "Nothing is at " + ctx.path() + ".", "");
  }

  /** Answers that the server has made a mistake. */
  public void broken(Context ctx) {
    ctx.status(HttpStatus.INTERNAL_SERVER_ERROR);
    show(
        ctx,
        "Something went wrong",
        "The server could not make this page. Its log says why.",
        "Nothing that runs is affected.");
  }

  private void show(Context ctx, String heading, String message, String hint) {
    pages.show(
        ctx, "layout/refused.jte", heading, Frame.Place.NOWHERE, new View(heading, message, hint));
  }

  private static String heading(RefusalCode.Kind kind) {
    return switch (kind) {
      case MALFORMED, INVALID -> "That cannot be done";
      case UNAUTHENTICATED -> "Sign in first";
      case FORBIDDEN -> "Not allowed";
      case NOT_FOUND -> "Not found";
      case CONFLICT -> "Not now";
      case TOO_LARGE -> "Too large";
      case TOO_MANY -> "Too many requests";
      case UNAVAILABLE, UNREACHABLE -> "Not available at the moment";
    };
  }
}
