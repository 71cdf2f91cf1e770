package dev.escarole.web.agent.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.broker.Principal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class ResourcesTest {

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final String PANEL =
      """
      template:
        parallel: true
        min_successful: 1
        template: ['printf hello', 'cat /nowhere']
      """;

  @TempDir private Path directory;

  private static JsonNode list(Client client, int id, String cursor) throws IOException {
    ObjectNode params = Client.object();
    if (!cursor.isEmpty()) {
      params.put("cursor", cursor);
    }
    client.request(id, "resources/list", params);
    return client.answer(id);
  }

  private static JsonNode read(Client client, int id, String uri) throws IOException {
    client.request(id, "resources/read", Client.object().put("uri", uri));
    return client.answer(id);
  }

  private static String run(Client client, int id, String line) throws IOException {
    return client.call(id, line).at("/data/run").textValue();
  }

  @Test
  void runs_their_results_and_their_joins_are_listed_and_read() throws Exception {
    try (Client client = Client.with("panel", PANEL)) {
      String run = run(client, 1, "x-panel --wait 60");
      String root = "escarole://runs/" + run;
      JsonNode listed = list(client, 2, "").at("/result");
      assertThat(listed.at("/resources").findValuesAsText("uri"))
          .containsExactly(root, root + "/result", root + "/joins");
      assertThat(listed.at("/resources/0/description").textValue())
          .startsWith("panel.yaml, degraded,");
      assertThat(listed.has("nextCursor")).isFalse();

      JsonNode whole = MAPPER.readTree(text(read(client, 3, root)));
      assertThat(whole.at("/joins/0/missing/0/path").textValue()).isEqualTo("0.0.1");
      JsonNode joins = MAPPER.readTree(text(read(client, 4, root + "/joins")));
      assertThat(joins.at("/joins/0/done").intValue()).isEqualTo(1);
      assertThat(text(read(client, 5, root + "/result"))).contains("hello");
      assertThat(text(read(client, 6, root + "/steps/0.0.0/stdout"))).isEqualTo("hello");
      assertThat(text(read(client, 7, root + "/steps/0.0.1/stderr"))).contains("No such file");
      assertThat(client.lines())
          .extracting(line -> line.command() + " " + line.sender().client())
          .contains("resources/list t 1", "resources/read t 1", "x-panel t 1")
          .hasSize(7);
    }
  }

  private static String text(JsonNode answer) {
    return answer.at("/result/contents/0/text").textValue();
  }

  @Test
  void templates_say_how_addresses_are_made() throws Exception {
    try (Client client = Client.with("panel", PANEL)) {
      client.request(1, "resources/templates/list", Client.object());
      assertThat(client.answer(1).at("/result/resourceTemplates").findValuesAsText("uriTemplate"))
          .containsExactlyInAnyOrder(
              "escarole://runs/{run}",
              "escarole://runs/{run}/result{?from}",
              "escarole://runs/{run}/joins{?from}",
              "escarole://runs/{run}/steps/{step}/stdout{?from}",
              "escarole://runs/{run}/steps/{step}/stderr{?from}");
    }
  }

  @Test
  void the_list_comes_in_pages_newest_first_without_gap_or_overlap() throws Exception {
    try (Client client = Client.with("say", "template: printf x\n")) {
      List<String> runs = new ArrayList<>();
      for (int id = 0; id < 45; id++) {
        runs.add(0, "escarole://runs/" + run(client, 100 + id, "x-say --wait 60"));
      }
      List<String> seen = new ArrayList<>();
      String cursor = "";
      int pages = 0;
      do {
        JsonNode page = list(client, 200 + pages, cursor).get("result");
        page.at("/resources").forEach(each -> seen.add(each.path("uri").asText()));
        cursor = page.path("nextCursor").asText("");
        pages++;
      } while (!cursor.isEmpty());
      assertThat(pages).isEqualTo(3);
      assertThat(seen.stream().filter(uri -> !uri.endsWith("/result"))).isEqualTo(runs);
      for (String bad : List.of("x", "-1", "1-2-3", "99999999999999999999-1")) {
        assertThat(list(client, 300, bad).at("/error/code").intValue()).as(bad).isEqualTo(-32602);
      }
    }
  }

  @Test
  void a_large_result_is_read_in_pieces_that_lead_to_each_other() throws Exception {
    try (Client client = Client.with("count", "template: seq 60000\n")) {
      String run = run(client, 1, "x-count --wait 100");
      StringBuilder all = new StringBuilder();
      String uri = "escarole://runs/" + run + "/result";
      int id = 2;
      while (!uri.isEmpty()) {
        JsonNode contents = read(client, id++, uri).at("/result/contents/0");
        assertThat(contents.path("uri").asText()).isEqualTo(uri);
        assertThat(contents.path("text").asText()).hasSizeLessThanOrEqualTo(100_000);
        all.append(contents.path("text").asText());
        assertThat(contents.path("_meta").path("escarole/length").intValue()).isEqualTo(348_894);
        uri = contents.path("_meta").path("escarole/next").asText("");
      }
      String expected =
          String.join("", IntStream.rangeClosed(1, 60_000).mapToObj(i -> i + "\n").toList());
      assertThat(all.toString()).isEqualTo(expected);
      assertThat(id).isEqualTo(6);
    }
  }

  @Test
  void a_principal_lists_and_reads_its_own_runs_only() throws Exception {
    Path policy = directory.resolve("policy.yaml");
    Files.writeString(policy, "principals:\n  ada: {allow: true}\n  bob: {allow: true}\n");
    EngineOptions options = EngineOptions.at(directory.resolve("data")).withPolicyFile(policy);
    String adas;
    try (Client ada = Client.of(options, new Principal("ada", false), "say", PANEL)) {
      adas = "escarole://runs/" + run(ada, 1, "x-say --wait 60");
      assertThat(list(ada, 2, "").at("/result/resources")).hasSize(3);
    }
    try (Client bob = Client.of(options, new Principal("bob", false), "say", PANEL)) {
      assertThat(list(bob, 1, "").at("/result/resources")).isEmpty();
      for (String part : List.of("", "/result", "/joins", "/steps/0.0.0/stdout")) {
        assertThat(read(bob, 2, adas + part).has("error")).as(part).isTrue();
      }
      assertThat(bob.lines().get(0).sender().principal()).isEqualTo("bob");
      assertThat(bob.lines().get(0).ending().error()).isEqualTo("COMMAND_NOT_FOUND");
    }
    try (Client nobody = Client.of(options, new Principal("nobody", false), "say", PANEL)) {
      assertThat(list(nobody, 1, "").has("error")).isTrue();
      assertThat(nobody.lines().get(0).ending().error()).isEqualTo("PERMISSION_DENIED");
    }
  }

  @Test
  void resources_count_against_the_same_quota_as_lines_and_commands() throws Exception {
    Path policy = directory.resolve("policy.yaml");
    Files.writeString(policy, "principals:\n  ada: {allow: true, calls_per_second: 2}\n");
    EngineOptions options = EngineOptions.inMemory().withPolicyFile(policy);
    try (Client ada = Client.of(options, new Principal("ada", false), "say", PANEL)) {
      List<String> errors = new ArrayList<>();
      for (int id = 1; id <= 30; id++) {
        errors.add(list(ada, id, "").at("/error/message").asText(""));
      }
      assertThat(errors).contains("", "Rate limit exceeded. Wait 1s before retry");
      assertThat(ada.lines()).hasSize(30).anyMatch(line -> line.ending().denied());
    }
  }

  @Test
  void what_is_no_address_of_ours_is_not_found() throws Exception {
    try (Client client = Client.with("say", "template: printf x\n")) {
      String run = run(client, 1, "x-say --wait 60");
      for (String path :
          List.of(
              "nothing/result",
              run + "/result?from=-1",
              run + "/result?from=1&from=2",
              run + "/result/../../x",
              run + "/steps/0/stdin",
              "../" + run)) {
        assertThat(read(client, 2, "escarole://runs/" + path).has("error")).as(path).isTrue();
      }
      assertThat(text(read(client, 3, "escarole://runs/" + run + "/result?from=999999"))).isEmpty();
    }
  }
}
