package dev.escarole.web.page;

import dev.escarole.web.access.Caller;
import dev.escarole.web.access.Gate;
import dev.escarole.web.access.Prefix;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Role;
import dev.escarole.web.page.words.Words;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The page to sign in. */
public final class LoginPage {

  private final Pages pages;
  private final Gate gate;

  public LoginPage(Pages pages, Gate gate) {
    this.pages = pages;
    this.gate = gate;
  }

  /**
   * Content of the page.
   *
   * @param to the address after the sign-in, on this server
   * @param byToken whether tokens are accepted; otherwise the application around the dashboard has
   *     to sign in its users
   */
  public record View(String to, @Nullable String error, boolean byToken) {
    /** Whether it is a form whose session had ended. */
    public boolean keepsForm() {
      return to.startsWith("/kept/");
    }
  }

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/login", this::enter, Role.NOBODY);
    routes.post("/login", this::signIn, Role.NOBODY);
    routes.post("/logout", this::signOut, Role.NOBODY);
  }

  private void enter(Context ctx) {
    String to = Pages.onThisServer(ctx.queryParam("to"));
    if (!gate.hasTokens() && Gate.caller(ctx).proof() == Caller.Proof.HOST) {
      // The application has led back to this page after its own sign-in.
      ctx.redirect(to, HttpStatus.SEE_OTHER);
      return;
    }
    Optional<String> elsewhere =
        gate.hasTokens() ? Optional.empty() : gate.hostSignIn(Prefix.of(ctx) + to);
    if (elsewhere.isPresent()) {
      Prefix.redirectOutside(ctx, elsewhere.get());
      return;
    }
    String once = ctx.queryParam("once");
    if (once == null || !ctx.method().name().equals("GET")) {
      show(ctx, ctx.queryParam("to"), null);
      return;
    }
    // The secret is in the address of this request: it must not be told to the next page.
    ctx.header("Referrer-Policy", "no-referrer");
    try {
      Caller unused = gate.signInOnce(ctx, once);
    } catch (RefusedException e) {
      ctx.status(HttpStatus.UNAUTHORIZED);
      show(ctx, null, sentence(e));
      return;
    }
    ctx.redirect(Pages.START, HttpStatus.SEE_OTHER);
  }

  private void show(Context ctx, @Nullable String to, @Nullable String error) {
    pages.show(
        ctx,
        "access/login.jte",
        "Sign in",
        Frame.Place.NOWHERE,
        new View(Pages.onThisServer(to), error, gate.hasTokens()));
  }

  private void signIn(Context ctx) {
    String token = ctx.formParam("token");
    try {
      gate.signIn(ctx, token == null ? "" : token);
    } catch (RefusedException e) {
      ctx.status(HttpStatus.UNAUTHORIZED);
      show(ctx, ctx.formParam("to"), sentence(e));
      return;
    }
    ctx.redirect(Pages.onThisServer(ctx.formParam("to")), HttpStatus.SEE_OTHER);
  }

  private static String sentence(RefusedException refusal) {
    return (Words.sentence(refusal.getMessage()) + " " + refusal.hint()).strip();
  }

  private void signOut(Context ctx) {
    gate.signOut(ctx);
    ctx.redirect("/login", HttpStatus.SEE_OTHER);
  }
}
