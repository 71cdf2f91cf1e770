package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.FormCodes;
import dev.escarole.recipe.form.value.FormException;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.Provenance;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Checks argument lists (Command Handle, sections 4.2 and 5.1): no NUL, no invalid Unicode, no
 * caller's text that would be read as a flag, and a limited size.
 */
public final class ArgumentList {
  /** Maximum bytes of all arguments, plus one for each, without the command's name. */
  public static final int MOST_BYTES = 256 << 10;

  private static final String END_OF_FLAGS = "--";

  private ArgumentList() {}

  /**
   * Converts texts to arguments.
   *
   * @throws FormException if they are not valid arguments
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
          "the arguments take " + bytes + "  bytes, more than " + MOST_BYTES,
          "Pass large data in a file or on standard input.",
          "");
    }
    return texts.stream().map(text -> new Argument(text.value(), text.provenance())).toList();
  }

  /**
   * A text that becomes an argument.
   *
   * @param mayEndFlags whether {@code --} ends the flags here, rather than being a flag's value
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
            "a value from the caller would be read as a flag",
            "Join it to its flag with '=', or put \"--\" before it.",
            "");
      }
    }
  }

  private static void checkCharacters(String text, ArgsRules rules) {
    if (text.indexOf('\0') >= 0) {
      throw new FormException(
          FormCodes.ARGS_NUL, "an argument contains a NUL character", "Remove it.", "");
    }
    if (text.codePoints().anyMatch(ArgumentList::isSurrogate)) {
      throw new FormException(
          FormCodes.ARGS_BAD_UNICODE, "an argument contains half of a surrogate pair", null, "");
    }
    if (rules.printable() && text.codePoints().anyMatch(Character::isISOControl)) {
      throw new FormException(
          FormCodes.ARGS_CONTROL, "an argument contains a control character", "Remove it.", "");
    }
  }

  private static boolean isSurrogate(int point) {
    return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE;
  }

  /**
   * An argument of a command and its provenance.
   *
   * @param text passed to the command as UTF-8
   */
  public record Argument(String text, Provenance provenance) {}
}
