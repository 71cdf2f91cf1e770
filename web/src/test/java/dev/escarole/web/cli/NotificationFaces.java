package dev.escarole.web.cli;

import dev.escarole.web.app.NotificationVerbs;
import dev.escarole.web.app.notification.ChannelName;
import dev.escarole.web.app.notification.DeliveriesQuery;
import dev.escarole.web.app.notification.DeliveryName;
import dev.escarole.web.cli.ScheduleFaces.Asking;

/** What is asked of notifications in {@link FacesContractTest}. */
final class NotificationFaces {

  private NotificationFaces() {}

  static void ask(Asking cases) {
    cases.ask(
        NotificationVerbs.LIST,
        () -> new DeliveriesQuery(null, null, null, 50, null),
        "notifications list --json",
        null);
    cases.ask(
        NotificationVerbs.LIST,
        () -> new DeliveriesQuery(null, null, null, 20, null),
        null,
        "notifications list");
    cases.ask(
        NotificationVerbs.LIST,
        () -> new DeliveriesQuery("dead", "log", "zzz", 20, null),
        "notifications list --state dead --channel log --run zzz --limit 20 --json",
        "notifications list --state dead --channel log --run zzz");
    cases.ask(
        NotificationVerbs.RESEND,
        () -> new DeliveryName("nothing"),
        "notifications resend nothing --json",
        "notifications resend nothing");
    cases.ask(
        NotificationVerbs.TEST,
        () -> new ChannelName("log"),
        "notifications test log --json",
        null);
  }
}
