package com.example.orders;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.http.client.ClientHttpRequestFactorySettings.Redirects;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.client.TestRestTemplate;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.util.ClassUtils;

/** The application with the versions of libraries that Spring Boot manages. */
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class OrdersApplicationTest {

  private static final String FLYWAY = "org.flywaydb.core.Flyway";

  @Autowired private TestRestTemplate http;
  @Autowired private JdbcTemplate database;

  @Test
  void a_bean_runs_a_recipe() {
    assertThat(http.getForObject("/hello?name=Ada", String.class)).isEqualTo("HELLO ADA\n");
  }

  @Test
  void runs_are_in_a_schema_of_the_applications_database() {
    http.getForObject("/hello", String.class);
    assertThat(database.queryForObject("select count(*) from escarole.run", Integer.class))
        .isPositive();
    List<String> ours =
        database.queryForList(
            "select table_name from information_schema.tables where table_schema = 'public'",
            String.class);
    assertThat(ours).contains("priced_order", "batch_job_instance").doesNotContain("run", "step");
    // With Flyway, and without.
    assertThat(ours.contains("flyway_schema_history"))
        .isEqualTo(ClassUtils.isPresent(FLYWAY, null));
  }

  @Test
  void health_and_metrics_are_the_actuators() {
    http.getForObject("/hello", String.class);
    JsonNode health = http.getForObject("/actuator/health", JsonNode.class);
    assertThat(health.at("/components/escarole/status").asText()).isEqualTo("UP");
    assertThat(health.at("/components/escarole/details/journal").asText()).isEqualTo("running");
    JsonNode ended =
        http.getForObject(
            "/actuator/metrics/escarole.runs.ended?tag=status:done", JsonNode.class);
    assertThat(ended.at("/measurements/0/value").asDouble()).isPositive();
  }

  @Test
  void the_dashboard_asks_for_the_sign_in_of_the_application() {
    ResponseEntity<String> page = get("/ops/escarole/", null);
    assertThat(page.getBody()).contains("Sign in as Ada");
    ResponseEntity<String> api = get("/ops/escarole/api/v1/runs", null);
    assertThat(api.getStatusCode()).isEqualTo(HttpStatus.UNAUTHORIZED);
  }

  @Test
  void users_of_the_application_see_the_dashboard() {
    http.getForObject("/hello", String.class);
    String session = signIn("vera");
    ResponseEntity<String> page = get("/ops/escarole/", session);
    assertThat(page.getStatusCode()).isEqualTo(HttpStatus.OK);
    assertThat(page.getBody()).contains("hello", "/ops/escarole/");
    String style = page.getBody().replaceFirst("(?s).*?(/ops/escarole/[^\"]*\\.css).*", "$1");
    assertThat(get(style, session).getHeaders().getContentType().getSubtype()).isEqualTo("css");
    assertThat(get("/ops/escarole/metrics", session).getBody()).contains("escarole_workers");
    assertThat(get("/ops/escarole/health", null).getBody()).isEqualTo("ok\n");
  }

  @Test
  void what_a_user_may_do_is_what_the_application_says() {
    String run = "{\"recipe\": \"hello\", \"values\": {\"name\": \"x\"}}";
    assertThat(post(run, signIn("vera")).getStatusCode()).isEqualTo(HttpStatus.FORBIDDEN);
    ResponseEntity<JsonNode> started = post(run, signIn("ada"));
    assertThat(started.getStatusCode().is2xxSuccessful()).as("%s", started).isTrue();
  }

  private String signIn(String user) {
    HttpHeaders headers = new HttpHeaders();
    headers.setContentType(MediaType.APPLICATION_FORM_URLENCODED);
    ResponseEntity<String> answer =
        http.withRedirects(Redirects.DONT_FOLLOW)
            .exchange(
                "/sign-in",
                HttpMethod.POST,
                new HttpEntity<>("user=" + user + "&to=/ops/escarole/", headers),
                String.class);
    assertThat(answer.getStatusCode()).isEqualTo(HttpStatus.SEE_OTHER);
    return answer.getHeaders().getFirst(HttpHeaders.SET_COOKIE).replaceFirst(";.*", "");
  }

  private ResponseEntity<String> get(String path, String session) {
    HttpHeaders headers = new HttpHeaders();
    headers.setAccept(List.of(MediaType.ALL));
    if (session != null) {
      headers.add(HttpHeaders.COOKIE, session);
    }
    return http.exchange(path, HttpMethod.GET, new HttpEntity<>(headers), String.class, Map.of());
  }

  private ResponseEntity<JsonNode> post(String body, String session) {
    HttpHeaders headers = new HttpHeaders();
    headers.setContentType(MediaType.APPLICATION_JSON);
    headers.add(HttpHeaders.COOKIE, session);
    return http.exchange(
        "/ops/escarole/api/v1/runs", HttpMethod.POST, new HttpEntity<>(body, headers), JsonNode.class);
  }
}
