package dev.escarole.engine.files;

import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;

/**
 * An entry of a directory of a workspace. Immutable.
 *
 * @param name as a command chose it
 * @param kind {@code file}, {@code directory}, {@code link} or {@code other}
 * @param size of a file in bytes, else 0
 * @param modifiedAt last modification, which a command can set to any time
 */
public record WorkspaceEntry(String name, String kind, long size, Instant modifiedAt) {

  static WorkspaceEntry of(String name, BasicFileAttributes attributes) {
    boolean file = attributes.isRegularFile();
    String kind =
        file
            ? "file"
            : attributes.isDirectory()
                ? "directory"
                : attributes.isSymbolicLink() ? "link" : "other";
    return new WorkspaceEntry(
        name, kind, file ? attributes.size() : 0, attributes.lastModifiedTime().toInstant());
  }
}
