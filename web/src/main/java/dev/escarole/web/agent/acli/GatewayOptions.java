package dev.escarole.web.agent.acli;

import java.time.Duration;
import java.util.List;

/**
 * Options of a gateway. Immutable.
 *
 * @param about the program's description for discovery
 * @param parser limits on lines
 * @param patience the timeout of a command, not counting a wait that its caller requests: default
 *     30 s
 */
public record GatewayOptions(About about, ParserOptions parser, Duration patience) {

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

  /** The default options. */
  public static GatewayOptions of(About about) {
    return new GatewayOptions(about, ParserOptions.DEFAULTS, Duration.ofSeconds(30));
  }

  public GatewayOptions withParser(ParserOptions newParser) {
    return new GatewayOptions(about, newParser, patience);
  }

  public GatewayOptions withPatience(Duration newPatience) {
    return new GatewayOptions(about, parser, newPatience);
  }
}
