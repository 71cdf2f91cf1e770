package dev.escarole.web.agent.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Neither transport ends, or tells of its insides, whatever a client sends. */
@Timeout(300)
class HostileMessagesTest {

  private static final int SEEDS = 300;
  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String SAY = "template: printf x\n";
  private static final Set<Integer> CODES = Set.of(-32700, -32600, -32601, -32602, -32002, -32000);

  @TempDir private Path directory;

  @Test
  void one_malformed_line_is_answered_and_the_next_request_as_well() throws Exception {
    try (Client client = Client.with("say", SAY)) {
      for (String line : new String[] {"{not json", "", "\u0000"}) {
        client.write(line);
        assertError(client.read(), -32700);
      }
      for (String line :
          new String[] {"0", "[]", "{}", "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}"}) {
        client.write(line);
        assertError(client.read(), -32600);
      }
      client.write("x".repeat(1 << 19));
      assertError(client.read(), -32600);
      assertThat(client.call(1, "version").get("success").booleanValue()).isTrue();
    }
  }

  private static void assertError(JsonNode answer, int code) {
    assertThat(answer.get("jsonrpc").textValue()).isEqualTo("2.0");
    assertThat(answer.get("id").isNull()).isTrue();
    assertThat(answer.at("/error/code").intValue()).isEqualTo(code);
    assertThat(answer.at("/error/message").textValue()).isNotBlank();
  }

  @Test
  void over_standard_streams_every_known_mistake_is_survived() throws Exception {
    try (Client client = Client.with("say", SAY)) {
      int id = 1_000;
      for (String message : HostileMessages.known()) {
        client.write(message.getBytes(StandardCharsets.UTF_8));
        survives(client, ++id, message);
      }
    }
  }

  @Test
  void over_standard_streams_damaged_messages_are_survived() throws Exception {
    try (Client client = Client.with("say", SAY)) {
      for (int seed = 0; seed < SEEDS; seed++) {
        client.write(HostileMessages.damaged(seed));
        survives(client, 1_000 + seed, "seed " + seed);
      }
    }
  }

  private static void survives(Client client, int id, String what) throws Exception {
    client.request(id, "ping", Client.object());
    JsonNode message = client.read();
    while (!message.path("id").asText("").equals(Integer.toString(id))) {
      assertPlain(message, what);
      message = client.read();
    }
    assertThat(message.has("result")).as(what).isTrue();
  }

  private static void assertPlain(JsonNode message, String what) {
    if (message.has("error")) {
      assertThat(message.at("/error/code").intValue()).as(what).isIn(CODES);
    }
    assertThat(message.toString())
        .as(what)
        .doesNotContain("Exception", "stackTrace", "java.", "io.modelcontextprotocol");
  }

  @Test
  void over_http_every_known_mistake_is_a_plain_error() throws Exception {
    try (HttpPeer peer = HttpPeer.open(directory)) {
      for (String message : HostileMessages.known()) {
        assertPlain(peer, message.getBytes(StandardCharsets.UTF_8), message);
      }
    }
  }

  @Test
  void over_http_damaged_messages_are_plain_errors() throws Exception {
    try (HttpPeer peer = HttpPeer.open(directory)) {
      for (int seed = 0; seed < SEEDS; seed++) {
        assertPlain(peer, HostileMessages.damaged(seed), "seed " + seed);
      }
      assertThat(peer.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}").statusCode())
          .isEqualTo(200);
    }
  }

  private static void assertPlain(HttpPeer peer, byte[] body, String what) throws Exception {
    HttpResponse<String> answer = peer.post(body);
    assertThat(answer.statusCode()).as(what).isIn(200, 202, 400, 413);
    assertThat(answer.body())
        .as(what)
        .doesNotContain("Exception", "stackTrace", "java.", "io.modelcontextprotocol");
    if (answer.statusCode() >= 400) {
      JsonNode error = MAPPER.readTree(answer.body());
      assertThat(error.get("jsonrpc").textValue()).as(what).isEqualTo("2.0");
      assertThat(error.at("/error/code").intValue()).as(what).isIn(CODES);
    }
  }

  @Test
  void a_wrong_version_of_the_protocol_is_400() throws Exception {
    try (HttpPeer peer = HttpPeer.open(directory)) {
      for (String version : Arrays.asList("1999-01-01", "x", "2025-06-18x", "")) {
        HttpResponse<String> answer =
            peer.send(peer.request("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", version));
        assertThat(answer.statusCode()).as(version).isEqualTo(400);
        assertThat(MAPPER.readTree(answer.body()).at("/error/message").textValue())
            .contains("MCP-Protocol-Version");
      }
    }
  }

  @Test
  void a_principal_cannot_use_or_end_the_session_of_another() throws Exception {
    String ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    try (HttpPeer peer = HttpPeer.open(directory)) {
      for (HttpResponse<String> answer :
          List.of(
              peer.send(peer.foreign("DELETE", "")),
              peer.send(peer.foreign("POST", ping)),
              peer.send(peer.lost(ping)))) {
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(MAPPER.readTree(answer.body()).at("/error/message").textValue())
            .isEqualTo("There is no such session; send 'initialize' to begin one");
      }
      assertThat(peer.post(ping).statusCode()).isEqualTo(200);
    }
  }
}
