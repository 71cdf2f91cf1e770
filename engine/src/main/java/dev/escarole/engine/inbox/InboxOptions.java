package dev.escarole.engine.inbox;

import dev.escarole.engine.broker.Principal;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Options of an inbox. Immutable; each {@code with} method returns a changed copy.
 *
 * @param principal on whose behalf the files act; default: the local operator
 * @param settle how long size and time of a file must not have changed before it is taken; default
 *     2 s
 * @param lookEvery interval of looks into the directory; default 500 ms
 * @param mostAtOnce most files that are claimed at the same time, 1 to 10,000; default 64
 * @param mostBytes most bytes of the claimed files together, unless a single file has more; default
 *     128 MiB
 * @param installation names the database of the engine: files that a dead engine has claimed are
 *     taken over only by engines of the same installation, because only those know whether it has
 *     launched them. Default: empty, for the data directory of the engine
 * @param clock source of time
 */
public record InboxOptions(
    Principal principal,
    Duration settle,
    Duration lookEvery,
    int mostAtOnce,
    long mostBytes,
    String installation,
    InstantSource clock) {

  private static final InboxOptions DEFAULTS =
      new InboxOptions(
          Principal.localOperator(),
          Duration.ofSeconds(2),
          Duration.ofMillis(500),
          64,
          128L << 20,
          "",
          InstantSource.system());

  public InboxOptions {
    if (mostAtOnce < 1 || mostAtOnce > 10_000) {
      throw new IllegalArgumentException(
          "InboxOptions.mostAtOnce must be 1..10000, was " + mostAtOnce);
    }
    if (mostBytes < 1) {
      throw new IllegalArgumentException(
          "InboxOptions.mostBytes must be at least 1, was " + mostBytes);
    }
    if (settle.toMillis() < 1 || lookEvery.toMillis() < 1) {
      throw new IllegalArgumentException(
          "InboxOptions.settle and lookEvery must be at least 1 ms each, were %s and %s"
              .formatted(settle, lookEvery));
    }
  }

  public static InboxOptions defaults() {
    return DEFAULTS;
  }

  public InboxOptions withPrincipal(Principal value) {
    return new InboxOptions(value, settle, lookEvery, mostAtOnce, mostBytes, installation, clock);
  }

  public InboxOptions withSettle(Duration value) {
    return new InboxOptions(
        principal, value, lookEvery, mostAtOnce, mostBytes, installation, clock);
  }

  public InboxOptions withLookEvery(Duration value) {
    return new InboxOptions(principal, settle, value, mostAtOnce, mostBytes, installation, clock);
  }

  public InboxOptions withMostAtOnce(int value) {
    return new InboxOptions(principal, settle, lookEvery, value, mostBytes, installation, clock);
  }

  public InboxOptions withMostBytes(long value) {
    return new InboxOptions(principal, settle, lookEvery, mostAtOnce, value, installation, clock);
  }

  public InboxOptions withInstallation(String value) {
    return new InboxOptions(principal, settle, lookEvery, mostAtOnce, mostBytes, value, clock);
  }

  public InboxOptions withClock(InstantSource value) {
    return new InboxOptions(
        principal, settle, lookEvery, mostAtOnce, mostBytes, installation, value);
  }
}
