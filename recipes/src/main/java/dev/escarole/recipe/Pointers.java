package dev.escarole.recipe;

/** JSON pointers (RFC 6901). */
final class Pointers {
  private Pointers() {}

  static String child(String pointer, String key) {
    return pointer + '/' + key.replace("~", "~0").replace("/", "~1");
  }

  static String child(String pointer, int index) {
    return pointer + '/' + index;
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
      SourceValue child = at.child(token.replace("~1", "/").replace("~0", "~"));
      if (child == null) {
        return at.mark();
      }
      at = child;
    }
    return at.mark();
  }
}
