package dev.escarole.web.page.run;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.run.RunResult;
import dev.escarole.web.Talker;
import dev.escarole.web.page.PageServer;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The outputs on the page of a step: their order, lines, matches and colours. */
class OutputPagesTest {

  private static PageServer server;

  @BeforeAll
  static void start() throws Exception {
    server = new PageServer();
    byte[] out = "out\n".getBytes(UTF_8);
    byte[] err = "bad\n".getBytes(UTF_8);
    add("works", Talker.program(out, err, 1, 1));
    add("fails", Talker.failing(out, err, 1, 1));
  }

  private static void add(String name, byte[] program) throws Exception {
    assertThat(server.engine().addCommand(name, program, ArgumentMode.ARGV).name()).isEqualTo(name);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String step(RunResult run) {
    return "/runs/" + run.run() + "/steps/0";
  }

  private static String link(String page, String words) {
    Matcher link =
        Pattern.compile("href=\"([^\"]*)\"[^>]*>" + Pattern.quote(words) + "</a>").matcher(page);
    assertThat(link.find()).as(words + " in " + page).isTrue();
    return link.group(1).replace("&amp;", "&");
  }

  private static String query(String link) {
    return URI.create(link).getRawPath() + "?" + URI.create(link).getRawQuery();
  }

  @Test
  void standard_error_comes_first_only_when_the_step_failed() {
    String failed = server.page(step(server.run("template: fails")));
    assertThat(failed.indexOf("id=\"stream-stderr\""))
        .isPositive()
        .isLessThan(failed.indexOf("id=\"what-title\""))
        .isLessThan(failed.indexOf("id=\"stream-stdout\""));
    String done = server.page(step(server.run("template: works")));
    assertThat(done.indexOf("id=\"stream-stdout\""))
        .isPositive()
        .isLessThan(done.indexOf("id=\"stream-stderr\""));
  }

  @Test
  void a_search_goes_from_match_to_match_through_the_whole_output() {
    String step = step(server.run("template: seq 1 30000"));
    String page = server.page(step + "?attempt=1&stream=stdout&find=9999");
    List<String> found = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      Matcher line = Pattern.compile("data-n=\"(\\d+)\">(?:[^<]*)<mark id=\"hit\"").matcher(page);
      assertThat(line.find()).isTrue();
      found.add(line.group(1));
      assertThat(page).contains("match " + (i + 1) + " of 3");
      String next = link(page, "Next match");
      assertThat(next).endsWith("#hit");
      page = server.page(query(next));
    }
    assertThat(found).containsExactly("9999", "19999", "29999");
    assertThat(page).as("around the end").contains("match 1 of 3");
    page = server.page(query(link(page, "Previous match")));
    assertThat(page).contains("match 3 of 3", "data-n=\"29999\"", "29998");
    assertThat(page).contains("action=\"" + step + "#hit\"");
    assertThat(server.page(step + "?attempt=1&stream=stdout&find=9999&from=29995"))
        .contains("data-n=\"9999\"");
  }

  @Test
  void lines_have_numbers_that_are_no_text_and_addresses_of_their_own() {
    String step = step(server.run("template: seq 1 30000"));
    String first = server.page(step);
    assertThat(first).contains("<span class=\"line\" id=\"L12\" data-n=\"12\">12\n</span>");
    String page = server.page(step + "?attempt=1&stream=stdout&line=20000-20002");
    assertThat(page)
        .contains("<a id=\"at\"></a><a id=\"L20000-L20002\"></a>")
        .contains("<span class=\"line at\" id=\"L20000\" data-n=\"20000\">20000\n</span>")
        .contains("<span class=\"line at\" id=\"L20002\"")
        .contains("<span class=\"line\" id=\"L20003\"", "<span class=\"line\" id=\"L19990\"")
        .contains("data-line-link=\"" + step + "?attempt=1&amp;stream=stdout\"");
    assertThat(server.page(step + "?attempt=1&stream=stdout&line=30001"))
        .contains("There is no line 30,001; the last one is line 30,000.", "data-n=\"30000\"");
    for (String odd : List.of("0", "x", "-5", "9".repeat(30), "5-", "%00")) {
      assertThat(server.get(step + "?attempt=1&stream=stdout&line=" + odd).statusCode())
          .as(odd)
          .isEqualTo(200);
    }
  }

  @Test
  void only_one_output_of_a_page_has_anchors() {
    String step = step(server.run("template: fails"));
    String page = server.page(step);
    assertThat(Pattern.compile("id=\"L1\"").matcher(page).results()).hasSize(1);
    assertThat(page).containsPattern("id=\"L1\" data-n=\"1\">bad");
    assertThat(server.page(step + "?attempt=1&stream=stdout&line=1"))
        .containsPattern("id=\"L1\" data-n=\"1\">out")
        .doesNotContainPattern("id=\"L1\" data-n=\"1\">bad");
  }

  @Test
  void parts_follow_each_other_without_a_gap() {
    String step = step(server.run("template: seq 1 5000"));
    String page = server.page(step);
    List<String> lines = new ArrayList<>();
    while (true) {
      Pattern.compile("data-n=\"(\\d+)\">(\\d+)\n")
          .matcher(page)
          .results()
          .peek(line -> assertThat(line.group(1)).isEqualTo(line.group(2)))
          .forEach(line -> lines.add(line.group(2)));
      if (!page.contains(">Later</a>")) {
        break;
      }
      page = server.page(query(link(page, "Later")));
    }
    assertThat(lines).hasSize(5000).doesNotHaveDuplicates();
    String before = server.page(query(link(page, "Earlier")));
    assertThat(before).contains("data-n=\"4000\">4000\n");
    assertThat(before).doesNotContain("data-n=\"4001\"");
  }

  @Test
  void colours_are_classes_and_the_raw_text_stays() {
    String step = step(server.run("printf '\\033[1;31mred <b>\\033[0m plain \\033[2Kgone\\n'"));
    String page = server.page(step);
    assertThat(page)
        .contains("<span class=\"sgr-1 sgr-bold\">red &lt;b&gt;</span> plain gone\n")
        .doesNotContain("\u001b");
    String raw = server.page(query(link(page, "Raw")));
    assertThat(raw).contains("␛[1;31mred &lt;b&gt;␛[0m plain ␛[2Kgone\n").doesNotContain("sgr-1 ");
    assertThat(query(link(raw, "Raw"))).doesNotContain("raw=1");
  }

  @Test
  void what_a_command_hides_in_sequences_does_not_become_markup() {
    String step =
        step(
            server.run(
                "printf '\\033]8;;\"><script>alert(1)</script>\\033\\\\x\\033[31\"><i>m\\n</pre><b>'"));
    for (String look : List.of("", "&raw=1", "&find=script", "&line=1")) {
      assertThat(server.page(step + "?attempt=1&stream=stdout" + look))
          .as(look)
          .doesNotContain("<script>alert", "\"><i>", "</pre><b>");
    }
  }
}
