package dev.escarole.engine.store.database;

import dev.escarole.engine.store.output.OutputPlace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Address of the database, place of large outputs, and limits of the write queue. Immutable; values
 * are checked on construction.
 *
 * @param address address of the database
 * @param connections number of connections, one of which the journal uses: 2 to 100, default 4
 * @param pendingEvents maximum number of queued events; recording blocks at this number: 1 to
 *     10,000,000, default 65,536
 * @param pendingBytes maximum bytes of output in the queue; a single larger output is accepted when
 *     the queue is empty: 1 to 16 GiB, default 64 MiB
 * @param groupDelay how long the journal waits for further events of a group: 0 to 1 s, default 10
 *     ms. A crash loses at most the events of that time, and their steps run again; a shorter delay
 *     costs more commits. A flush and the end of a run do not wait for it
 * @param durability the kind of crash that a run survives, default {@link Durability#PROCESS}
 * @param outputs where large outputs are kept; null, the default, for the database
 */
public record StoreOptions(
    DatabaseAddress address,
    int connections,
    int pendingEvents,
    long pendingBytes,
    Duration groupDelay,
    Durability durability,
    @Nullable OutputPlace outputs) {

  private static final long GIB = 1024L * 1024 * 1024;
  private static final int CONNECTIONS = 4;
  private static final int PENDING_EVENTS = 65_536;
  private static final long PENDING_BYTES = 64L * 1024 * 1024;
  private static final Duration GROUP_DELAY = Duration.ofMillis(10);
  private static final AtomicLong MEMORY_NAMES = new AtomicLong();

  /**
   * Checks every value.
   *
   * @throws IllegalArgumentException if a value is out of its range
   */
  public StoreOptions {
    check("connections", connections, 2, 100, CONNECTIONS);
    check("pendingEvents", pendingEvents, 1, 10_000_000, PENDING_EVENTS);
    check("pendingBytes", pendingBytes, 1, 16 * GIB, PENDING_BYTES);
    check("groupDelay (in ms)", groupDelay.toMillis(), 0, 1000, GROUP_DELAY.toMillis());
  }

  /** The database at this address, with defaults for everything else. */
  public static StoreOptions at(DatabaseAddress address) {
    return new StoreOptions(
        address, CONNECTIONS, PENDING_EVENTS, PENDING_BYTES, GROUP_DELAY, Durability.PROCESS, null);
  }

  /**
   * The database at this address, with defaults for everything else.
   *
   * @throws IllegalArgumentException if {@link DatabaseAddress#of} cannot parse it
   */
  public static StoreOptions at(String address) {
    return at(DatabaseAddress.of(address));
  }

  /**
   * An H2 database in the file {@code escarole.mv.db} of this directory; both are created when the
   * store is opened.
   *
   * @throws IllegalArgumentException if the path contains a semicolon, which H2 does not support
   */
  public static StoreOptions file(Path directory) {
    String path = directory.toAbsolutePath().normalize().resolve("escarole").toString();
    if (path.indexOf(';') >= 0) {
      throw new IllegalArgumentException(
          "the store's directory must not have a ';' in its path, was '%s'".formatted(directory));
    }
    return at("jdbc:h2:file:" + path);
  }

  /** An H2 database in memory, a new one on each call; it lives until the store is closed. */
  public static StoreOptions memory() {
    return at("jdbc:h2:mem:escarole-" + MEMORY_NAMES.incrementAndGet());
  }

  /** The JDBC URL, without user and password. */
  public String url() {
    return address.url();
  }

  public StoreOptions withConnections(int value) {
    return new StoreOptions(
        address, value, pendingEvents, pendingBytes, groupDelay, durability, outputs);
  }

  public StoreOptions withPendingEvents(int value) {
    return new StoreOptions(
        address, connections, value, pendingBytes, groupDelay, durability, outputs);
  }

  public StoreOptions withPendingBytes(long value) {
    return new StoreOptions(
        address, connections, pendingEvents, value, groupDelay, durability, outputs);
  }

  public StoreOptions withGroupDelay(Duration value) {
    return new StoreOptions(
        address, connections, pendingEvents, pendingBytes, value, durability, outputs);
  }

  public StoreOptions withDurability(Durability value) {
    return new StoreOptions(
        address, connections, pendingEvents, pendingBytes, groupDelay, value, outputs);
  }

  public StoreOptions withOutputs(@Nullable OutputPlace value) {
    return new StoreOptions(
        address, connections, pendingEvents, pendingBytes, groupDelay, durability, value);
  }

  /**
   * Whether both lead to the same kind of connections. Not by the equality of records, which takes
   * longer at its first use than opening a small database may.
   */
  boolean connectsLike(StoreOptions other) {
    return address.equals(other.address) && connections == other.connections;
  }

  private static void check(String name, long value, long least, long most, long preset) {
    if (value < least || value > most) {
      throw new IllegalArgumentException(
          "StoreOptions.%s must be %d..%d (default %d), was %d"
              .formatted(name, least, most, preset, value));
    }
  }
}
