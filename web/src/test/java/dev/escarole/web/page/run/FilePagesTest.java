package dev.escarole.web.page.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.RunHandle;
import dev.escarole.engine.Subscription;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.web.page.PageServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Pages with files that commands made: names and bytes are hostile until they are escaped. */
class FilePagesTest {

  private static final byte[] PIXEL =
      Base64.getDecoder()
          .decode(
              "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==");

  private static final String SCRIPT = "<script>alert(1)</script>";

  private static PageServer server;
  private static String run;

  @BeforeAll
  static void start() throws Exception {
    server = new PageServer();
    Subscription making =
        server
            .engine()
            .listen(
                event -> {
                  if (event instanceof RunEvent.RunStarted) {
                    make(server.engine().workspace(event.run()));
                  }
                });
    RunHandle handle =
        server.start(
            """
            artifacts: {all: "**", none: "*.csv"}
            template: [echo a]
            """);
    handle.await();
    making.close();
    run = "/runs/" + handle.id();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static void make(Path workspace) {
    try {
      Files.writeString(workspace.resolve("a<b>&\"'\u202e\u001b[1m\n"), SCRIPT + "\u001b[31m");
      Files.writeString(workspace.resolve("b.html"), "<html>" + SCRIPT);
      Files.writeString(workspace.resolve("c.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>");
      Files.write(workspace.resolve("d.png"), PIXEL);
      Files.createDirectory(workspace.resolve("e"));
      Files.writeString(workspace.resolve("e/f"), "inside");
      Files.createSymbolicLink(workspace.resolve("link"), Path.of("/etc/passwd"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void safe(HttpResponse<String> answer) {
    assertThat(answer.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(answer.headers().firstValue("Content-Type")).contains("application/octet-stream");
    assertThat(answer.headers().firstValue("Content-Disposition").orElseThrow())
        .matches("attachment; filename=\"[A-Za-z0-9._-]+\"");
  }

  @Test
  void the_run_lists_its_files_and_says_what_was_not_kept() {
    assertThat(server.page(run))
        .contains("id=\"files\"", ">b.html</a>", "Not everything was found and kept: all, none");
    assertThat(server.page(run + "/files"))
        .contains(">b.html</a>", ">e/f</a>", "no file matches")
        .contains("<span class=\"mono\">link</span>: it is a symbolic link")
        .doesNotContain("a<b>", "\u202e", "\u001b");
  }

  @Test
  void a_name_with_markup_and_control_characters_is_shown_escaped() {
    assertThat(server.page(run + "/files"))
        .contains("a&lt;b&gt;&amp;\"'\\u202e\\u001b[1m\\u000a</a>");
  }

  @Test
  void content_is_shown_as_text_and_nothing_of_it_is_markup() {
    assertThat(server.page(run + "/files/kept-0"))
        .contains("&lt;script&gt;alert(1)&lt;/script&gt;</span>")
        .doesNotContain(SCRIPT);
    assertThat(server.page(run + "/files/kept-0?stream=file&raw=1"))
        .contains("&lt;script&gt;alert(1)&lt;/script&gt;\u241b[31m")
        .doesNotContain(SCRIPT);
    assertThat(server.page(run + "/files/kept-1")).contains("&lt;html&gt;").doesNotContain(SCRIPT);
    assertThat(server.page(run + "/files/kept-2"))
        .contains("&lt;svg")
        .doesNotContain("class=\"preview\"");
  }

  @Test
  void downloads_are_attachments_that_no_browser_renders() {
    for (String file : new String[] {"kept-0", "kept-1", "kept-2", "kept-3"}) {
      HttpResponse<String> answer = server.get(run + "/files/" + file + "/download");
      assertThat(answer.statusCode()).isEqualTo(200);
      safe(answer);
    }
    HttpResponse<String> inside = server.get(run + "/workspace?path=e/f");
    assertThat(inside.body()).isEqualTo("inside");
    safe(inside);
    safe(server.get("/api/v1" + run + "/files/kept-1"));
    safe(server.get("/api/v1" + run + "/workspace/file?path=b.html"));
  }

  @Test
  void only_pictures_of_harmless_kinds_are_shown_and_they_can_do_nothing() {
    assertThat(server.page(run + "/files/kept-3"))
        .contains("<img class=\"preview\" src=\"" + run + "/files/kept-3/picture\"");
    HttpResponse<String> picture = server.get(run + "/files/kept-3/picture");
    assertThat(picture.headers().firstValue("Content-Type")).contains("image/png");
    assertThat(picture.headers().firstValue("Content-Security-Policy"))
        .contains("default-src 'none'; sandbox");
    assertThat(picture.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(server.get(run + "/files/kept-2/picture").statusCode()).isEqualTo(404);
    assertThat(server.get(run + "/files/kept-1/picture").statusCode()).isEqualTo(404);
  }

  @Test
  void the_workspace_is_walked_and_never_left() {
    assertThat(server.page(run + "/files"))
        .contains("href=\"" + run + "/files?path=e\"", "href=\"" + run + "/workspace?path=d.png\"")
        .contains("<td>link</td>");
    assertThat(server.page(run + "/files?path=e"))
        .contains(run + "/workspace?path=e%2Ff", ">Up</a>");
    for (String path : new String[] {"..", "link", "e/../..", "/etc", "e/%00", "nowhere"}) {
      assertThat(server.get(run + "/workspace?path=" + path).statusCode())
          .as(path)
          .isBetween(400, 404);
    }
    assertThat(server.page(run + "/files?path=..")).contains("Show the workspace");
    for (String path : new String[] {"e/", "/workspace/e", "/workspace/e/"}) {
      assertThat(server.page("/api/v1" + run + "/workspace?path=" + path))
          .as(path)
          .contains("\"name\":\"f\"");
    }
  }
}
