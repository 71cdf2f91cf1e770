package dev.escarole.engine.store.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.Output;
import dev.escarole.engine.command.ResultCache.Kept;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.store.FaultyDatabase;
import dev.escarole.engine.store.cache.KeptResults.ResultBounds;
import dev.escarole.engine.store.content.ContentRows;
import dev.escarole.engine.store.database.Database;
import dev.escarole.engine.store.database.StoreBounds;
import dev.escarole.engine.store.database.StoreOptions;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Kept results over a real database. */
@Timeout(300)
class KeptResultsTest {

  private static final ResultBounds SMALL =
      new ResultBounds(
          10 * (ResultBounds.ROW_BYTES + 600), 1000, 256 * 1024, Duration.ofMinutes(1));

  private final FaultyDatabase faults = new FaultyDatabase();
  private final Database database = Database.open(StoreOptions.memory(), faults::border);
  private Instant now = Instant.parse("2026-11-21T12:00:00Z");
  private KeptResults results = KeptResults.start(database, SMALL, () -> now);

  @AfterEach
  void close() {
    results.close();
    database.close();
  }

  /** A result of 600 bytes, too many for its row, whose contents the journal has stored. */
  private Kept stored(int number) {
    return stored("%0600d".formatted(number), "");
  }

  private Kept stored(String stdout, String stderr) {
    List<Content> contents = List.of(Content.of(stdout), Content.of(stderr));
    database.transact(
        "store",
        connection -> {
          ContentRows.write(connection, contents);
          return contents.size();
        });
    return new Kept(Output.of(stdout), Output.of(stderr));
  }

  private static String key(int number) {
    return "%064d".formatted(number);
  }

  private boolean isThere(int number) {
    return results.find(key(number)).isPresent();
  }

  private void deleteContent(String text) {
    String sha256 = Content.of(text).sha256();
    database.write(
        "delete",
        handle ->
            handle
                .createUpdate("delete from content where sha256 = :sha256")
                .bind("sha256", sha256)
                .execute());
  }

  @Test
  void a_result_is_found_at_once_and_after_a_restart() {
    results.keep(key(1), stored("out", "err"));
    assertThat(results.find(key(1)).orElseThrow().stdout().utf8()).isEqualTo("out");

    results.close();
    results = KeptResults.start(database, SMALL, () -> now);
    Kept found = results.find(key(1)).orElseThrow();
    assertThat(found.stdout().utf8()).isEqualTo("out");
    assertThat(found.stderr().utf8()).isEqualTo("err");
    assertThat(results.find(key(2))).isEmpty();
  }

  @Test
  void a_result_with_missing_content_is_ignored_and_can_be_cached_again() {
    String large = "x".repeat(600);
    results.keep(key(1), stored("out", large));
    results.flush();
    deleteContent(large);
    assertThat(isThere(1)).isFalse();

    results.keep(key(1), stored("new", large));
    results.flush();
    assertThat(results.find(key(1)).orElseThrow().stdout().utf8()).isEqualTo("new");
  }

  @Test
  void a_result_with_damaged_content_is_ignored() {
    String large = "x".repeat(600);
    results.keep(key(1), stored(large, ""));
    results.flush();
    database.write(
        "damage",
        handle ->
            handle
                .createUpdate("update content set bytes = :bytes where sha256 = :sha256")
                .bind("bytes", "not".getBytes(StandardCharsets.UTF_8))
                .bind("sha256", Content.of(large).sha256())
                .execute());
    assertThat(isThere(1)).isFalse();
  }

  @Test
  void small_outputs_are_in_the_row_and_ignored_if_damaged() {
    results.keep(key(1), new Kept(Output.of("out"), Output.of("")));
    results.flush();
    Kept found = results.find(key(1)).orElseThrow();
    assertThat(found.stdout().utf8()).isEqualTo("out");
    assertThat(found.stderr().utf8()).isEmpty();
    database.write(
        "damage",
        handle ->
            handle
                .createUpdate("update kept_result set stdout_inline = :bytes")
                .bind("bytes", "not".getBytes(StandardCharsets.UTF_8))
                .execute());
    assertThat(isThere(1)).isFalse();
  }

  @Test
  void those_that_were_used_least_recently_go_first() {
    for (int i = 0; i < 10; i++) {
      results.keep(key(i), stored(i));
      results.flush();
      now = now.plusSeconds(120);
    }
    assertThat(isThere(0)).as("and is used by that").isTrue();
    results.flush();
    results.keep(key(10), stored(10));
    results.flush();

    assertThat(isThere(1)).isFalse();
    assertThat(isThere(0)).isTrue();
    assertThat(isThere(10)).isTrue();
    assertThat(results.stats().results()).isEqualTo(10);
  }

  @Test
  void however_many_are_kept_the_bound_holds() {
    IntStream.range(0, 2500)
        .forEach(
            i -> {
              results.keep(key(i), stored(i));
              if (i % 50 == 0) {
                results.flush();
              }
            });
    KeptResults.Stats stats = results.stats();
    assertThat(stats.results()).isEqualTo(10);
    assertThat(stats.size()).isLessThanOrEqualTo(SMALL.bytes());
  }

  @Test
  void what_makes_room_leaves_a_batch_of_rows_and_contents_at_most() {
    for (int i = 0; i < 2500; i++) {
      results.keep(key(i), stored(i));
      if (i % 50 == 0) {
        results.flush();
      }
    }
    results.flush();
    long most = 10 + EvictedResults.BATCH;
    assertThat(count("kept_result")).isLessThanOrEqualTo(most);
    assertThat(count("content")).isLessThanOrEqualTo(most + 50);

    results.removeForgotten();
    assertThat(count("kept_result")).isEqualTo(10);
    assertThat(count("content")).isEqualTo(10);
  }

  @Test
  void one_that_was_forgotten_can_be_kept_again_and_stays_with_its_content() {
    results.keep(key(1), stored(1));
    assertThat(results.clear()).isEqualTo(1);
    assertThat(count("content")).isZero();
    results.keep(key(1), stored(1));
    for (int i = 2; i <= 11; i++) {
      results.flush();
      now = now.plusSeconds(120);
      results.keep(key(i), stored(i));
    }
    results.flush();
    assertThat(isThere(1)).isFalse();
    assertThat(count("kept_result")).as("with the row of the one that made room").isEqualTo(11);

    now = now.plusSeconds(120);
    results.keep(key(1), stored(1));
    results.flush();
    results.removeForgotten();
    assertThat(isThere(1)).isTrue();
    assertThat(isThere(2)).isFalse();
    assertThat(count("content")).isEqualTo(10);
  }

  @Test
  void a_use_that_is_noted_late_does_not_bring_a_forgotten_result_back() {
    results.keep(key(1), stored(1));
    results.flush();
    now = now.plusSeconds(120);
    database.write("forget", handle -> ResultRows.evict(handle, List.of(key(1))));
    database.write(
        "touch", handle -> ResultRows.touch(handle, List.of(key(1)), now.toEpochMilli()));
    assertThat(isThere(1)).isFalse();
    assertThat(results.stats().results()).isZero();
  }

  @Test
  void without_room_nothing_is_kept() {
    results.close();
    results =
        KeptResults.start(
            database, ResultBounds.of(StoreBounds.DEFAULTS.withCacheBytes(0)), () -> now);
    results.keep(key(1), stored("", ""));
    results.flush();
    assertThat(isThere(1)).isFalse();
  }

  private long count(String table) {
    return database.read(
        "count",
        handle -> handle.createQuery("select count(*) from " + table).mapTo(Long.class).one());
  }

  @Test
  void one_that_is_too_large_is_not_kept() {
    results.keep(key(1), stored("x".repeat(1001), ""));
    results.flush();
    assertThat(isThere(1)).isFalse();
  }

  @Test
  void clear_forgets_everything() {
    for (int i = 0; i < 7; i++) {
      results.keep(key(i), stored(i));
    }
    assertThat(results.clear()).isEqualTo(7);
    assertThat(results.stats()).isEqualTo(new KeptResults.Stats(0, 0));
    assertThat(isThere(3)).isFalse();
  }

  @Test
  void a_database_that_fails_costs_a_repetition_and_no_more() {
    results.keep(key(1), stored(1));
    results.flush();
    faults.refused = "select stdout_sha256";
    assertThat(isThere(1)).isFalse();
    faults.refused = "nothing";
    Kept second = stored(2);
    faults.failuresToCome.set(1);
    results.keep(key(2), second);
    results.flush();
    assertThat(isThere(1)).isTrue();
    assertThat(isThere(2)).isFalse();
  }

  @Test
  void concurrent_readers_and_writers_of_a_result_see_it_whole() {
    Kept kept = stored("same", "note");
    ConcurrentLinkedQueue<String> seen = new ConcurrentLinkedQueue<>();
    CompletableFuture.allOf(
            IntStream.range(0, 8)
                .mapToObj(
                    thread ->
                        CompletableFuture.runAsync(
                            () -> {
                              for (int i = 0; i < 100; i++) {
                                results.keep(key(1), kept);
                                results
                                    .find(key(1))
                                    .ifPresent(
                                        found ->
                                            seen.add(
                                                found.stdout().utf8() + found.stderr().utf8()));
                              }
                            }))
                .toArray(CompletableFuture[]::new))
        .join();
    results.flush();
    assertThat(seen).hasSize(800).containsOnly("samenote");
    assertThat(results.stats().results()).isEqualTo(1);
  }
}
