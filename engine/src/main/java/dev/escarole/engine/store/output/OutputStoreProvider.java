package dev.escarole.engine.store.output;

import java.net.URI;

/**
 * Opens stores of a kind, such as buckets. Found by {@link java.util.ServiceLoader};
 * implementations have a public constructor without parameters.
 */
public interface OutputStoreProvider {

  /** The scheme of the addresses, in lower case, such as {@code s3}. */
  String scheme();

  /**
   * Opens a store. Credentials are not part of its address.
   *
   * @throws IllegalArgumentException if the address is wrong; the message says how
   */
  OutputStore open(URI address);
}
