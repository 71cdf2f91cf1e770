package dev.escarole.web.server;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Who gets into a server, and how it knows them. Immutable.
 *
 * @param tokenFile null if everybody gets in who reaches the server
 * @param sessionFile where sessions are kept; null if they end with the server
 * @param trustedProxies addresses or ranges of proxies that say for whom they ask
 */
public record Entrance(
    @Nullable Path tokenFile, @Nullable Path sessionFile, List<String> trustedProxies) {

  /** For everybody who reaches the server. */
  public static final Entrance OPEN = new Entrance(null, null, List.of());

  public Entrance {
    trustedProxies = List.copyOf(trustedProxies);
  }

  /** Whether nobody is asked for a token. */
  public boolean isOpen() {
    return tokenFile == null;
  }
}
