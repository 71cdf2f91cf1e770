package dev.escarole.engine.inbox;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.inbox.InboxState.Waiting;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An inbox with many files, odd names, links in the way and a disk that is full. */
@Timeout(120)
class InboxUnderStressTest extends WithDropbox {

  @Test
  void links_are_never_followed() throws Exception {
    Path secret = Files.writeString(temporary.resolve("secret.csv"), "secret\n");
    Path outside = Files.createDirectories(temporary.resolve("outside"));
    Files.writeString(outside.resolve("words.txt"), "secret\n");
    Files.createSymbolicLink(box.directory.resolve("link.csv"), secret);
    Files.createSymbolicLink(box.directory.resolve("words.txt"), secret);
    Files.createSymbolicLink(box.directory.resolve("sub"), outside);
    box.drop("one.json", "{\"recipe\": \"census\", \"stdin\": \"words.txt\"}");
    box.drop("two.json", "{\"recipe\": \"census\", \"stdin\": \"sub/words.txt\"}");
    box.complete();
    assertThat(box.runs()).isEmpty();
    assertThat(box.names("")).contains("link.csv");
    assertThat(box.text("failed/one.json.error.txt")).contains("no file in the inbox");
    assertThat(box.text("failed/two.json.error.txt")).contains("no file in the inbox");
  }

  @ParameterizedTest
  @ValueSource(strings = {"outbox", "done", ".escarole-inbox"})
  void nothing_is_written_through_a_link_in_place_of_a_directory(String name) throws Exception {
    Path outside = Files.createDirectories(temporary.resolve("outside"));
    Path at = box.directory.resolve(name);
    if (Files.exists(at)) {
      Files.move(at, temporary.resolve("moved"));
    }
    Files.createSymbolicLink(at, outside);
    box.drop("may.csv", "a\n");
    box.settle();
    for (int i = 0; i < 3; i++) {
      box.inbox.look();
      box.engine.running().forEach(handle -> handle.result().join());
      box.advance(Duration.ofSeconds(6));
    }
    try (var files = Files.list(outside)) {
      assertThat(files).isEmpty();
    }
    assertThat(box.inbox.state().trouble()).isNotNull();
    Files.delete(at);
    if (Files.exists(temporary.resolve("moved"))) {
      Files.move(temporary.resolve("moved"), at);
    }
    box.complete();
    assertThat(box.names("done")).containsExactly("may.csv");
    assertThat(box.runs()).hasSize(1);
    assertThat(box.inbox.state().trouble()).isNull();
  }

  @Test
  void inbox_apart_from_the_engines_own_files_only() throws Exception {
    Path data = temporary.resolve("data");
    try (Engine engine = Engine.open(EngineOptions.at(data))) {
      Files.createDirectories(data.resolve("box"));
      Files.createSymbolicLink(temporary.resolve("innocent"), data.resolve("box"));
      for (Path directory :
          List.of(data, data.resolve("box"), temporary, temporary.resolve("innocent"))) {
        assertThatThrownBy(() -> Inbox.open(engine, directory, box, InboxOptions.defaults()))
            .isInstanceOf(InboxException.class)
            .hasMessageContaining("apart from the files of Escarole");
      }
      assertThatThrownBy(
              () -> Inbox.open(engine, temporary.resolve("none"), box, InboxOptions.defaults()))
          .isInstanceOf(InboxException.class)
          .hasMessageContaining("is not a directory");
    }
  }

  @Test
  void disk_that_takes_nothing_leaves_files_in_the_inbox() throws Exception {
    box.settle();
    Path seat =
        box.directory.resolve(".escarole-inbox").resolve(box.names(".escarole-inbox").get(0));
    Path obstacle = Files.createDirectories(seat.resolve("room/full"));
    box.drop("may.csv", "a\n");
    box.settle();
    box.inbox.look();
    assertThat(box.waiting()).containsExactly("may.csv");
    assertThat(box.inbox.state().trouble()).isNotNull();
    Files.delete(obstacle);
    Files.delete(seat.resolve("room"));
    box.complete();
    assertThat(box.names("done")).containsExactly("may.csv");
    assertThat(box.inbox.state().trouble()).isNull();
  }

  @Test
  void runs_under_way_are_bounded() throws Exception {
    box.close();
    box =
        new Dropbox(
            temporary.resolve("few"),
            EngineOptions.inMemory(),
            InboxOptions.defaults().withMostAtOnce(7));
    box.recipe(
        "nap",
        "{\"inbox\": {\"match\": \"*.nap\", \"as\": \"f\"}, \"args\": [\"f\"], \"template\": \"sleep 60\"}");
    for (int i = 0; i < 20; i++) {
      box.drop(i + ".nap", "x");
    }
    box.settle();
    for (int i = 0; i < 3; i++) {
      box.inbox.look();
      box.advance(Dropbox.SETTLE);
      assertThat(box.engine.running()).hasSize(7);
      assertThat(box.inbox.state().underWay()).hasSize(7);
      assertThat(box.waiting()).hasSize(13);
    }
  }

  @Test
  void disk_without_room_for_the_engines_own_directory_is_waited_for() throws Exception {
    Files.writeString(box.directory.resolve(".escarole-inbox"), "in the way");
    box.drop("may.csv", "a\n");
    box.settle();
    box.inbox.look();
    assertThat(box.waiting()).containsExactly(".escarole-inbox", "may.csv");
    assertThat(box.inbox.state().trouble()).isNotNull();
    Files.delete(box.directory.resolve(".escarole-inbox"));
    box.complete();
    assertThat(box.names("done")).containsExactly("may.csv");
  }

  @Test
  void many_files_are_taken_in_order_and_few_at_once() throws Exception {
    box.close();
    box =
        new Dropbox(
            temporary.resolve("many"),
            EngineOptions.inMemory(),
            InboxOptions.defaults().withMostAtOnce(7).withMostBytes(1_000));
    int count = 200;
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      // Against the order of names.
      String name = "f%03d.csv".formatted(count - i);
      Files.setLastModifiedTime(box.drop(name, "x\n".repeat(50)), FileTime.fromMillis(1_000L + i));
      expected.add(name);
    }
    box.settle();
    assertThat(box.inbox.state().waiting().stream().map(Waiting::file)).startsWith("f200.csv");
    box.complete();
    assertThat(box.launched).containsExactlyElementsOf(expected);
    assertThat(box.names("done")).hasSize(count);
    assertThat(box.runs()).hasSize(count);
  }

  @Test
  void bytes_of_claimed_files_are_bounded_and_a_larger_one_comes_alone() throws Exception {
    box.close();
    box =
        new Dropbox(
            temporary.resolve("large"),
            EngineOptions.inMemory(),
            InboxOptions.defaults().withMostBytes(1_000));
    box.recipe(
        "nap",
        "{\"inbox\": {\"match\": \"*.nap\", \"as\": \"f\"}, \"args\": [\"f\"], \"template\": \"sleep 60\"}");
    for (int i = 0; i < 4; i++) {
      Path file = box.drop("f" + i + ".nap", "x".repeat(i == 2 ? 5_000 : 400));
      Files.setLastModifiedTime(file, FileTime.fromMillis(1_000L + i));
    }
    box.settle();
    for (int taken : List.of(2, 1, 1)) {
      for (int i = 0; i < 1_000 && box.engine.running().isEmpty(); i++) {
        box.inbox.look();
        box.advance(Dropbox.SETTLE);
      }
      assertThat(box.engine.running()).hasSize(taken);
      box.engine
          .running()
          .forEach(
              run -> {
                run.cancel();
                run.result().join();
              });
    }
    box.complete();
    assertThat(box.launched).containsExactly("f0.nap", "f1.nap", "f2.nap", "f3.nap");
    assertThat(box.text("failed/f0.nap.error.txt")).contains("was cancelled");
  }

  @Test
  void names_of_any_form_find_their_way() throws Exception {
    List<String> names =
        List.of(
            "a b.csv", "-rf.csv", "'quoted\".csv", "ü€.csv", "x".repeat(251) + ".csv", "a\nb.csv");
    for (String name : names) {
      box.drop(name, "a\n");
    }
    box.complete();
    assertThat(box.names("done")).containsExactlyInAnyOrderElementsOf(names);
    assertThat(box.names("outbox")).hasSize(names.size());
  }
}
