package dev.escarole.web.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.command.DirectoryGrant;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What an agent learns from a plan. */
@Timeout(300)
class PlanLinesTest {

  @TempDir private Path books;

  @Test
  void a_plan_shows_the_steps_and_not_where_directories_are() {
    DirectoryGrant grant = DirectoryGrant.parse(books + "::/books:ro");
    try (AgentLines lines = new AgentLines(EngineOptions.inMemory(), false, List.of(grant))) {
      lines.with("list", "template: [{label: look, template: ls /books}, wc -l]\n");
      String plan = lines.data("plan list").at("/plan/text").textValue();
      assertThat(plan).contains("0.0 look: ls /books").contains("0.1 wc -l");
      assertThat(plan).doesNotContain("sees").doesNotContain(books.toString());
      assertThat(lines.data("plan list").get("steps").intValue()).isEqualTo(3);
    }
  }
}
