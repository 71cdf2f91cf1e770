package dev.escarole.web.agent.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.broker.Principal;
import dev.escarole.web.agent.command.OfferedRecipes;
import dev.escarole.web.app.local.Installation;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Agents are greeted before what they ask is open. */
@Timeout(300)
class GreetingTest {

  private static final String HELLO =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":"
          + "\"2025-06-18\",\"capabilities\":{},\"clientInfo\":{\"name\":\"t\",\"version\":\"1\"}}}";

  private static final OfferedRecipes NO_RECIPES =
      new OfferedRecipes() {
        @Override
        public List<OfferedRecipe> all() {
          return List.of();
        }

        @Override
        public long version() {
          return 1;
        }
      };

  private final CompletableFuture<AgentSource> source = new CompletableFuture<>();
  private Agents agents;
  private OutputStream toServer;
  private BufferedReader fromServer;
  private Thread serving;

  private AgentSource await() {
    try {
      return source.join();
    } catch (CompletionException e) {
      throw (AgentSource.NotOpenException) e.getCause();
    }
  }

  @BeforeEach
  void serve() throws Exception {
    agents =
        new Agents(
            this::await, new AgentOptions("1.2.3", List.of(), false), InstantSource.system());
    PipedInputStream in = new PipedInputStream(1 << 16);
    toServer = new PipedOutputStream(in);
    PipedInputStream answers = new PipedInputStream(1 << 16);
    PipedOutputStream out = new PipedOutputStream(answers);
    fromServer = new BufferedReader(new InputStreamReader(answers, StandardCharsets.UTF_8));
    serving =
        new Thread(
            () -> {
              try {
                agents.serve(in, out, Principal.localOperator());
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    serving.start();
  }

  @AfterEach
  void hangUp() throws Exception {
    toServer.close();
    serving.join();
    agents.close();
  }

  private void write(String line) throws Exception {
    toServer.write((line + "\n").getBytes(StandardCharsets.UTF_8));
    toServer.flush();
  }

  private void request(int id, String method, String params) throws Exception {
    write(
        "{\"jsonrpc\":\"2.0\",\"id\":%d,\"method\":\"%s\",\"params\":%s}"
            .formatted(id, method, params));
  }

  private void call(int id, String line) throws Exception {
    request(
        id, "tools/call", "{\"name\":\"cli\",\"arguments\":{\"command\":\"%s\"}}".formatted(line));
  }

  private JsonNode read() throws Exception {
    return new ObjectMapper().readTree(fromServer.readLine());
  }

  @Test
  void what_needs_only_constants_is_answered_at_once_and_a_call_when_the_engine_is_open()
      throws Exception {
    write(HELLO);
    assertThat(read().at("/result/serverInfo/version").textValue()).isEqualTo("1.2.3");
    call(2, "runs list");
    request(3, "resources/list", "{}");
    request(4, "tools/list", "{}");
    request(5, "ping", "{}");
    // In this order only because the calls wait.
    assertThat(read().get("id").intValue()).isEqualTo(4);
    assertThat(read().get("id").intValue()).isEqualTo(5);
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      source.complete(
          new AgentSource(new Installation(engine, InstantSource.system()), NO_RECIPES));
      JsonNode first = read();
      JsonNode second = read();
      JsonNode called = first.get("id").intValue() == 2 ? first : second;
      JsonNode listed = first.get("id").intValue() == 2 ? second : first;
      assertThat(called.at("/result/isError").booleanValue()).as("%s", called).isFalse();
      assertThat(listed.at("/result/resources").isArray()).as("%s", listed).isTrue();
      hangUp();
    }
  }

  @Test
  void each_call_is_told_why_nothing_is_open() throws Exception {
    source.completeExceptionally(
        new AgentSource.NotOpenException("the cellar is locked", "Ask the cook.", null));
    write(HELLO);
    assertThat(read().at("/result/serverInfo/name").textValue()).isEqualTo("escarole");
    for (int id = 2; id < 4; id++) {
      call(id, "runs list");
      JsonNode answer = read();
      assertThat(answer.at("/result/isError").booleanValue()).isTrue();
      assertThat(answer.at("/result/content/0/text").textValue())
          .contains("EXECUTION_ERROR", "the cellar is locked", "Ask the cook.", "runs list");
    }
    request(4, "resources/list", "{}");
    assertThat(read().at("/error/message").textValue()).isEqualTo("the cellar is locked");
  }
}
