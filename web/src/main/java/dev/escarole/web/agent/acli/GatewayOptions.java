package dev.escarole.web.agent.acli;

import java.time.Duration;
import java.util.List;

/**
 * How a gateway is set up. Immutable.
 *
 * @param about what discovery says of the program
 * @param parser what a line may be
 * @param patience how long a command may take, besides what its caller asks it to wait: 30 s unless
 *     set
 */
public record GatewayOptions(About about, ParserOptions parser, Duration patience) {

  /**
   * What discovery says of the program.
   *
   * @param examples lines to begin with
   */
  public record About(String name, String version, String description, List<String> examples) {
    public About {
      examples = List.copyOf(examples);
    }
  }

  public GatewayOptions {
    if (patience.isNegative() || patience.isZero()) {
      throw new IllegalArgumentException(
          "GatewayOptions.patience must be more than nothing, was " + patience);
    }
  }

  /** The options that hold unless set otherwise. */
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
