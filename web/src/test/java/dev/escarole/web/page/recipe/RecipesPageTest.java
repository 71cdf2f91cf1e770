package dev.escarole.web.page.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.page.PageHarness;
import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecipesPageTest {

  private static final Pattern SEEN = Pattern.compile("seen=([0-9a-f]+)");

  @TempDir Path directory;
  private PageHarness web;

  @BeforeEach
  void open() throws IOException {
    web = PageHarness.open(directory);
  }

  @AfterEach
  void close() {
    web.close();
  }

  private String list(String query) {
    PageHarness.Answer answer = web.get("/recipes" + query);
    assertThat(answer.status()).isEqualTo(200);
    return answer.body();
  }

  @Test
  void an_empty_folder_explains_what_to_drop_into_it() {
    assertThat(list(""))
        .contains("The folder is empty", directory.resolve("recipes").toString(), "hello.yaml");
  }

  @Test
  void the_recipe_that_the_empty_folder_proposes_runs() throws Exception {
    Matcher shown =
        Pattern.compile("id=\"first-recipe\"[^>]*>(.*?)</pre>", Pattern.DOTALL).matcher(list(""));
    assertThat(shown.find()).isTrue();
    web.drop("hello.yaml", shown.group(1).replace("&#34;", "\"").replace("&quot;", "\""));

    var run = web.post("/recipes/hello", "do", "launch", "value.who", "Ada").run();

    assertThat(web.output(run)).contains("Hello Ada", "Good morning, Ada");
  }

  @Test
  void a_file_that_is_dropped_changed_or_removed_shows_at_once() throws IOException {
    web.drop("a.yaml", "description: The first.\ntemplate: echo a\n");
    assertThat(list("")).contains("a.yaml", "The first.", "valid");

    web.drop("a.yaml", "description: The second, and longer.\ntemplate: echo a\n");
    assertThat(list("")).contains("The second, and longer.").doesNotContain("The first.");

    web.remove("a.yaml");
    assertThat(list("")).doesNotContain("a.yaml").contains("The folder is empty");
  }

  @Test
  void an_invalid_file_is_listed_with_its_errors_while_the_last_good_version_stays_in_force()
      throws Exception {
    web.drop("a.yaml", "name: a\ntemplate: echo good\n");
    web.drop("a.yaml", "name: a\ntemplat: echo bad bad\n");

    assertThat(list(""))
        .contains("invalid", "the last good version stays in force", "1 | name: a")
        .contains("<span class=\"caret\">^</span>");
    assertThat(web.get("/recipes/a").body())
        .contains("2 | templat: echo bad bad", "The last good version stays in force");
    var run = web.post("/recipes/a", "do", "launch").run();
    assertThat(web.output(run)).isEqualTo("good\n");
  }

  @Test
  void handles_are_listed_as_such() throws IOException {
    web.drop(
        "say.json",
        "{\"handle\": \"command\", \"name\": \"say\", \"command\": \"echo\", \"arguments\":"
            + " [\"x\"], \"description\": \"Says x.\"}");

    assertThat(list("")).contains(">say<", "Says x.", "<span class=\"tag\">handle</span>");
    assertThat(web.get("/recipes/say").status()).isEqualTo(200);
  }

  @Test
  void handles_are_launched_from_a_form_for_their_parameters() throws Exception {
    web.drop(
        "say.json",
        """
        {"handle": "command", "name": "say", "command": "echo", "arguments": ["{{what}}"],
         "parameters": {"type": "object", "required": ["what"], "additionalProperties": false,
                        "properties": {"what": {"type": "string"}}}}
        """);

    assertThat(web.get("/recipes/say").body()).contains("name=\"value.what\"", "required");
    assertThat(web.post("/recipes/say", "do", "launch").status()).isEqualTo(422);
    var run = web.post("/recipes/say", "do", "launch", "value.what", "b; {x} $y").run();
    assertThat(web.output(run)).isEqualTo("b; {x} $y\n");
    // Under this name its page looks for its runs.
    assertThat(web.ended(run).recipe()).isEqualTo("say");
  }

  @Test
  void the_search_looks_at_names_and_descriptions_and_says_when_nothing_is_found()
      throws IOException {
    web.drop("one.yaml", "description: counts lettuces\ntemplate: echo\n");
    web.drop("two.yaml", "template: echo\n");

    assertThat(list("?q=LETTUCE")).contains("one.yaml").doesNotContain("two.yaml");
    assertThat(list("?q=two")).contains("two.yaml").doesNotContain("one.yaml");
    assertThat(list("?q=%3Cb%3E")).contains("&lt;b&gt;").doesNotContain("“<b>");
  }

  @Test
  void a_browser_that_has_the_list_is_sent_no_other_until_it_changes() throws IOException {
    web.drop("a.yaml", "template: echo a\n");
    Matcher seen = SEEN.matcher(list(""));
    assertThat(seen.find()).isTrue();
    String again = "/recipes?q=&page=1&seen=" + seen.group(1);

    assertThat(web.get(again, "HX-Request", "true", "HX-Target", "recipe-list").status())
        .isEqualTo(204);

    web.drop("b.yaml", "template: echo b\n");
    PageHarness.Answer changed = web.get(again, "HX-Request", "true", "HX-Target", "recipe-list");
    assertThat(changed.status()).isEqualTo(200);
    assertThat(changed.body()).contains("b.yaml").doesNotContain("<html");
  }

  @Test
  void who_came_through_in_part_only_is_told_apart() throws Exception {
    web.drop("a.yaml", "parallel: true\ntemplate: [echo, cat /nowhere]\n");
    assertThat(web.ended(web.post("/recipes/a.yaml", "do", "launch").run()).status())
        .isEqualTo(RunStatus.DEGRADED);
    assertThat(web.get("/recipes/a.yaml").body())
        .contains("<dt>Success</dt><dd>0 %", "<dt>Degraded</dt><dd>100 %");
  }

  @Test
  void the_last_run_and_the_success_rate_are_shown() throws Exception {
    web.drop("a.yaml", "args: [\"code:int\"]\ntemplate: test {code} -eq 0\n");
    for (String code : new String[] {"0", "0", "0", "1"}) {
      var run = web.post("/recipes/a.yaml", "do", "launch", "value.code", code).run();
      assertThat(web.ended(run).status().isOver()).isTrue();
    }

    PageHarness.Answer page = web.get("/recipes/a.yaml");

    assertThat(page.body()).contains("75 %", "1 failed", "3 done", "<svg", "fill-failed");
    assertThat(list("")).contains("state failed", "75 %", "p50 · p95", " ms · ");
  }

  @Test
  void hostile_names_and_descriptions_are_text() throws IOException {
    web.drop(
        "evil.yaml",
        """
        name: '"><script>alert(1)</script>'
        description: |
          <script>alert(2)</script> <img src=x onerror=alert(3)>
          [click](javascript:alert(4)) [me](  JaVaScRiPt&colon;alert(5)) ![p](https://evil.example/p.png)
          [data](data:text/html,<script>alert(6)</script>) [fine](https://example.org/x?a=1&b=2)
        template: echo
        """);
    String name = "%22%3E%3Cscript%3Ealert%281%29%3C%2Fscript%3E";

    String page = web.get("/recipe?name=" + name).body();
    String list = list("");

    for (String html : new String[] {page, list}) {
      assertThat(html)
          .doesNotContain("<script>alert", "<img src=x", "href=\"javascript", "href=\"data:")
          .doesNotContainPattern("(?i)href=\"[^\"]*script:")
          .doesNotContain("<img src=\"https://evil")
          .contains("&lt;script");
    }
    assertThat(list).contains("/recipe?name=" + name);
    assertThat(page).contains("href=\"https://example.org/x?a=1&amp;b=2\"");
  }

  @Test
  void names_with_slashes_dots_and_percent_signs_have_pages_that_can_be_launched()
      throws Exception {
    for (String name : new String[] {"a/b", "..", "50%", "a;b", "ä ö", "x\\y", "-", "a?b#c"}) {
      web.drop("odd.yaml", "name: '" + name + "'\ntemplate: echo odd\n");
      Matcher link = Pattern.compile("href=\"(/recipes?[/?][^\"]+)\"><strong>").matcher(list(""));
      assertThat(link.find()).as(name).isTrue();
      String address = link.group(1).replace("&amp;", "&");

      assertThat(web.get(address).status()).as(address).isEqualTo(200);
      var run = web.post(address, "do", "launch").run();
      assertThat(web.output(run)).isEqualTo("odd\n");
    }
  }

  @Test
  void a_name_that_the_folder_does_not_have_is_not_found_and_the_nearest_is_named()
      throws IOException {
    web.drop("census.yaml", "name: census\ntemplate: echo\n");

    PageHarness.Answer answer = web.get("/recipes/cencus");

    assertThat(answer.status()).isEqualTo(404);
    assertThat(answer.body()).contains("Did you mean census?");
  }
}
