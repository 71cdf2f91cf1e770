package dev.escarole.web.page.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.web.page.PageHarness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LaunchRightsTest {

  @TempDir Path directory;
  private PageHarness web;

  @BeforeEach
  void open() throws IOException {
    Path books = Files.createDirectories(directory.resolve("books/deep"));
    Files.writeString(books.resolve("b <1>.txt"), "b");
    Files.writeString(directory.resolve("books/.secret"), "s");
    Path outside = Files.createDirectories(directory.resolve("outside"));
    Files.writeString(outside.resolve("hidden.txt"), "h");
    Files.createSymbolicLink(directory.resolve("books/way-out"), outside);
    web =
        PageHarness.withTokens(
            directory,
            """
            principals:
              otto:
                allow: true
                commands: [cat, echo]
                directories: ["%s::/books:ro"]
            """
                .formatted(directory.resolve("books")));
    web.drop("read.yaml", "name: read\nargs: [\"file:path\"]\ntemplate: cat {file}\n");
    web.drop("other.yaml", "name: other\ntemplate: sort\n");
  }

  @AfterEach
  void close() {
    web.close();
  }

  @Test
  void nobody_sees_a_page_without_a_token() {
    assertThat(web.get("/recipes/read").response().headers().firstValue("Location"))
        .hasValue("/login?to=%2Frecipes%2Fread");
    assertThat(web.post("/recipes/read", "do", "launch").status()).isEqualTo(401);
  }

  @Test
  void a_viewer_sees_the_recipe_but_no_form_and_cannot_send_one() {
    web.as("vera");

    assertThat(web.get("/recipes/read").body())
        .contains("args: [&#34;file:path&#34;]".replace("&#34;", "\""))
        .contains("lets you look, not launch")
        .doesNotContain("<form id=\"launch\"");
    assertThat(web.post("/recipes/read", "do", "launch", "value.file", "x").status())
        .isEqualTo(403);
    assertThat(web.post("/recipes/read", "do", "preview", "value.file", "x").status())
        .isEqualTo(403);
    assertThat(web.engine().records().runs(RunQuery.latest(1))).isEmpty();
  }

  @Test
  void an_operator_chooses_from_the_directories_and_files_that_the_policy_grants() {
    web.as("otto");

    assertThat(web.get("/recipes/read").body())
        .contains(directory.resolve("books") + "::/books:ro\"", "read only")
        .contains("list=\"files\"", "<option value=\"/books/deep/b &lt;1>.txt\">")
        .doesNotContain("read and write", ".secret", "hidden.txt", "<textarea id=\"directories\"");
  }

  @Test
  void the_run_of_an_operator_acts_for_the_operator() throws Exception {
    web.as("otto");

    RunId run =
        web.post(
                "/recipes/read",
                "do",
                "launch",
                "value.file",
                "/books/deep/b <1>.txt",
                "directories",
                directory.resolve("books") + "::/books:ro")
            .run();

    assertThat(web.output(run)).isEqualTo("b");
    assertThat(web.engine().records().run(run).orElseThrow().principal()).isEqualTo("otto");
    assertThat(web.get("/audit/actions").body()).contains("run.launch", run.value(), "otto");
  }

  @Test
  void the_preview_says_what_the_policy_would_refuse() {
    web.as("otto");

    assertThat(web.post("/recipes/other", "do", "preview").body())
        .contains("does not grant 'otto' the command 'sort'");
    assertThat(
            web.post(
                    "/recipes/read",
                    "do",
                    "preview",
                    "value.file",
                    "x",
                    "directories",
                    directory.resolve("outside") + "::/o")
                .body())
        .contains("the policy does not grant it");
  }

  @Test
  void a_directory_that_is_not_granted_is_denied_when_the_run_asks_for_it() throws Exception {
    web.as("otto");

    RunId run =
        web.post(
                "/recipes/read",
                "do",
                "launch",
                "value.file",
                "/o/hidden.txt",
                "directories",
                directory.resolve("outside") + "::/o")
            .run();

    assertThat(web.ended(run).status()).isEqualTo(RunStatus.FAILED);
  }
}
