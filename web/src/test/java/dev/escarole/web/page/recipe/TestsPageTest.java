package dev.escarole.web.page.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.page.PageHarness;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of recipes on the dashboard. */
class TestsPageTest {

  private static final String PAGE = "/recipe/tests?name=greet.yaml";

  @TempDir Path directory;
  private PageHarness web;

  @BeforeEach
  void open() throws Exception {
    web = PageHarness.open(directory);
    web.drop("greet.yaml", "template: greet\n");
  }

  @AfterEach
  void close() {
    web.close();
  }

  @Test
  void the_page_of_a_recipe_leads_to_its_tests() {
    assertThat(web.get("/recipes/greet.yaml").body()).contains("href=\"" + PAGE + "\"");
  }

  @Test
  void tests_run_when_they_are_asked_for() throws Exception {
    web.drop(
        "greet.test.yaml",
        "tests: [{name: 'says <hello>', otherwise: hello}, {name: wrong, otherwise: '<b>', expect:"
            + " {stdout: x}}]");
    assertThat(web.get(PAGE).body()).contains("Run the tests").doesNotContain("passed");
    assertThat(web.post(PAGE).body())
        .contains("1 of 2 passed", "says &lt;hello&gt;", "&lt;b&gt;")
        .doesNotContain("<b>");
  }

  @Test
  void tests_that_cannot_be_read_are_not_counted_as_passed() throws Exception {
    web.drop("greet.test.yaml", "tests: [{nmae: x}]");
    assertThat(web.post(PAGE).body()).contains(">1 file cannot be used<").doesNotContain("0 of 0");
  }

  @Test
  void a_recipe_without_tests_says_where_they_are_expected() {
    assertThat(web.post(PAGE).body()).contains("There are no tests", "greet.yaml", ".test.yaml");
  }
}
