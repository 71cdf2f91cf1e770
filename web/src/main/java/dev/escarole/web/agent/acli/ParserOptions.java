package dev.escarole.web.agent.acli;

/**
 * Limits on lines (acli, section 4.2). Lengths are in code points.
 *
 * @param commandLength longest line: default 10,000
 * @param words maximum number of words, including the command's name: default 100
 * @param wordLength longest word: default 10,000
 * @param strict whether shell metacharacters are refused (section 4.2.1). They have no meaning here
 *     and are needed in programs for {@code jq} or {@code sed}, so the default is false
 */
public record ParserOptions(int commandLength, int words, int wordLength, boolean strict) {

  /** The default limits. */
  public static final ParserOptions DEFAULTS = new ParserOptions(10_000, 100, 10_000, false);

  public ParserOptions {
    if (commandLength < 1 || words < 1 || wordLength < 1) {
      throw new IllegalArgumentException(
          "ParserOptions: commandLength, words and wordLength must be 1 or more, were %d, %d, %d"
              .formatted(commandLength, words, wordLength));
    }
  }

  /** Returns these options with shell metacharacters refused or allowed. */
  public ParserOptions withStrict(boolean value) {
    return new ParserOptions(commandLength, words, wordLength, value);
  }
}
