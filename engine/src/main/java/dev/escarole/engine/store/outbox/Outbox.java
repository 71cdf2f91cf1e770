package dev.escarole.engine.store.outbox;

import com.fasterxml.jackson.core.type.TypeReference;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.database.Batch;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.Json;
import dev.escarole.engine.store.database.StorableText;
import dev.escarole.recipe.notify.NotifyEvent;
import dev.escarole.recipe.notify.NotifyRule;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The messages about runs. Each is entered in the transaction that ends its run, one for each
 * channel; an engine claims it before it delivers it. Thread-safe.
 */
public final class Outbox implements AutoCloseable {

  /** How long sent and dead deliveries are kept. */
  public static final Duration SENT_KEPT = Duration.ofDays(7);

  public static final Duration DEAD_KEPT = Duration.ofDays(90);

  /** Maximum number of settled deliveries that are kept in each state. */
  public static final int MOST_KEPT = 20_000;

  /** One after another: what was held back must not drive out what was given up. */
  private static final List<DeliveryState> SETTLED =
      List.of(DeliveryState.SENT, DeliveryState.DEAD, DeliveryState.HELD);

  /** Before the name of a channel that a recipe has named and may not; never part of a name. */
  public static final String NOT_FOR_RECIPES = "!";

  private static final int LONGEST_ERROR = 500;

  private static final TypeReference<Map<String, List<String>>> WISH = new TypeReference<>() {};

  private final Database database;
  private final Owners owners;
  private volatile List<NotifyRule> always = List.of();
  private volatile Set<String> notForRecipes = Set.of();
  private volatile Runnable atClose = () -> {};

  /** The engines that deliver. */
  public interface Owners {

    /** Number of this engine. */
    long number();

    boolean isAlive(Handle handle, long engine, String name);
  }

  public Outbox(Database database, Owners owners) {
    this.database = database;
    this.owners = owners;
  }

  // What is told

  /**
   * Sets the rules that hold for every run that is stored from now on.
   *
   * @param closed channels that recipes cannot name
   */
  public void always(List<NotifyRule> rules, Collection<String> closed) {
    notForRecipes = Set.copyOf(closed);
    always = List.copyOf(rules);
  }

  /**
   * Stores which channels a new run is told to, in the transaction that stores the run: by its own
   * rules and those that hold for every run.
   */
  public void want(Connection connection, long run, Collection<NotifyRule> rules)
      throws SQLException {
    Map<String, Set<String>> wish = new TreeMap<>();
    rules.forEach(each -> add(forRecipes(each), wish));
    always.forEach(each -> add(each, wish));
    if (wish.isEmpty()) {
      return;
    }
    String text =
        Json.written(
            json -> {
              json.writeStartObject();
              for (Map.Entry<String, Set<String>> each : wish.entrySet()) {
                json.writeArrayFieldStart(each.getKey());
                for (String channel : each.getValue()) {
                  json.writeString(channel);
                }
                json.writeEndArray();
              }
              json.writeEndObject();
            });
    try (Batch row = Batch.of(connection, OutboxSql.WANT)) {
      row.text(text).number(run).change();
    }
  }

  /** Who looks at the deliveries sees what was refused. */
  private NotifyRule forRecipes(NotifyRule rule) {
    return new NotifyRule(
        rule.on(),
        rule.to().stream()
            .map(each -> notForRecipes.contains(each) ? NOT_FOR_RECIPES + each : each)
            .toList());
  }

  private static void add(NotifyRule rule, Map<String, Set<String>> wish) {
    for (NotifyEvent event : rule.on()) {
      wish.computeIfAbsent(event.word(), word -> new TreeSet<>()).addAll(rule.to());
    }
  }

  /** The rules of a stored run. */
  public List<NotifyRule> rules(RunId run) {
    Optional<String> wish =
        database.read(
            "read who is told about run " + run,
            handle ->
                handle
                    .createQuery(OutboxSql.WANTED)
                    .bind("run", run.value())
                    .map((row, context) -> Optional.ofNullable(row.getString("notify")))
                    .findOne()
                    .flatMap(found -> found));
    List<NotifyRule> rules = new ArrayList<>();
    if (wish.isPresent()) {
      Json.read(wish.get(), WISH)
          .forEach(
              (word, channels) -> {
                NotifyEvent event = NotifyEvent.ofWord(word);
                if (event != null) {
                  rules.add(new NotifyRule(Set.of(event), unmarked(channels)));
                }
              });
    }
    return rules;
  }

  private static List<String> unmarked(List<String> channels) {
    return channels.stream()
        .map(each -> each.startsWith(NOT_FOR_RECIPES) ? each.substring(1) : each)
        .toList();
  }

  /**
   * Enters the messages about an event of a run, in the transaction that stores the event. To enter
   * them again changes nothing.
   *
   * @param run its number
   * @param wish the column {@code notify} of its row
   */
  public static void enter(Connection connection, long run, @Nullable String wish, Notice notice)
      throws SQLException {
    List<String> channels =
        wish == null ? List.of() : Json.read(wish, WISH).getOrDefault(notice.event(), List.of());
    if (channels.isEmpty()) {
      return;
    }
    String message = notice.json();
    try (Batch batch = Batch.of(connection, OutboxSql.INSERT)) {
      for (String channel : new LinkedHashSet<>(channels)) {
        long at = notice.at().toEpochMilli();
        batch.text(channel).text(notice.event()).text(notice.subject()).text(message);
        batch.number(at).number(at).number(run);
        batch.add();
      }
      batch.send();
    }
  }

  /** Likewise, for who has not read the row of the run. */
  public static void enter(Connection connection, long run, Notice notice) throws SQLException {
    try (PreparedStatement wanted = connection.prepareStatement(OutboxSql.WANTED_BY_NUMBER)) {
      wanted.setLong(1, run);
      try (ResultSet row = wanted.executeQuery()) {
        if (row.next()) {
          enter(connection, run, row.getString(1), notice);
        }
      }
    }
  }

  /** Likewise, for a run that ended with this status. */
  public static void enter(Connection connection, RunId run, Notice notice) throws SQLException {
    try (Batch number = Batch.of(connection, OutboxSql.NUMBER)) {
      OptionalLong found = number.text(run.value()).text(notice.event()).answer();
      if (found.isPresent()) {
        enter(connection, found.getAsLong(), notice);
      }
    }
  }

  // Delivery

  /** Names the channels with deliveries that are due. */
  public Set<String> dueChannels(Instant now) {
    List<String> channels =
        database.read(
            "look for deliveries",
            handle ->
                handle
                    .createQuery(OutboxSql.DUE_CHANNELS)
                    .bind("now", now.toEpochMilli())
                    .mapTo(String.class)
                    .list());
    return new LinkedHashSet<>(channels);
  }

  /** A delivery that is due, and who has it in hand. */
  private record Due(StoredDelivery delivery, @Nullable Long owner, @Nullable String name) {}

  /**
   * Claims the delivery of a channel that has been due longest; no other engine delivers it while
   * this one lives.
   *
   * @param folds whether it stands for all others that are due from then on
   * @return empty if none is due
   */
  public Optional<StoredDelivery> claim(String channel, Instant now, boolean folds) {
    long own = owners.number();
    Optional<StoredDelivery> claimed =
        database.write(
            "claim a delivery",
            handle -> {
              List<Due> due =
                  handle
                      .createQuery(OutboxSql.DUE)
                      .bind("channel", channel)
                      .bind("now", now.toEpochMilli())
                      .bind("limit", 100)
                      .map((row, context) -> due(row))
                      .list();
              for (Due each : due) {
                if (isFree(handle, each, own) && claim(handle, each, own)) {
                  StoredDelivery delivery = each.delivery();
                  return Optional.of(
                      folds && HeldMessages.mayCarry(delivery)
                          ? HeldMessages.into(delivery, handle, now)
                          : delivery);
                }
              }
              return Optional.empty();
            });
    if (claimed.isPresent()) {
      database.harden();
    }
    return claimed;
  }

  /** How many messages a channel was sent in a while, and when the last one. */
  public record Sent(long count, Instant last) {}

  /** What a channel was sent after a moment. */
  public Sent sentSince(String channel, Instant since) {
    return database.read(
        "count what was sent",
        handle ->
            handle
                .createQuery(OutboxSql.SENT_SINCE)
                .bind("channel", channel)
                .bind("since", since.toEpochMilli())
                .map(
                    (row, context) ->
                        new Sent(row.getLong("rows"), Instant.ofEpochMilli(row.getLong("last"))))
                .one());
  }

  /** A channel is served by one thread, so what this engine has in hand was left by a failure. */
  private boolean isFree(Handle handle, Due due, long own) {
    Long owner = due.owner();
    String name = due.name();
    return owner == null || owner == own || name == null || !owners.isAlive(handle, owner, name);
  }

  private static boolean claim(Handle handle, Due due, long own) {
    Long owner = due.owner();
    return handle
            .createUpdate(OutboxSql.CLAIM)
            .bind("owner", own)
            .bind("number", due.delivery().number())
            .bind("attempts", due.delivery().attempts())
            .bind("before", owner == null ? -1 : owner)
            .execute()
        == 1;
  }

  /** Stores that a claimed delivery was accepted. */
  public void sent(StoredDelivery delivery, Instant now) {
    settle(delivery, DeliveryState.SENT, now, now, null);
  }

  /** Stores that a claimed delivery is given up. */
  public void dead(StoredDelivery delivery, Instant now, String error) {
    settle(delivery, DeliveryState.DEAD, now, now, error);
  }

  /** Stores that a claimed delivery is to be tried again. */
  public void again(StoredDelivery delivery, Instant nextAt, String error) {
    settle(delivery, DeliveryState.DUE, nextAt, null, error);
  }

  private void settle(
      StoredDelivery delivery,
      DeliveryState state,
      Instant nextAt,
      @Nullable Instant settledAt,
      @Nullable String error) {
    database.<Integer>write(
        "store what became of a delivery",
        handle ->
            handle
                .createUpdate(OutboxSql.SETTLE)
                .bind("state", state.word())
                .bind("nextAt", nextAt.toEpochMilli())
                .bind("settledAt", settledAt == null ? null : (Long) settledAt.toEpochMilli())
                .bind("error", error == null ? null : StorableText.of(error, LONGEST_ERROR))
                .bind("number", delivery.number())
                .bind("owner", owners.number())
                .execute());
    database.harden();
  }

  /** Gives up what is due to a channel that does not exist. */
  public void giveUp(String channel, Instant now, String error) {
    database.<Integer>write(
        "give up deliveries",
        handle ->
            handle
                .createUpdate(OutboxSql.GIVE_UP_CHANNEL)
                .bind("channel", channel)
                .bind("now", now.toEpochMilli())
                .bind("error", StorableText.of(error, LONGEST_ERROR))
                .execute());
  }

  /** Deletes what was settled long ago. */
  public void forget(Instant now) {
    database.change(
        "delete old deliveries",
        handle -> {
          handle
              .createUpdate(OutboxSql.FORGET)
              .bind("sentBefore", now.minus(SENT_KEPT).toEpochMilli())
              .bind("deadBefore", now.minus(DEAD_KEPT).toEpochMilli())
              .execute();
          for (DeliveryState state : SETTLED) {
            handle
                .createUpdate(OutboxSql.FORGET_SURPLUS)
                .bind("state", state.word())
                .bind("most", MOST_KEPT)
                .execute();
          }
        });
  }

  // What people ask

  /**
   * A page of deliveries, newest first.
   *
   * @param before only those with a lower number
   */
  public List<StoredDelivery> list(DeliveryFilter filter, long before, int limit) {
    DeliveryState state = filter.state();
    RunId run = filter.run();
    return database.read(
        "list deliveries",
        handle ->
            handle
                .createQuery(OutboxSql.LIST)
                .bind("before", before)
                .bind("state", state == null ? null : state.word())
                .bind("channel", filter.channel())
                .bind("run", run == null ? null : run.value())
                .bind("principal", filter.principal())
                .bind("limit", limit)
                .map((row, context) -> read(row))
                .list());
  }

  /** Looks for a delivery. */
  public Optional<StoredDelivery> find(DeliveryId id) {
    return database.read("read a delivery", handle -> find(handle, id));
  }

  private static Optional<StoredDelivery> find(Handle handle, DeliveryId id) {
    return handle
        .createQuery(OutboxSql.ONE)
        .bind("run", id.run().value())
        .bind("channel", id.channel())
        .bind("event", id.event())
        .bind("subject", id.subject())
        .map((row, context) -> read(row))
        .findOne();
  }

  /** The number of deliveries in each state. */
  public Map<DeliveryState, Long> counts() {
    Map<DeliveryState, Long> counts = new EnumMap<>(DeliveryState.class);
    database.change(
        "count deliveries",
        handle ->
            handle
                .createQuery(OutboxSql.COUNTS)
                .map(
                    (row, context) ->
                        Map.entry(
                            DeliveryState.ofWord(row.getString("state")), row.getLong("rows")))
                .forEach(each -> counts.put(each.getKey(), each.getValue())));
    return counts;
  }

  /**
   * Makes a settled delivery due again; one that is due is not changed.
   *
   * @return the delivery as it is then; empty if there is none
   */
  public Optional<StoredDelivery> resend(DeliveryId id, Instant now) {
    Optional<StoredDelivery> found =
        database.write(
            "send a delivery again",
            handle -> {
              Optional<StoredDelivery> before = find(handle, id);
              before.ifPresent(
                  each ->
                      handle
                          .createUpdate(OutboxSql.RESEND)
                          .bind("now", now.toEpochMilli())
                          .bind("number", each.number())
                          .execute());
              return find(handle, id);
            });
    database.harden();
    return found;
  }

  private static Due due(ResultSet row) throws SQLException {
    long owner = row.getLong("owner");
    boolean owned = !row.wasNull();
    return new Due(read(row), owned ? (Long) owner : null, row.getString("owner_name"));
  }

  private static StoredDelivery read(ResultSet row) throws SQLException {
    long settledAt = row.getLong("settled_at_ms");
    boolean settled = !row.wasNull();
    return new StoredDelivery(
        row.getLong("number"),
        new DeliveryId(
            new RunId(row.getString("run_id")),
            row.getString("event"),
            row.getString("subject"),
            row.getString("channel")),
        row.getString("recipe_name"),
        row.getString("principal"),
        row.getString("message"),
        Instant.ofEpochMilli(row.getLong("at_ms")),
        DeliveryState.ofWord(row.getString("state")),
        row.getInt("attempts"),
        Instant.ofEpochMilli(row.getLong("next_at_ms")),
        settled ? Instant.ofEpochMilli(settledAt) : null,
        row.getString("last_error"));
  }

  // Whoever delivers

  /** Calls this before the database is closed, when nothing is entered any more. */
  public void beforeClose(Runnable closing) {
    atClose = closing;
  }

  @Override
  public void close() {
    atClose.run();
  }
}
