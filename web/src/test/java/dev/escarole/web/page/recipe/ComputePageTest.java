package dev.escarole.web.page.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.store.RunQuery;
import dev.escarole.web.page.PageHarness;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Issue 11, B8: recipes with computed inputs on pages. */
class ComputePageTest {

  private static final String RECIPE =
      "name: beds\ncompute: {count: seq 3}\ntemplate: echo {count?some:no} beds\n";

  @TempDir Path directory;
  private PageHarness web;

  @BeforeEach
  void open() throws Exception {
    web = PageHarness.open(directory);
    web.drop("beds.yaml", RECIPE);
  }

  @AfterEach
  void close() {
    web.close();
  }

  private int runs() {
    return web.engine().records().runs(RunQuery.latest(10)).size();
  }

  @Test
  void the_form_and_the_preview_say_what_would_be_computed() {
    assertThat(web.get("/recipes/beds").body()).contains("what is computed by seq 3");
    PageHarness.Answer preview = web.post("/recipes/beds", "do", "preview");
    assertThat(preview.status()).isEqualTo(200);
    assertThat(preview.body())
        .contains("There is no plan yet")
        .contains("'count' is computed when the run is launched, by seq 3");
    assertThat(runs()).isZero();
    assertThat(web.post("/recipes/beds", "do", "preview", "value.count", "5").body())
        .contains("seen-plan");
  }

  @Test
  void launch_computes_and_the_overview_shows_it() throws Exception {
    Matcher source =
        Pattern.compile("name=\"seen-source\" value=\"([0-9a-f]{64})\"")
            .matcher(web.get("/recipes/beds").body());
    assertThat(source.find()).isTrue();
    PageHarness.Answer launched =
        web.post("/recipes/beds", "do", "launch", "seen-source", source.group(1));
    assertThat(web.output(launched.run())).isEqualTo("some beds\n");
    assertThat(web.get("/runs/" + launched.run()).body())
        .contains("count was computed by")
        .contains("seq 3 (6 bytes)");
    web.drop("beds.yaml", RECIPE.replace("seq 3", "seq 4"));
    PageHarness.Answer refused =
        web.post("/recipes/beds", "do", "launch", "seen-source", source.group(1));
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.body()).contains("The recipe has changed since you opened this page");
    assertThat(runs()).isOne();
  }

  @Test
  void a_failure_is_shown_where_it_stands_and_nothing_is_started() throws Exception {
    web.drop("beds.yaml", RECIPE.replace("seq 3", "cat /nope"));
    PageHarness.Answer refused = web.post("/recipes/beds", "do", "launch");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.body()).contains("cannot be computed").contains("cat /nope");
    assertThat(runs()).isZero();
  }
}
