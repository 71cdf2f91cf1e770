package dev.escarole.web.agent.acli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Splits lines into words within limits (acli, sections 4.1 and 4.2). In strict mode, shell
 * metacharacters are refused in the resulting words, quoted or not; a backslash that only escapes
 * has been removed by then. Immutable and thread-safe; never throws.
 */
public final class Parser {

  private static final String FORBIDDEN = ";&|`$(){}[]<>!\\";

  private final ParserOptions options;

  public Parser(ParserOptions options) {
    this.options = options;
  }

  /** Returns the words of a line, or why it is refused. */
  public ParseResult parse(@Nullable String line) {
    AcliError unusable = unusable(line);
    if (line == null || unusable != null) {
      return new ParseResult.Refused(
          unusable == null ? AcliError.unparsable("there is no command") : unusable);
    }
    try {
      List<String> words = new Tokenizer(line).words();
      AcliError refusal = refusal(words);
      return refusal == null ? new ParseResult.Ok(words) : new ParseResult.Refused(refusal);
    } catch (AcliException e) {
      return new ParseResult.Refused(e.error());
    }
  }

  private @Nullable AcliError unusable(@Nullable String line) {
    if (line == null || line.isBlank()) {
      return AcliError.unparsable("the line is empty")
          .withHint("Run 'help' for available commands");
    }
    int length = line.codePointCount(0, line.length());
    if (length > options.commandLength()) {
      return AcliError.unparsable(
          "%d characters, at most %d are allowed".formatted(length, options.commandLength()));
    }
    boolean broken =
        line.codePoints()
            .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
    return broken ? AcliError.unparsable("half a character (a lone surrogate)") : null;
  }

  /** Why these words are refused; null if they are not. */
  @Nullable AcliError refusal(List<String> words) {
    if (words.size() > options.words()) {
      return AcliError.unparsable(
          "%d words, at most %d are allowed".formatted(words.size(), options.words()));
    }
    for (String word : words) {
      int length = word.codePointCount(0, word.length());
      if (length > options.wordLength()) {
        return AcliError.unparsable(
            "a word of %d characters, at most %d are allowed"
                .formatted(length, options.wordLength()));
      }
    }
    return options.strict() ? forbidden(words) : null;
  }

  private static @Nullable AcliError forbidden(List<String> words) {
    for (String word : words) {
      int at = forbiddenAt(word);
      if (at >= 0) {
        return AcliError.forbidden(word.substring(at, at + 1));
      }
    }
    return null;
  }

  /** Index of the first forbidden character of a word; -1 if there is none. */
  private static int forbiddenAt(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (FORBIDDEN.indexOf(word.charAt(i)) >= 0) {
        return i;
      }
    }
    return -1;
  }

  /** Result of parsing a line: its words or an error (acli, section 4.3). */
  public sealed interface ParseResult {

    /** The line was split and accepted. */
    record Ok(List<String> value) implements ParseResult {
      public Ok {
        value = List.copyOf(value);
      }
    }

    /** The line was refused. */
    record Refused(AcliError error) implements ParseResult {}
  }
}
