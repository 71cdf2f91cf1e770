package dev.escarole.engine.notify;

import dev.escarole.engine.Engine;
import dev.escarole.engine.OutboxAccess;
import dev.escarole.engine.Subscription;
import dev.escarole.engine.http.dial.Dialer;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.outbox.DeliveryFilter;
import dev.escarole.engine.store.outbox.DeliveryId;
import dev.escarole.engine.store.outbox.DeliveryState;
import dev.escarole.engine.store.outbox.Outbox;
import dev.escarole.engine.store.outbox.StoredDelivery;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells people about the runs of an engine, through channels that the operator has set up in a
 * file. What is to be told is stored with the end of each run, and delivered afterwards, at least
 * once. Thread-safe. Closed by its engine.
 */
public final class Notifications {

  /** How long a receiver may take. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private static final int MOST_TESTS = 2;

  private static final Logger LOG = LoggerFactory.getLogger(Notifications.class);

  /** One for each engine. */
  private static final Map<Engine, Notifications> OPEN = new WeakHashMap<>();

  private final Outbox outbox;
  private final InstantSource clock;
  private final ChannelBook book;
  private final Dialer dialer;
  private final Sender sender;
  private final Courier courier;
  private final Semaphore tests = new Semaphore(MOST_TESTS);
  private volatile @Nullable Subscription ends;

  /** What surrounds deliveries, for tests. */
  record Surroundings(
      InstantSource clock,
      UnaryOperator<@Nullable String> environment,
      Dialer.Lookup lookup,
      Supplier<SSLSocketFactory> tls,
      Duration limit) {

    static Surroundings real(InstantSource clock) {
      return new Surroundings(
          clock,
          System::getenv,
          InetAddress::getAllByName,
          // Slow to make, and not needed for a file.
          () -> (SSLSocketFactory) SSLSocketFactory.getDefault(),
          LIMIT);
    }
  }

  Notifications(Engine engine, Path file, Surroundings around) {
    this.outbox = OutboxAccess.outbox(engine);
    this.clock = around.clock();
    this.book = new ChannelBook(file, around.environment(), this::use);
    this.dialer = new Dialer(around.lookup(), around.tls(), around.limit());
    this.sender = new Sender(dialer, clock);
    this.courier = new Courier(outbox, book, sender, clock);
    outbox.beforeClose(this::close);
    book.look();
  }

  private void use(Channels channels) {
    outbox.always(
        channels.always(),
        channels.byName().values().stream()
            .filter(each -> !each.head().forRecipes())
            .map(each -> each.head().name())
            .toList());
  }

  /**
   * Tells people about the runs of an engine if the operator has set up channels: in {@code
   * notify.yaml} in the data directory.
   *
   * @param stays whether to deliver what earlier engines have left, too; otherwise that begins with
   *     the end of a run
   */
  public static void open(Engine engine, InstantSource clock, boolean stays) {
    if (Files.exists(OutboxAccess.channels(engine))) {
      Notifications opened = of(engine, clock);
      opened.hear(engine);
      if (stays) {
        opened.courier.start();
      }
    }
  }

  /** The notifications of an engine. */
  public static Notifications of(Engine engine, InstantSource clock) {
    synchronized (OPEN) {
      return OPEN.computeIfAbsent(
          engine,
          each -> new Notifications(each, OutboxAccess.channels(each), Surroundings.real(clock)));
    }
  }

  private synchronized void hear(Engine engine) {
    if (ends == null) {
      ends =
          engine.listen(
              event -> {
                if (mayTell(event)) {
                  courier.start();
                  courier.wake();
                }
              });
    }
  }

  /** A wait is stored a moment later, and found by the next look. */
  private static boolean mayTell(RunEvent event) {
    return event instanceof RunEvent.RunEnded
        || (event instanceof RunEvent.StepChanged changed && changed.state() == StepState.AWAITING);
  }

  /**
   * A channel as people see it.
   *
   * @param kind such as {@code webhook}
   * @param target where messages go, without secrets
   * @param forRecipes whether recipes may name it
   * @param perHour most messages in an hour; 0 for no limit
   */
  public record ChannelView(
      String name, String kind, String target, boolean forRecipes, int perHour) {}

  /** The channels, in the operator's order. */
  public List<ChannelView> channels() {
    return book.get().byName().values().stream()
        .map(
            each ->
                new ChannelView(
                    each.head().name(),
                    each.kind(),
                    each.target(),
                    each.head().forRecipes(),
                    each.head().perHour()))
        .toList();
  }

  /** Whether there are any channels; costs no more than a look at a file. */
  public boolean isSetUp() {
    return !book.get().byName().isEmpty();
  }

  /** Why the operator's file cannot be used; null if it can, or does not exist. */
  public @Nullable String trouble() {
    return book.trouble();
  }

  /** The operator's file, which may be missing. */
  public Path file() {
    return book.file();
  }

  /**
   * A page of deliveries, newest first.
   *
   * @param before only those with a lower number
   */
  public List<StoredDelivery> list(DeliveryFilter filter, long before, int limit) {
    return outbox.list(filter, before, limit);
  }

  /** The delivery with this id; empty if there is none. */
  public Optional<StoredDelivery> find(String id) {
    return DeliveryId.parse(id).flatMap(outbox::find);
  }

  /** The number of deliveries in each state. */
  public Map<DeliveryState, Long> counts() {
    return outbox.counts();
  }

  /**
   * Sends a delivery again that was sent or given up; under the same id.
   *
   * @param id see {@link StoredDelivery#id}
   * @return the delivery as it is then; one that was still due has not changed. Empty if there is
   *     none
   */
  public Optional<StoredDelivery> resend(String id) {
    Optional<StoredDelivery> found =
        DeliveryId.parse(id).flatMap(key -> outbox.resend(key, clock.instant()));
    found.ifPresent(each -> courier.forgetRest(each.channel()));
    courier.start();
    courier.wake();
    return found;
  }

  /**
   * Sends a message to a channel at once, to try it; it is neither stored nor repeated.
   *
   * @param principal who tries it
   * @return empty if there is no such channel
   */
  public Optional<Attempt> test(String name, String principal) {
    Channel channel = book.get().find(name);
    if (channel == null) {
      return Optional.empty();
    }
    if (!tests.tryAcquire()) {
      return Optional.of(new Attempt.Failed("others are being tried; try again", null));
    }
    try {
      Instant now = clock.instant();
      String id = "test-" + UUID.randomUUID();
      Attempt attempt = sender.send(channel, Message.test(name, id, principal, now));
      if (attempt instanceof Attempt.Accepted) {
        courier.forgetRest(name);
        courier.wake();
      }
      return Optional.of(attempt);
    } finally {
      tests.release();
    }
  }

  /** Delivers all that is due now, on this thread, for tests. */
  void deliverDue() {
    courier.deliverDue();
  }

  /** Delivers by itself from now on, for tests. */
  void start() {
    courier.start();
  }

  private void close() {
    Subscription heard = ends;
    if (heard != null) {
      heard.close();
    }
    try {
      courier.close();
      dialer.close();
      courier.end();
    } catch (RuntimeException e) {
      LOG.warn("Notifications do not end as they should", e);
    }
    synchronized (OPEN) {
      OPEN.values().remove(this);
    }
  }
}
