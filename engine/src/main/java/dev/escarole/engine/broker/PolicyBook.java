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
 * The policy of every principal, as a file says it at the time. A file that was replaced counts
 * from the next call on that comes {@value #LOOK_EVERY_MILLIS} ms or more after the last look at
 * it; one that cannot be used leaves what held before in force, with one warning.
 *
 * <p>A principal that was allowed once, and is not any more, is revoked; one that never was, is
 * denied.
 *
 * <p>Safe for use by many threads. Whoever finds that it is time for a look reads the file; the
 * others go on with what they have.
 */
public final class PolicyBook implements Function<Principal, Policy> {

  static final long LOOK_EVERY_MILLIS = 200;

  /** File systems tell time in ticks: a change within this many of another may look the same. */
  private static final long TICK_MILLIS = 2_000;

  private final Path file;
  private final PolicyReader reader;
  private final Consumer<String> warnings;
  private final InstantSource clock;
  private final Set<String> onceAllowed = ConcurrentHashMap.newKeySet();
  private final ReentrantLock looking = new ReentrantLock();

  private volatile PolicyFile policy = PolicyFile.empty();
  private volatile long lookedAt;

  // What follows is guarded by the lock.
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
   * Opens a policy file that somebody named.
   *
   * @param warnings is told, one sentence at a time, when the file changes and cannot be used; any
   *     thread may call it
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
   * Opens a policy file that need not exist; as long as it does not, nobody but the local operator
   * may do anything.
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
   * How the file stands. Immutable.
   *
   * @param file where it is, or would be
   * @param present whether there was one at the last look
   * @param principals whom it names, in alphabetical order, as far as it is in force
   * @param trouble why it cannot be used, so that an earlier one stays in force; empty if it can
   */
  public record State(Path file, boolean present, List<String> principals, String trouble) {

    public State {
      principals = List.copyOf(principals);
    }
  }

  /** Returns how the file stands, as of the last look. */
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

  /** Returns what a principal may do at this moment. */
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
        warn("it is gone");
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
          "The policy file %s cannot be used any more; the policy of before stays in force. %s"
              .formatted(file, why));
    }
  }

  /** Returns what the file system tells about the file; null if there is none to look at. */
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
      // Whatever it is, reading says it better.
      return new Stamp(-1, Instant.EPOCH, "");
    }
  }
}
