package dev.escarole.engine.wasi;

import java.nio.file.attribute.BasicFileAttributes;

/** What kind of thing a descriptor or an entry is, with preview 1's number for it. */
enum FileType {
  UNKNOWN(0),
  DIRECTORY(3),
  REGULAR_FILE(4),
  SYMBOLIC_LINK(7);

  private final int code;

  FileType(int code) {
    this.code = code;
  }

  int code() {
    return code;
  }

  static FileType of(BasicFileAttributes attributes) {
    if (attributes.isRegularFile()) {
      return REGULAR_FILE;
    } else if (attributes.isDirectory()) {
      return DIRECTORY;
    } else if (attributes.isSymbolicLink()) {
      return SYMBOLIC_LINK;
    }
    return UNKNOWN;
  }
}
