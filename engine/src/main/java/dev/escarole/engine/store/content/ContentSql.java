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
      select part, bytes, size, object from content
      where sha256 = :sha256 and part between :from and :to
      order by part
      """;

  static final String CONTENT_SIZE = "select size from content where sha256 = :sha256 and part = 0";

  /** The first part, with its bytes only if they are hashes. */
  static final String CONTENT_HEAD =
      """
      select 0 as part, case when object is not null then bytes end as bytes, size, object
      from content where sha256 = :sha256 and part = 0
      """;

  /** -1 for a content outside of the database. */
  static final String COUNT_PARTS =
      "select case when count(object) > 0 then -1 else count(*) end from content where sha256 = ?";

  static final String REPLACE_OUTSIDE =
      "update content set size = ?, bytes = ?, object = ? where sha256 = ? and part = 0";

  static final String INSERT_OUTSIDE =
      """
      insert into content (size, bytes, object, sha256, part)
      values (?, ?, ?, ?, 0)
      on conflict do nothing
      """;

  static final String CONTENT_BYTES =
      """
      select coalesce(sum(case when object is null then octet_length(bytes) else size end), 0)
      from content where sha256 = any (?)
      """;

  static final String OBJECTS =
      "select object from content where sha256 = any (?) and object is not null";

  static final String DELETE_CONTENT = "delete from content where sha256 = ?";

  static final String INLINE_OF_ATTEMPT =
      """
      select stdout_sha256, stdout_inline, stderr_sha256, stderr_inline
      from attempt where event = :event
      """;

  static final String INLINE_OF_RUN =
      """
      select stdout_sha256, stdout_inline, stderr_sha256, stderr_inline
      from attempt
      where event >= :from and event < :to
        and ((stdout_sha256 = :sha256 and stdout_inline is not null)
          or (stderr_sha256 = :sha256 and stderr_inline is not null))
      limit 1
      """;

  /**
   * All references to contents; what is stored inline is none. A new column with a reference must
   * be added here; a test finds missing ones. An attempt's input does not count: it is another
   * output, or not stored at all.
   */
  static final List<String> REFERENCES =
      List.of(
          "select case when stdout_inline is null then stdout_sha256 end,"
              + " case when stderr_inline is null then stderr_sha256 end from attempt",
          "select stdin_sha256, stdout_sha256 from run",
          "select sha256 from run_file",
          // Evicted results do not count.
          "select case when stdout_inline is null then stdout_sha256 end,"
              + " case when stderr_inline is null then stderr_sha256 end"
              + " from kept_result where used_at_ms >= 0");

  /** Waits for running groups of all engines and blocks new ones, which then see the new number. */
  static final String SHUT_ENGINES_OUT =
      """
      update engine set removals = removals + 1
      """;
}
