package dev.escarole.web.page.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.NewRun;
import dev.escarole.web.page.FormParts;
import dev.escarole.web.page.PageHarness;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launch form is filled from a run, and says what it could not be filled with. */
class LaunchAgainTest {

  private static final String RECIPE =
      """
      name: beds
      args: ["bed:string=1", "rows:array=[]", "wet:bool=no"]
      template: ["cat", "tee {bed} {rows}"]
      """;

  @TempDir Path directory;
  @TempDir Path archive;
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

  private RunId launch(String... fields) throws InterruptedException {
    RunId run = web.post("/recipes/beds", fields).run();
    var unused = web.ended(run);
    return run;
  }

  private PageHarness.Answer again(RunId run) {
    PageHarness.Answer there = web.get("/runs/" + run + "/launch");
    assertThat(there.status()).isEqualTo(302);
    String location = there.response().headers().firstValue("Location").orElseThrow();
    return web.get(location.replace("#launch", ""));
  }

  @Test
  void values_directories_labels_and_a_short_input_are_in_the_form() throws Exception {
    RunId run =
        launch(
            "value.bed",
            "two\nlines <b>",
            "value.rows",
            "a",
            "value.rows",
            "b",
            "value.wet",
            "yes",
            "labels",
            "nightly, x",
            "stdin",
            "in & out\n",
            "directories",
            directory.resolve("recipes") + "::/own:ro");
    String page = again(run).body();
    assertThat(page)
        .contains("Filled from run", "two\nlines &lt;b&gt;</textarea>", "in &amp; out\n</textarea>")
        .contains(
            "value=\"a\" aria-label=\"rows, item 1\"", "value=\"b\" aria-label=\"rows, item 2\"")
        .contains("<option value=\"yes\" selected>", "value=\"nightly, x\"", "::/own:ro</textarea>")
        .doesNotContain("id=\"since-run\"", "name=\"keep-stdin\"");
  }

  @Test
  void a_recipe_that_has_changed_is_shown_with_the_difference() throws Exception {
    RunId run = launch("value.bed", "9", "value.wet", "yes");
    web.drop(
        "beds.yaml",
        "name: beds\nargs: [\"bed:int=1\"]\nhttp: [{origin: 'https://example.org'}]\n"
            + "template: [cat, 'tee {bed}', wc]\n");
    String page = again(run).body();
    assertThat(page).contains("id=\"since-run\"", "The recipe has no input 'wet' now");
    web.drop(
        "beds.yaml",
        RECIPE
            .replace("cat\"", "cat\", \"sort\"")
            .replace("name", "http: [{origin: 'https://example.org'}]\nname"));
    assertThat(again(run).body())
        .contains("The recipe has changed since that run.", "added http", "sort");
  }

  @Test
  void a_large_input_is_used_again_unless_somebody_says_otherwise() throws Exception {
    String large = "x".repeat(100_000);
    RunId run = launch("stdin", large);
    PageHarness.Answer page = again(run);
    assertThat(page.body())
        .contains("Use the input of that run, 97.7 KiB", "name=\"keep-stdin\"")
        .doesNotContain("x".repeat(100));
    RunId second = launch("from", run.value(), "keep-stdin", "on");
    assertThat(web.output(second)).isEqualTo(large);
    assertThat(web.output(launch("from", run.value()))).isEmpty();
    PageHarness.Answer both =
        web.post("/recipes/beds", "from", run.value(), "keep-stdin", "on", "stdin", "more");
    assertThat(both.status()).isEqualTo(422);
    assertThat(both.body()).contains("tandard input was given twice");
    PageHarness.Answer gone =
        web.post("/recipes/beds", "from", "20200101-000000-aaaaaa", "keep-stdin", "on");
    assertThat(gone.body()).contains("here is no run 20200101-000000-aaaaaa");
  }

  @Test
  void files_of_the_run_are_given_again() throws Exception {
    web.drop("count.yaml", "name: count\nargs: [\"table:path\"]\ntemplate: cat {table}\n");
    FormParts form =
        new FormParts().withFile("file.table", "t.csv", "1,2\n".getBytes(StandardCharsets.UTF_8));
    RunId run = web.post("/recipes/count", FormParts.TYPE, form.bytes()).run();
    assertThat(web.output(run)).isEqualTo("1,2\n");
    PageHarness.Answer page = web.get("/recipes/count?from=" + run);
    assertThat(page.body()).contains("name=\"keep-file\"", "value=\"table\" checked", "4 bytes");
    RunId second = web.post("/recipes/count", "from", run.value(), "keep-file", "table").run();
    assertThat(web.output(second)).isEqualTo("1,2\n");
    assertThat(web.post("/recipes/count", "from", run.value()).status()).isEqualTo(422);
  }

  @Test
  void a_recipe_that_is_gone_and_a_run_that_was_deleted_are_said_so() throws Exception {
    RunId run = launch();
    web.remove("beds.yaml");
    assertThat(web.get("/runs/" + run + "/launch").body())
        .contains("no recipe 'beds' any more", "Rerun the run as it was");
    assertThat(web.get("/runs/" + run + "/source").body()).contains("no recipe");
    web.drop("beds.yaml", RECIPE);
    var unused = web.engine().housekeeping().delete(Set.of(run));
    assertThat(web.get("/recipes/beds?from=" + run).status()).isEqualTo(404);
  }

  @Test
  void a_change_beside_the_steps_starts_nothing_without_a_word() throws Exception {
    String seen =
        web.get("/recipes/beds")
            .body()
            .replaceAll("(?s).*name=\"seen-source\" value=\"([0-9a-f]+)\".*", "$1");
    web.drop("beds.yaml", "http: [{origin: 'https://example.org'}]\n" + RECIPE);
    PageHarness.Answer refused = web.post("/recipes/beds", "seen-source", seen);
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.body()).contains("added http");
  }

  @Test
  void a_value_that_differs_from_the_preview_is_noticed_although_the_recipe_has_changed_too()
      throws Exception {
    PageHarness.Answer seen = web.post("/recipes/beds", "do", "preview", "value.bed", "2");
    web.drop("beds.yaml", "# A comment.\n" + RECIPE);
    PageHarness.Answer refused =
        web.post(
            "/recipes/beds",
            "value.bed",
            "3",
            "seen-source",
            seen.body().replaceAll("(?s).*name=\"seen-source\" value=\"([0-9a-f]+)\".*", "$1"),
            "seen-plan",
            seen.body().replaceAll("(?s).*name=\"seen-plan\" value=\"([0-9a-f]+)\".*", "$1"));
    assertThat(refused.status()).isEqualTo(409);
    assertThat(refused.body()).contains("a value differs");
  }

  @Test
  void the_first_field_with_an_error_has_the_focus() {
    PageHarness.Answer refused = web.post("/recipes/beds", "value.wet", "perhaps");
    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.body()).containsPattern("<select[^>]*name=\"value.wet\" autofocus");
  }

  @Test
  void a_rerun_shows_what_runs_again_before_anything_starts() throws Exception {
    web.drop(
        "join.yaml",
        "name: join\nargs: [who=you]\nparallel: true\ntemplate: ['echo {who}', 'cat /archive/x']\n");
    RunId run = web.post("/recipes/join", "value.who", "me").run();
    var unused = web.ended(run);
    String page = web.get("/runs/" + run + "/rerun").body();
    assertThat(page)
        .containsPattern("id=\"count-fresh\">1 step<")
        .containsPattern("id=\"count-kept\">1 result<")
        .contains("me</textarea>");
    PageHarness.Answer unseen =
        web.post(
            "/runs/" + run + "/rerun/form",
            "do",
            "start",
            "scope",
            "failed",
            "recipe",
            "then",
            "value.who",
            "you",
            "seen",
            seen(page));
    assertThat(unseen.status()).isEqualTo(409);
    assertThat(unseen.body())
        .contains("Nothing was started.", "who: me → you", "id=\"count-fresh\">2 steps<")
        .contains("name=\"force\"");
    Files.writeString(archive.resolve("x"), "found\n");
    String[] fields = {
      "scope",
      "failed",
      "recipe",
      "then",
      "value.who",
      "me",
      "directories",
      archive + "::/archive:ro"
    };
    PageHarness.Answer preview = post(run, "preview", "", fields);
    assertThat(preview.body()).contains("directory " + archive + "::/archive:ro");
    RunId again = post(run, "start", seen(preview.body()), fields).run();
    assertThat(web.ended(again).status().word()).isEqualTo("done");
    NewRun launched = web.engine().records().launch(again).orElseThrow();
    assertThat(launched.directories()).isEqualTo(List.of(archive + "::/archive:ro"));
    assertThat(launched.values()).containsEntry("who", "me");
  }

  private PageHarness.Answer post(RunId run, String button, String seen, String... fields) {
    String[] all = new String[fields.length + 4];
    System.arraycopy(new String[] {"do", button, "seen", seen}, 0, all, 0, 4);
    System.arraycopy(fields, 0, all, 4, fields.length);
    return web.post("/runs/" + run + "/rerun/form", all);
  }

  private static String seen(String page) {
    return page.replaceAll("(?s).*name=\"seen\" value=\"([^\"]*)\".*", "$1");
  }
}
