package dev.escarole.engine.store.outbox;

import dev.escarole.engine.run.RunId;
import java.util.Optional;

/**
 * Identifies a delivery: each attempt carries it, so that a receiver can drop what it has received
 * before. Immutable.
 *
 * @param event the word of a {@link dev.escarole.recipe.notify.NotifyEvent}
 * @param subject which wait of the run is told about; empty for other events
 */
public record DeliveryId(RunId run, String event, String subject, String channel) {

  /**
   * Reads an id as {@link #toString} writes it.
   *
   * @return empty if it is none
   */
  public static Optional<DeliveryId> parse(String text) {
    String[] words = text.split("-", 5);
    if (words.length < 5) {
      return Optional.empty();
    }
    String run = words[0] + "-" + words[1] + "-" + words[2];
    if (!RunId.isOne(run)) {
      return Optional.empty();
    }
    String[] what = words[3].split("\\.", 2);
    String subject = what.length == 1 ? "" : what[1];
    return Optional.of(new DeliveryId(new RunId(run), what[0], subject, words[4]));
  }

  @Override
  public String toString() {
    return run.value() + "-" + event + (subject.isEmpty() ? "" : "." + subject) + "-" + channel;
  }
}
