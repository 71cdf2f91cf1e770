package dev.escarole.web.page.notification;

import dev.escarole.web.access.Gate;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.notification.ChannelName;
import dev.escarole.web.app.notification.ChannelTrial;
import dev.escarole.web.app.notification.DeliveriesQuery;
import dev.escarole.web.app.notification.DeliveryName;
import dev.escarole.web.app.notification.NotificationList;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpStatus;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The page of notifications: channels, and messages about runs. */
public final class NotificationsPage {

  private static final int ON_A_PAGE = 100;

  private final Pages pages;

  public NotificationsPage(Pages pages) {
    this.pages = pages;
  }

  /**
   * What the page shows.
   *
   * @param state of the deliveries that are shown; empty for all
   * @param trial what came of trying a channel just now; null if none was tried
   */
  public record View(
      NotificationList list, String state, @Nullable ChannelTrial trial, boolean canChange) {}

  /** How a state looks, as states of runs do. */
  public static String look(String state) {
    return switch (state) {
      case "sent" -> "done";
      case "dead" -> "failed";
      case "held" -> "skipped";
      default -> "waiting";
    };
  }

  /** A state in the words of the page. */
  public static String word(String state) {
    return switch (state) {
      case "dead" -> "given up";
      case "held" -> "held back";
      default -> state;
    };
  }

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/notifications", ctx -> show(ctx, null), Role.VIEWER);
    routes.post("/notifications/resend", this::resend, Role.OPERATOR);
    routes.post("/notifications/test", this::test, Role.OPERATOR);
  }

  private void show(Context ctx, @Nullable ChannelTrial trial) {
    String state = Objects.toString(ctx.queryParam("state"), "");
    String before = ctx.queryParam("before");
    NotificationList list =
        pages
            .escarole(ctx)
            .notifications(
                new DeliveriesQuery(state.isEmpty() ? null : state, null, null, ON_A_PAGE, before));
    View view = new View(list, state, trial, Gate.caller(ctx).may(Role.OPERATOR));
    pages.show(ctx, "notification/page.jte", "Notifications", Frame.Place.NOTIFICATIONS, view);
  }

  private void resend(Context ctx) {
    String id = Objects.toString(ctx.formParam("id"), "");
    var unused = pages.escarole(ctx).resend(new DeliveryName(id));
    ctx.redirect("/notifications", HttpStatus.SEE_OTHER);
  }

  private void test(Context ctx) {
    String channel = Objects.toString(ctx.formParam("channel"), "");
    show(ctx, pages.escarole(ctx).testChannel(new ChannelName(channel)));
  }
}
