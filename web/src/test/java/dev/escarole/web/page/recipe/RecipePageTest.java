package dev.escarole.web.page.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.web.page.PageHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecipePageTest {

  private static final String TYPES =
      """
      name: types
      description: Takes a value of *each* type.
      args:
        - file:path
        - mode:enum(fast,slow)=slow
        - count:int=3
        - ratio:number=0.5
        - loud:bool=no
        - text:string
        - words:array
      template:
        - printf "%s|" {file} {mode} {count} {ratio} {loud} "{text}" {words[0]} "{words}"
      """;

  @TempDir Path directory;
  private PageHarness web;

  @BeforeEach
  void open() throws IOException {
    web = PageHarness.open(directory);
    web.drop("types.yaml", TYPES);
  }

  @AfterEach
  void close() {
    web.close();
  }

  private List<StoredRun> runs() {
    return web.engine().records().runs(RunQuery.latest(10));
  }

  @Test
  void the_description_is_rendered_and_the_source_shown() {
    assertThat(web.get("/recipes/types").body())
        .contains("<em>each</em>", "name: types", "mode:enum(fast,slow)=slow");
  }

  @Test
  void the_form_has_a_field_that_fits_each_type() {
    assertThat(web.get("/recipes/types").body())
        .contains("<input id=\"field-0\" name=\"value.file\" type=\"text\"")
        .contains("<option value=\"\">default: slow</option>", "<option value=\"fast\">")
        .contains("inputmode=\"decimal\"", "placeholder=\"3\"", "placeholder=\"0.5\"")
        .contains("<option value=\"yes\">", "<option value=\"no\">")
        .contains("<textarea id=\"field-5\" name=\"value.text\"")
        .contains("aria-label=\"words, item 1\"", "Add an item");
  }

  @Test
  void what_is_filled_in_reaches_the_commands_one_word_for_each_value() throws Exception {
    RunId run =
        web.post(
                "/recipes/types",
                "do",
                "launch",
                "value.file",
                "/workspace/a b.txt",
                "value.mode",
                "fast",
                "value.count",
                "",
                "value.ratio",
                "2.25",
                "value.loud",
                "yes",
                "value.text",
                "two\r\nlines; rm -rf {x}",
                "value.words",
                "first",
                "value.words",
                "",
                "value.words",
                "second")
            .run();

    assertThat(web.output(run))
        .isEqualTo(
            "/workspace/a b.txt|fast|3|2.25|true|two\n"
                + "lines; rm -rf {x}|first|[\"first\",\"second\"]|");
  }

  @Test
  void wrong_values_come_back_with_what_is_wrong_and_what_was_typed() {
    PageHarness.Answer answer =
        web.post(
            "/recipes/types",
            "do",
            "launch",
            "value.file",
            "",
            "value.mode",
            "fats",
            "value.count",
            "many <b>",
            "value.ratio",
            "1,5",
            "value.text",
            "kept as \"typed\"",
            "value.words",
            "kept too");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.body())
        .contains("id=\"field-0-error\">'file' is required.")
        .contains("id=\"field-1-error\"", "Did you mean 'fast'?")
        .contains("id=\"field-2-error\"", "'count' must be a whole number")
        .contains("value=\"many &lt;b>\"")
        .contains("id=\"field-3-error\"", "value=\"1,5\"")
        .contains("kept as \"typed\"</textarea>", "value=\"kept too\"")
        .contains("aria-invalid=\"true\"", "role=\"alert\"")
        .doesNotContain("id=\"field-5-error\"", "<b>");
    assertThat(runs()).isEmpty();
  }

  @Test
  void rows_are_added_and_removed_without_a_script_and_nothing_typed_is_lost() {
    String[] fields = {"value.words", "one", "value.words", "two", "value.text", "kept"};

    String more = web.post("/recipes/types", with(fields, "do", "add:words")).body();
    assertThat(more)
        .contains("value=\"one\" aria-label=\"words, item 1\"", "words, item 3", "kept</textarea>")
        .doesNotContain("role=\"alert\"");

    String fewer = web.post("/recipes/types", with(fields, "do", "drop:0:words")).body();
    assertThat(fewer)
        .contains("value=\"two\" aria-label=\"words, item 1\"")
        .doesNotContain("value=\"one\"", "words, item 2");
    assertThat(runs()).isEmpty();
  }

  @Test
  void an_array_can_be_written_as_json_and_back() throws Exception {
    String[] rows = {"value.words", "a \"b\"", "value.words", "c"};
    assertThat(web.post("/recipes/types", with(rows, "do", "json:words")).body())
        .contains("[\"a \\\"b\\\"\",\"c\"]</textarea>", "name=\"json\" value=\"words\"");

    String[] json = {"value.words", "[\"x\", 2]", "json", "words"};
    assertThat(web.post("/recipes/types", with(json, "do", "rows:words")).body())
        .contains("value=\"x\" aria-label", "value=\"2\" aria-label");

    RunId run =
        web.post("/recipes/types", with(json, "do", "launch", "value.file", "f", "value.text", "t"))
            .run();
    assertThat(web.output(run)).endsWith("|x|[\"x\",2]|");

    PageHarness.Answer wrong =
        web.post("/recipes/types", "do", "launch", "value.words", "{", "json", "words");
    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.body()).contains("id=\"field-6-error\"", "must be an array");
  }

  private static String[] with(String[] fields, String... more) {
    String[] all = java.util.Arrays.copyOf(fields, fields.length + more.length);
    System.arraycopy(more, 0, all, fields.length, more.length);
    return all;
  }

  @Test
  void the_preview_shows_the_plan_and_starts_nothing() throws IOException {
    web.drop(
        "plan.yaml",
        """
        name: plan
        args: ["who:string", "really:bool=no"]
        template:
          - label: greet
            timeout: 300
            retry: 2
            template: printf "%s\\n" "Hello {who}"
          - label: never
            when: really
            template: echo no
          - cat
        """);

    PageHarness.Answer answer =
        web.post(
            "/recipes/plan",
            "do",
            "preview",
            "value.who",
            "A <i>B</i>",
            "directories",
            "/srv/books::/books:ro");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body())
        .contains("<li>printf</li>", "<li>Hello A &lt;i&gt;B&lt;/i&gt;</li>")
        .contains("timeout 300 ms", "retry 2")
        .contains("state skipped", "4 steps", "1 skipped")
        .contains("/srv/books::/books:ro", "workspace");
    assertThat(runs()).isEmpty();
  }

  @Test
  void an_unknown_command_is_refused_by_preview_and_launch() throws Exception {
    web.drop("unknown.yaml", "name: unknown\ntemplate: [echo a, ehco b]\n");

    for (String button : new String[] {"preview", "launch"}) {
      PageHarness.Answer answer = web.post("/recipes/unknown", "do", button);
      assertThat(answer.status()).isBetween(400, 499);
      assertThat(answer.body()).contains("no command is named", "ehco", "escarole commands add");
    }
    assertThat(runs()).isEmpty();
  }

  @Test
  void input_labels_and_directories_go_with_the_run() throws Exception {
    Path books = Files.createDirectories(directory.resolve("books"));
    Files.writeString(books.resolve("one.txt"), "a book\n");
    web.drop("read.yaml", "name: read\ntemplate: [\"cat - /books/one.txt\"]\n");

    RunId run =
        web.post(
                "/recipes/read",
                "do",
                "launch",
                "stdin",
                "typed\r\n",
                "labels",
                "nightly, <b>",
                "directories",
                books + "::/books:ro")
            .run();

    assertThat(web.output(run)).isEqualTo("typed\na book\n");
    assertThat(web.engine().records().run(run).orElseThrow().labels())
        .containsExactly("<b>", "nightly");
    assertThat(web.get("/recipes/read").body())
        .contains("&lt;b&gt;", ">nightly<")
        .doesNotContain("<span class=\"tag\"><b>");
  }

  @Test
  void a_directory_that_is_none_comes_back_with_the_reason() {
    PageHarness.Answer answer =
        web.post(
            "/recipes/types",
            "do",
            "launch",
            "value.file",
            "f",
            "value.text",
            "t",
            "value.words",
            "w",
            "directories",
            "books");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.body()).contains("the host path must be absolute", "books</textarea>");
  }

  @Test
  void a_mistake_that_only_the_plan_finds_is_shown_with_its_line() throws IOException {
    web.drop("short.yaml", "args: [\"words:array\"]\ntemplate: echo {words[5]}\n");

    PageHarness.Answer answer =
        web.post("/recipes/short.yaml", "do", "launch", "value.words", "one");

    assertThat(answer.status()).isEqualTo(422);
    assertThat(answer.body())
        .contains("asks for item 5", "1 | args:", "<span class=\"caret\">^</span>")
        .contains("value=\"one\"");
  }

  @Test
  void a_script_gets_the_same_with_a_status_that_it_can_use() {
    PageHarness.Answer page = web.get("/recipes/types", "HX-Request", "true");

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.body()).contains("hx-select=\"#launch\"", "id=\"launch\"");
  }

  @Test
  void a_page_of_another_site_cannot_launch_anything() {
    assertThat(web.get("/recipes/types").response().headers().firstValue("Content-Security-Policy"))
        .hasValueSatisfying(policy -> assertThat(policy).contains("script-src 'self'"));
    assertThat(web.postFrom("https://evil.example", "/recipes/types", "do", "launch").status())
        .isEqualTo(403);
    assertThat(runs()).isEmpty();
  }

  @Test
  void no_page_holds_a_script_or_style_of_its_own() throws Exception {
    RunId run =
        web.post(
                "/recipes/types",
                "do",
                "launch",
                "value.file",
                "f",
                "value.text",
                "t",
                "value.words",
                "w")
            .run();
    assertThat(web.ended(run).status()).isEqualTo(RunStatus.DONE);

    for (String path :
        List.of(
            "/recipes",
            "/recipes/types",
            "/commands",
            "/commands/cat",
            "/audit",
            "/audit/actions",
            "/system")) {
      assertThat(web.get(path).body())
          .as(path)
          .doesNotContain(" style=", "<style", " onclick=", "javascript:")
          .doesNotContainPattern("<script(?! src=\"/assets/)")
          .doesNotContainPattern("(src|href)=\"https?:");
    }
  }

  @Test
  void directories_that_a_recipe_needs_are_asked_for_and_a_launch_without_them_says_what_to_do()
      throws IOException {
    web.drop(
        "needy.yaml",
        "name: needy\ndirs: {/books: {mode: rw, why: <b>the books</b>}}\ntemplate: ls /books\n");
    assertThat(web.get("/recipes/needy").body())
        .contains("needs the directory <code>/books</code> for reading and writing")
        .contains("&lt;b&gt;the books&lt;/b&gt;");
    assertThat(web.post("/recipes/needy", "do", "launch").body())
        .contains(
            "--dir HOST::/books", "which the recipe needs for reading and writing, is missing");
  }
}
