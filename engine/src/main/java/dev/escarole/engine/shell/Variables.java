package dev.escarole.engine.shell;

import dev.escarole.engine.shell.ShellError.Bound;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The variables of a session, limited in size. Confined to one thread at a time. */
final class Variables {

  /** Maximum characters of all names and values. */
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
          "'" + name + "' would make the variables larger than " + MOST_CHARACTERS + " characters");
    }
    values.put(name, value);
    characters = after;
  }
}
