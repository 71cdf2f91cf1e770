package dev.escarole.web.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class WatchedRunTest {

  @TempDir private Path directory;
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private final List<String> ran = new ArrayList<>();
  private int looks;

  private WatchedRun over(Path... files) {
    return watched(() -> List.of(files), files[0]);
  }

  private WatchedRun watched(Supplier<List<Path>> files, Path recipe) {
    Console console =
        new Console(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            Terminal.NONE,
            Map.of(),
            InstantSource.system());
    return new WatchedRun(
        console,
        files,
        () -> {
          String text = Files.readString(recipe);
          ran.add(text);
          if (text.equals("broken")) {
            throw new IllegalStateException("it is broken");
          }
          return 0;
        },
        failure -> {
          console.say("error: " + failure.getMessage());
          return 2;
        });
  }

  private String said() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void it_runs_again_once_for_each_change_and_a_broken_recipe_is_shown() throws Exception {
    Path recipe = Files.writeString(directory.resolve("r.yaml"), "first");
    Path values = Files.writeString(directory.resolve("v.yaml"), "");
    Path replaced = Files.writeString(directory.resolve("other"), "fourth");
    int code =
        over(recipe, values)
            .loop(
                () -> {
                  looks++;
                  try {
                    switch (looks) {
                      case 3 -> write(recipe, "bro");
                      // Not complete before: the two writes are one change.
                      case 4 -> write(recipe, "broken");
                      case 8 -> write(values, "a: 1");
                      case 12 -> Files.delete(recipe);
                      case 13 -> Files.move(replaced, recipe);
                      case 17 -> throw new InterruptedException();
                      default -> {}
                    }
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                });
    assertThat(ran).containsExactly("first", "broken", "broken", "fourth");
    assertThat(code).isZero();
    assertThat(said())
        .contains("error: it is broken\n")
        .containsPattern("=== run 2 at [-: 0-9]+: \\S*r\\.yaml changed ===\n")
        .containsPattern("=== run 3 at [-: 0-9]+: \\S*v\\.yaml changed ===\n")
        .contains("watching " + recipe + ", " + values + " (Ctrl-C ends)");
  }

  @Test
  void files_that_a_change_adds_are_watched_from_then_on() throws Exception {
    Path recipe = Files.writeString(directory.resolve("r.yaml"), "alone");
    Path part = Files.writeString(directory.resolve("part.yaml"), "1");
    int code =
        watched(
                () ->
                    Files.exists(directory.resolve("more"))
                        ? List.of(recipe, part)
                        : List.of(recipe),
                recipe)
            .loop(
                () -> {
                  looks++;
                  switch (looks) {
                    case 1 -> write(part, "2");
                    case 4 -> {
                      write(directory.resolve("more"), "");
                      write(recipe, "imports the part");
                    }
                    case 8 -> write(part, "3 and on");
                    case 12 -> throw new InterruptedException();
                    default -> {}
                  }
                });
    assertThat(ran).containsExactly("alone", "imports the part", "imports the part");
    assertThat(code).isZero();
    assertThat(said()).containsPattern("=== run 3 at [-: 0-9]+: \\S*part\\.yaml changed ===\n");
  }

  private static void write(Path file, String text) {
    try {
      Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void a_process_watches_until_it_is_told_to_end() throws Exception {
    Path recipe = Files.writeString(directory.resolve("r.yaml"), "template: echo first\n");
    File out = directory.resolve("out").toFile();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.escarole.web.cli.Main",
                "run",
                recipe.toString(),
                "-q",
                "--watch",
                "--data",
                directory.resolve("data").toString())
            .redirectOutput(out)
            .redirectError(ProcessBuilder.Redirect.PIPE)
            .start();
    try (var said = process.errorReader(StandardCharsets.UTF_8)) {
      assertThat(said.readLine()).startsWith("watching ");
      Files.writeString(recipe, "template: []\n");
      assertThat(said.lines().takeWhile(line -> !line.startsWith("watching ")))
          .anyMatch(line -> line.contains("=== run 2"))
          .anyMatch(line -> line.contains("error["));
      Files.writeString(recipe, "template: echo second\n");
      assertThat(said.lines().takeWhile(line -> !line.startsWith("watching ")))
          .anyMatch(line -> line.contains("=== run 3"));
      process.destroy();
      assertThat(process.waitFor(30, TimeUnit.SECONDS)).isTrue();
    } finally {
      process.destroyForcibly();
    }
    assertThat(out).hasContent("first\nsecond\n");
  }
}
