package dev.escarole.web.page.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.RunHandle;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.run.RunResult;
import dev.escarole.web.Talker;
import dev.escarole.web.page.PageServer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The log of a run as a page. */
class LogPagesTest {

  private static PageServer server;

  @BeforeAll
  static void start() {
    server = new PageServer();
  }

  @AfterAll
  static void stop() {
    server.engine().running().forEach(RunHandle::cancel);
    server.close();
  }

  private static String log(RunResult run) {
    return "/runs/" + run.run() + "/log";
  }

  private static List<String> parts(String page) {
    return Pattern.compile("id=\"log-([0-9.]+)-(\\d+)-(std\\w+)-(\\d+)\"")
        .matcher(page)
        .results()
        .map(part -> part.group(1) + " " + part.group(3))
        .toList();
  }

  private static String link(String page, String words) {
    Matcher link =
        Pattern.compile("href=\"([^\"]*)\">" + Pattern.quote(words) + "</a>").matcher(page);
    assertThat(link.find()).as(words + " in " + page).isTrue();
    return link.group(1).replace("&amp;", "&");
  }

  @Test
  void a_run_has_one_log_of_all_its_steps_that_leads_to_each() {
    RunResult run = server.run("template: [echo one, {label: second, template: wc -l}, cat /none]");
    String page = server.page(log(run));
    assertThat(parts(page)).containsExactly("0.0 stdout", "0.1 stdout", "0.2 stderr");
    assertThat(page)
        .contains("<pre>one\n</pre>", "</span> second</a>", "cat: /none: No such file")
        .contains("exit code 1", "By the order in which commands ended")
        .contains(
            "/runs/" + run.run() + "/steps/0.1?attempt=1&amp;stream=stdout&amp;wrap=1&amp;from=0")
        .contains("data-log-follow=\"false\"")
        .doesNotContain("Earlier", "Later");
    assertThat(server.page("/runs/" + run.run())).contains("/log\">Log</a>");
  }

  @Test
  void branches_and_outputs_are_chosen_and_a_wrong_branch_is_explained() {
    RunResult run =
        server.run(
            "{parallel: true, template: [{label: a, template: echo one}, {label: b, template:"
                + " [echo two, cat /none]}]}");
    assertThat(parts(server.page(log(run) + "?branch=b")))
        .containsExactly("0.1.0 stdout", "0.1.1 stderr");
    assertThat(parts(server.page(log(run) + "?branch=0.1&stream=stderr")))
        .containsExactly("0.1.1 stderr");
    assertThat(server.page(log(run) + "?branch=0.0&stream=stderr"))
        .contains("Nothing was printed.");
    assertThat(server.page(log(run) + "?branch=%3Cb%3E"))
        .contains("has no step", "&lt;b&gt;", "Show everything")
        .doesNotContain("<b>");
    assertThat(server.get(log(run) + "?stream=stdin").statusCode()).isEqualTo(422);
    assertThat(server.get(log(run) + "?at=x").statusCode()).isEqualTo(422);
  }

  @Test
  void many_steps_come_in_pages_and_the_way_back_is_the_same() {
    RunResult run = server.run("{parallel: true, repeat: 450, template: 'echo {index}'}");
    String page = server.page(log(run));
    List<String> all = new ArrayList<>(parts(page));
    assertThat(all).hasSize(200);
    while (page.contains(">Later</a>")) {
      page = server.page(link(page, "Later"));
      all.addAll(parts(page));
    }
    assertThat(all).hasSize(450).doesNotHaveDuplicates();
    String last = server.page(log(run) + "?at=end");
    assertThat(parts(last)).isEqualTo(all.subList(250, 450));
    assertThat(parts(server.page(link(last, "Earlier")))).isEqualTo(all.subList(50, 250));
    assertThat(server.page(log(run))).hasSizeLessThan(120_000);
  }

  @Test
  void what_is_not_text_can_be_downloaded_and_nothing_becomes_markup() {
    RunResult run =
        server.run(
            "{parallel: true, template: [\"printf '\\\\000\\\\001'\","
                + " {label: \"</a><i>\", template: \"printf '</pre><script>alert(1)</script>\\\\033[31mred'\"}]}");
    String page = server.page(log(run));
    assertThat(page)
        .contains("not text, 2 bytes", "/steps/0.0/1/stdout\" download")
        .contains("<span class=\"sgr-1\">red</span>")
        .doesNotContain("<script>alert", "</a><i>");
  }

  @Test
  void while_a_run_goes_on_its_page_shows_the_end_and_what_runs() throws Exception {
    byte[] program =
        Talker.program("still <b>here</b>\n".getBytes(UTF_8), "hm\n".getBytes(UTF_8), 100, 9_000);
    assertThat(server.engine().addCommand("talk", program, ArgumentMode.ARGV).name())
        .isEqualTo("talk");
    RunHandle run =
        server.start("{parallel: true, template: [echo one, {label: slow, template: talk}]}");
    String log = "/runs/" + run.id() + "/log";
    assertThat(server.pageWith(log, "id=\"log-0.0-1-stdout-0\"")).isNotEmpty();
    String page = server.pageWith(log, "still &lt;b&gt;here");
    assertThat(page)
        .contains("data-log-follow=\"true\"", "</span> slow</a>", "is running")
        .doesNotContain("<b>here");
    String next = page.replaceAll("(?s).*data-log-next=\"([^\"]*)\".*", "$1").replace("&amp;", "&");
    assertThat(parts(server.get(next, "HX-Request", "true").body())).isEmpty();
    assertThat(server.page(log + "?branch=0.0")).doesNotContain("data-tail=");
    run.cancel();
    assertThat(run.await().run()).isEqualTo(run.id());
    String more = server.get(next, "HX-Request", "true").body();
    assertThat(parts(more)).startsWith("0.1 stdout");
    assertThat(more).doesNotContain("<html").contains("data-log-more=\"false\"");
    page = server.pageWith(log, "data-log-follow=\"false\"");
    assertThat(parts(page)).startsWith("0.0 stdout", "0.1 stdout");
  }
}
