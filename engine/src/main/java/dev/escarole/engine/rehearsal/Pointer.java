package dev.escarole.engine.rehearsal;

/** JSON pointers into test files. */
final class Pointer {

  private Pointer() {}

  /** The pointer of a child. */
  static String of(String parent, String name) {
    return parent + '/' + name.replace("~", "~0").replace("/", "~1");
  }
}
