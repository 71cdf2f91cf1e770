package dev.escarole.web.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.EngineOptions;
import dev.escarole.web.cli.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Agents that write commands. */
@Timeout(120)
class BuildLinesTest {

  private static final String SOURCE = Base64.getEncoder().encodeToString(Programs.freezable());

  @TempDir Path directory;

  private AgentLines lines() throws IOException {
    Path policy = directory.resolve("policy.yaml");
    Files.writeString(
        policy,
        """
        principals:
          ada: {allow: true, commands: [base64, made], capabilities: [commands, exec]}
          bob: {allow: true, commands: ["*"], capabilities: [exec]}
        """);
    Path data = Files.createDirectories(directory.resolve("data"));
    return new AgentLines(EngineOptions.at(data).withPolicyFile(policy));
  }

  @Test
  void an_agent_builds_a_command_and_uses_it_at_once() throws Exception {
    try (AgentLines lines = lines()) {
      JsonNode built = lines.as("ada").data("build made base64 --source " + SOURCE);
      assertThat(built.path("compiled").asBoolean()).isTrue();
      assertThat(built.path("run").asText()).isEqualTo("shell 'made'");
      assertThat(lines.data("shell made").path("status").asInt()).isEqualTo(40);
      assertThat(lines.data("build made base64 --source " + SOURCE).path("compiled").asBoolean())
          .isFalse();
      JsonNode source = lines.data("source made");
      assertThat(source.path("language").asText()).isEqualTo("base64");
      assertThat(source.at("/files/0/text").asText()).startsWith(SOURCE.substring(0, 100));
    }
  }

  @Test
  void refusals_say_what_the_compiler_said_and_what_to_do_else() throws Exception {
    try (AgentLines lines = lines()) {
      assertThat(lines.as("ada").error("build made base64 --source '!'").message())
          .contains("base64: exited with");
      assertThat(lines.error("build made rust --source 'fn main() {}'").toString())
          .contains("wasm32-wasip1");
      assertThat(lines.error("build jq base64 --source " + SOURCE).message())
          .contains("built-in command");
      assertThat(lines.send("source base64").success()).isFalse();
    }
  }

  @Test
  void an_agent_without_the_capability_sees_no_such_command() throws Exception {
    try (AgentLines lines = lines()) {
      assertThat(lines.as("bob").send("build made base64 --source " + SOURCE).success()).isFalse();
      assertThat(lines.data("help").toString()).doesNotContain("Build a command");
    }
  }
}
