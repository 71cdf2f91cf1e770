package dev.escarole.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A form that comes after its session has ended is kept for its sender, and never sent again. */
@Timeout(120)
class KeptFormsTest {

  private static final String FORM = "application/x-www-form-urlencoded";

  private final HttpClient client = HttpClient.newHttpClient();
  private LateForms site;
  private String cookie = "";

  @BeforeEach
  void start(@TempDir Path directory) throws Exception {
    site = new LateForms(directory);
    signIn(site.otto(), "/runs");
  }

  @AfterEach
  void stop() {
    site.close();
  }

  private HttpResponse<String> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    if (!cookie.isEmpty()) {
      request.header("Cookie", cookie);
    }
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(site.at(path)));
  }

  private HttpResponse<String> post(String path, String type, String body, String... headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(site.at(path))
            .header("Content-Type", type)
            .POST(BodyPublishers.ofString(body));
    return send(headers.length == 0 ? request : request.headers(headers));
  }

  /** Signs in and gives where the browser is sent then. */
  private String signIn(String token, String to) throws IOException, InterruptedException {
    HttpResponse<String> answer = post("/login", FORM, "token=" + token + "&to=" + to);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(303);
    String set = answer.headers().firstValue("Set-Cookie").orElseThrow();
    cookie = set.substring(0, set.indexOf(';'));
    return path(answer);
  }

  private static String path(HttpResponse<?> answer) {
    URI to = URI.create(PageServer.location(answer));
    return to.getRawPath() + (to.getRawQuery() == null ? "" : "?" + to.getRawQuery());
  }

  /** Where the kept form is, from the address of the sign-in page. */
  private static String kept(HttpResponse<?> refused) {
    assertThat(refused.statusCode()).isEqualTo(303);
    String login = path(refused);
    assertThat(login).startsWith("/login?to=");
    String to = URLDecoder.decode(login.substring(10), StandardCharsets.UTF_8);
    assertThat(to).startsWith("/kept/");
    return to;
  }

  private static String part(String name, String value) {
    return "--b\r\nContent-Disposition: form-data; name=\"%s\"\r\n\r\n%s\r\n"
        .formatted(name, value);
  }

  @Test
  void what_was_typed_into_a_launch_form_is_in_it_after_the_next_sign_in() throws Exception {
    site.sessionsEnd();
    String typed = part("value.who", "Ada & <Grace>") + part("labels", "a, b") + "--b--\r\n";
    String to = kept(post("/recipes/greet", "multipart/form-data; boundary=b", typed));
    assertThat(get("/login?to=" + to).body()).contains("What you typed is kept");
    assertThat(get(to).statusCode()).as("not before").isEqualTo(303);
    String form = path(get(signIn(site.otto(), to)));
    assertThat(form).startsWith("/recipes/greet?kept=");
    assertThat(get(form).body())
        .contains("Ada &amp; &lt;Grace&gt;")
        .contains("value=\"a, b\"")
        .contains("nothing was started");
    assertThat(site.runs()).as("nothing is sent again by itself").isZero();
  }

  @Test
  void any_other_form_is_shown_and_sent_when_its_sender_wants_it() throws Exception {
    site.sessionsEnd();
    String to = kept(post("/commands/cat", FORM, "argument=%2Fa+b&stdin=one%0D%0Atwo&do=call"));
    String page = get(signIn(site.otto(), to)).body();
    assertThat(page)
        .contains("action=\"/commands/cat\"")
        .contains("name=\"argument\"")
        .contains("/a b")
        .contains("one\r\ntwo")
        .contains("Send it now");
  }

  @Test
  void somebody_else_does_not_see_it_nor_anybody_after_an_hour() throws Exception {
    site.sessionsEnd();
    String to = kept(post("/recipes/greet", FORM, "value.who=secret"));
    assertThat(get(signIn(site.other(), to)).statusCode()).isEqualTo(404);
    String id = to.substring("/kept/".length());
    assertThat(get("/recipes/greet?kept=" + id).body()).doesNotContain("secret");
    assertThat(get(signIn(site.otto(), to)).statusCode()).isEqualTo(303);
    site.later(Duration.ofHours(1));
    assertThat(get(to).statusCode()).isEqualTo(404);
  }

  @Test
  void nothing_is_kept_of_strangers_nor_of_who_has_signed_out_nor_of_other_sites()
      throws Exception {
    String ended = cookie;
    String body = "value.who=x";
    site.sessionsEnd();
    assertThat(post("/recipes/greet", FORM, body, "Origin", "http://evil.example").statusCode())
        .isEqualTo(403);
    cookie = "escarole_session=guess";
    assertThat(post("/recipes/greet", FORM, body).statusCode()).isEqualTo(401);
    cookie = ended;
    String to = signIn(site.otto(), "/runs");
    assertThat(to).isEqualTo("/runs");
    assertThat(post("/logout", FORM, "").statusCode()).isEqualTo(303);
    assertThat(post("/recipes/greet", FORM, body).statusCode()).isEqualTo(401);
  }

  @Test
  void scripts_are_told_and_keep_the_form_themselves() throws Exception {
    site.sessionsEnd();
    assertThat(post("/recipes/greet", FORM, "value.who=x", "HX-Request", "true").statusCode())
        .isEqualTo(401);
  }

  @Test
  void a_form_that_is_too_large_to_be_kept_is_said_to_be() throws Exception {
    site.sessionsEnd();
    HttpResponse<String> answer = post("/recipes/greet", FORM, "value.who=" + "x".repeat(300_000));
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(answer.body()).contains("too large to be kept");
  }

  @Test
  void who_leaves_a_form_is_back_on_the_page_where_it_was_and_files_are_said_to_be_missing()
      throws Exception {
    site.sessionsEnd();
    String at = site.at("/commands/cat?x=1").toString();
    String to = kept(post("/commands/cat", FORM, "argument=a&do=call", "Referer", at));
    assertThat(get(signIn(site.otto(), to)).body()).contains("href=\"/commands/cat?x=1\"");
    site.sessionsEnd();
    String elsewhere = "http://evil.example/runs";
    to = kept(post("/commands/cat", FORM, "argument=a&do=call", "Referer", elsewhere));
    assertThat(get(signIn(site.otto(), to)).body()).contains("href=\"/runs\">Leave it");
    site.sessionsEnd();
    String file =
        "--b\r\nContent-Disposition: form-data; name=\"file.table\"; filename=\"t.csv\"\r\n\r\n"
            + "1,2\r\n";
    String form = file + part("value.who", "Ada") + "--b--\r\n";
    to = kept(post("/recipes/greet", "multipart/form-data; boundary=b", form));
    assertThat(get(path(get(signIn(site.otto(), to)))).body())
        .contains("Choose the files again", "Ada</textarea>");
  }
}
