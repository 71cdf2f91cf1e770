package dev.escarole.web.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Pages name their time zone, and write times in it; REST stays with UTC. */
@Timeout(120)
class ZonePagesTest {

  private final PageServer server = new PageServer();

  @AfterEach
  void stop() {
    server.close();
  }

  private String page(String path, String zone) {
    HttpResponse<String> answer = server.get(path, "Cookie", "escarole_zone=" + zone);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  @Test
  void every_page_names_the_zone_and_its_times_are_in_it() {
    String run = server.run("name: one\ntemplate: \"echo hello\"\n").run().value();
    Instant started =
        server
            .engine()
            .records()
            .find(run)
            .flatMap(server.engine().records()::run)
            .orElseThrow()
            .startedAt()
            .truncatedTo(ChronoUnit.SECONDS);
    for (String path : new String[] {"/runs", "/audit", "/runs/" + run + "/steps/0", "/system"}) {
      assertThat(server.page(path)).contains("data-zone=\"UTC\" data-zone-choice=\"browser\"");
      assertThat(page(path, "browser.Asia/Kolkata"))
          .contains("<span data-zone-name>Asia/Kolkata</span>")
          .doesNotContainPattern("<time [^>]*>\\d{4}-\\d\\d-\\d\\dT");
    }
    LocalDateTime there = LocalDateTime.ofInstant(started, ZoneId.of("Asia/Kolkata"));
    assertThat(page("/runs/" + run + "/steps/0", "browser.Asia/Kolkata"))
        .containsPattern(">" + there.toLocalDate() + " " + "%02d:".formatted(there.getHour()));
    HttpResponse<String> api =
        server.get("/api/v1/runs", "Cookie", "escarole_zone=browser.Asia/Kolkata");
    assertThat(api.body()).containsPattern("\"startedAt\":\"[0-9T:.-]+Z\"");
  }

  @Test
  void the_switch_keeps_the_choice_in_a_cookie_and_returns_to_the_page() {
    HttpResponse<String> chosen =
        server.post("/zone", Map.of("zone", "utc", "to", "/runs?status=failed"));
    assertThat(chosen.statusCode()).isEqualTo(303);
    assertThat(PageServer.location(chosen)).endsWith("/runs?status=failed");
    assertThat(chosen.headers().firstValue("Set-Cookie"))
        .hasValueSatisfying(
            cookie -> assertThat(cookie).contains("escarole_zone=utc").contains("Max-Age="));
    HttpResponse<String> elsewhere =
        server.post("/zone", Map.of("zone", "server", "to", "//evil.example/"));
    assertThat(PageServer.location(elsewhere)).endsWith("/runs").doesNotContain("evil");
    assertThat(server.post("/zone", Map.of("zone", "browser.Moon/Base")).statusCode())
        .isEqualTo(400);
  }

  @Test
  void a_filter_by_time_means_the_same_moment_for_readers_in_other_zones() {
    String run = server.run("name: one\ntemplate: \"echo hello\"\n").run().value();
    String query = "?from=2026-01-01T00:00&to=2026-01-02T00:00&zone=Asia/Kolkata";
    assertThat(page("/runs" + query, "browser.Asia/Kolkata"))
        .contains("value=\"2026-01-01T00:00\"", "From (Asia/Kolkata)");
    assertThat(server.page("/runs" + query))
        .contains("value=\"2025-12-31T18:30\"", "From (UTC)")
        .doesNotContain(run);
    assertThat(server.page("/runs?from=2026-01-01T00:00")).contains("value=\"2026-01-01T00:00\"");
  }
}
