package dev.escarole.web.page.inbox;

import dev.escarole.web.access.Gate;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.inbox.InboxPicture;
import dev.escarole.web.app.inbox.RetryRequest;
import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.time.Instant;
import java.util.Objects;

/** The page of the inbox; it updates live. */
public final class InboxPage {

  private final Pages pages;

  public InboxPage(Pages pages) {
    this.pages = pages;
  }

  /** What the page shows. */
  public record View(InboxPicture inbox, boolean canRetry, Instant now) {

    /** Whether there is nothing to show at all. */
    public boolean isEmpty() {
      InboxPicture.InboxCounts counts = inbox.counts();
      return counts.waiting() + counts.underWay() + counts.done() + counts.failed() == 0
          && inbox.results().isEmpty();
    }

    /** The first line of a reason. */
    public String first(String reason) {
      return reason.lines().findFirst().orElse("No reason is known.");
    }

    /** The other lines of a reason; empty if there are none. */
    public String rest(String reason) {
      int end = reason.indexOf('\n');
      return end < 0 ? "" : reason.substring(end + 1).strip();
    }
  }

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/inbox", this::show, Role.VIEWER);
    routes.post("/inbox/retry", this::retry, Role.OPERATOR);
  }

  private void show(Context ctx) {
    InboxPicture inbox = pages.escarole(ctx).inbox(NoInput.NONE);
    View view = new View(inbox, Gate.caller(ctx).may(Role.OPERATOR), pages.now());
    if ("inbox".equals(ctx.header("HX-Target"))) {
      pages.part(ctx, "inbox/files.jte", view);
    } else {
      pages.show(ctx, "inbox/page.jte", "Inbox", Frame.Place.INBOX, view);
    }
  }

  private void retry(Context ctx) {
    String file = Objects.toString(ctx.formParam("file"), "");
    var unused = pages.escarole(ctx).retryFile(new RetryRequest(file));
    ctx.redirect("/inbox", HttpStatus.SEE_OTHER);
  }
}
