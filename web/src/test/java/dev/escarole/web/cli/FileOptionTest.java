package dev.escarole.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.app.Twins;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code run --file}, here and at a server, and what the other commands tell of it. */
@Timeout(100)
class FileOptionTest {

  @TempDir Path directory;

  @Test
  void a_file_is_given_to_a_run_here() throws Exception {
    CliHarness cli = new CliHarness(directory);
    Path recipe = cli.file("count.yaml", "template: [\"cat {table} -\", wc -c]\n");
    Path table = Files.writeString(directory.resolve("t.csv"), "a,b\n");
    CliHarness.Call run = cli.call("run", recipe, "--quiet", "--file", "table=" + table);
    assertThat(run.text().strip()).isEqualTo("4");
    assertThat(cli.call("runs", "files", "last").text()).contains("given-0", "table");
    assertThat(cli.call("runs", "files", "last", "table").text()).isEqualTo("a,b\n");
    assertThat(cli.call("run", recipe, "--file", "table").err())
        .contains("it must have the form NAME=PATH");
    assertThat(cli.call("run", recipe, "--file", "table=/nowhere").err())
        .contains("there is no such file");
    assertThat(cli.call("run", recipe, "--file", "a/b=" + table).err()).contains("cannot be named");
  }

  @Test
  void a_file_is_sent_to_a_server_for_a_recipe_of_either_side() throws Exception {
    try (Twins twins = new Twins(directory)) {
      CliHarness cli = new CliHarness(directory);
      cli.env("ESCAROLE_SERVER", twins.server.address().toString());
      Path recipe = cli.file("mine.yaml", "template: [\"cat {table} -\", wc -c]\n");
      Path table = Files.writeString(directory.resolve("t.csv"), "a,b\n");
      assertThat(cli.call("run", recipe, "--quiet", "--file", "table=" + table).text().strip())
          .isEqualTo("4");
      assertThat(cli.call("run", "typed", "--quiet", "--file", "file=" + table).text().strip())
          .isEqualTo("3 /inputs/file");
    }
  }
}
