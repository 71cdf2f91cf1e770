package dev.escarole.web.page;

import dev.escarole.web.access.Prefix;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.page.words.Words;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.Optional;

/** Pages for refusals and errors. */
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
   * Answers with the reason of a refusal. A caller without a token is asked to sign in; a form
   * whose session has ended is kept until then.
   */
  public void refused(Context ctx, RefusedException refusal, int status) {
    boolean canAsk = ctx.method().name().equals("GET");
    if (refusal.code().kind() == RefusalCode.Kind.UNAUTHENTICATED && canAsk) {
      ctx.redirect(Pages.signIn(Pages.address(ctx)), HttpStatus.SEE_OTHER);
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
    show(ctx, heading(refusal.code().kind()), Words.sentence(refusal.getMessage()), refusal.hint());
  }

  /** Answers that this address does not exist. */
  public void notFound(Context ctx) {
    show(ctx, "Page not found", "There is nothing at " + Prefix.path(ctx) + ".", "");
  }

  /** Answers that the server failed. */
  public void broken(Context ctx) {
    ctx.status(HttpStatus.INTERNAL_SERVER_ERROR);
    show(
        ctx,
        "Internal server error",
        "The page could not be made. The log of the server says why.",
        "Runs are not affected.");
  }

  private void show(Context ctx, String heading, String message, String hint) {
    pages.show(
        ctx, "layout/refused.jte", heading, Frame.Place.NOWHERE, new View(heading, message, hint));
  }

  private static String heading(RefusalCode.Kind kind) {
    return switch (kind) {
      case MALFORMED, INVALID -> "Invalid request";
      case UNAUTHENTICATED -> "Sign in first";
      case FORBIDDEN -> "Not allowed";
      case NOT_FOUND -> "Not found";
      case CONFLICT -> "Conflict";
      case TOO_LARGE -> "Too large";
      case TOO_MANY -> "Too many requests";
      case UNAVAILABLE, UNREACHABLE -> "Not available at the moment";
    };
  }
}
