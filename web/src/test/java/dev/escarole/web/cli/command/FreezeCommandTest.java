package dev.escarole.web.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import dev.escarole.web.cli.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FreezeCommandTest {

  private Path directory;
  private CliHarness cli;

  @BeforeEach
  void setUp(@TempDir Path temporary) throws IOException {
    directory = temporary;
    cli = new CliHarness(directory);
    Path program = Files.write(directory.resolve("tables.wasm"), Programs.freezable());
    assertThat(cli.call("commands", "add", "tables", program).exit()).isZero();
  }

  @Test
  void frozenCommand_called_startsWhereTheInitializerEnded() {
    Call frozen = cli.call("commands", "freeze", "tables", "--export", "globals", "--json");

    String parent = ArtifactId.of(Programs.freezable()).toString();
    assertThat(frozen.exit()).as(frozen.text()).isZero();
    assertThat(frozen.json().path("name").asText()).isEqualTo("tables-frozen");
    assertThat(frozen.json().path("parent").asText()).isEqualTo(parent);
    assertThat(frozen.json().path("initializers").path(0).asText()).isEqualTo("globals");
    assertThat(cli.call("exec", "tables-frozen").exit()).isEqualTo(42);
    assertThat(cli.call("exec", "tables").exit()).isEqualTo(40);
    JsonNode listed = cli.call("commands", "--json").json().path("commands");
    assertThat(listed)
        .filteredOn(each -> each.path("name").asText().equals("tables-frozen"))
        .extracting(each -> each.path("parent").asText())
        .containsExactly(parent);
  }

  @Test
  void frozenAgain_underAnotherName_isTheSameArtifact() throws IOException {
    Path lib = Files.createDirectory(directory.resolve("lib"));
    Files.writeString(lib.resolve("a.txt"), "one");

    String first = artifact("one", lib);
    String second = artifact("two", lib);

    assertThat(first).isEqualTo(second).hasSize(64);
  }

  private String artifact(String name, Path lib) {
    Call call =
        cli.call(
            "commands",
            "freeze",
            "tables",
            "--to",
            name,
            "--export",
            "tables",
            "--dir",
            lib + "::/lib",
            "--env",
            "A=b",
            "--json");
    assertThat(call.exit()).as(call.text() + call.err()).isZero();
    JsonNode frozen = call.json();
    assertThat(frozen.path("directories").path(0).path("guest").asText()).isEqualTo("/lib");
    assertThat(frozen.path("directories").path(0).path("sha256").asText()).hasSize(64);
    return frozen.path("artifact").asText();
  }

  @Test
  void refusals_nameTheReasonAndTheWayOut() {
    Call nothing = cli.call("commands", "freeze", "tables");
    assertThat(nothing.exit()).isNotZero();
    assertThat(nothing.err())
        .contains("'tables' is not frozen")
        .contains("has no initializer")
        .contains("it exports globals, tables, segments");
    assertThat(cli.call("commands", "freeze", "tables", "--to", "sort").err())
        .contains("'sort' is the name of a built-in command");
    assertThat(cli.call("commands", "freeze", "tabels").err())
        .contains("no command is named 'tabels'")
        .contains("Did you mean tables?");
    assertThat(cli.call("commands", "freeze", "tables", "--export", "_start").err())
        .contains("another export to start it");
    assertThat(cli.call("commands").text()).doesNotContain("frozen");
  }
}
