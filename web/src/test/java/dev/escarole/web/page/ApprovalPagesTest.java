package dev.escarole.web.page;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.page.PageHarness.Answer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Steps that wait, on pages and over REST of a server with tokens. */
@Timeout(120)
class ApprovalPagesTest {

  private static final String POLICY =
      """
      principals:
        otto: {allow: true, commands: ["*"], capabilities: [approve]}
        ada: {allow: true, commands: ["*"], runs: all}
        vera: {allow: true, capabilities: [approve]}
      """;

  @TempDir Path directory;
  private PageHarness server;

  @BeforeEach
  void open() throws Exception {
    server = PageHarness.withTokens(directory, POLICY);
  }

  @AfterEach
  void close() {
    server.close();
  }

  /** A run of ada that waits in step 0.1. */
  private RunId waiting(String settings) throws Exception {
    String recipe = "[\"echo '<b>draft</b>'\", {" + settings + ", show: 'Go <i>on</i>?'}, cat]";
    byte[] body = new ObjectMapper().writeValueAsBytes(Map.of("text", recipe));
    RunId run = server.as("ada").post("/api/v1/runs", "application/json", body).run();
    while (server.engine().decisions().last(run, "0.1").isEmpty()) {
      Thread.onSpinWait();
    }
    return run;
  }

  private Answer api(String method, String path, String body) {
    return method.equals("GET")
        ? server.get("/api/v1" + path)
        : server.post("/api/v1" + path, "application/json", body.getBytes(UTF_8));
  }

  @Test
  void waiting_step_is_on_the_page_in_the_bar_and_on_its_run() throws Exception {
    assertThat(server.as("otto").get("/approvals").body())
        .contains("Nothing waits.")
        .doesNotContain("id=\"approvals-waiting\"");
    RunId run = waiting("await: approval, label: release");
    Answer page = server.as("otto").get("/approvals");
    assertThat(page.body())
        .contains("Go &lt;i&gt;on&lt;/i&gt;?")
        .contains("formaction=\"/runs/" + run + "/steps/0.1/reject\"")
        .containsPattern("id=\"approvals-waiting\">1<");
    assertThat(page.body())
        .contains("<a href=\"/runs/" + run + "/steps/0.1\">See the input, 13 bytes</a>");
    Answer overview = server.get("/runs/" + run);
    assertThat(overview.body())
        .contains("&lt;b&gt;draft&lt;/b&gt;")
        .doesNotContain("<b>draft</b>")
        .contains("<span class=\"state waiting\">waiting</span>")
        .contains("action=\"/runs/" + run + "/steps/0.1/approve\"");
    assertThat(server.get("/runs?status=waiting").body()).contains(run.value());
    assertThat(server.get("/runs?status=running").body()).doesNotContain(run.value());
    Answer approved =
        server.post(
            "/runs/" + run + "/steps/0.1/approve",
            "attempt",
            "1",
            "comment",
            "looks <good>",
            "back",
            "/approvals");
    assertThat(approved.status()).isEqualTo(303);
    assertThat(approved.response().headers().firstValue("Location")).contains("/approvals");
    assertThat(server.ended(run).status()).isEqualTo(RunStatus.DONE);
    assertThat(server.get("/runs/" + run).body())
        .contains("by <strong>otto</strong>")
        .contains("looks &lt;good&gt;")
        .doesNotContain("/steps/0.1/approve");
    assertThat(server.get("/audit/actions").body())
        .contains("approval.approve")
        .contains(run + " 0.1");
    Answer late = server.post("/runs/" + run + "/steps/0.1/reject", "attempt", "1");
    assertThat(late.status()).isEqualTo(409);
    assertThat(late.body()).contains("does not wait any more").contains("approved by otto");
  }

  @Test
  void nobody_decides_without_the_right_in_the_policy_and_the_role() throws Exception {
    RunId run = waiting("await: approval");
    String step = "/runs/" + run + "/steps/0.1";
    assertThat(server.as("ada").get("/approvals").body())
        .doesNotContain(step + "/approve")
        .contains("capability");
    Answer noRight = server.post(step + "/approve", "attempt", "1");
    assertThat(noRight.status()).isEqualTo(403);
    assertThat(noRight.body()).contains("capabilities: [approve]");
    assertThat(api("POST", step + "/reject", "{}").status()).isEqualTo(403);
    assertThat(server.as("vera").get("/approvals").body())
        .contains("Your token lets you look")
        .doesNotContain(step + "/approve", "capability");
    assertThat(server.post(step + "/approve").status()).isEqualTo(403);
    assertThat(api("POST", step + "/approve", "{}").body()).contains("not-allowed");
    assertThat(server.engine().decisions().last(run, "0.1").orElseThrow().isOpen()).isTrue();
    Answer done =
        server
            .as("otto")
            .post(
                "/api/v1" + step + "/approve",
                "application/json",
                "{\"comment\": \"ok\", \"attempt\": 1}".getBytes(UTF_8));
    assertThat(done.status()).isEqualTo(200);
    assertThat(done.body()).contains("\"state\":\"approved\"").contains("\"principal\":\"otto\"");
  }

  @Test
  void nothing_hides_in_what_people_decide_about() throws Exception {
    String recipe = "[\"echo 'pay 1\\u202E00'\", {await: approval, show: \"a\\u202Eb\\nc\"}]";
    byte[] body = new ObjectMapper().writeValueAsBytes(Map.of("text", recipe));
    RunId run = server.as("ada").post("/api/v1/runs", "application/json", body).run();
    while (server.engine().decisions().last(run, "0.1").isEmpty()) {
      Thread.onSpinWait();
    }
    assertThat(server.get("/runs/" + run).body()).contains("a\\u202eb\nc<", "pay 1\\u202e00<");
    assertThat(server.get("/approvals").body()).contains("a\\u202eb\nc<").doesNotContain("\u202e");
  }

  @Test
  void form_for_an_earlier_attempt_decides_nothing() throws Exception {
    RunId run = waiting("await: approval, retry: 2");
    String step = "/runs/" + run + "/steps/0.1";
    assertThat(server.as("otto").post(step + "/reject", "attempt", "1").status()).isEqualTo(303);
    while (server.engine().decisions().last(run, "0.1").orElseThrow().key().attempt() == 1) {
      Thread.onSpinWait();
    }
    Answer old = server.post(step + "/approve", "attempt", "1");
    assertThat(old.status()).isEqualTo(409);
    assertThat(old.body()).contains("attempt 2 is the last");
    assertThat(server.engine().decisions().last(run, "0.1").orElseThrow().isOpen()).isTrue();
  }

  @Test
  void callback_needs_no_token_works_once_and_tells_strangers_nothing() throws Exception {
    RunId run = waiting("await: callback");
    String step = "/runs/" + run + "/steps/0.1";
    assertThat(server.as("ada").post(step + "/callback").status()).isEqualTo(403);
    assertThat(api("GET", step + "/callback", "").status()).isEqualTo(403);
    Answer page = server.as("otto").post(step + "/callback");
    assertThat(page.status()).isEqualTo(200);
    String address = page.body().replaceAll("(?s).*(/api/v1/callbacks/[0-9A-Za-z._-]+).*", "$1");
    assertThat(page.body()).contains("curl --data-binary").contains("http://");
    assertThat(server.get("/approvals").body()).doesNotContain("/api/v1/callbacks/");
    String wrong = address.substring(0, address.length() - 43) + "A".repeat(43);
    String elsewhere = "/api/v1/callbacks/20260101-000000-aaaaaa.1.1." + "A".repeat(43);
    server.asNobody();
    Answer first = server.post(wrong, "text/plain", "x".getBytes(UTF_8));
    Answer second = server.post(elsewhere, "text/plain", "x".getBytes(UTF_8));
    assertThat(first.status()).isEqualTo(404);
    assertThat(second.status()).isEqualTo(404);
    assertThat(first.body().replace(wrong, ""))
        .isEqualTo(second.body().replace(elsewhere, ""))
        .contains("no-such-callback")
        .doesNotContain("run ");
    assertThat(server.get(address).status()).isEqualTo(405);
    assertThat(server.post(address, "application/json", new byte[(1 << 20) + 1]).status())
        .isEqualTo(413);
    byte[] body = "{\"ok\": true}".getBytes(UTF_8);
    assertThat(server.post(address, "application/json", body).status()).isEqualTo(200);
    Answer again = server.post(address, "application/json", body);
    assertThat(again.status()).isEqualTo(409);
    assertThat(again.body()).contains("already-decided");
    assertThat(server.as("otto").output(run)).isEqualTo("{\"ok\": true}");
    assertThat(server.get("/audit/actions").body())
        .contains("callback.answer")
        .contains("callback.read");
  }
}
