package dev.escarole.engine.wasi.host;

import java.nio.file.AccessDeniedException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What of the host a guest does not reach through a granted directory. Both parts must be safe for
 * use by many threads.
 *
 * @param hides says of an entry, by its attributes, that the guest may neither see nor use it
 * @param check is passed once the granted directory has been opened
 */
public record HostBarrier(Predicate<BasicFileAttributes> hides, Check check) {

  /** Holds nothing back. */
  public static final HostBarrier NONE = new HostBarrier(attributes -> false, key -> {});

  /** What is asked of a granted directory. */
  @FunctionalInterface
  public interface Check {

    /**
     * Checks what was opened.
     *
     * @param key its identity; null where the platform has none
     * @throws AccessDeniedException if it must not be given to the guest
     */
    void of(@Nullable Object key) throws AccessDeniedException;
  }
}
