package dev.escarole.web.app;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.app.EscaroleContractTest.Case;
import dev.escarole.web.app.notification.ChannelName;
import dev.escarole.web.app.notification.DeliveriesQuery;
import dev.escarole.web.app.notification.DeliveryName;
import dev.escarole.web.app.recipe.Finding;
import dev.escarole.web.app.recipe.RecipeChoice;
import java.util.List;
import java.util.function.Supplier;

/** What is asked of notifications in {@link EscaroleContractTest}. */
@SuppressWarnings("NullAway") // Requests hold null for what is not said.
final class NotificationCases {

  private NotificationCases() {}

  static List<Case<?, ?>> of(Twins twins) throws InterruptedException {
    String run = twins.run(Twins.named("telling"));
    assertThat(twins.http.launch(Twins.named("shouting")).warnings())
        .extracting(Finding::code)
        .containsExactly("unknown-channel");
    return List.of(
        same(Verbs.VALIDATE, "a channel that is not here", RecipeChoice.named("shouting")),
        same(NotificationVerbs.LIST, "all", new DeliveriesQuery(null, null, null, 5, null)),
        same(NotificationVerbs.LIST, "of a run", new DeliveriesQuery("due", "log", run, 5, null)),
        same(NotificationVerbs.LIST, "of no run", new DeliveriesQuery(null, null, "zzz", 5, null)),
        same(NotificationVerbs.RESEND, "that is due", new DeliveryName(run + "-done-log")),
        same(NotificationVerbs.RESEND, "that is not", new DeliveryName("nothing")),
        alike(
            NotificationVerbs.RESEND, "that is dead", () -> new DeliveryName(twins.deadDelivery())),
        same(NotificationVerbs.TEST, "a file", new ChannelName("log")),
        same(NotificationVerbs.TEST, "nothing", new ChannelName("opps")));
  }

  private static <Q extends Record, R> Case<Q, R> same(Verb<Q, R> verb, String what, Q input) {
    return new Case<>(verb, what, () -> input, true);
  }

  private static <Q extends Record, R> Case<Q, R> alike(
      Verb<Q, R> verb, String what, Supplier<Q> input) {
    return new Case<>(verb, what, input, false);
  }
}
