package dev.escarole.web.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Issue 11, B6: agents address steps by path or by label. */
@Timeout(300)
class LabelLinesTest {

  private static final String RECIPE =
      """
      - label: page {index}
        parallel: true
        repeat: 2
        template: echo {index}
      - {label: twin, template: cat}
      - {label: twin, template: cat}
      """;

  @Test
  void outputs_and_reruns_take_labels() {
    try (AgentLines lines = new AgentLines().with("pages", RECIPE)) {
      lines.data("run pages");
      assertThat(lines.data("runs output last 'page 1'").path("text").asText()).isEqualTo("1\n");
      assertThat(lines.data("runs output last 0.0.0").path("text").asText()).isEqualTo("0\n");
      assertThat(lines.error("runs output last twin").toString()).contains("0.1").contains("0.2");
      assertThat(lines.data("runs rerun last --branch 'page 1'").path("status").asText())
          .isEqualTo("done");
      assertThat(lines.error("runs cancel last --branch 'page 1'").toString()).contains("over");
    }
  }
}
