package dev.escarole.web.page.recipe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.page.PageHarness;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recipes of the folder that import others, on the dashboard and by REST. */
class ImportedRecipePageTest {

  private static final String PAGE = "/recipe?name=panel%2Fquorum";

  @TempDir Path directory;
  private PageHarness web;

  @BeforeEach
  void open() throws Exception {
    web = PageHarness.open(directory);
    Files.createDirectories(directory.resolve("recipes/panel/recipes"));
    web.drop("panel/recipes/ask.md", "---\nargs: [q]\n---\n```template\necho asked {q}\n```\n");
    web.drop(
        "panel/recipes/quorum.json",
        "{\"args\": [\"topic=beds\"], \"imports\": {\"ask\": \"panel/ask\"}, \"template\":"
            + " [{\"name\": \"ask\", \"values\": {\"q\": \"{topic}\"}}, \"cat\"]}");
  }

  @AfterEach
  void close() {
    web.close();
  }

  @Test
  void the_list_has_the_names_of_the_spaces() {
    assertThat(web.get("/recipes").body()).contains("panel/quorum", "panel/ask");
  }

  @Test
  void the_plan_shows_every_file_and_where_each_step_comes_from() {
    PageHarness.Answer plan = web.post(PAGE, "do", "preview");
    assertThat(plan.body())
        .contains("From <code>panel/recipes/quorum.json</code>")
        .containsPattern("From <code>panel/recipes/ask.md</code>.*SHA-256 <code>[0-9a-f]{64}<")
        .contains("from <code>panel/recipes/ask.md</code>");
  }

  @Test
  void the_page_and_the_api_launch_it() throws Exception {
    assertThat(web.output(web.post(PAGE, "do", "launch").run())).isEqualTo("asked beds\n");
    PageHarness.Answer launched =
        web.post(
            "/api/v1/runs",
            "application/json",
            "{\"recipe\": \"panel/quorum\", \"values\": {\"topic\": \"figs\"}}".getBytes(UTF_8));
    assertThat(launched.status()).isEqualTo(201);
    assertThat(launched.body()).contains("\"recipe\":\"panel/quorum\"");
    PageHarness.Answer bundle =
        web.post(
            "/api/v1/recipes/plan",
            "application/json",
            """
            {"text": "{\\"bundle\\": \\"m.json\\", \\"files\\": {\\"m.json\\": \\"{\\\\\\"imports\\\\\\": {\\\\\\"a\\\\\\": \\\\\\"./a.json\\\\\\"}, \\\\\\"template\\\\\\": {\\\\\\"name\\\\\\": \\\\\\"a\\\\\\"}}\\", \\"a.json\\": \\"\\\\\\"echo from a\\\\\\"\\"}}"}
            """
                .getBytes(UTF_8));
    assertThat(bundle.body())
        .contains("\"argv\":[\"echo\",\"from\",\"a\"]", "\"source\":\"a.json\"");
  }

  @Test
  void a_disabled_recipe_is_refused_with_what_to_do() throws Exception {
    web.drop("panel/recipes/off.yaml", "disabled: true\ntemplate: echo off\n");
    PageHarness.Answer page = web.post("/recipe?name=panel%2Foff", "do", "launch");
    assertThat(page.status()).isEqualTo(422);
    assertThat(page.body()).contains("is disabled", "Remove \"disabled\"");
    PageHarness.Answer api =
        web.post("/api/v1/runs", "application/json", "{\"recipe\": \"panel/off\"}".getBytes(UTF_8));
    assertThat(api.status()).isEqualTo(422);
    assertThat(api.body()).contains("disabled-recipe", "hint");
    assertThat(web.get("/recipe?name=panel%2Foff").body())
        .contains("It is disabled.")
        .doesNotContain("Launch</button>");
    assertThat(web.get("/recipes").body()).contains(">disabled</span>");
    assertThat(web.get("/api/v1/recipes/panel/off").body()).contains("\"disabled\":true");
  }

  @Test
  void a_problem_in_an_imported_file_is_not_shown_with_a_line_of_another() throws Exception {
    web.drop("panel/recipes/bad.json", "{\n \"tiemout\": 5,\n \"template\": \"a\"}");
    web.drop(
        "panel/recipes/uses.yaml",
        "# first\n# innocent line\nimports: {bad: panel/bad}\ntemplate: {name: bad}\n");
    String page = web.get("/recipe?name=panel%2Fuses").body();
    assertThat(page)
        .contains("panel/recipes/bad.json", "3 | imports: {bad: panel/bad}")
        .doesNotContain("2 | # innocent line");
    assertThat(web.get("/recipes").body()).doesNotContain("2 | # innocent line");
  }

  @Test
  void the_api_takes_the_name_with_its_slash_and_gives_the_whole_recipe_on_demand() {
    String plain = web.get("/api/v1/recipes/panel/quorum").body();
    assertThat(plain).contains("\"name\":\"panel/quorum\"").doesNotContain("bundle");
    assertThat(web.get("/api/v1/recipes/panel/quorum?bundle=true").body())
        .contains("\"bundle\":\"{", "panel/recipes/ask.md");
    assertThat(web.get("/api/v1/recipes/panel/ask?bundle=true").body()).doesNotContain("bundle");
    assertThat(web.get("/api/v1/recipes/panel%2Fquorum").status()).isEqualTo(200);
    assertThat(web.get("/recipes/panel%2Fquorum").status()).isEqualTo(200);
    assertThat(web.get("/recipes/panel/quorum").status()).isIn(200, 404);
  }

  @Test
  void a_text_cannot_reach_into_the_folder_or_the_machine() {
    PageHarness.Answer refused =
        web.post(
            "/api/v1/recipes/validate",
            "application/json",
            ("{\"text\": \"{\\\"imports\\\": {\\\"x\\\": \\\"./panel/recipes/ask.md\\\"},"
                    + " \\\"template\\\": {\\\"name\\\": \\\"x\\\"}}\"}")
                .getBytes(UTF_8));
    assertThat(refused.body()).contains("import-not-found");
  }
}
