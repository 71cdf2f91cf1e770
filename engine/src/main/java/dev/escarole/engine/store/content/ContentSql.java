package dev.escarole.engine.store.content;

import java.util.List;

/** Statements about contents. */
final class ContentSql {

  private ContentSql() {}

  static final String INSERT_CONTENT =
      """
      insert into content (sha256, part, size, bytes)
      values (?, ?, ?, ?)
      on conflict do nothing
      """;

  /** The parts of a content that the bytes from one place to another lie in. */
  static final String CONTENT_PARTS =
      """
      select part, bytes from content
      where sha256 = :sha256 and part between :from and :to
      order by part
      """;

  static final String CONTENT_SIZE = "select size from content where sha256 = :sha256 and part = 0";

  static final String IS_CONTENT =
      """
      select count(*) from content where sha256 = :sha256 and part = 0
      """;

  static final String CONTENT_BYTES =
      """
      select coalesce(sum(octet_length(bytes)), 0) from content where sha256 = any (?)
      """;

  static final String DELETE_CONTENT = "delete from content where sha256 = ?";

  /**
   * All that keeps a content; who adds a column that names one adds it here. A test looks for
   * columns that were forgotten. An attempt's input is no reason: it is kept as the output that it
   * was, or not at all.
   */
  static final List<String> REFERENCES =
      List.of(
          "select stdout_sha256, stderr_sha256 from attempt",
          "select stdin_sha256, stdout_sha256 from run",
          // Not a forgotten one.
          "select stdout_sha256, stderr_sha256 from kept_result where used_at_ms >= 0");

  /**
   * Waits for every engine's group to end, and keeps further ones out; they see that it happened.
   */
  static final String SHUT_ENGINES_OUT =
      """
      update engine set removals = removals + 1
      """;
}
