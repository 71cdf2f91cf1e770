package dev.escarole.web.page.audit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.store.audit.LineEntry;
import dev.escarole.web.page.PageHarness;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AuditPageTest {

  private static final Pattern OLDER = Pattern.compile("rel=\"next\" href=\"([^\"]+)\"");

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

  private void call(String principal, String command, String... arguments) {
    web.engine()
        .call(new Principal(principal, false), Invocation.of(command).arguments(arguments).build());
  }

  @Test
  void nothing_is_said_to_have_been_called_before_anything_was() {
    assertThat(web.get("/audit").body()).contains("No command has been called yet.");
    assertThat(web.get("/audit/actions").body()).contains("No actions through the server yet.");
  }

  @Test
  void calls_are_filtered_by_principal_command_time_and_denial_and_the_filter_stays_in_the_form() {
    call("operator", "true");
    call("<script>alert(1)</script>", "true");
    call("operator", "<b>nope</b>");

    assertThat(web.get("/audit").body())
        .contains("exited(0)", "denied", "unknown_command", "&lt;b&gt;nope&lt;/b&gt;")
        .doesNotContain("<script>alert", "<b>nope");
    assertThat(web.get("/audit?denied=on").body())
        .contains("unknown_command", "checked")
        .doesNotContain("exited(0)");
    assertThat(web.get("/audit?principal=operator&name=true").body())
        .contains("exited(0)", "value=\"operator\"", "value=\"true\"")
        .doesNotContain("unknown_command", "state denied");
    assertThat(web.get("/audit?since=1h").body()).contains("exited(0)", "value=\"1h\"");
    assertThat(web.get("/audit?until=1h").body()).contains("No entry matches.");
  }

  private void line(String principal, String text, String command, @Nullable String error) {
    web.engine()
        .audit()
        .record(
            new LineEntry(
                Instant.now(),
                new LineEntry.Sender(principal, "agent 1"),
                text,
                command,
                new LineEntry.Ending(error, error != null && !error.equals("TIMEOUT"), 3)));
  }

  @Test
  void lines_of_agents_have_a_tab_with_the_same_filters() {
    assertThat(web.get("/audit/lines").body()).contains("No agent has sent a line yet.");
    line("robot", "help <b>x</b>", "help", null);
    line("robot", "x-late", "x-late", "TIMEOUT");
    line("other", "help; id", "", "INJECTION_BLOCKED");
    String all = web.get("/audit/lines").body();
    assertThat(all)
        .contains("help &lt;b&gt;x&lt;/b&gt;", "answered", "INJECTION_BLOCKED", "agent 1")
        .contains("state failed", "state denied")
        .doesNotContain("<b>x</b>");
    assertThat(web.get("/audit/lines?denied=on").body())
        .contains("help; id")
        .doesNotContain("x-late", "answered");
    assertThat(web.get("/audit/lines?principal=robot&name=x-late").body())
        .contains("TIMEOUT")
        .doesNotContain("help &lt;b");
    assertThat(web.get("/audit/lines?since=nonsense").status()).isEqualTo(422);
    for (int i = 0; i < 100; i++) {
      line("robot", "line " + i, "line", null);
    }
    Matcher older = OLDER.matcher(web.get("/audit/lines").body());
    assertThat(older.find()).isTrue();
    assertThat(web.get(older.group(1).replace("&amp;", "&")).body()).contains("help; id");
  }

  @Test
  void a_filter_that_cannot_be_read_comes_back_with_the_reason() {
    for (String query : List.of("since=yesterday%22%3E", "before=x", "until=99999999999d")) {
      PageHarness.Answer answer = web.get("/audit?" + query);
      assertThat(answer.status()).as(query).isEqualTo(422);
      assertThat(answer.body()).contains("role=\"alert\"").doesNotContain("yesterday\">");
    }
    assertThat(web.get("/audit/actions?before=x").status()).isEqualTo(422);
  }

  @Test
  void pages_lead_through_all_calls_each_shown_once() {
    for (int i = 0; i < 230; i++) {
      call("operator", "no" + i);
    }
    List<String> seen = new ArrayList<>();
    String address = "/audit?denied=on";
    while (address != null) {
      String body = web.get(address).body();
      Matcher name = Pattern.compile("mono\">(no[0-9]+)<").matcher(body);
      while (name.find()) {
        seen.add(name.group(1));
      }
      Matcher older = OLDER.matcher(body);
      address = older.find() ? older.group(1).replace("&amp;", "&") : null;
      assertThat(address == null || address.contains("denied=on")).isTrue();
    }

    assertThat(seen).hasSize(230).doesNotHaveDuplicates().startsWith("no229").endsWith("no0");
  }

  @Test
  void what_was_done_and_what_was_refused_is_on_the_second_tab() throws IOException {
    web.drop("a.yaml", "name: a\ntemplate: echo\n");
    var run = web.post("/recipes/a", "do", "launch").run();
    web.post("/recipes/a", "do", "launch", "directories", "no");

    assertThat(web.get("/audit/actions").body())
        .contains("run.launch", run.value(), "bad-directory", "127.0.0.1");
    assertThat(web.get("/audit/actions?name=run.cancel").body()).contains("No entry matches.");
  }
}
