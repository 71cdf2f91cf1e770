package dev.escarole.web.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Issue 11, B8: agents launch recipes that compute inputs. */
@Timeout(300)
class ComputeLinesTest {

  private static final String RECIPE =
      "{compute: {n: seq 2}, repeat: '{n.length}', template: 'echo item {n[index]}'}";

  @Test
  void an_agent_need_not_give_what_is_computed_and_reads_what_would_be() {
    try (AgentLines lines = new AgentLines().with("items", RECIPE)) {
      assertThat(lines.data("x-items").toString()).contains("item 2");
      assertThat(lines.data("run items").toString()).contains("item 2");
      assertThat(lines.data("x-items --n a").toString()).contains("item a");
      assertThat(lines.send("help x-items").json()).contains("default: computed by seq 2");
      assertThat(lines.error("plan items").toString()).contains("computed");
    }
  }

  @Test
  void a_failure_is_an_answer_and_no_run() {
    try (AgentLines lines = new AgentLines().with("items", RECIPE.replace("seq 2", "cat /nope"))) {
      assertThat(lines.error("x-items").toString()).contains("cat /nope");
      assertThat(lines.data("runs list").toString()).doesNotContain("items");
    }
  }
}
