package dev.escarole.web.agent.acli;

/**
 * What a line may be (acli, section 4.2). Lengths are in code points.
 *
 * @param commandLength longest line: 10,000 unless set
 * @param words most words, the command's own included: 100 unless set
 * @param wordLength longest word: 10,000 unless set
 * @param literal whether characters that shells give a meaning to are let pass as plain text; they
 *     have no meaning here either way; not unless set
 */
public record ParserOptions(int commandLength, int words, int wordLength, boolean literal) {

  /** What holds unless set otherwise. */
  public static final ParserOptions DEFAULTS = new ParserOptions(10_000, 100, 10_000, false);

  public ParserOptions {
    if (commandLength < 1 || words < 1 || wordLength < 1) {
      throw new IllegalArgumentException(
          "ParserOptions: commandLength, words and wordLength must be 1 or more, were %d, %d, %d"
              .formatted(commandLength, words, wordLength));
    }
  }

  /** These options, with characters that have a meaning for shells let pass or blocked. */
  public ParserOptions withLiteral(boolean value) {
    return new ParserOptions(commandLength, words, wordLength, value);
  }
}
