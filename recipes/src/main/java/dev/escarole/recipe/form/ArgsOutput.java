package dev.escarole.recipe.form;

import dev.escarole.recipe.form.ArgumentList.Token;
import dev.escarole.recipe.form.value.Budget;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.Provenance;
import java.util.ArrayList;
import java.util.List;

/** Arguments in the making; flags of one letter that meet become one. Confined to one object. */
final class ArgsOutput {
  private static final int LETTER_FLAG = 2;

  private final Budget budget;
  private final List<Token> tokens = new ArrayList<>();
  private final StringBuilder letters = new StringBuilder();

  ArgsOutput(Budget budget) {
    this.budget = budget;
  }

  /** Whether a flag is a sign and one letter or digit. */
  static boolean isLetter(String flag) {
    return flag.length() == LETTER_FLAG && !flag.endsWith("=");
  }

  /** A flag that is on. */
  void flag(String flag) {
    if (!isLetter(flag)) {
      add(Token.literal(flag));
      return;
    }
    if (!letters.isEmpty() && letters.charAt(0) != flag.charAt(0)) {
      flush();
    }
    letters.append(letters.isEmpty() ? flag : flag.substring(1));
  }

  /** A name that ends with {@code =}, with its values behind it. */
  void joined(String name, List<Token> values) {
    StringBuilder joined = new StringBuilder(name);
    Provenance provenance = Provenance.LITERAL;
    for (int i = 0; i < values.size(); i++) {
      FormValue.Text text = values.get(i).text();
      joined.append(i == 0 ? "" : ",");
      joined.append(text.value().replace("\\", "\\\\").replace(",", "\\,"));
      provenance = text.provenance() == Provenance.LITERAL ? provenance : Provenance.MIXED;
    }
    budget.text(joined.length());
    add(new Token(new FormValue.Text(joined.toString(), provenance), false));
  }

  void add(Token token) {
    flush();
    tokens.add(token);
  }

  void addAll(List<Token> more) {
    more.forEach(this::add);
  }

  List<Token> tokens() {
    flush();
    return tokens;
  }

  private void flush() {
    if (!letters.isEmpty()) {
      budget.nodes(1);
      tokens.add(Token.literal(letters.toString()));
      letters.setLength(0);
    }
  }
}
