package dev.escarole.web.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.EngineOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What agents see and do of messages about runs. */
@Timeout(120)
class NotificationLinesTest {

  private static final String TELLS =
      "name: tells\nnotify: {on: done, to: ops}\ntemplate: printf x\n";

  @TempDir Path directory;

  private AgentLines lines() throws IOException {
    Path policy = directory.resolve("policy.yaml");
    Files.writeString(
        policy,
        """
        principals:
          ada: {allow: true, commands: [printf]}
          bob: {allow: true, commands: [printf]}
        """);
    Path data = Files.createDirectories(directory.resolve("data"));
    Files.writeString(
        data.resolve("notify.yaml"),
        "channels: {ops: {slack: 'https://hooks.example/t0ken-t0ken'}}\n");
    return new AgentLines(EngineOptions.at(data).withPolicyFile(policy)).with("tells", TELLS);
  }

  @Test
  void an_agent_sees_messages_about_its_own_runs_and_sends_no_others_again() throws Exception {
    try (AgentLines lines = lines()) {
      lines.as("ada").data("x-tells --wait 30");
      lines.as("bob").data("x-tells --wait 30");
      JsonNode seen = lines.data("notifications list");
      assertThat(seen.get("deliveries")).hasSize(1);
      assertThat(seen.at("/channels/0/name").asText()).isEqualTo("ops");
      assertThat(seen.toString()).doesNotContain("hooks.example").doesNotContain("t0ken");
      String own = seen.at("/deliveries/0/id").asText();
      String other = lines.as("ada").data("notifications list").at("/deliveries/0/id").asText();
      assertThat(other).isNotEqualTo(own).endsWith("-done-ops");
      assertThat(lines.as("bob").error("notifications resend " + other).code().name())
          .isEqualTo("PERMISSION_DENIED");
      assertThat(lines.error("notifications resend " + own).message()).contains("under way");
      assertThat(lines.data("notifications list --state sent").get("deliveries")).isEmpty();
      assertThat(lines.send("notifications test ops").success()).isFalse();
    }
  }
}
