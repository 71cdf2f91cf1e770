package dev.escarole.engine.shell;

import dev.escarole.engine.shell.ShellError.Bound;
import dev.escarole.engine.shell.ShellLine.Word;
import dev.escarole.engine.shell.ShellLine.Word.Literal;
import dev.escarole.engine.shell.ShellLine.Word.Part;
import dev.escarole.engine.shell.ShellLine.Word.Variable;
import java.util.ArrayList;
import java.util.List;

/**
 * Expands the variables of one command. Every word expands to exactly one text, and the total size
 * is limited, so that a short line cannot exhaust memory. Used once.
 */
final class Expansion {

  private final Variables variables;
  private final long most;
  private long used;

  Expansion(Variables variables, long most) {
    this.variables = variables;
    this.most = most;
  }

  List<String> of(List<Word> words) throws LineStopped {
    List<String> texts = new ArrayList<>(words.size());
    for (Word word : words) {
      texts.add(of(word));
    }
    return texts;
  }

  String of(Word word) throws LineStopped {
    StringBuilder text = new StringBuilder();
    for (Part part : word.parts()) {
      if (part instanceof Literal literal) {
        text.append(literal.text());
      } else if (part instanceof Variable variable) {
        text.append(bounded(value(variable)));
      }
    }
    return text.toString();
  }

  private String value(Variable variable) {
    String value = variables.get(variable.name());
    return value == null ? variable.written() : value;
  }

  private String bounded(String value) throws LineStopped {
    used += value.length();
    if (used > most) {
      throw LineStopped.limit(
          Bound.EXPANSION_TOO_LARGE,
          "the variables of one command come to more than " + most + " characters");
    }
    return value;
  }
}
