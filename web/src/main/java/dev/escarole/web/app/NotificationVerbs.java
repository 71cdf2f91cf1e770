package dev.escarole.web.app;

import dev.escarole.web.app.notification.ChannelName;
import dev.escarole.web.app.notification.ChannelTrial;
import dev.escarole.web.app.notification.DeliveriesQuery;
import dev.escarole.web.app.notification.DeliveryName;
import dev.escarole.web.app.notification.DeliveryPicture;
import dev.escarole.web.app.notification.NotificationList;
import java.util.Set;

/** The verbs of notifications. */
public final class NotificationVerbs {

  public static final Verb<DeliveriesQuery, NotificationList> LIST =
      new Verb<>(
          "notification.list",
          "listNotifications",
          "notifications",
          "Lists the channels, and messages about runs, newest first",
          "",
          Role.VIEWER,
          false,
          new Verb.Route("GET", "/notifications", 200),
          DeliveriesQuery.class,
          NotificationList.class,
          Set.of(RefusalCode.Kind.INVALID),
          Escarole::notifications);

  public static final Verb<DeliveryName, DeliveryPicture> RESEND =
      new Verb<>(
          "notification.resend",
          "resendNotification",
          "notifications",
          "Sends a message again that was sent or given up",
          "Under the same id. One that is still due is not changed.",
          Role.OPERATOR,
          true,
          new Verb.Route("POST", "/notifications/{id}/resend", 202),
          DeliveryName.class,
          DeliveryPicture.class,
          Set.of(RefusalCode.Kind.NOT_FOUND, RefusalCode.Kind.CONFLICT),
          Escarole::resend);

  public static final Verb<ChannelName, ChannelTrial> TEST =
      new Verb<>(
          "notification.test",
          "testChannel",
          "notifications",
          "Sends a message to a channel at once, to try it",
          "It is neither stored nor repeated; takes up to ten seconds.",
          Role.OPERATOR,
          true,
          new Verb.Route("POST", "/notifications/channels/{channel}/test", 200),
          ChannelName.class,
          ChannelTrial.class,
          Set.of(RefusalCode.Kind.NOT_FOUND),
          Escarole::testChannel);

  private NotificationVerbs() {}
}
