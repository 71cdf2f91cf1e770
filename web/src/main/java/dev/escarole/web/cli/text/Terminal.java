package dev.escarole.web.cli.text;

import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * What the launcher and the environment tell about the terminal, which Java 17 cannot ask itself.
 *
 * @param stdin whether standard input is a terminal
 * @param stdout whether standard output is a terminal
 * @param stderr whether standard error is a terminal
 * @param width its columns
 * @param height its lines
 * @param colour whether text on it may be coloured
 * @param unicode whether it shows more than ASCII
 */
public record Terminal(
    boolean stdin,
    boolean stdout,
    boolean stderr,
    int width,
    int height,
    boolean colour,
    boolean unicode) {

  private static final int USUAL_WIDTH = 80;
  private static final int USUAL_HEIGHT = 24;
  private static final int NARROWEST = 20;
  private static final int LOWEST = 4;

  /** No terminal at all. */
  public static final Terminal NONE =
      new Terminal(false, false, false, USUAL_WIDTH, USUAL_HEIGHT, false, true);

  /** Reads the launcher's system properties and the user's environment. */
  public static Terminal detect(Map<String, String> environment) {
    return detect(environment, System::getProperty);
  }

  /** Reads the properties that the launcher has set for the caller, and its environment. */
  public static Terminal detect(
      Map<String, String> environment, UnaryOperator<@Nullable String> properties) {
    boolean dumb = environment.getOrDefault("TERM", "").equals("dumb");
    return new Terminal(
        Boolean.parseBoolean(properties.apply("escarole.stdin.terminal")),
        Boolean.parseBoolean(properties.apply("escarole.stdout.terminal")),
        Boolean.parseBoolean(properties.apply("escarole.stderr.terminal")) && !dumb,
        Math.max(NARROWEST, number(properties.apply("escarole.columns"), USUAL_WIDTH)),
        Math.max(LOWEST, number(properties.apply("escarole.lines"), USUAL_HEIGHT)),
        environment.getOrDefault("NO_COLOR", "").isEmpty() && !dumb,
        !"false".equalsIgnoreCase(properties.apply("escarole.unicode")));
  }

  private static int number(@Nullable String text, int preset) {
    try {
      int value = text == null || text.isEmpty() ? 0 : Integer.decode(text);
      return value > 0 ? value : preset;
    } catch (NumberFormatException e) {
      return preset;
    }
  }
}
