package dev.escarole.web.app.notification;

import dev.escarole.web.app.Documented;
import dev.escarole.web.app.Page;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The channels, and a page of deliveries, newest first. */
public record NotificationList(
    @Documented("In the operator's order.") List<ChannelPicture> channels,
    @Documented("Why the operator's file cannot be used; null if it can, or does not exist.")
        @Nullable String trouble,
    @Documented("Of everybody's deliveries.") DeliveryCounts counts,
    List<DeliveryPicture> deliveries,
    @Documented("Where the next page begins; null on the last one.") @Nullable String next)
    implements Page<NotificationList> {

  public NotificationList {
    channels = List.copyOf(channels);
    deliveries = List.copyOf(deliveries);
  }

  /** A channel. */
  public record ChannelPicture(
      String name,
      @Documented(words = {"webhook", "slack", "teams", "smtp", "file"}) String kind,
      @Documented("Where messages go, without secrets.") String target,
      @Documented("Whether recipes may name it.") boolean forRecipes,
      @Documented("Most messages in an hour; null for no limit.") @Nullable Integer perHour) {}

  /** How many deliveries there are in each state. */
  public record DeliveryCounts(long due, long sent, long dead, long held) {}

  @Override
  public NotificationList withNext(@Nullable String other) {
    return new NotificationList(channels, trouble, counts, deliveries, other);
  }
}
