package dev.escarole.web.app.local;

import dev.escarole.engine.notify.Attempt;
import dev.escarole.engine.notify.Notifications;
import dev.escarole.engine.store.outbox.DeliveryFilter;
import dev.escarole.engine.store.outbox.DeliveryState;
import dev.escarole.engine.store.outbox.StoredDelivery;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.NotificationVerbs;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.local.output.Cursors;
import dev.escarole.web.app.notification.ChannelTrial;
import dev.escarole.web.app.notification.DeliveriesQuery;
import dev.escarole.web.app.notification.DeliveryPicture;
import dev.escarole.web.app.notification.NotificationList;
import dev.escarole.web.app.notification.NotificationList.ChannelPicture;
import dev.escarole.web.app.notification.NotificationList.DeliveryCounts;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is asked about the notifications of an installation. */
final class NotificationReading {

  private NotificationReading() {}

  private static Notifications of(Installation installation) {
    return Notifications.of(installation.engine(), installation.clock());
  }

  static NotificationList list(Installation installation, Actor actor, DeliveriesQuery query) {
    Notifications notifications = of(installation);
    Long before = Cursors.number(NotificationVerbs.LIST, query.cursor());
    List<StoredDelivery> found =
        notifications.list(
            filter(installation, query, owner(installation, actor)),
            before == null ? Long.MAX_VALUE : before,
            query.limit());
    Long next = found.size() < query.limit() ? null : (Long) found.get(found.size() - 1).number();
    Map<DeliveryState, Long> counts = notifications.counts();
    return new NotificationList(
        notifications.channels().stream()
            .map(
                each ->
                    new ChannelPicture(
                        each.name(),
                        each.kind(),
                        each.target(),
                        each.forRecipes(),
                        each.perHour() == 0 ? null : (Integer) each.perHour()))
            .toList(),
        notifications.trouble(),
        new DeliveryCounts(
            counts.getOrDefault(DeliveryState.DUE, 0L),
            counts.getOrDefault(DeliveryState.SENT, 0L),
            counts.getOrDefault(DeliveryState.DEAD, 0L),
            counts.getOrDefault(DeliveryState.HELD, 0L)),
        found.stream().map(NotificationReading::picture).toList(),
        Cursors.text(NotificationVerbs.LIST, next));
  }

  /** Whose deliveries an actor sees; null for all. */
  private static @Nullable String owner(Installation installation, Actor actor) {
    return actor.confined() && !installation.runs().mayChangeAll(actor)
        ? actor.principal().name()
        : null;
  }

  private static DeliveryFilter filter(
      Installation installation, DeliveriesQuery query, @Nullable String owner) {
    String state = query.state();
    String run = query.run();
    return new DeliveryFilter(
        state == null ? null : DeliveryState.ofWord(state),
        query.channel(),
        run == null ? null : installation.runs().lookup().find(run),
        owner);
  }

  static DeliveryPicture resend(Installation installation, Actor actor, String id) {
    return recorded(
        installation,
        actor,
        NotificationVerbs.RESEND.name(),
        id,
        () -> {
          Notifications notifications = of(installation);
          Optional<StoredDelivery> found = notifications.find(id);
          if (found.isEmpty()) {
            throw new RefusedException(
                RefusalCode.NO_SUCH_DELIVERY,
                "there is no delivery '" + id + "'",
                "'escarole notifications list' shows their ids.");
          }
          requireReach(installation, actor, found.get());
          if (found.get().state() == DeliveryState.DUE) {
            throw new RefusedException(
                RefusalCode.DELIVERY_IS_DUE,
                "the delivery is under way already",
                "It is tried again by itself.");
          }
          return picture(notifications.resend(id).orElse(found.get()));
        });
  }

  private static void requireReach(Installation installation, Actor actor, StoredDelivery found) {
    if (!installation.runs().mayChange(actor, found.principal())) {
      throw new RefusedException(
          RefusalCode.ANOTHER_PRINCIPAL,
          "run %s acts for %s, and '%s' may change only runs of its own"
              .formatted(found.run(), found.principal(), actor.principal().name()),
          "Ask " + found.principal() + ", or let the policy allow it: 'runs: all'.");
    }
  }

  static ChannelTrial test(Installation installation, Actor actor, String channel) {
    return recorded(
        installation,
        actor,
        NotificationVerbs.TEST.name(),
        channel,
        () -> {
          Attempt attempt =
              of(installation)
                  .test(channel, actor.principal().name())
                  .orElseThrow(
                      () ->
                          new RefusedException(
                              RefusalCode.NO_SUCH_CHANNEL,
                              "no channel is named '" + channel + "'",
                              whereChannelsAre(of(installation))));
          return new ChannelTrial(channel, attempt instanceof Attempt.Accepted, reason(attempt));
        });
  }

  private static String whereChannelsAre(Notifications notifications) {
    String file = String.valueOf(notifications.file().getFileName());
    return notifications.trouble() == null
        ? "The operator sets channels up in " + file + " in the data directory."
        : file + " cannot be used as it is; 'escarole notifications list' says why.";
  }

  private static @Nullable String reason(Attempt attempt) {
    if (attempt instanceof Attempt.Failed failed) {
      return failed.why();
    }
    return attempt instanceof Attempt.Refused refused ? refused.why() : null;
  }

  private static <T> T recorded(
      Installation installation, Actor actor, String action, String target, Supplier<T> work) {
    T done;
    try {
      done = work.get();
    } catch (RefusedException e) {
      installation.refused(actor, action, target, e);
      throw e;
    }
    installation.acted(actor, action, target);
    return done;
  }

  private static DeliveryPicture picture(StoredDelivery delivery) {
    return new DeliveryPicture(
        delivery.id(),
        delivery.run().value(),
        delivery.recipe(),
        delivery.channel(),
        delivery.event(),
        delivery.at(),
        delivery.state().word(),
        delivery.attempts(),
        delivery.state() == DeliveryState.DUE ? delivery.nextAt() : null,
        delivery.settledAt(),
        delivery.lastError());
  }
}
