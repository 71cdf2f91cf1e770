package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.FormCodes;
import dev.escarole.recipe.form.value.FormException;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.Provenance;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What holds for every list of arguments (Command Handle, sections 4.2 and 5.1): no NUL, no broken
 * Unicode, nothing of a caller's that a command would read as a flag, and a size that commands
 * take.
 */
public final class ArgumentList {
  /** Bytes of all arguments together, one more for each; the command's name does not count. */
  public static final int MOST_BYTES = 256 << 10;

  private static final String END_OF_FLAGS = "--";

  private ArgumentList() {}

  /**
   * The arguments that these texts are.
   *
   * @throws FormException when they may not be the arguments of a command
   */
  public static List<Argument> of(List<FormValue.Text> texts, ArgsRules rules) {
    check(texts.stream().map(text -> new Token(text, true)).toList(), rules);
    long bytes = 0;
    for (FormValue.Text text : texts) {
      bytes += text.value().getBytes(StandardCharsets.UTF_8).length + 1L;
    }
    if (bytes > MOST_BYTES) {
      throw new FormException(
          FormCodes.ARGV_TOO_LARGE,
          "the arguments take " + bytes + " bytes; at most " + MOST_BYTES + " are possible",
          "Hand large data over in a file or on standard input.",
          "");
    }
    return texts.stream().map(text -> new Argument(text.value(), text.provenance())).toList();
  }

  /**
   * A text on its way to become an argument.
   *
   * @param mayEndFlags whether a {@code --} here ends the flags, and is not itself a flag's value
   */
  record Token(FormValue.Text text, boolean mayEndFlags) {

    static Token literal(String text) {
      return new Token(new FormValue.Text(text, Provenance.LITERAL), true);
    }

    Token asFlagValue() {
      return new Token(text, false);
    }

    boolean endsFlags() {
      return mayEndFlags
          && text.provenance() == Provenance.LITERAL
          && text.value().equals(END_OF_FLAGS);
    }

    boolean looksLikeFlag() {
      String value = text.value();
      return value.length() > 1 && (value.charAt(0) == '-' || value.charAt(0) == '+');
    }
  }

  static void check(List<Token> tokens, ArgsRules rules) {
    boolean flagsEnded = rules.callersFlags();
    for (Token token : tokens) {
      checkCharacters(token.text().value(), rules);
      flagsEnded |= token.endsFlags();
      if (!flagsEnded && token.text().dynamic() && token.looksLikeFlag()) {
        throw new FormException(
            FormCodes.ARGS_FLAG_INJECTION,
            "a value that was given would be read as a flag",
            "Join it to its flag with '=', or put \"--\" before it.",
            "");
      }
    }
  }

  private static void checkCharacters(String text, ArgsRules rules) {
    if (text.indexOf('\0') >= 0) {
      throw new FormException(
          FormCodes.ARGS_NUL, "an argument holds a NUL character", "Leave it out.", "");
    }
    if (text.codePoints().anyMatch(ArgumentList::isSurrogate)) {
      throw new FormException(
          FormCodes.ARGS_BAD_UNICODE, "an argument holds half of a surrogate pair", null, "");
    }
    if (rules.printable() && text.codePoints().anyMatch(Character::isISOControl)) {
      throw new FormException(
          FormCodes.ARGS_CONTROL, "an argument holds a control character", "Leave it out.", "");
    }
  }

  private static boolean isSurrogate(int point) {
    return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
  }
}
