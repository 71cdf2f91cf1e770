package dev.escarole.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.web.cli.CliHarness.Call;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The configuration file: what it sets, what wins over it, and what is refused. */
class ConfigTest {

  private Path directory;
  private CliHarness cli;
  private Path recipe;

  @BeforeEach
  void setUp(@TempDir Path temporary) {
    directory = temporary;
    cli = new CliHarness(directory).env("XDG_CONFIG_HOME", directory.resolve("home").toString());
    recipe = cli.file("r.json", "\"cat /nowhere\"");
  }

  private Path own(String text) throws IOException {
    Path file = directory.resolve("home/escarole/escarole.yaml");
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private boolean ranIn(String data) {
    return Files.exists(directory.resolve(data).resolve("escarole.mv.db"));
  }

  @Test
  void the_users_own_file_is_found_and_relative_paths_start_at_it() throws IOException {
    own("data: kept\n");
    cli.env("ESCAROLE_DATA", "");
    cli.call("run", recipe);
    assertThat(ranIn("home/escarole/kept")).isTrue();
  }

  @Test
  void an_option_wins_over_the_environment_and_that_over_the_file() throws IOException {
    own("data: " + directory.resolve("file") + "\n");
    cli.env("ESCAROLE_DATA", directory.resolve("variable").toString());
    cli.call("run", recipe);
    assertThat(ranIn("variable")).isTrue();
    assertThat(ranIn("file")).isFalse();
    cli.call("run", recipe, "--data", directory.resolve("option"));
    assertThat(ranIn("option")).isTrue();
    assertThat(ranIn("file")).isFalse();
  }

  @Test
  void the_option_names_another_file_than_the_variable_and_off_names_none() {
    Path quiet = cli.file("quiet.yaml", "run: {quiet: true}\n");
    Path loud = cli.file("loud.yaml", "run: {quiet: false}\n");
    Path ok = cli.file("ok.json", "\"echo hi\"");
    cli.env("ESCAROLE_CONFIG", quiet.toString());
    assertThat(cli.call("run", ok).err()).isEmpty();
    assertThat(cli.call("run", ok, "--config", loud).err()).contains("done");
    assertThat(cli.call("run", ok, "--config=off").err()).contains("done");
  }

  @Test
  void a_key_at_the_top_holds_for_every_command_that_has_it_and_a_section_wins() {
    Path file = cli.file("c.yaml", "limit: 1\nruns:\n  list:\n    limit: 2\n");
    for (int i = 0; i < 3; i++) {
      cli.call("run", recipe);
    }
    assertThat(cli.call("runs", "list", "--json", "--config", file).json().path("runs")).hasSize(2);
    assertThat(
            cli.call("runs", "list", "--limit", "3", "--json", "--config", file)
                .json()
                .path("runs"))
        .hasSize(3);
    assertThat(cli.call("audit", "--json", "--config", file).json().path("calls")).hasSize(1);
  }

  @Test
  void a_list_is_the_option_again_and_again() {
    Path file = cli.file("c.yaml", "run: {label: [nightly, \"7\"]}\n");
    JsonNode run = cli.call("run", recipe, "--json", "--config", file).json();
    assertThat(run.path("labels")).extracting(JsonNode::asText).containsExactly("7", "nightly");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "run: {quite: true}|1:|unknown key 'quite' of 'run'|Did you mean 'quiet'?",
        "wrokers: 2|1:|unknown key 'wrokers'|Did you mean 'workers'?",
        "rnu: {quiet: true}|1:|no command is named 'rnu'|Did you mean 'run'?",
        "run: {workers: many}|1:|'many' is not an int|escarole run --help",
        "run: {quiet: 3}|1:|'quiet' must be true or false|quiet: true",
        "run: {workers: true}|1:|'workers' must be a value, not true|N",
        "run: {workers: [1, 2]}|1:|'workers' has one value, not a list|one value",
        "run: {workers: [[1]]}|1:|'workers' must be a text|Leave the key out",
        "run: {workers: null}|1:|'workers' must be a text|Leave the key out",
        "run: {as: root}|1:|'as' cannot be set in a file|--as",
        "run: {dir: '/:/host'}|1:|'dir' cannot be set in a file|--dir",
        "lenient: true|1:|'lenient' cannot be set in a file|--lenient",
        "[1, 2]|1:|must hold keys and values|port: 9000",
        "run: {quiet: true, quiet: false}|1:|quiet|",
        "run: {quiet: [||bad-yaml|",
      })
  void what_does_not_fit_is_refused_with_its_place_and_changes_nothing(
      String text, String place, String message, String hint) {
    Path file = cli.file("c.yaml", text + "\n");
    Call call = cli.call("run", recipe, "--config", file);
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains(file + ":" + (place == null ? "" : place)).contains(message);
    assertThat(call.err()).contains(hint == null ? "" : hint);
    assertThat(cli.data()).doesNotExist();
    assertThat(cli.call("config", "show", "--config", file).exit()).isEqualTo(2);
  }

  @Test
  void the_same_as_json() {
    Path file = cli.file("c.yaml", "run: {quite: true}\n");
    JsonNode error =
        cli.call("run", recipe, "--json", "--config", file).json().path("errors").path(0);
    assertThat(error.path("code").asText()).isEqualTo("bad-config");
    assertThat(error.path("line").asInt()).isEqualTo(1);
  }

  @Test
  void insecure_local_is_for_each_start_of_a_server_to_say() {
    Path file = cli.file("c.yaml", "serve: {insecure-local: true, port: 0}\n");
    Call call = cli.call("serve", "--config", file);
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("'insecure-local' cannot be set in a file");
  }

  @Test
  void a_file_that_is_not_there_is_refused() {
    for (Object[] args :
        new Object[][] {
          {"run", recipe, "--config", directory.resolve("none.yaml")}, {"config", "show"}
        }) {
      cli.env("ESCAROLE_CONFIG", directory.resolve("none.yaml").toString());
      Call call = cli.call(args);
      assertThat(call.exit()).isEqualTo(2);
      assertThat(call.err()).contains("does not exist").contains("none.yaml");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"rw-rw-r--", "rw-r--rw-"})
  void a_file_that_others_can_write_is_refused(String permissions) throws IOException {
    Path file = cli.file("c.yaml", "quiet: true\n");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    Call call = cli.call("run", recipe, "--config", file);
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("can be written by other users").contains("chmod go-w");
    assertThat(cli.data()).doesNotExist();
  }

  @Test
  void so_is_one_in_a_directory_in_which_others_can_replace_it() throws IOException {
    Path open = Files.createDirectory(directory.resolve("open"));
    Path file = Files.writeString(open.resolve("c.yaml"), "quiet: true\n");
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path link = Files.createSymbolicLink(directory.resolve("link.yaml"), file);
    assertThat(cli.call("run", recipe, "--config", file).exit()).isEqualTo(2);
    assertThat(cli.call("run", recipe, "--config", link).err()).contains(open + " can be written");
  }

  @Test
  void config_show_tells_where_each_value_comes_from() {
    Path file = cli.file("c.yaml", "\nworkers: 3\nserve:\n  port: 9000\n");
    cli.env("ESCAROLE_CONFIG", file.toString());
    JsonNode shown = cli.call("config", "show", "serve", "--json").json();
    assertThat(shown.path("file").asText()).isEqualTo(file.toString());
    assertThat(row(shown, "port").toString())
        .isEqualTo(
            "{\"command\":\"serve\",\"option\":\"port\",\"value\":\"9000\",\"source\":\"file\","
                + "\"variable\":null,\"line\":4}");
    assertThat(row(shown, "data").path("source").asText()).isEqualTo("environment");
    assertThat(row(shown, "data").path("variable").asText()).isEqualTo("ESCAROLE_DATA");
    assertThat(row(shown, "host").path("value").asText()).isEqualTo("127.0.0.1");
    assertThat(row(shown, "host").path("source").asText()).isEqualTo("default");
    String text = cli.call("config", "show").text();
    assertThat(text)
        .containsPattern("serve +port +9000 +" + file + ":4\n")
        .containsPattern("run +workers +3 +" + file + ":2\n")
        .doesNotContain("host ");
  }

  @Test
  void config_show_checks_the_whole_file() {
    Path file = cli.file("c.yaml", "serve: {prot: 1}\nruns: {list: {limit: x}}\n");
    Call call = cli.call("config", "show", "--config", file);
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).contains("Did you mean 'port'?").contains("'x' is not an int");
  }

  @Test
  void secrets_are_not_shown() {
    Path file =
        cli.file(
            "c.yaml",
            "db: postgresql://me:secret1@localhost/x\nserver: http://me:secret2@localhost\n");
    cli.env("ESCAROLE_TOKEN", "secret3").env("ESCAROLE_CONFIG", file.toString());
    for (String form : new String[] {"--json", "--debug"}) {
      Call call = cli.call("config", "show", "runs", "list", form);
      assertThat(call.exit()).as(call.err()).isZero();
      assertThat(call.text()).contains("localhost").contains("me").doesNotContain("secret");
    }
  }

  @Test
  void without_a_file_config_show_says_so() {
    Call call = cli.call("config", "show");
    assertThat(call.exit()).isZero();
    assertThat(call.err()).contains("no configuration file");
    assertThat(cli.call("config", "show", "--json").json().path("file").isNull()).isTrue();
    assertThat(cli.call("config", "show", "nope").exit()).isEqualTo(2);
  }

  private static JsonNode row(JsonNode shown, String option) {
    for (JsonNode each : shown.path("settings")) {
      if (each.path("option").asText().equals(option)) {
        return each;
      }
    }
    throw new AssertionError(option + " is not shown: " + shown);
  }

  @Test
  void words_of_options_are_shown_as_they_are_typed() {
    assertThat(cli.call("config", "show", "run").text())
        .containsPattern("unknown-commands +refuse ")
        .doesNotContain("REFUSE");
  }
}
