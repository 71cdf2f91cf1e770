package dev.escarole.engine.broker;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The policies of all principals, read from a file. Changes of the file take effect within {@value
 * #LOOK_EVERY_MILLIS} ms; if the changed file is invalid, the previous policy stays in force, with
 * one warning.
 *
 * <p>A principal that was allowed earlier and no longer is counts as revoked; one that never was
 * counts as denied.
 *
 * <p>Thread-safe. The thread that finds a check due reads the file; the others continue with the
 * current policy.
 */
public final class PolicyBook implements Function<Principal, Policy> {

  static final long LOOK_EVERY_MILLIS = 200;

  /** Timestamp resolution: two changes within this time may have equal attributes. */
  private static final long TICK_MILLIS = 2_000;

  private final Path file;
  private final PolicyReader reader;
  private final Consumer<String> warnings;
  private final InstantSource clock;
  private final Set<String> onceAllowed = ConcurrentHashMap.newKeySet();
  private final ReentrantLock looking = new ReentrantLock();

  private volatile PolicyFile policy = PolicyFile.empty();
  private volatile long lookedAt;

  // The fields below are guarded by the lock.
  private @Nullable Stamp seen;
  private boolean settled;
  private String lastWarning = "";

  private record Stamp(long size, Instant modified, String key) {}

  private PolicyBook(
      Path file, PolicyReader reader, Consumer<String> warnings, InstantSource clock) {
    this.file = file;
    this.reader = reader;
    this.warnings = warnings;
    this.clock = clock;
  }

  /**
   * Opens a policy file that must exist.
   *
   * @param warnings receives one sentence when the changed file cannot be used; called on any
   *     thread
   * @throws PolicyException if the file does not exist or cannot be used
   */
  public static PolicyBook open(
      Path file, PolicyReader reader, Consumer<String> warnings, InstantSource clock) {
    PolicyBook book = new PolicyBook(file, reader, warnings, clock);
    book.seen = book.stamp();
    book.take(reader.read(file));
    return book;
  }

  /**
   * Opens a policy file that need not exist; without it only the local operator may do anything.
   *
   * @throws PolicyException if the file exists and cannot be used
   */
  public static PolicyBook openIfPresent(
      Path file, PolicyReader reader, Consumer<String> warnings, InstantSource clock) {
    return Files.exists(file)
        ? open(file, reader, warnings, clock)
        : new PolicyBook(file, reader, warnings, clock);
  }

  /**
   * State of the policy file. Immutable.
   *
   * @param file its path, whether or not it exists
   * @param present whether it existed at the last check
   * @param principals the principals of the policy in force, in alphabetical order
   * @param trouble why it cannot be used, in which case the previous policy stays in force; empty
   *     if it can
   */
  public record State(Path file, boolean present, List<String> principals, String trouble) {

    public State {
      principals = List.copyOf(principals);
    }
  }

  /** Returns the state of the file at the last check. */
  public State state() {
    look();
    looking.lock();
    try {
      return new State(
          file, seen != null, policy.principals().keySet().stream().sorted().toList(), lastWarning);
    } finally {
      looking.unlock();
    }
  }

  /** Returns how programs run now that are not built in, for all callers. */
  public ProgramCode programs() {
    look();
    return policy.programs();
  }

  /** Returns the current policy of a principal. */
  @Override
  public Policy apply(Principal principal) {
    look();
    Policy found = policy.of(principal);
    return !found.allow() && onceAllowed.contains(principal.name())
        ? found.withStanding(Policy.Standing.REVOKED)
        : found;
  }

  private void look() {
    long now = clock.millis();
    long since = now - lookedAt;
    if ((since >= 0 && since < LOOK_EVERY_MILLIS) || !looking.tryLock()) {
      return;
    }
    try {
      lookedAt = now;
      refresh();
    } finally {
      looking.unlock();
    }
  }

  private void refresh() {
    Stamp stamp = stamp();
    if (stamp == null) {
      if (seen != null) {
        warn("it does not exist any more");
      }
      return;
    }
    if (settled && stamp.equals(seen)) {
      return;
    }
    seen = stamp;
    settled = stamp.modified().plusMillis(TICK_MILLIS).isBefore(clock.instant());
    try {
      take(reader.read(file));
    } catch (PolicyException e) {
      warn(String.valueOf(e.getMessage()));
    }
  }

  private void take(PolicyFile read) {
    policy.principals().forEach(this::remember);
    policy = read;
    lastWarning = "";
    lookedAt = clock.millis();
  }

  private void remember(String name, Policy before) {
    if (before.allow()) {
      onceAllowed.add(name);
    }
  }

  private void warn(String why) {
    if (!why.equals(lastWarning)) {
      lastWarning = why;
      warnings.accept(
          "The policy file %s cannot be used; the previous policy stays in force. %s"
              .formatted(file, why));
    }
  }

  private @Nullable Stamp stamp() {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return new Stamp(
          attributes.size(),
          attributes.lastModifiedTime().toInstant(),
          String.valueOf(attributes.fileKey()));
    } catch (NoSuchFileException e) {
      return null;
    } catch (IOException e) {
      // Reading the file reports the problem.
      return new Stamp(-1, Instant.EPOCH, "");
    }
  }
}
