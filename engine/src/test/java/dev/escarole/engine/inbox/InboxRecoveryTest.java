package dev.escarole.engine.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.Postgres;
import dev.escarole.engine.store.database.DatabaseAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that an engine has claimed and left behind, and several engines at one inbox. */
@Timeout(120)
class InboxRecoveryTest {

  private static final String NAP =
      "{\"inbox\": {\"match\": \"*.nap\", \"as\": \"f\"}, \"args\": [\"f\"], \"template\": \"sleep"
          + " 0.2\"}";

  @TempDir private Path temporary;

  private Dropbox open(String data) throws IOException {
    return open(data, InboxOptions.defaults());
  }

  private Dropbox open(String data, InboxOptions options) throws IOException {
    Dropbox box =
        new Dropbox(temporary.resolve("inbox"), EngineOptions.at(temporary.resolve(data)), options);
    box.recipe("nap", NAP);
    return box;
  }

  /** The directory that an engine has in the inbox. */
  private Path seat() throws IOException {
    try (Stream<Path> all = Files.list(temporary.resolve("inbox/.escarole-inbox"))) {
      return all.filter(Files::isDirectory).findFirst().orElseThrow();
    }
  }

  private void claimAndStop() throws IOException {
    try (Dropbox box = open("data")) {
      box.drop("a.nap", "x");
      box.settle();
      box.inbox.look();
      assertThat(box.engine.running()).hasSize(1);
    }
  }

  private void expectOneRun(Dropbox box) throws Exception {
    box.complete();
    assertThat(box.run().status()).isEqualTo(RunStatus.DONE);
    assertThat(box.names("done")).containsExactly("a.nap");
    assertThat(box.names("outbox")).containsExactly("a.nap-" + box.run().id());
    assertThat(box.waiting()).isEmpty();
  }

  @Test
  void file_whose_run_was_interrupted_is_completed_by_the_next_engine() throws Exception {
    claimAndStop();
    try (Dropbox box = open("data")) {
      expectOneRun(box);
    }
  }

  @Test
  void run_that_was_launched_and_not_noted_is_found_even_after_days() throws Exception {
    claimAndStop();
    try (Stream<Path> files = Files.list(seat())) {
      for (Path note : files.filter(each -> each.toString().endsWith(".run")).toList()) {
        Files.delete(note);
      }
    }
    try (Dropbox box = open("data")) {
      box.advance(Duration.ofDays(3));
      expectOneRun(box);
      assertThat(box.launched).as("launched again").isEmpty();
    }
  }

  @Test
  void note_that_was_cut_off_by_a_crash_is_no_obstacle() throws Exception {
    claimAndStop();
    try (Stream<Path> files = Files.list(seat())) {
      for (Path note : files.filter(each -> each.toString().endsWith(".run")).toList()) {
        Files.writeString(note, "2026");
      }
    }
    try (Dropbox box = open("data")) {
      expectOneRun(box);
    }
  }

  @Test
  void file_that_was_claimed_and_not_launched_is_launched_by_the_next_engine() throws Exception {
    try (Dropbox box = open("data")) {
      box.inbox.look();
      box.drop("a.nap", "x");
      Path claim = Files.createDirectories(seat().resolve("claim-20261123-090000-abcdef"));
      Files.move(box.directory.resolve("a.nap"), claim.resolve("a.nap"));
    }
    try (Dropbox box = open("data")) {
      expectOneRun(box);
    }
  }

  @Test
  void claim_whose_file_was_not_moved_yet_or_is_done_already_is_cleared_away() throws Exception {
    try (Dropbox box = open("data")) {
      box.inbox.look();
      Files.createDirectories(seat().resolve("claim-20261123-090000-abcdef"));
      Files.createDirectories(seat().resolve("claim-20261123-090000-abcdef.result"));
      Files.writeString(seat().resolve("claim-20261123-090000-abcdef.run"), "x");
      assertThat(box.inbox.state().underWay()).isEmpty();
    }
    try (Dropbox box = open("data")) {
      box.inbox.look();
      try (Stream<Path> left = Files.list(seat())) {
        assertThat(left.map(each -> String.valueOf(each.getFileName())))
            .containsExactlyInAnyOrder("lock", "installation");
      }
    }
  }

  @Test
  void result_that_was_written_half_is_written_anew() throws Exception {
    claimAndStop();
    Path claim;
    try (Stream<Path> files = Files.list(seat())) {
      claim = files.filter(Files::isDirectory).findFirst().orElseThrow();
    }
    Path half = Files.createDirectories(claim.resolveSibling(claim.getFileName() + ".result"));
    Files.writeString(half.resolve("result.json"), "{");
    try (Dropbox box = open("data")) {
      expectOneRun(box);
      assertThat(box.text("outbox/a.nap-" + box.run().id() + "/result.json")).endsWith("}");
    }
  }

  @Test
  void inbox_whose_own_directory_somebody_removed_takes_files_again() throws Exception {
    try (Dropbox box = open("data")) {
      box.settle();
      try (var files = Files.walk(temporary.resolve("inbox/.escarole-inbox"))) {
        files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
      }
      box.drop("may.csv", "a\n");
      box.complete();
      assertThat(box.names("done")).containsExactly("may.csv");
      assertThat(box.inbox.state().trouble()).isNull();
    }
  }

  @Test
  void what_an_engine_of_another_installation_has_claimed_is_not_run_here() throws Exception {
    claimAndStop();
    try (Dropbox box = open("other")) {
      box.drop("b.nap", "x");
      box.complete();
      assertThat(box.names("done")).containsExactly("b.nap");
      assertThat(box.inbox.state().trouble()).contains("1 file was", "another installation");
    }
    try (Dropbox box = open("data")) {
      box.complete();
      assertThat(box.names("done")).containsExactly("a.nap", "b.nap");
      assertThat(box.runs()).hasSize(1);
    }
  }

  @Test
  void engine_that_shares_the_database_goes_on_with_the_files_of_a_dead_one() throws Exception {
    String database = Postgres.newDatabase();
    InboxOptions shared = InboxOptions.defaults().withInstallation("shared");
    try (Dropbox living = new Dropbox(place(), sharing("living", database), shared)) {
      try (Dropbox dying = new Dropbox(place(), sharing("dying", database), shared)) {
        dying.recipe("nap", NAP);
        dying.drop("a.nap", "x");
        dying.settle();
        dying.inbox.look();
        assertThat(dying.engine.running()).hasSize(1);
        living.inbox.look();
        assertThat(living.inbox.state().underWay()).as("taken from a living one").isEmpty();
      }
      living.advance(Duration.ofSeconds(6));
      living.inbox.look();
      assertThat(living.inbox.state().underWay()).hasSize(1);
      while (!living.run().status().isOver()) {
        Thread.onSpinWait();
      }
      expectOneRun(living);
    }
  }

  private Path place() {
    return temporary.resolve("inbox");
  }

  private EngineOptions sharing(String data, String database) {
    return EngineOptions.at(temporary.resolve(data)).withDatabase(DatabaseAddress.of(database));
  }

  @Test
  void two_engines_at_one_inbox_run_each_file_once() throws Exception {
    List<String> names = new ArrayList<>();
    InboxOptions few = InboxOptions.defaults().withMostAtOnce(5);
    try (Dropbox one = open("data", few);
        Dropbox two = open("other", few)) {
      for (int i = 0; i < 120; i++) {
        names.add("f" + i + ".csv");
        one.drop("f" + i + ".csv", "x\n");
      }
      Thread thread =
          new Thread(
              () -> {
                try {
                  two.complete();
                } catch (Exception e) {
                  throw new AssertionError(e);
                }
              });
      thread.start();
      one.complete();
      thread.join();
      one.complete();
      List<String> launched = new ArrayList<>(one.launched);
      launched.addAll(two.launched);
      assertThat(launched).containsExactlyInAnyOrderElementsOf(names);
      assertThat(one.runs().size() + two.runs().size()).isEqualTo(names.size());
      assertThat(one.names("done")).containsExactlyInAnyOrderElementsOf(names);
    }
  }
}
