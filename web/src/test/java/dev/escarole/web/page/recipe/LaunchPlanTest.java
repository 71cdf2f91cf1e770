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

/** A launch starts the plan that was looked at, or says what has become another. */
class LaunchPlanTest {

  private static final String BEFORE =
      "name: beds\nargs: [\"bed=1\"]\ntemplate: ['echo bed {bed}', cat]\n";
  private static final String AFTER =
      "name: beds\nargs: [\"bed=1\"]\ntemplate: ['echo bed {bed}', wc -l]\n";

  @TempDir Path directory;
  private PageHarness web;

  @BeforeEach
  void open() throws Exception {
    web = PageHarness.open(directory);
    web.drop("beds.yaml", BEFORE);
  }

  @AfterEach
  void close() {
    web.close();
  }

  private static String field(PageHarness.Answer page, String name) {
    Matcher field =
        Pattern.compile("name=\"" + name + "\" value=\"([0-9a-f]{64})\"").matcher(page.body());
    assertThat(field.find()).as(name).isTrue();
    return field.group(1);
  }

  private PageHarness.Answer preview() {
    return web.post("/recipes/beds", "do", "preview", "value.bed", "2");
  }

  private PageHarness.Answer launch(PageHarness.Answer seen, String bed) {
    return web.post(
        "/recipes/beds",
        "do",
        "launch",
        "value.bed",
        bed,
        "seen-source",
        field(seen, "seen-source"),
        "seen-plan",
        field(seen, "seen-plan"));
  }

  private int runs() {
    return web.engine().records().runs(RunQuery.latest(10)).size();
  }

  @Test
  void the_plan_that_was_previewed_starts() throws Exception {
    assertThat(web.output(launch(preview(), "2").run())).isEqualTo("bed 2\n");
  }

  @Test
  void nothing_starts_when_the_recipe_has_changed_since_the_preview_and_what_has_is_shown()
      throws Exception {
    PageHarness.Answer seen = preview();
    web.drop("beds.yaml", AFTER);
    PageHarness.Answer refused = launch(seen, "2");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.body())
        .contains("Nothing was started.", "The recipe has changed since you opened this page.")
        .containsPattern("<strong>(changed|removed|added)</strong>[^\\n]*0\\.1")
        .contains("wc -l", "\n2</textarea>");
    assertThat(runs()).isZero();
    assertThat(web.output(launch(refused, "2").run())).as("once confirmed").isEqualTo("1\n");
  }

  @Test
  void a_form_that_was_opened_before_the_change_starts_nothing_without_a_word() throws Exception {
    PageHarness.Answer opened = web.get("/recipes/beds");
    web.drop("beds.yaml", AFTER);
    PageHarness.Answer refused =
        web.post("/recipes/beds", "do", "launch", "seen-source", field(opened, "seen-source"));
    assertThat(refused.status()).isEqualTo(409);
    assertThat(runs()).isZero();
  }

  @Test
  void a_change_that_makes_no_other_plan_does_not_matter() throws Exception {
    PageHarness.Answer opened = web.get("/recipes/beds");
    web.drop("beds.yaml", "# A comment.\n" + BEFORE);
    web.post("/recipes/beds", "do", "launch", "seen-source", field(opened, "seen-source")).run();
    assertThat(runs()).isOne();
  }

  @Test
  void a_value_that_was_changed_after_the_preview_makes_another_plan() {
    PageHarness.Answer refused = launch(preview(), "3");
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.body()).contains("a value differs", ">3</li>");
    assertThat(runs()).isZero();
  }
}
