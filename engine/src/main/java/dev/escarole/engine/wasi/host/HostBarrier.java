package dev.escarole.engine.wasi.host;

import java.nio.file.AccessDeniedException;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Restrictions on what a guest reaches through a granted directory. Both parts must be thread-safe.
 *
 * @param hides whether an entry with these attributes is hidden from the guest
 * @param check is called after the granted directory was opened
 */
public record HostBarrier(Predicate<BasicFileAttributes> hides, Check check) {

  /** Check of a granted directory. */
  @FunctionalInterface
  public interface Check {

    /**
     * Checks the opened directory.
     *
     * @param key its identity; null if the platform has none
     * @throws AccessDeniedException if it must not be given to the guest
     */
    void of(@Nullable Object key) throws AccessDeniedException;
  }
}
