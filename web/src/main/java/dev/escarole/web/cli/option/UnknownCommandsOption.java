package dev.escarole.web.cli.option;

import dev.escarole.engine.UnknownCommandRule;
import dev.escarole.web.cli.text.UsageException;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** What is done with recipes that name unregistered commands. */
public final class UnknownCommandsOption {

  private static final List<String> WORDS = List.of("refuse", "fail-step");

  @Option(
      names = "--unknown-commands",
      paramLabel = "RULE",
      converter = Rule.class,
      completionCandidates = Words.class,
      description =
          "What happens to a recipe that names an unknown command. One of ${COMPLETION-CANDIDATES}:"
              + " nothing starts, or its step fails with exit code 127. Default: refuse.")
  private UnknownCommandRule rule = UnknownCommandRule.REFUSE;

  public UnknownCommandRule rule() {
    return rule;
  }

  public boolean refuses() {
    return rule == UnknownCommandRule.REFUSE;
  }

  /**
   * A server has a rule of its own.
   *
   * @throws UsageException if another one was given
   */
  public void refuseAtServer() {
    if (!refuses()) {
      throw new UsageException(
          "not-at-a-server",
          "--unknown-commands means nothing to a server",
          "Start the server with it: escarole serve --unknown-commands fail-step");
    }
  }

  static final class Words implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return WORDS.iterator();
    }
  }

  static final class Rule implements ITypeConverter<UnknownCommandRule> {
    @Override
    public UnknownCommandRule convert(String word) {
      return switch (word) {
        case "refuse" -> UnknownCommandRule.REFUSE;
        case "fail-step" -> UnknownCommandRule.FAIL_STEP;
        default -> throw new TypeConversionException("expected one of refuse, fail-step");
      };
    }
  }
}
