package dev.escarole.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code --outputs}: a directory for large outputs. */
@Timeout(100)
class OutputsOptionTest {

  @TempDir Path directory;

  private List<Path> objects() throws IOException {
    try (Stream<Path> files = Files.walk(directory.resolve("outputs"))) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !file.endsWith("escarole-outputs"))
          .toList();
    }
  }

  @Test
  void outputs_are_in_the_directory_that_the_option_or_the_environment_names() throws Exception {
    CliHarness cli = new CliHarness(directory);
    String place = directory.resolve("outputs").toString();
    Path recipe = cli.file("count.yaml", "template: [seq 10000, tail -n 1]\n");
    CliHarness.Call run =
        cli.call("run", recipe, "--quiet", "--outputs", place, "--outputs-above", "10KiB");
    assertThat(run.text().strip()).isEqualTo("10000");
    assertThat(objects()).singleElement().satisfies(file -> assertThat(file).hasSize(48_894));

    CliHarness.Call without = cli.call("runs", "output", "last", "0.0");
    assertThat(without.exit()).isNotZero();
    assertThat(without.err())
        .contains("The database keeps large outputs in " + place, "--outputs")
        .doesNotContain("Exception");

    cli.env("ESCAROLE_OUTPUTS", place);
    assertThat(cli.call("runs", "output", "last", "0.0").text()).endsWith("\n10000\n");

    Files.delete(objects().get(0));
    CliHarness.Call lost = cli.call("runs", "output", "last", "0.0");
    assertThat(lost.exit()).isNotZero();
    assertThat(lost.err())
        .contains("of 48,894 bytes is missing in the output store")
        .doesNotContain("Exception");
  }

  @Test
  void a_wrong_place_is_named() throws Exception {
    CliHarness cli = new CliHarness(directory);
    Path recipe = cli.file("echo.yaml", "template: echo x\n");
    assertThat(cli.call("run", recipe, "--outputs", "s3://me:secret@runs").err())
        .contains("must not have a user or password")
        .doesNotContain("secret@");
    assertThat(cli.call("run", recipe, "--outputs", "s4://runs").err())
        .contains("no library for output stores at 's4:'");
    assertThat(cli.call("run", recipe, "--outputs", "/tmp/x", "--outputs-above", "1").err())
        .contains("must be 1024..");
    assertThat(cli.call("run", recipe, "--outputs", "/tmp/x", "--outputs-above", "many").err())
        .contains("no size");
  }
}
