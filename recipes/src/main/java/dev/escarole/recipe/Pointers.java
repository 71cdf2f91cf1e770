package dev.escarole.recipe;

import dev.escarole.recipe.Place.Mark;
import org.jspecify.annotations.Nullable;

/** JSON pointers (RFC 6901). */
final class Pointers {
  private Pointers() {}

  static String child(String pointer, String key) {
    return pointer + '/' + key.replace("~", "~0").replace("/", "~1");
  }

  static String child(String pointer, int index) {
    return pointer + '/' + index;
  }

  /** The value at {@code pointer} in {@code root}, or null. */
  static @Nullable SourceValue find(SourceValue root, String pointer) {
    SourceValue at = root;
    for (String token : pointer.isEmpty() ? new String[0] : pointer.substring(1).split("/", -1)) {
      at = at == null ? null : at.child(unescaped(token));
    }
    return at;
  }

  /** The position of {@code pointer} in {@code root}, or of its nearest existing ancestor. */
  static Mark locate(SourceValue root, String pointer) {
    SourceValue at = root;
    if (!pointer.startsWith("/")) {
      return at.mark();
    }
    for (String token : pointer.substring(1).split("/", -1)) {
      SourceValue child = at.child(unescaped(token));
      if (child == null) {
        return at.mark();
      }
      at = child;
    }
    return at.mark();
  }

  private static String unescaped(String token) {
    return token.replace("~1", "/").replace("~0", "~");
  }
}
