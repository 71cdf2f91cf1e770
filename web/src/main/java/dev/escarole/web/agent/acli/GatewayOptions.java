package dev.escarole.web.agent.acli;

import java.time.Duration;
import java.util.List;

/**
 * Options of a gateway. Immutable.
 *
 * @param about the program's description for discovery
 * @param strict whether shell metacharacters are refused (acli, section 4.2.1). They have no
 *     meaning here and are needed in programs for {@code jq} or {@code sed}
 * @param patience the timeout of a command, not counting a wait that its caller requests: default
 *     30 s
 */
public record GatewayOptions(About about, boolean strict, Duration patience) {

  /**
   * The program's description for discovery.
   *
   * @param examples lines to start with
   */
  public record About(String name, String version, String description, List<String> examples) {
    public About {
      examples = List.copyOf(examples);
    }
  }

  public GatewayOptions {
    if (patience.isNegative() || patience.isZero()) {
      throw new IllegalArgumentException(
          "GatewayOptions.patience must be positive, was " + patience);
    }
  }

  /** Options with the default timeout. */
  public GatewayOptions(About about, boolean strict) {
    this(about, strict, Duration.ofSeconds(30));
  }
}
