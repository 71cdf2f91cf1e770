package dev.escarole.web.api;

import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunId;
import dev.escarole.web.service.Actor;
import dev.escarole.web.service.RefusedException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Remembers which run a launch led to, so that a client that did not hear the answer can ask again
 * without starting a second run. Thread-safe.
 *
 * <p>Kept in memory: at most {@value #MOST} keys, each for a day, the oldest being forgotten first.
 */
final class LaunchKeys {

  /** Keys that are remembered. */
  static final int MOST = 10_000;

  private static final Duration KEPT = Duration.ofDays(1);
  private static final int LONGEST = 255;

  private final InstantSource clock;
  private final Map<Key, Launch> launches = new LinkedHashMap<>();

  LaunchKeys(InstantSource clock) {
    this.clock = clock;
  }

  /** Keys of different principals have nothing to do with each other. */
  private record Key(String principal, String text) {}

  /** A launch that is under way or has led to a run. */
  private record Launch(String digest, Instant at, CompletableFuture<RunId> run) {}

  /**
   * What a launch led to.
   *
   * @param repeated whether an earlier request did it
   */
  record Result(RunId run, boolean repeated) {}

  /**
   * Launches, unless the same was launched under this key before. A launch that was refused is not
   * remembered.
   *
   * @param text the key; null if there is none, and every request launches
   * @param asked all that was asked for
   * @throws RefusedException if something else was launched under the key, or the key is no key
   */
  Result launch(Actor actor, @Nullable String text, byte[] asked, Supplier<RunId> launch) {
    if (text == null) {
      return new Result(launch.get(), false);
    }
    check(text);
    Key key = new Key(actor.principal().name(), text);
    Launch own = new Launch(Content.of(asked).sha256(), clock.instant(), new CompletableFuture<>());
    Launch first = enter(key, own);
    if (first != null) {
      return repeated(first, own);
    }
    try {
      RunId run = launch.get();
      own.run().complete(run);
      return new Result(run, false);
    } catch (RuntimeException | Error e) {
      forget(key);
      own.run().completeExceptionally(e);
      throw e;
    }
  }

  private static void check(String text) {
    boolean visible = text.chars().allMatch(each -> each > ' ' && each < 0x7f);
    if (text.isEmpty() || text.length() > LONGEST || !visible) {
      throw InputValue.bad(
          "bad-key",
          "Idempotency-Key must have 1 to 255 visible ASCII characters",
          "Make a new UUID for each launch.");
    }
  }

  private static Result repeated(Launch first, Launch own) {
    if (!first.digest().equals(own.digest())) {
      throw InputValue.invalid(
          "key-taken",
          "something else was launched under this Idempotency-Key",
          "Make a new key for each launch.");
    }
    try {
      return new Result(first.run().join(), true);
    } catch (CompletionException e) {
      throw e.getCause() instanceof RefusedException refusal ? refusal : e;
    }
  }

  /** Enters a launch under a key, unless there is one, which is returned then. */
  private synchronized @Nullable Launch enter(Key key, Launch launch) {
    Instant until = launch.at().minus(KEPT);
    Iterator<Launch> oldest = launches.values().iterator();
    while (oldest.hasNext()) {
      boolean outdated = oldest.next().at().isBefore(until);
      if (!outdated && launches.size() < MOST) {
        break;
      }
      oldest.remove();
    }
    return launches.putIfAbsent(key, launch);
  }

  private synchronized void forget(Key key) {
    launches.remove(key);
  }
}
