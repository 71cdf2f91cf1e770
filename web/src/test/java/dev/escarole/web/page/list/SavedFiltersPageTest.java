package dev.escarole.web.page.list;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.page.PageHarness;
import dev.escarole.web.page.PageHarness.Answer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class SavedFiltersPageTest {

  private PageHarness site;

  @BeforeEach
  void start(@TempDir Path directory) throws IOException {
    site = PageHarness.withTokens(directory, "principals: {}\n");
  }

  @AfterEach
  void stop() {
    site.close();
  }

  private Answer api(String path, String body) {
    return site.post(path, "application/json", body.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void a_viewer_saves_a_filter_finds_it_again_and_deletes_it() {
    site.as("vera");
    assertThat(site.get("/runs").body()).doesNotContain("Save this filter");
    String narrowed = site.get("/runs?status=failed&age=day").body();
    assertThat(narrowed).contains("Save this filter", "value=\"status=failed&amp;age=day\"");
    Answer saved =
        site.post("/filters", "name", "Failed <today>", "query", "status=failed&age=day");
    assertThat(saved.response().headers().firstValue("Location"))
        .hasValueSatisfying(to -> assertThat(to).endsWith("/runs?status=failed&age=day"));
    assertThat(site.get("/runs").body())
        .contains("href=\"/runs?status=failed&amp;age=day\"", "Failed &lt;today&gt;")
        .doesNotContain("Delete this filter");
    assertThat(site.get("/runs?age=day&status=failed").body())
        .as("in any order")
        .contains("Delete this filter", "aria-current=\"true\">Failed")
        .doesNotContain("Save this filter");
    site.as("otto");
    assertThat(site.get("/runs").body()).as("each has their own").doesNotContain("Failed &lt;");
    assertThat(site.post("/filters/delete", "name", "Failed <today>").status()).isEqualTo(404);
    site.as("vera");
    assertThat(site.post("/filters/delete", "name", "Failed <today>").status()).isEqualTo(303);
    assertThat(site.get("/runs").body()).doesNotContain("Failed &lt;");
  }

  @Test
  void what_is_no_filter_is_refused_in_words() {
    site.as("vera");
    assertThat(site.post("/filters", "name", "", "query", "age=day").status()).isEqualTo(422);
    assertThat(site.post("/filters", "name", "a\u0007b", "query", "age=day").body())
        .contains("printable characters");
    assertThat(site.post("/filters", "name", "x", "query", "\"><script>").status()).isEqualTo(422);
    assertThat(site.post("/filters", "name", "x".repeat(61), "query", "a=b").status())
        .isEqualTo(422);
    assertThat(site.postFrom("http://evil.example", "/filters", "name", "x", "query", "a").status())
        .isEqualTo(403);
    assertThat(site.asNobody().post("/filters", "name", "x", "query", "a=b").status())
        .isEqualTo(401);
    assertThat(site.as("vera").get("/api/v1/filters").body()).isEqualTo("{\"filters\":[]}");
  }

  @Test
  void programs_have_the_same_filters() {
    site.as("otto");
    assertThat(api("/api/v1/filters", "{\"name\": \"a\", \"query\": \"age=day\"}").body())
        .isEqualTo("{\"name\":\"a\",\"query\":\"age=day\"}");
    assertThat(api("/api/v1/filters", "{\"name\": \"a\", \"query\": \"age=week\"}").status())
        .isEqualTo(200);
    assertThat(site.get("/api/v1/filters").body())
        .isEqualTo("{\"filters\":[{\"name\":\"a\",\"query\":\"age=week\"}]}");
    assertThat(site.get("/runs").body()).contains("href=\"/runs?age=week\"");
    for (int i = 0; i < 49; i++) {
      assertThat(
              api("/api/v1/filters", "{\"name\": \"f%d\", \"query\": \"\"}".formatted(i)).status())
          .isEqualTo(200);
    }
    Answer full = api("/api/v1/filters", "{\"name\": \"more\", \"query\": \"\"}");
    assertThat(full.status()).isEqualTo(409);
    assertThat(full.body()).contains("too-many-filters", "Delete one first");
    assertThat(api("/api/v1/filters/delete", "{\"name\": \"a\"}").status()).isEqualTo(200);
  }
}
