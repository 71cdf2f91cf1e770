package dev.escarole.web.agent.acli;

/**
 * What a line may be (acli, section 4.2). Lengths are in code points.
 *
 * @param commandLength longest line: 10,000 unless set
 * @param words most words, the command's own included: 100 unless set
 * @param wordLength longest word: 10,000 unless set
 * @param strict whether characters that shells give a meaning to are refused (section 4.2.1). They
 *     mean nothing here, and programs for {@code jq} or {@code sed} are made of them, so they are
 *     plain text unless this is set
 */
public record ParserOptions(int commandLength, int words, int wordLength, boolean strict) {

  /** What holds unless set otherwise. */
  public static final ParserOptions DEFAULTS = new ParserOptions(10_000, 100, 10_000, false);

  public ParserOptions {
    if (commandLength < 1 || words < 1 || wordLength < 1) {
      throw new IllegalArgumentException(
          "ParserOptions: commandLength, words and wordLength must be 1 or more, were %d, %d, %d"
              .formatted(commandLength, words, wordLength));
    }
  }

  /** These options, with characters that have a meaning for shells refused or let pass. */
  public ParserOptions withStrict(boolean value) {
    return new ParserOptions(commandLength, words, wordLength, value);
  }
}
