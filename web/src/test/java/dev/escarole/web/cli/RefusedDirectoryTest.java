package dev.escarole.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.cli.CliHarness.Call;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** A directory that no command may reach is refused once, before anything starts. */
class RefusedDirectoryTest {

  private Path directory;
  private CliHarness cli;

  @BeforeEach
  void setUp(@TempDir Path temporary) throws IOException {
    directory = temporary;
    cli = new CliHarness(directory);
    cli.file("hi.json", "[\"echo a\", \"echo b\", \"echo c\"]");
    Files.createDirectory(directory.resolve("recipes"));
  }

  private void assertRefused(Path host, String reason, Object... args) {
    Call call = cli.call(args);
    assertThat(call.exit()).as("%s", List.of(args)).isEqualTo(2);
    assertThat(call.text()).isEmpty();
    assertThat(call.err())
        .as("%s", List.of(args))
        .containsOnlyOnce("cannot be granted")
        .contains("the directory " + host + " for '/w' cannot be granted: ")
        .contains(reason)
        .doesNotContain("denied");
  }

  @Test
  void every_face_refuses_the_directory_around_the_data_directory() {
    Path recipe = directory.resolve("hi.json");
    String reason =
        "contains or lies inside the data directory, which no command may reach; grant another";
    for (String grant : List.of(directory + "::/w", directory + "::/w:ro")) {
      assertRefused(directory, reason, "plan", recipe, "--dir", grant);
      assertRefused(directory, reason, "sh", "-c", "echo a", "--dir", grant);
      assertRefused(directory, reason, "run", recipe, "--dir", grant);
      assertRefused(
          directory, reason, "mcp", "--recipes", directory.resolve("recipes"), "--dir", grant);
    }
    assertThat(cli.call("runs", "list", "--json").json().path("runs")).isEmpty();
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void kernel_directories_are_refused_likewise() {
    Path recipe = directory.resolve("hi.json");
    for (String host : List.of("/proc", "/sys", "/dev", "/proc/self")) {
      assertRefused(
          Path.of(host), "only a policy that names it", "run", recipe, "--dir", host + "::/w:ro");
    }
  }
}
