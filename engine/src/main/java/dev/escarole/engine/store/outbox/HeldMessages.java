package dev.escarole.engine.store.outbox;

import dev.escarole.engine.store.database.Json;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/**
 * Lets one delivery stand for all others that are due to its channel. In one transaction they are
 * taken out of the queue and counted in the message of the one, so that each is either sent or
 * counted, and none both.
 */
final class HeldMessages {

  private static final int MOST_GROUPS = 10;

  private HeldMessages() {}

  /** Rows of the same event and recipe. */
  private record Group(String event, String recipe, long count, long since) {

    static Group read(ResultSet row) throws SQLException {
      return new Group(
          row.getString("event"),
          row.getString("recipe_name"),
          row.getLong("members"),
          row.getLong("since"));
    }

    Map<String, Object> facts() {
      Map<String, Object> facts = new LinkedHashMap<>();
      facts.put("event", event);
      facts.put("recipe", recipe);
      facts.put("count", count);
      return facts;
    }
  }

  /** Whether it may stand for others: what was tried before has its message already. */
  static boolean mayCarry(StoredDelivery delivery) {
    return delivery.attempts() == 0 && delivery.nextAt().equals(delivery.at());
  }

  /**
   * Folds what is due, was never tried, and nobody has asked to send again.
   *
   * @param carrier was claimed in this transaction
   * @return the carrier with its message
   */
  static StoredDelivery into(StoredDelivery carrier, Handle handle, Instant now) {
    String mark = "not sent on its own; counted in " + carrier.id();
    int folded =
        handle
            .createUpdate(OutboxSql.FOLD)
            .bind("channel", carrier.channel())
            .bind("carrier", carrier.number())
            .bind("now", now.toEpochMilli())
            .bind("mark", mark)
            .execute();
    if (folded == 0) {
      return carrier;
    }
    List<Group> groups =
        handle
            .createQuery(OutboxSql.FOLDED)
            .bind("channel", carrier.channel())
            .bind("mark", mark)
            .map((row, context) -> Group.read(row))
            .list();
    Map<String, Object> message = new LinkedHashMap<>(Json.values(carrier.message()));
    message.put("held", held(folded, groups));
    String written = Json.write(message);
    handle
        .createUpdate(OutboxSql.CARRY)
        .bind("message", written)
        .bind("number", carrier.number())
        .execute();
    return carrier.withMessage(written);
  }

  /** The rare ones come first: they are what a flood hides. */
  private static Map<String, Object> held(int folded, List<Group> groups) {
    List<Object> shown = new ArrayList<>();
    groups.stream().limit(MOST_GROUPS).map(Group::facts).forEach(shown::add);
    long since = groups.stream().mapToLong(Group::since).min().orElse(0);
    Map<String, Object> held = new LinkedHashMap<>();
    held.put("count", folded);
    held.put("since", Instant.ofEpochMilli(since).toString());
    held.put("groups", shown);
    held.put("moreGroups", Math.max(0, groups.size() - MOST_GROUPS));
    return held;
  }
}
