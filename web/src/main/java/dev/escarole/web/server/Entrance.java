package dev.escarole.web.server;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a server authenticates callers. Immutable.
 *
 * @param tokenFile null if the server requires no token
 * @param sessionFile where sessions are kept; null if they end with the server
 * @param trustedProxies addresses or ranges of proxies whose forwarding headers are trusted
 */
public record Entrance(
    @Nullable Path tokenFile, @Nullable Path sessionFile, List<String> trustedProxies) {

  /** Without tokens. */
  public static final Entrance OPEN = new Entrance(null, null, List.of());

  public Entrance {
    trustedProxies = List.copyOf(trustedProxies);
  }

  /** Whether the server requires no token. */
  public boolean isOpen() {
    return tokenFile == null;
  }
}
