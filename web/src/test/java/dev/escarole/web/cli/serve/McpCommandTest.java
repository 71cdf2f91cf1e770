package dev.escarole.web.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.cli.CliHarness;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class McpCommandTest {

  private static final String LINES =
      """
      {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": \
      "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}}
      {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "cli", \
      "arguments": {"command": "COMMAND"}}}
      """;

  @TempDir private Path directory;

  private CliHarness.Call served() throws Exception {
    return served("runs list");
  }

  private CliHarness.Call served(String line) throws Exception {
    Path recipes = Files.createDirectories(directory.resolve("recipes"));
    return new CliHarness(directory)
        .stdin(LINES.replace("COMMAND", line))
        .call("mcp", "--recipes", recipes);
  }

  @Test
  void an_agent_is_answered_and_the_directory_is_let_go_of_when_it_hangs_up() throws Exception {
    CliHarness.Call call = served();
    assertThat(call.exit()).as(call.err()).isZero();
    assertThat(call.text()).contains("\"serverInfo\"").contains("\\\"success\\\":true");
    assertThat(directory.resolve("data/escarole.sock")).doesNotExist();
    assertThat(new CliHarness(directory).call("runs", "list").exit()).isZero();
  }

  @Test
  void a_database_that_cannot_be_opened_is_told_to_the_agent_and_to_people() throws Exception {
    Path data = Files.createDirectory(directory.resolve("data"));
    Files.write(data.resolve("escarole.mv.db"), new byte[20_000]);
    CliHarness.Call call = served();
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.err()).containsOnlyOnce("error: ").contains("escarole.mv.db");
    assertThat(call.text().lines()).hasSize(2);
    assertThat(call.text())
        .contains("\"serverInfo\"")
        .contains("this server could not open its data directory", "\"isError\":true");
  }

  @Test
  void an_agent_can_test_the_recipes_of_its_folder() throws Exception {
    Path recipes = Files.createDirectory(directory.resolve("recipes"));
    Files.writeString(recipes.resolve("greet.yaml"), "template: echo hello\n");
    Files.writeString(
        recipes.resolve("greet.test.yaml"),
        """
        answers: {echo *: {run: true}}
        tests:
          - {name: greets, expect: {stdout: {contains: [hello]}}}
          - {name: leaves, expect: {stdout: {contains: [goodbye]}}}
        """);
    assertThat(served("test greet.yaml").text())
        .contains("\\\"tests\\\":2,\\\"failed\\\":1", "leaves", "goodbye")
        .doesNotContain("greets");
    assertThat(served("test greet.yaml --only greets").text())
        .contains("\\\"tests\\\":1,\\\"failed\\\":0");
  }
}
