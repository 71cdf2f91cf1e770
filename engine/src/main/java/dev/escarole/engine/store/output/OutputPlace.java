package dev.escarole.engine.store.output;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.regex.Pattern;

/**
 * Where large outputs are kept, and which ones are large. Immutable.
 *
 * @param address a directory, or the address of a store with a provider, such as {@code
 *     s3://bucket/prefix}
 * @param above outputs with more bytes than this are kept there, the others in the database: 1 KiB
 *     to 1 TiB, default 256 KiB
 */
public record OutputPlace(String address, long above) {

  /** The default threshold in bytes. */
  public static final long DEFAULT_ABOVE = 256L * 1024;

  /** The smallest threshold in bytes. */
  public static final long LEAST_ABOVE = 1024;

  private static final long MOST = 1024L * 1024 * 1024 * 1024;

  /** Of at least two letters, so that it is not the drive of a path. */
  private static final Pattern SCHEME = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]+:.*");

  /**
   * Checks the values.
   *
   * @throws IllegalArgumentException if one is wrong; the message says how
   */
  public OutputPlace {
    if (above < LEAST_ABOVE || above > MOST) {
      throw new IllegalArgumentException(
          "the size above which outputs are kept outside must be %d..%d bytes (default %d), was %d"
              .formatted(LEAST_ABOVE, MOST, DEFAULT_ABOVE, above));
    }
    if (address.isBlank()) {
      throw new IllegalArgumentException("the place of large outputs must not be empty");
    }
    if (isAddress(address)) {
      URI uri = uri(address);
      if (uri.getUserInfo() != null) {
        throw new IllegalArgumentException(
            "the address of an output store must not have a user or password in it");
      }
    } else {
      path(address);
    }
  }

  /**
   * A place with the default threshold.
   *
   * @throws IllegalArgumentException if the address is wrong; the message says how
   */
  public static OutputPlace of(String address) {
    return new OutputPlace(address, DEFAULT_ABOVE);
  }

  public OutputPlace withAbove(long bytes) {
    return new OutputPlace(address, bytes);
  }

  /** The directory; empty for another kind of store. */
  public Optional<Path> directory() {
    return isAddress(address) ? Optional.empty() : Optional.of(path(address));
  }

  /**
   * Opens the store.
   *
   * @throws IllegalArgumentException if there is no provider for the address, or the directory
   *     cannot be used
   */
  public OutputStore open() {
    Path path = directory().orElse(null);
    if (path != null) {
      return DirectoryOutputStore.open(path);
    }
    URI uri = uri(address);
    String scheme = uri.getScheme().toLowerCase(Locale.ROOT);
    List<String> known = new ArrayList<>();
    for (OutputStoreProvider provider : ServiceLoader.load(OutputStoreProvider.class)) {
      if (provider.scheme().equals(scheme)) {
        return provider.open(uri);
      }
      known.add(provider.scheme());
    }
    throw new IllegalArgumentException(
        "there is no library for output stores at '%s:' in the class path; %s"
            .formatted(
                scheme,
                known.isEmpty()
                    ? "for s3: add dev.escarole:escarole-s3, or name a directory"
                    : "there are some for " + String.join(", ", known)));
  }

  private static boolean isAddress(String address) {
    return SCHEME.matcher(address).matches();
  }

  private static URI uri(String address) {
    try {
      return new URI(address);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(
          "the address of the output store cannot be read: " + e.getReason(), e);
    }
  }

  private static Path path(String address) {
    try {
      return Path.of(address).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("the directory of large outputs has an invalid path", e);
    }
  }
}
