package dev.escarole.engine.shell;

import dev.escarole.engine.shell.ShellError.Bound;
import dev.escarole.engine.shell.ShellLine.Word;
import dev.escarole.engine.shell.ShellLine.Word.Part;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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
      String value = part.variable() == null ? null : variables.get(part.variable());
      text.append(
          part.variable() == null ? part.text() : bounded(value == null ? part.text() : value));
    }
    return text.toString();
  }

  private String bounded(String value) throws LineStopped {
    used += value.length();
    if (used > most) {
      throw LineStopped.limit(
          Bound.EXPANSION_TOO_LARGE,
          "the variables of one command expand to more than " + most + " characters");
    }
    return value;
  }

  /** The variables of a session, limited in size. Confined to one thread at a time. */
  static final class Variables {

    static final int MOST_CHARACTERS = 1 << 20;

    private final Map<String, String> values = new HashMap<>();
    private int characters;

    @Nullable String get(String name) {
      return values.get(name);
    }

    void set(String name, String value) throws LineStopped {
      String old = values.get(name);
      int before = old == null ? 0 : name.length() + old.length();
      int after = characters - before + name.length() + value.length();
      if (after > MOST_CHARACTERS) {
        throw LineStopped.limit(
            Bound.VARIABLES_TOO_LARGE,
            "'%s' would make the variables larger than %d characters"
                .formatted(name, MOST_CHARACTERS));
      }
      values.put(name, value);
      characters = after;
    }
  }
}
