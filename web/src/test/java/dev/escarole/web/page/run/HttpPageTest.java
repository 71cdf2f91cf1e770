package dev.escarole.web.page.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.run.RunResult;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.page.PageHarness;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** HTTP requests that a run may make, has made and was denied, on pages and over REST. */
@Timeout(300)
class HttpPageTest {

  @TempDir Path directory;
  private HttpServer server;
  private String origin;
  private PageHarness web;

  @BeforeEach
  void open() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, 3);
          exchange.getResponseBody().write("ok\n".getBytes(StandardCharsets.UTF_8));
          exchange.close();
        });
    server.start();
    String place = "127.0.0.1:" + server.getAddress().getPort();
    origin = "http://" + place;
    String policy =
        """
        principals:
          otto:
            allow: true
            commands: [curl]
            http: ["%s/open"]
            http_private: ["%s"]
        """;
    web = PageHarness.withTokens(directory, policy.formatted(origin, place)).as("otto");
    web.drop("ask.yaml", recipe());
  }

  @AfterEach
  void close() {
    web.close();
    server.stop(0);
  }

  private String recipe() {
    String text =
        """
        name: ask
        http: [{origin: "URL", paths: [/open, /closed], methods: [GET, POST]}]
        template:
          - curl -s URL/open/a
          - curl -s URL/open/b
          - {failure: branch, template: curl -s URL/closed}
        """;
    return text.replace("URL", origin);
  }

  private RunResult run() throws Exception {
    return web.engine()
        .run(
            RunRequest.of(new RecipeReader().read(recipe(), "ask.yaml"))
                .principal(new Principal("otto", false))
                .build());
  }

  @Test
  void recipe_form_and_plan_say_what_is_asked_for_and_what_the_policy_does_not_grant() {
    String asked = "<code>GET,POST " + origin + " /open /closed</code>";
    String page = web.get("/recipes/ask").body();
    assertThat(page)
        .contains(asked)
        .contains("as far as the policy permits them, too")
        .contains("The policy does not grant you all of it");
    assertThat(web.as("vera").get("/recipes/ask").body()).contains(asked);
    String plan = web.as("otto").post("/recipes/ask", "do", "preview").body();
    assertThat(plan)
        .contains("Commands may ask for " + asked)
        .contains("grant 'otto' all of GET,POST " + origin + " /open /closed");
  }

  @Test
  void the_page_of_a_run_says_what_it_asked_for_and_what_was_denied() throws Exception {
    String run = run().run().value();
    assertThat(web.get("/runs/" + run).body())
        .contains("Commands may ask for <code>GET,POST " + origin)
        .as("rows that are brought up to date have ids")
        .contains("<tr id=\"http-" + origin + "\">", "<tr id=\"http-problem-" + origin + "\">")
        .contains("<span class=\"state denied\">1</span>")
        .contains("GET " + origin + "/closed is not permitted");
    assertThat(web.get("/audit?name=http:request").body())
        .contains("http_denied")
        .contains("GET " + origin + "/open/a: 200, 3 bytes");
    JsonNode told = new ObjectMapper().readTree(web.get("/api/v1/runs/" + run).body());
    JsonNode http = told.path("http");
    assertThat(http.at("/access/0/origin").asText()).isEqualTo(origin);
    assertThat(http.at("/origins/0/origin").asText()).isEqualTo(origin);
    assertThat(http.at("/origins/0/answered").asInt()).isEqualTo(2);
    assertThat(http.at("/origins/0/failed").asInt()).isZero();
    assertThat(http.at("/origins/0/denied").asInt()).isEqualTo(1);
    assertThat(http.at("/origins/0/problem").asText())
        .contains("the operator's policy does not grant it to 'otto'");
    assertThat(told.at("/failures/0/outcome").asText()).isEqualTo("http_denied");
  }

  @Test
  void a_run_without_requests_has_none_on_its_page() throws Exception {
    RunResult result =
        web.engine()
            .run(RunRequest.of(new RecipeReader().read("template: date", "a.yaml")).build());
    assertThat(web.as("ada").get("/runs/" + result.run().value()).body())
        .doesNotContain("HTTP requests");
  }
}
