package dev.escarole.spring.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/**
 * The dashboard behind the filters of Spring Security, in Tomcat, with its runs in the
 * application's PostgreSQL.
 */
@Timeout(300)
@ExtendWith(OutputCaptureExtension.class)
class SpringSecurityTest {

  private static final Map<String, String> LAUNCH = Map.of("value.who", "Ada", "do", "launch");
  private static final Pattern ASSET = Pattern.compile("\"(/ops/escarole/assets/[^\"]+)\"");

  @TempDir static Path directory;

  private static SecuredSite site;

  @BeforeAll
  static void start() throws IOException {
    site = SecuredSite.start(directory);
  }

  @AfterAll
  static void stop() {
    site.close();
  }

  private static List<String> headers(HttpResponse<?> answer, String name) {
    return answer.headers().allValues(name);
  }

  /** The run that an answer leads to. */
  private static RunId run(HttpResponse<?> launched) {
    return new RunId(Visitor.next(launched).getPath().replaceFirst(".*/", ""));
  }

  @Test
  void one_is_led_to_the_sign_in_and_comes_back_from_it() throws Exception {
    Visitor visitor = new Visitor(site);
    URI wanted = site.dashboard("/recipes?text=hello");
    HttpResponse<String> asked = visitor.get(wanted);
    assertThat(asked.statusCode()).isEqualTo(302);
    assertThat(Visitor.next(asked)).isEqualTo(site.at("/login"));
    HttpResponse<String> signedIn = visitor.signIn("ada");
    assertThat(Visitor.next(signedIn)).hasToString(wanted + "&continue");
    assertThat(visitor.get(Visitor.next(signedIn)).body())
        .contains("ada", "href=\"/ops/escarole/recipes/hello\"")
        .doesNotContain("Sign out");
  }

  @Test
  void an_operator_launches_a_recipe_by_its_form() throws Exception {
    Visitor ada = Visitor.signedIn(site, "ada");
    URI form = site.dashboard("/recipes/hello");
    assertThat(ada.get(form).body()).contains("value.who");
    HttpResponse<String> launched = ada.post(form, LAUNCH, "Origin", site.at("").toString());
    assertThat(launched.statusCode()).as(launched.body()).isEqualTo(303);
    URI page = Visitor.next(launched);
    assertThat(page.getPath()).startsWith("/ops/escarole/runs/");
    assertThat(site.end(run(launched)).principal()).isEqualTo("ada");
    assertThat(ada.get(page).body()).contains("HELLO ADA");
  }

  /** Spring's filter for hidden methods asks for a parameter of each form. */
  @Test
  void an_operator_launches_a_recipe_whose_form_a_filter_has_read(@TempDir Path other)
      throws Exception {
    try (SecuredSite filtered =
        SecuredSite.start(other, "spring.mvc.hiddenmethod.filter.enabled=true")) {
      Visitor ada = Visitor.signedIn(filtered, "ada");
      HttpResponse<String> launched =
          ada.post(
              filtered.dashboard("/recipes/hello?of=nothing"),
              Map.of("value.who", "Ada & Zoë", "do", "launch"));
      assertThat(launched.statusCode()).as(launched.body()).isEqualTo(303);
      assertThat(filtered.end(run(launched)).status()).isEqualTo(RunStatus.DONE);
      assertThat(ada.get(Visitor.next(launched)).body()).contains("HELLO ADA &amp; ZOë");
    }
  }

  @Test
  void a_viewer_looks_and_does_not_launch() throws Exception {
    int before = site.runs();
    Visitor vera = Visitor.signedIn(site, "vera");
    assertThat(vera.get(site.dashboard("/runs")).body()).contains("vera");
    HttpResponse<String> refused = vera.post(site.dashboard("/recipes/hello"), LAUNCH);
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.body()).contains("Vera has the role viewer");
    assertThat(site.runs()).isEqualTo(before);
  }

  @Test
  void users_without_a_role_for_it_do_not_come_to_it() throws Exception {
    Visitor carl = Visitor.signedIn(site, "carl");
    assertThat(carl.get(site.dashboard("/runs")).statusCode()).isEqualTo(403);
    assertThat(carl.get(site.dashboard("/assets/leaf.svg")).statusCode()).isEqualTo(403);
  }

  @Test
  void nobody_is_signed_in_after_signing_out() throws Exception {
    Visitor ada = Visitor.signedIn(site, "ada");
    assertThat(ada.signOut().statusCode()).isEqualTo(302);
    assertThat(Visitor.next(ada.get(site.dashboard("/runs")))).isEqualTo(site.at("/login"));
  }

  @ParameterizedTest
  @CsvSource({
    "Origin, http://evil.example",
    "Origin, null",
    "Sec-Fetch-Site, cross-site",
    "Sec-Fetch-Site, same-site"
  })
  void a_form_of_another_site_is_refused(String header, String value) throws Exception {
    int before = site.runs();
    Visitor ada = Visitor.signedIn(site, "ada");
    HttpResponse<String> forged = ada.post(site.dashboard("/recipes/hello"), LAUNCH, header, value);
    assertThat(forged.statusCode()).isEqualTo(403);
    assertThat(forged.body()).contains("A page of another site sent this request");
    assertThat(site.runs()).isEqualTo(before);
  }

  @Test
  void everything_else_keeps_the_protection_of_spring() throws Exception {
    Visitor ada = Visitor.signedIn(site, "ada");
    assertThat(ada.post(site.at("/logout"), Map.of()).statusCode()).isEqualTo(403);
    assertThat(ada.get(site.dashboard("/runs")).statusCode()).isEqualTo(200);
  }

  @Test
  void rest_and_health_answer_as_well() throws Exception {
    Visitor nobody = new Visitor(site);
    assertThat(nobody.get(site.dashboard("/health")).body()).isEqualTo("ok\n");
    assertThat(nobody.get(site.dashboard("/api/v1/runs")).statusCode()).isEqualTo(302);
    Visitor vera = Visitor.signedIn(site, "vera");
    assertThat(vera.get(site.dashboard("/api/v1/recipes")).body()).contains("\"hello\"");
    assertThat(vera.get(site.dashboard("/metrics")).body()).contains("escarole_workers");
    assertThat(vera.get(site.dashboard("/no/such/page")).body()).contains("Page not found");
  }

  @Test
  void the_headers_of_pages_are_those_of_the_dashboard_once() throws Exception {
    Visitor ada = Visitor.signedIn(site, "ada");
    HttpResponse<String> page = ada.get(site.dashboard("/runs"));
    assertThat(headers(page, "Content-Security-Policy"))
        .singleElement()
        .asString()
        .contains("default-src 'none'; script-src 'self'");
    assertThat(headers(page, "X-Frame-Options")).containsExactly("DENY");
    assertThat(headers(page, "X-Content-Type-Options")).containsExactly("nosniff");
    assertThat(headers(page, "Referrer-Policy")).containsExactly("same-origin");
    assertThat(headers(page, "Cache-Control")).containsExactly("no-store");
  }

  @Test
  void its_style_and_scripts_load_and_are_kept_by_browsers() throws Exception {
    Visitor ada = Visitor.signedIn(site, "ada");
    Matcher assets = ASSET.matcher(ada.get(site.dashboard("/runs")).body());
    int found = 0;
    while (assets.find()) {
      HttpResponse<String> asset = ada.get(site.at(assets.group(1)));
      assertThat(asset.statusCode()).as(assets.group()).isEqualTo(200);
      assertThat(headers(asset, "Cache-Control"))
          .containsExactly("public, max-age=31536000, immutable");
      assertThat(headers(asset, "Pragma")).isEmpty();
      assertThat(headers(asset, "Expires")).isEmpty();
      found++;
    }
    assertThat(found).isGreaterThan(5);
  }

  @Test
  void live_events_come_through_the_filters() throws Exception {
    Visitor vera = Visitor.signedIn(site, "vera");
    try (InputStream events = vera.open(site.dashboard("/live/events?of=runs&browser=b"));
        BufferedReader lines =
            new BufferedReader(new InputStreamReader(events, StandardCharsets.UTF_8))) {
      HttpResponse<String> launched =
          Visitor.signedIn(site, "ada").post(site.dashboard("/recipes/hello"), LAUNCH);
      String run = run(launched).value();
      String line = lines.readLine();
      while (line != null && !line.contains(run)) {
        line = lines.readLine();
      }
      assertThat(line).contains(run);
    }
  }

  @Test
  void a_browser_that_leaves_is_no_error(CapturedOutput output) throws Exception {
    Visitor vera = Visitor.signedIn(site, "vera");
    Visitor ada = Visitor.signedIn(site, "ada");
    for (int i = 0; i < 5; i++) {
      try (InputStream events = vera.open(site.dashboard("/live/events?of=runs&browser=" + i))) {
        assertThat(events.read()).isPositive();
      }
      assertThat(ada.post(site.dashboard("/recipes/hello"), LAUNCH).statusCode()).isEqualTo(303);
    }
    // They are noticed when something is written to them.
    while (!vera.get(site.dashboard("/metrics")).body().contains("\nescarole_live_watchers 0")) {
      Thread.onSpinWait();
    }
    assertThat(output).doesNotContain("could not be answered", "response committed already");
  }

  @Test
  void an_answer_that_fails_on_the_way_is_broken_off(@TempDir Path other) throws Exception {
    Path outputs = other.resolve("outputs");
    try (SecuredSite outside = SecuredSite.start(other, "escarole.outputs=" + outputs)) {
      RunId run = outside.run("\"seq 500000\"");
      Visitor vera = Visitor.signedIn(outside, "vera");
      URI whole = outside.dashboard("/api/v1/runs/" + run);
      assertThat(vera.get(whole).body()).endsWith("}");
      damageEnds(outputs);
      for (URI each : List.of(whole, outside.dashboard("/api/v1/runs/" + run + "/output/stdout"))) {
        assertThatThrownBy(() -> vera.get(each)).isInstanceOf(IOException.class);
      }
      assertThat(vera.get(outside.dashboard("/runs/" + run)).statusCode()).isEqualTo(200);
    }
  }

  private static void damageEnds(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        byte[] bytes = Files.readAllBytes(file);
        if (bytes.length > 0) {
          bytes[bytes.length - 1] ^= 1;
          Files.write(file, bytes);
        }
      }
    }
  }

  @Test
  void an_application_that_stops_leaves_no_thread_of_its_web_server(
      @TempDir Path other, CapturedOutput output) throws Exception {
    try (SecuredSite stopped = SecuredSite.start(other)) {
      Visitor ada = Visitor.signedIn(stopped, "ada");
      assertThat(ada.post(stopped.dashboard("/recipes/hello"), LAUNCH).statusCode()).isEqualTo(303);
    }
    assertThat(output).doesNotContain("has failed to stop it");
  }
}
