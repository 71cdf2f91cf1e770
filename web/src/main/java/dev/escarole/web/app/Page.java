package dev.escarole.web.app;

import org.jspecify.annotations.Nullable;

/**
 * A reply that is one page of a list.
 *
 * @param <T> the reply itself
 */
public interface Page<T> {

  /** Where the next page begins: a cursor, or in REST's documents its address; null on the last. */
  @Nullable String next();

  /** The same page, with that said in other words. */
  T withNext(@Nullable String other);
}
