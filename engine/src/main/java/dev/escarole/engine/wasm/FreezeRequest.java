package dev.escarole.engine.wasm;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Invocation;
import org.jspecify.annotations.Nullable;

/**
 * How a program is frozen. Immutable.
 *
 * @param invocation name, arguments, environment, directories and limits of the initializer; it has
 *     no standard input, and its directories must be read-only
 * @param initializer the exported function that initializes the program; null for {@link
 *     Freezer#INITIALIZERS} and {@link Freezer#REACTOR}
 * @param start the exported function that becomes {@code _start}; null to keep the program's own
 * @param seed of the random numbers that the initializer gets
 */
public record FreezeRequest(
    Invocation invocation, @Nullable String initializer, @Nullable String start, long seed) {

  /** Refuses what would make the result depend on more than the request. */
  public FreezeRequest {
    for (DirectoryGrant each : invocation.directories()) {
      if (each.mode() != DirectoryGrant.Mode.READ_ONLY) {
        throw new IllegalArgumentException(
            "a program is frozen with read-only directories, but " + each.guest() + " is writable");
      }
    }
    if (invocation.input().size() > 0) {
      throw new IllegalArgumentException("a program is frozen without standard input");
    }
  }

  /** The program's own initializer and start, and random numbers from 0. */
  public static FreezeRequest of(Invocation invocation) {
    return new FreezeRequest(invocation, null, null, 0);
  }

  /** The same with another initializer. */
  public FreezeRequest withInitializer(@Nullable String export) {
    return new FreezeRequest(invocation, export, start, seed);
  }

  /** The same with another function as {@code _start}. */
  public FreezeRequest withStart(@Nullable String export) {
    return new FreezeRequest(invocation, initializer, export, seed);
  }

  /** The same with another seed. */
  public FreezeRequest withSeed(long value) {
    return new FreezeRequest(invocation, initializer, start, value);
  }
}
