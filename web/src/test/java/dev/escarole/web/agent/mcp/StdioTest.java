package dev.escarole.web.agent.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunQuery;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class StdioTest {

  private static final String TOOL =
      """
      {
        "name": "cli",
        "description": "Execute CLI command. Run 'help' for available commands.",
        "inputSchema": {
          "type": "object",
          "properties": {
            "command": {
              "type": "string",
              "description": "CLI command string (e.g., 'calendar events --today')"
            }
          },
          "required": ["command"]
        }
      }
      """;

  @Test
  void ac_01_ac_02_cli_is_the_only_tool_and_is_defined_as_printed() throws Exception {
    try (Client client = Client.with("say", "template: printf x\n")) {
      client.request(1, "tools/list", Client.object());
      JsonNode tools = client.answer(1).at("/result/tools");
      assertThat(tools).hasSize(1);
      assertThat(tools.get(0)).isEqualTo(new ObjectMapper().readTree(TOOL));
    }
  }

  @Test
  void ac_18_a_result_is_one_text_and_is_error_is_the_opposite_of_success() throws Exception {
    try (Client client = Client.with("say", "template: printf x\n")) {
      client.send(1, "version");
      JsonNode good = client.answer(1).get("result");
      assertThat(good.get("content")).hasSize(1);
      assertThat(good.at("/content/0/type").textValue()).isEqualTo("text");
      assertThat(good.get("isError").booleanValue()).isFalse();
      assertThat(good.at("/content/0/text").textValue()).startsWith("{\"success\":true,");
      client.send(2, "frobnicate");
      JsonNode bad = client.answer(2).get("result");
      assertThat(bad.get("isError").booleanValue()).isTrue();
      assertThat(bad.at("/content/0/text").textValue()).startsWith("{\"success\":false,");
    }
  }

  @Test
  void a_call_without_a_command_is_answered_by_the_gateway_not_by_the_protocol() throws Exception {
    try (Client client = Client.with("say", "template: printf x\n")) {
      client.request(1, "tools/call", Client.object().put("name", "cli"));
      assertThat(client.answer(1).at("/result/content/0/text").textValue()).contains("PARSE_ERROR");
    }
  }

  @Test
  void many_calls_at_once_are_all_answered() throws Exception {
    try (Client client = Client.with("say", "template: printf x\n")) {
      for (int id = 1; id <= 200; id++) {
        client.send(id, "version");
      }
      Set<Integer> answered = new HashSet<>();
      while (answered.size() < 200) {
        JsonNode message = client.read();
        assertThat(message.at("/result/isError").booleanValue()).as("%s", message).isFalse();
        assertThat(answered.add(message.get("id").intValue())).isTrue();
      }
    }
  }

  @Test
  void progress_is_told_while_a_run_goes_on_and_giving_up_the_wait_leaves_the_run_alone()
      throws Exception {
    try (Client client = Client.with("long", "template: ['printf x', 'sleep 3000']\n")) {
      client.send(7, "x-long --wait 60");
      JsonNode message = client.read();
      while (message.at("/params/progress").doubleValue() < 1) {
        assertThat(message.get("method").textValue()).isEqualTo("notifications/progress");
        assertThat(message.at("/params/progressToken").textValue()).isEqualTo("token-7");
        message = client.read();
      }
      client.write(
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
              + "\"params\":{\"requestId\":7,\"reason\":\"enough\"}}");
      client.send(8, "runs wait last --wait 1");
      JsonNode next = client.read();
      while (!next.has("id")) {
        next = client.read();
      }
      // The cancelled request gets no answer.
      assertThat(next.get("id").intValue()).isEqualTo(8);
      assertThat(next.at("/result/content/0/text").textValue()).contains("\"running\"");
      assertThat(client.call(9, "runs cancel last").get("success").booleanValue()).isTrue();
    }
  }

  @Test
  void what_was_asked_before_the_client_hangs_up_is_answered() throws Exception {
    try (Client client = Client.with("say", "template: printf x\n")) {
      for (int id = 1; id <= 20; id++) {
        client.send(id, "version");
      }
      client.hangUp();
      for (int id = 1; id <= 20; id++) {
        assertThat(client.read().at("/result/isError").booleanValue()).isFalse();
      }
    }
  }

  @Test
  void a_request_before_hello_is_refused_and_a_ping_is_not() throws Exception {
    try (Client client = Client.silent("say", "template: printf x\n")) {
      client.request(1, "tools/list", Client.object());
      assertThat(client.answer(1).at("/error/code").intValue()).isEqualTo(-32600);
      client.request(2, "ping", Client.object());
      assertThat(client.answer(2).get("result")).isEmpty();
      client.hello(3);
      assertThat(client.answer(3).at("/result/serverInfo/name").textValue()).isEqualTo("escarole");
      // Without 'notifications/initialized', as some clients do it.
      client.request(4, "tools/list", Client.object());
      assertThat(client.answer(4).at("/result/tools")).hasSize(1);
      client.hello(5);
      assertThat(client.answer(5).at("/error/message").textValue()).contains("already");
    }
  }

  @Test
  void when_the_client_hangs_up_the_server_ends_and_leaves_the_run_alone() throws Exception {
    try (Client client = Client.with("long", "template: sleep 3000\n")) {
      client.call(1, "x-long --wait 0");
      client.hangUp();
      assertThat(client.engine.records().runs(RunQuery.latest(1)).get(0).status())
          .isEqualTo(RunStatus.RUNNING);
    }
  }
}
