package dev.escarole.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.run.RunId;
import dev.escarole.web.api.ApiServer.Answer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What programs rely on, beside the shapes that the document describes. */
@Timeout(300)
class ApiTest {

  private static ApiServer server;
  private static String census;

  @BeforeAll
  static void start(@TempDir Path directory) throws Exception {
    server = ApiServer.open(directory);
    census = server.run("{\"recipe\": \"census\", \"labels\": [\"first\"]}");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void a_run_with_a_large_result_is_sent_whole() throws Exception {
    String id = server.run("{\"text\": \"template: seq 300000\"}");
    JsonNode run = server.get("/runs/" + id).json();
    assertThat(run.path("stdout").asText().lines()).hasSize(300_000).endsWith("300000");
    assertThat(run.path("output").path("value")).isEqualTo(run.path("stdout"));
    assertThat(run.path("attempts")).hasSize(1);
  }

  @Test
  void a_launch_says_where_the_run_is_and_gives_it_what_the_body_has() throws Exception {
    String body =
        "{\"text\": \"cat\", \"stdin\": \"a\\u00e4\\n\", \"labels\": [\"x\", \"y\"],"
            + " \"fileName\": \"c.json\"}";
    Answer bad = server.post("/runs", body);
    assertThat(bad.status()).isEqualTo(422);
    assertThat(bad.json().at("/problems/0/file").asText()).isEqualTo("c.json");
    Answer answer =
        server.post(
            "/runs", body.replace("c.json", "c.yaml").replace("\"cat\"", "\"template: cat\""));
    assertThat(answer.status()).isEqualTo(201);
    String id = answer.json().path("run").asText();
    assertThat(answer.header("Location")).isEqualTo("/api/v1/runs/" + id);
    server.await(id);
    JsonNode run = server.get("/runs/" + id).json();
    assertThat(run.path("stdout").asText()).isEqualTo("aä\n");
    assertThat(run.path("labels").toString()).isEqualTo("[\"x\",\"y\"]");
    assertThat(run.path("status").asText()).isEqualTo("done");
  }

  @Test
  void a_run_is_the_document_that_the_command_line_prints() {
    JsonNode run = server.get("/runs/" + census).json();
    assertThat(run.path("status").asText()).isEqualTo("degraded");
    assertThat(run.at("/joins/0/coverage").asDouble()).isEqualTo(0.5);
    assertThat(run.path("branches")).hasSize(2);
    assertThat(run.path("exitCode").asInt()).isEqualTo(4);
    assertThat(run.path("accepted").asBoolean(true)).isFalse();
    assertThat(run.at("/losses/0/path").asText()).isEqualTo("0.0.1");
    assertThat(run.at("/losses/0/consent").isNull()).isTrue();
    assertThat(
            server
                .get("/runs?limit=1&text=" + census)
                .json()
                .at("/runs/0/accepted")
                .asBoolean(true))
        .isFalse();
    assertThat(server.get("/runs/" + census + "/joins").json().path("joins"))
        .isEqualTo(run.path("joins"));
  }

  @Test
  void what_does_not_change_any_more_is_not_sent_twice() {
    for (String path : List.of("/runs/" + census, "/runs/" + census + "/plan", "/recipes/census")) {
      Answer first = server.get(path);
      String tag = first.header("ETag");
      assertThat(tag).as(path).startsWith("W/\"");
      assertThat(first.header("Cache-Control")).isEqualTo("private, no-cache");
      Answer second =
          server.ask("GET", "/api/v1" + path).with("If-None-Match", "\"x\", " + tag).send();
      assertThat(second.status()).as(path).isEqualTo(304);
      assertThat(second.body()).isEmpty();
      assertThat(second.header("ETag")).isEqualTo(tag);
    }
    String nap = server.launch("{\"recipe\": \"nap\"}");
    assertThat(server.get("/runs/" + nap).header("ETag")).isEmpty();
    assertThat(server.get("/runs/" + nap).header("Cache-Control")).isEqualTo("no-store");
    server.post("/runs/" + nap + "/cancel", "{}");
  }

  @Test
  void outputs_are_bytes_and_can_be_asked_for_in_part() {
    String path = "/api/v1/runs/" + census + "/steps/0.0.0/attempts/1/stdout";
    Answer whole = server.ask("GET", path).send();
    assertThat(whole.text()).isEqualTo("hello you fast\n");
    assertThat(whole.header("Content-Type")).isEqualTo("application/octet-stream");
    assertThat(whole.header("Cache-Control")).contains("immutable");
    assertThat(whole.header("Content-Disposition")).startsWith("attachment;");
    assertThat(part(path, "bytes=6-8")).isEqualTo("206 bytes 6-8/15 you");
    assertThat(part(path, "bytes=10-")).isEqualTo("206 bytes 10-14/15 fast\n");
    assertThat(part(path, "bytes=-5")).isEqualTo("206 bytes 10-14/15 fast\n");
    assertThat(part(path, "bytes=10-999")).isEqualTo("206 bytes 10-14/15 fast\n");
    assertThat(part(path, "bytes=0-1,4-5")).isEqualTo("200  hello you fast\n");
    assertThat(part(path, "lines=1-2")).isEqualTo("200  hello you fast\n");
    Answer beyond = server.ask("GET", path).with("Range", "bytes=15-").send();
    assertThat(beyond.status()).isEqualTo(416);
    assertThat(beyond.header("Content-Range")).isEqualTo("bytes */15");
    assertThat(beyond.code()).isEqualTo("bad-range");
    Answer known = server.ask("GET", path).with("If-None-Match", whole.header("ETag")).send();
    assertThat(known.status()).isEqualTo(304);
    Answer head = server.ask("HEAD", path).send();
    assertThat(head.status()).isEqualTo(200);
    assertThat(head.header("Content-Length")).isEqualTo("15");
    Answer last = server.get("/runs/" + census + "/steps/0.0.0/attempts/last/stdout");
    assertThat(last.header("Cache-Control")).isEqualTo("private, no-cache");
  }

  private static String part(String path, String range) {
    Answer answer = server.ask("GET", path).with("Range", range).send();
    return answer.status() + " " + answer.header("Content-Range") + " " + answer.text();
  }

  @Test
  void the_text_of_a_join_is_not_stored_and_that_is_said() {
    Answer answer = server.get("/runs/" + census + "/steps/0.1/attempts/1/stdin");
    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.code()).isEqualTo("not-kept");
  }

  @Test
  void what_is_known_of_a_run_is_told_to_nobody_after_it_was_deleted() throws Exception {
    String id = server.run("{\"recipe\": \"census\"}");
    List<String> paths = List.of("", "/steps?limit=2", "/steps/0.0", "/joins", "/joins/0.0");
    for (String path : paths) {
      Answer first = server.get("/runs/" + id + path);
      assertThat(first.status()).as(path).isEqualTo(200);
      assertThat(server.get("/runs/" + id + path).text()).as(path).isEqualTo(first.text());
      assertThat(known(id + path, first.header("ETag"))).as(path).isEqualTo(304);
    }
    assertThat(known(id + "/steps?limit=3", server.get("/runs/" + id + "/steps").header("ETag")))
        .as("another question has another version")
        .isEqualTo(200);
    assertThat(server.get("/runs/" + id + "/steps?limit=1").text())
        .isNotEqualTo(server.get("/runs/" + id + "/steps?limit=2").text());
    String tag = server.get("/runs/" + id).header("ETag");
    server.ask("DELETE", "/api/v1/runs/" + id).send();
    for (String path : paths) {
      assertThat(server.get("/runs/" + id + path).status()).as(path).isEqualTo(404);
    }
    assertThat(known(id, tag)).isEqualTo(404);
  }

  private static int known(String path, String tag) {
    return server.ask("GET", "/api/v1/runs/" + path).with("If-None-Match", tag).send().status();
  }

  @Test
  void pages_of_runs_follow_each_other_without_gap_or_repetition() throws Exception {
    for (int i = 0; i < 5; i++) {
      server.run("{\"text\": \"template: echo " + i + "\", \"labels\": [\"paged\"]}");
    }
    List<String> seen = new ArrayList<>();
    String next = "/api/v1/runs?label=paged&limit=2";
    int pages = 0;
    while (!next.isEmpty()) {
      Answer page = server.ask("GET", next).send();
      page.json().path("runs").forEach(run -> seen.add(run.path("run").asText()));
      JsonNode link = page.json().path("next");
      next = link.isNull() ? "" : link.asText();
      assertThat(page.header("Link"))
          .isEqualTo(next.isEmpty() ? "" : "<" + next + ">; rel=\"next\"");
      pages++;
      // What is new does not shift the pages.
      server.run("{\"text\": \"template: echo more\", \"labels\": [\"paged\"]}");
    }
    assertThat(seen).hasSize(5).doesNotHaveDuplicates();
    assertThat(pages).isEqualTo(3);
  }

  @Test
  void pages_of_steps_and_of_the_audit_follow_each_other() {
    List<String> paths = new ArrayList<>();
    String next = "/api/v1/runs/" + census + "/steps?limit=2";
    while (!next.isEmpty()) {
      Answer page = server.ask("GET", next).send();
      page.json().path("steps").forEach(step -> paths.add(step.path("path").asText()));
      next = page.json().path("next").asText("").replace("null", "");
    }
    assertThat(paths).containsExactly("0", "0.0", "0.0.0", "0.0.1", "0.1");
    assertThat(
            server
                .get("/runs/" + census + "/steps?state=failed")
                .json()
                .at("/steps/0/path")
                .asText())
        .isEqualTo("0.0.1");
    assertThat(server.get("/runs/" + census + "/steps?parent=0.0").json().path("steps")).hasSize(2);
    Answer calls = server.get("/audit/calls?limit=1");
    Answer older = server.ask("GET", calls.json().path("next").asText()).send();
    assertThat(older.json().at("/calls/0")).isNotEqualTo(calls.json().at("/calls/0"));
    String foreign =
        server
            .get("/audit/actions?limit=1")
            .json()
            .path("next")
            .asText()
            .replaceAll(".*cursor=", "");
    assertThat(server.get("/audit/calls?cursor=" + foreign).code()).isEqualTo("bad-cursor");
  }

  @Test
  void mistakes_are_answered_with_the_nearest_name() {
    assertThat(server.post("/runs", "{\"recipie\": \"census\"}").json().path("hint").asText())
        .isEqualTo("Did you mean recipe?");
    assertThat(server.get("/runs?lable=x").json().path("hint").asText())
        .isEqualTo("Did you mean label?");
    assertThat(server.get("/runs?status=faild").json().path("hint").asText())
        .isEqualTo("Did you mean failed?");
    assertThat(server.post("/runs", "{\"recipe\": \"cencus\"}").json().path("hint").asText())
        .isEqualTo("Did you mean census?");
    assertThat(server.get("/commands/ecko").json().path("hint").asText()).contains("echo");
    Answer values = server.post("/runs", "{\"recipe\": \"census\", \"values\": {\"wo\": 1}}");
    assertThat(values.code()).isEqualTo("invalid-recipe");
    assertThat(values.json().at("/problems/0/hint").asText()).isEqualTo("Did you mean 'who'?");
  }

  @Test
  void what_http_has_a_status_for_gets_it() {
    Answer method = server.ask("PATCH", "/api/v1/runs").send();
    assertThat(method.status()).isEqualTo(405);
    assertThat(method.header("Allow")).contains("GET").contains("POST");
    assertThat(method.code()).isEqualTo("method-not-allowed");
    Answer accept = server.ask("GET", "/api/v1/runs").with("Accept", "text/html").send();
    assertThat(accept.status()).isEqualTo(406);
    assertThat(accept.json().path("status").asInt()).isEqualTo(406);
    assertThat(
            server
                .ask("GET", "/api/v1/runs")
                .with("Accept", "text/html, application/*;q=0.1")
                .send()
                .status())
        .isEqualTo(200);
    Answer type =
        server
            .askBytes("POST", "/api/v1/runs", "{}".getBytes(StandardCharsets.UTF_8))
            .with("Content-Type", "text/plain")
            .send();
    assertThat(type.status()).isEqualTo(415);
    assertThat(type.code()).isEqualTo("unsupported-type");
    assertThat(server.ask("POST", "/api/v1/runs").send().code()).isEqualTo("which-recipe");
    assertThat(server.get("/nowhere").code()).isEqualTo("no-such-address");
  }

  @Test
  void a_body_that_is_too_large_is_refused_and_starts_nothing() {
    int before = server.runs().size();
    String text = "{\"text\": \"%s\"}";
    // One byte more than is taken: a server that refuses must not hang up on who is still sending.
    int fill = (64 << 20) + 1 - text.formatted("").length();
    byte[] large = text.formatted("x".repeat(fill)).getBytes(StandardCharsets.UTF_8);
    Answer answer =
        server
            .askBytes("POST", "/api/v1/runs", large)
            .with("Content-Type", "application/json")
            .send();
    assertThat(answer.status()).isEqualTo(413);
    assertThat(answer.code()).isEqualTo("too-large");
    assertThat(server.runs()).hasSize(before);
  }

  @Test
  void bodies_are_read_strictly() {
    assertThat(server.post("/runs", "{\"text\": \"a\", \"text\": \"b\"}").code())
        .isEqualTo("bad-json");
    assertThat(server.post("/runs", "{\"text\": \"template: a\"} {}").code()).isEqualTo("bad-json");
    assertThat(server.post("/runs", "[".repeat(5000)).code()).isEqualTo("bad-json");
    assertThat(server.post("/runs", "{\"values\": {\"a\": 1E480716957860103}}").code())
        .isEqualTo("bad-json");
    assertThat(server.post("/runs", "[]").code()).isEqualTo("wrong-type");
    assertThat(server.post("/runs", "{\"labels\": \"a\"}").code()).isEqualTo("wrong-type");
    assertThat(server.post("/runs", "{}").code()).isEqualTo("which-recipe");
    assertThat(server.post("/runs", "{\"recipe\": \"a\", \"text\": \"b\"}").code())
        .isEqualTo("which-recipe");
    assertThat(server.post("/runs", "{\"text\": \"template: cat\", \"stdinBase64\": \"?\"}").code())
        .isEqualTo("bad-base64");
  }

  @Test
  void one_branch_can_be_cancelled_and_the_others_go_on() throws Exception {
    String recipe =
        "{\"parallel\": true, \"template\": [{\"delay\": 3600000, \"template\": \"echo\"}, \"echo kept\"]}";
    String id = server.launch("{\"text\": " + quoted(recipe) + "}");
    Answer typo = server.post("/runs/" + id + "/cancel", "{\"branch\": \"0.7\"}");
    assertThat(typo.status()).isEqualTo(404);
    assertThat(typo.json().path("hint").asText()).contains("0.");
    assertThat(server.post("/runs/" + id + "/cancel", "{\"branch\": \"0.0\"}").status())
        .isEqualTo(202);
    server.await(id);
    JsonNode run = server.get("/runs/" + id).json();
    assertThat(run.path("status").asText()).isEqualTo("degraded");
    assertThat(run.at("/branches/0/status").asText()).isEqualTo("cancelled");
    assertThat(run.at("/branches/1/status").asText()).isEqualTo("done");
  }

  @Test
  void failed_branches_are_run_again_and_the_new_run_tells_of_the_old_one() throws Exception {
    Answer answer = server.post("/runs/" + census + "/rerun", "{\"scope\": \"failed\"}");
    assertThat(answer.status()).isEqualTo(201);
    String again = answer.json().path("run").asText();
    server.await(again);
    JsonNode run = server.get("/runs/" + again).json();
    assertThat(run.path("rerunOf").asText()).isEqualTo(census);
    assertThat(run.path("attempts").findValuesAsText("reused")).contains("true");
    assertThat(
            server
                .post("/runs/" + census + "/rerun", "{\"scope\": \"from\", \"path\": \"0.9\"}")
                .code())
        .isEqualTo("no-such-step");
    assertThat(server.post("/runs/" + census + "/rerun", "{\"path\": \"0.1\"}").code())
        .isEqualTo("bad-scope");
  }

  @Test
  void a_deleted_run_is_gone_and_one_under_way_is_not_deleted() throws Exception {
    String id = server.run("{\"text\": \"template: echo gone\"}");
    Answer removed = server.ask("DELETE", "/api/v1/runs/" + id).send();
    assertThat(removed.json().at("/runs/0/run").asText()).isEqualTo(id);
    assertThat(server.get("/runs/" + id).code()).isEqualTo("no-such-run");
    String nap = server.launch("{\"recipe\": \"nap\"}");
    assertThat(server.ask("DELETE", "/api/v1/runs/" + nap).send().code()).isEqualTo("run-not-over");
    assertThat(server.engine().handle(new RunId(nap))).isPresent();
    server.post("/runs/" + nap + "/cancel", "{}");
  }

  @Test
  void every_action_is_on_record_done_or_refused() {
    server.post("/runs", "{\"recipe\": \"broken.yaml\"}");
    server.post("/runs/" + census + "/cancel", "{}");
    String actions = server.get("/audit/actions?limit=1000").json().toString();
    assertThat(actions)
        .contains(
            "\"action\":\"run.launch\",\"target\":\"broken.yaml\",\"result\":\"invalid-recipe\"")
        .contains(
            "\"action\":\"run.cancel\",\"target\":\"" + census + "\",\"result\":\"run-is-over\"")
        .contains("\"action\":\"run.launch\",\"target\":\"" + census + "\",\"result\":\"done\"");
  }

  @Test
  void what_a_command_wrote_is_told_byte_for_byte() {
    Answer text = server.post("/commands/echo/exec", "{\"arguments\": [\"<b>\", \"; ls\"]}");
    assertThat(text.json().path("stdout").asText()).isEqualTo("<b> ; ls\n");
    Answer bytes = server.post("/commands/cat/exec", "{\"stdinBase64\": \"/wD/\"}");
    assertThat(bytes.json().path("stdout").isNull()).isTrue();
    assertThat(bytes.json().path("stdoutBase64").asText()).isEqualTo("/wD/");
    Answer failed = server.post("/commands/cat/exec", "{\"arguments\": [\"/etc/passwd\"]}");
    assertThat(failed.status()).isEqualTo(200);
    assertThat(failed.json().path("exitCode").asInt()).isNotZero();
    assertThat(server.post("/commands/echo/exec", "{\"arguments\": [\"\\u0000\"]}").code())
        .isEqualTo("bad-argument");
  }

  @Test
  void hostile_names_lead_nowhere() throws Exception {
    for (String name :
        List.of(
            "../../etc/passwd", "..%2f..%2fetc", "sub/../broken.yaml", "%00", "<script>", "a\"b")) {
      String encoded = name.contains("%") ? name : URLEncoder.encode(name, StandardCharsets.UTF_8);
      Answer answer = server.get("/recipes/" + encoded);
      assertThat(answer.status()).as(name + " " + answer.text()).isBetween(400, 499);
      assertThat(answer.text()).doesNotContain("root:");
    }
    Answer file =
        server.post("/recipes/validate", "{\"text\": \"x: 1\", \"fileName\": \"/etc/passwd\"}");
    assertThat(file.text()).doesNotContain("root:");
    assertThat(
            server.post("/recipes/validate", "{\"text\": \"x\", \"fileName\": \"a\\nb\"}").code())
        .isEqualTo("bad-file-name");
    String id = server.run("{\"text\": \"name: ../../x\\ntemplate: echo hi\"}");
    assertThat(server.get("/runs/" + id + "/output/stdout").header("Content-Disposition"))
        .isEqualTo("attachment; filename=\"" + id + "-stdout\"");
    Answer grant =
        server.post("/runs", "{\"recipe\": \"census\", \"directories\": [\"etc::/etc\"]}");
    assertThat(grant.code()).isEqualTo("bad-directory");
  }

  @Test
  void a_directory_that_no_command_may_reach_is_refused_before_anything_starts() throws Exception {
    String order = "{\"recipe\": \"census\", \"directories\": [\"/proc/self/root::/d:ro\"]}";
    int before = server.get("/runs").json().path("runs").size();
    for (String way : List.of("/runs", "/recipes/plan")) {
      Answer refused = server.post(way, order);
      assertThat(refused.status()).as(way + refused.text()).isEqualTo(422);
      assertThat(refused.code()).isEqualTo("directory-refused");
      assertThat(refused.text()).contains("/proc/self/root for '/d' cannot be granted");
    }
    assertThat(server.get("/runs").json().path("runs")).hasSize(before);
  }

  @Test
  void another_host_name_is_refused() throws IOException {
    assertThat(raw("GET /api/v1/runs HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n"))
        .startsWith("HTTP/1.1 403")
        .contains("application/problem+json")
        .contains("\"code\":\"wrong-host\"");
    assertThat(
            raw(
                "POST /api/v1/runs HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 2\r\n"
                    + "Content-Type: application/json\r\nConnection: close\r\n\r\n{}"))
        .startsWith("HTTP/1.1 403");
  }

  @Test
  void a_request_that_needs_no_body_can_come_without_one_and_its_length() throws IOException {
    String post =
        "POST /api/v1/runs/20260101-none/cancel HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n";
    assertThat(raw(post + "\r\n")).startsWith("HTTP/1.1 404");
    assertThat(raw(post + "Content-Length: 2\r\n\r\n{}"))
        .startsWith("HTTP/1.1 415")
        .contains("application/json, was without a type");
  }

  private static String raw(String request) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
      OutputStream out = socket.getOutputStream();
      out.write(request.getBytes(StandardCharsets.ISO_8859_1));
      InputStream in = socket.getInputStream();
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @Test
  void a_page_of_another_site_can_change_nothing() {
    int before = server.runs().size();
    Answer answer =
        server
            .ask("POST", "/api/v1/runs", "{\"recipe\": \"nap\"}")
            .with("Origin", "https://evil.example")
            .send();
    assertThat(answer.status()).isEqualTo(403);
    assertThat(answer.code()).isEqualTo("foreign-origin");
    assertThat(server.runs()).hasSize(before);
  }

  @Test
  void the_page_shows_every_operation_of_the_document() {
    String page = server.ask("GET", "/api").send().text();
    JsonNode document = server.get("/openapi.json").json();
    document
        .findValues("operationId")
        .forEach(id -> assertThat(page).contains("id=\"" + id.asText() + "\""));
    assertThat(page).contains("Idempotency-Key").contains("The body is of another type.");
    assertThat(page).doesNotContain("http://").doesNotContain("https://");
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\"", "\\\"") + "\"";
  }
}
