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

  /** The parts of a content in a range. */
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
   * All references to contents. A new column with a reference must be added here; a test finds
   * missing ones. An attempt's input does not count: it is another output, or not stored at all.
   */
  static final List<String> REFERENCES =
      List.of(
          "select stdout_sha256, stderr_sha256 from attempt",
          "select stdin_sha256, stdout_sha256 from run",
          // Evicted results do not count.
          "select stdout_sha256, stderr_sha256 from kept_result where used_at_ms >= 0");

  /** Waits for running groups of all engines and blocks new ones, which then see the new number. */
  static final String SHUT_ENGINES_OUT =
      """
      update engine set removals = removals + 1
      """;
}
