package dev.escarole.recipe;

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

  /** The value that {@code pointer} names in {@code root}; null when there is none. */
  static @Nullable SourceValue find(SourceValue root, String pointer) {
    SourceValue at = root;
    for (String token : pointer.isEmpty() ? new String[0] : pointer.substring(1).split("/", -1)) {
      at = at == null ? null : at.child(unescaped(token));
    }
    return at;
  }

  /**
   * The place that {@code pointer} names in {@code root}, or that of its nearest ancestor there.
   */
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
