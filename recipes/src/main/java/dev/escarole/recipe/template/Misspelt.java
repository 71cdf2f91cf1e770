package dev.escarole.recipe.template;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tells braces that somebody probably meant as a placeholder from those of other languages. */
final class Misspelt {
  private static final int LONGEST = 100;

  /** Names and brackets, with blanks, signs or letters of other alphabets among them. */
  private static final Pattern NAME_LIKE =
      Pattern.compile("[\\p{L}\\p{N}_ \\[\\]!-]*\\p{L}[\\p{L}\\p{N}_ \\[\\]!-]*");

  /** The forms of placeholders, with blanks where none may stand. */
  private static final Pattern FORM_LIKE =
      Pattern.compile(" *!? *[A-Za-z_][A-Za-z0-9_-]* *(\\?\\??|[:=]) *[A-Za-z0-9_. :()-]*");

  private static final Pattern STRAY_END = Pattern.compile("[A-Za-z_][A-Za-z0-9_-]*[.:*/%]");

  /** Programs of other commands, such as {@code awk '{print NF}'}. */
  private static final Pattern STATEMENT =
      Pattern.compile(" *(print|printf|return|exit|delete|getline|if|while|for) .*");

  private Misspelt() {}

  /** What to write instead; null where nothing says that a placeholder was meant. */
  static @Nullable String meant(String content) {
    if (content.length() > LONGEST || STATEMENT.matcher(content).matches()) {
      return null;
    }
    String compact = content.replace(" ", "");
    boolean blanks = compact.length() < content.length();
    boolean looks = NAME_LIKE.matcher(content).matches() || STRAY_END.matcher(content).matches();
    if (!looks && !(blanks && FORM_LIKE.matcher(content).matches() && isPlaceholder(compact))) {
      return null;
    }
    return blanks && isPlaceholder(compact)
        ? "Did you mean {" + compact + "}?"
        : "The forms are {name}, {name=default}, {name:type}, {items[0]} and {flag?yes:no}.";
  }

  private static boolean isPlaceholder(String content) {
    try {
      return !content.isEmpty() && PlaceholderParser.parse(content, false) != null;
    } catch (TemplateException malformed) {
      return false;
    }
  }
}
