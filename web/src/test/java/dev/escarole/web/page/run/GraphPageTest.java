package dev.escarole.web.page.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.RunHandle;
import dev.escarole.engine.run.RunResult;
import dev.escarole.web.page.PageServer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What the graph of a run folds, names, filters, and how large it can become. */
class GraphPageTest {

  private static final int LARGEST_PAGE = 500_000;
  private static final int MOST_BOXES = 400;
  private static final Pattern BOX =
      Pattern.compile(
          "<a id=\"box-[^\"]*\" href=\"([^\"]*)\"( data-graph(?:=\"\")?)? aria-label=\"([^\"]*)\"");

  private static PageServer server;

  @BeforeAll
  static void start() {
    server = new PageServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @AfterEach
  void nothing_goes_on() {
    server.engine().running().forEach(RunHandle::cancel);
  }

  /** A box that can be chosen: to a page, or to another view of the graph. */
  private record Box(String address, boolean toggle, String words) {}

  private static List<Box> boxes(String page) {
    return BOX.matcher(page)
        .results()
        .map(
            box ->
                new Box(
                    box.group(1).replace("&amp;", "&").replaceAll("#.*", ""),
                    box.group(2) != null,
                    box.group(3)))
        .toList();
  }

  private static List<String> words(String page) {
    return boxes(page).stream().map(Box::words).toList();
  }

  private static String box(String page, String words) {
    return boxes(page).stream()
        .filter(box -> box.words().startsWith(words))
        .findFirst()
        .map(Box::address)
        .orElseThrow(() -> new AssertionError("no " + words + " in " + words(page)));
  }

  private static String graph(RunResult run) {
    return "/runs/" + run.run() + "/graph";
  }

  private static RunResult run(String yaml) {
    return server.run(yaml);
  }

  private static String branches(String... commands) {
    List<String> lines = new ArrayList<>();
    for (int i = 0; i < commands.length; i++) {
      lines.add("{label: bed-%d, template: \"%s\"}".formatted(i, commands[i]));
    }
    return "{name: beds, template: [{parallel: true, template: ["
        + String.join(", ", lines)
        + "]}, wc]}";
  }

  @Test
  void a_group_of_different_branches_names_them_and_opens_to_each() {
    String[] commands = new String[12];
    for (int i = 0; i < commands.length; i++) {
      commands[i] = "echo " + i;
    }
    String page = server.page(graph(run(branches(commands))));
    assertThat(page).contains(">12 branches: bed-0, bed-1, bed-2, ");
    assertThat(words(page)).noneMatch(word -> word.contains("12 ×"));
    String open = server.page(box(page, "open 12 branches"));
    for (int i = 0; i < commands.length; i++) {
      assertThat(open).contains("/steps/0.0." + i + "\"");
    }
    String close = open.replaceAll("(?s).*href=\"([^\"]*)\"[^>]*aria-label=\"Close 12 br.*", "$1");
    assertThat(server.page(close.replace("&amp;", "&").replaceAll("#.*", "")))
        .contains("open 12 branches")
        .doesNotContain("/steps/0.0.3\"", "aria-label=\"Close");
  }

  @Test
  void a_group_of_branches_that_is_no_more_stands_for_where_its_members_are_now() {
    String[] commands = new String[22];
    for (int i = 0; i < commands.length; i++) {
      commands[i] = i < 10 ? "cat /no" : "echo " + i;
    }
    String graph = graph(run(branches(commands)));
    String page = server.page(graph + "?at=0.0~pending.leaf0.echo");
    assertThat(words(page))
        .anyMatch(word -> word.startsWith("0.0.15 bed-15: done"))
        .anyMatch(word -> word.startsWith("open 10 branches: bed-0, "));
    assertThat(page)
        .contains("href=\"" + graph + "#graph\"")
        .as("addresses name the group of now")
        .contains("data-shown=\"" + graph + "?at=0.0%7Edone.leaf0.echo\"")
        .contains("at=0.0%7Edone.leaf0.echo&amp;at=0.0%7Efailed.leaf0.cat");
    String both =
        server.page(graph + "?at=0.0~failed.leaf0.cat&at=0.0~others&at=0.0~pending.leaf0.echo");
    assertThat(words(both))
        .anyMatch(word -> word.startsWith("0.0.3 bed-3: failed"))
        .anyMatch(word -> word.startsWith("0.0.15 bed-15: done"));
    assertThat(words(server.page(graph + "?at=0.1~pending.leaf0.echo&at=0.0~pending.leaf0.wc")))
        .noneMatch(word -> word.startsWith("0.0.15 "));
  }

  @Test
  void neighbours_that_wait_stay_open_while_the_first_of_them_begin() throws InterruptedException {
    String steps =
        "echo, ".repeat(40) + "{label: late, delay: 3600000, template: wc}" + ", wc".repeat(30);
    RunHandle run = server.start("{name: row, template: [" + steps + "]}");
    String graph = "/runs/" + run.id() + "/graph";
    server.pageWith(graph, ">40 × echo");
    String page = server.page(graph + "?at=0.12~pending");
    assertThat(words(page))
        .anyMatch(word -> word.startsWith("0.60 wc: pending"))
        .noneMatch(word -> word.startsWith("0.12 "));
    run.cancel();
    run.await();
    RunResult done = run("{name: row, template: [" + "echo, ".repeat(28) + "wc]}");
    assertThat(words(server.page(graph(done) + "?at=0.12~pending")))
        .anyMatch(word -> word.startsWith("0.12 echo: done"));
  }

  @Test
  void names_cannot_become_markup() {
    String[] commands = new String[9];
    Arrays.fill(commands, "echo");
    String recipe = branches(commands).replace("bed-", "<script>alert(1)</script>");
    assertThat(server.page(graph(run(recipe))))
        .contains("&lt;script&gt;alert")
        .doesNotContain("<script>alert");
  }

  @Test
  void a_filter_shows_the_steps_of_a_state_among_what_is_around_them() {
    String[] commands = new String[12];
    for (int i = 0; i < commands.length; i++) {
      commands[i] = i % 4 == 1 ? "cat /in/" + i : "echo " + i;
    }
    String graph = graph(run(branches(commands)));
    String page = server.page(graph + "?state=failed");
    assertThat(words(page))
        .anyMatch(word -> word.startsWith("0.0.1 bed-1: failed"))
        .anyMatch(word -> word.startsWith("0.0.9 bed-9: failed"))
        .anyMatch(word -> word.startsWith("open 9 other branches: bed-0, bed-2, "))
        .anyMatch(word -> word.startsWith("open 1 other step: wc"))
        .noneMatch(word -> word.startsWith("0.0.2 "));
    String others = server.page(box(page, "open 9 other branches"));
    assertThat(words(others)).anyMatch(word -> word.startsWith("0.0.2 bed-2"));
    assertThat(others).contains("state=failed&amp;at=");
    assertThat(page)
        .containsPattern("href=\"" + graph + "\\?state=done&amp;state=failed\"")
        .containsPattern("id=\"graph-failed\" href=\"" + graph + "\" data-graph[^>]*aria-current");
  }

  @Test
  void a_filter_that_finds_nothing_says_so() {
    String graph = graph(run("name: fine\ntemplate: echo\n"));
    assertThat(server.page(graph + "?state=failed&state=timeout"))
        .contains("No step is failed or timeout.", "Show all steps")
        .doesNotContain("id=\"graph-drawing\"");
    assertThat(server.get(graph + "?state=lost").statusCode()).isEqualTo(400);
  }

  @Test
  void a_group_that_failed_by_itself_is_found_by_its_state() {
    RunResult run =
        run("name: late\ntemplate:\n  - {label: slow, timeout: 200, template: [echo, sleep 60]}\n");
    assertThat(words(server.page(graph(run) + "?state=timeout")))
        .anyMatch(word -> word.contains("slow"));
  }

  @Test
  void a_step_that_was_recovered_stands_beside_its_recovery() {
    RunResult run =
        run(
            "name: again\n"
                + "template:\n"
                + "  - {label: bed, retry: 2, recover: echo dig, template: cat /no}\n"
                + "  - wc\n");
    assertThat(words(server.page(graph(run))))
        .anyMatch(word -> word.startsWith("0.0 bed: failed"))
        .anyMatch(word -> word.startsWith("0.0.recover "));
  }

  @Test
  void a_sequence_with_a_name_keeps_it_when_it_is_open() {
    RunResult run =
        run(
            "name: named\n"
                + "template: {parallel: true, template: [echo, {label: inner, template: [echo,"
                + " wc]}]}\n");
    String page = server.page(graph(run));
    assertThat(page).contains(">inner</text>");
    String closed = server.page(box(page, "close inner"));
    assertThat(words(closed)).anyMatch(word -> word.startsWith("open 0.0.1 inner: done"));
  }

  @Test
  void every_one_of_fifteen_thousand_branches_can_be_reached_and_the_graph_stays_small() {
    RunResult run =
        run(
            "name: wide\n"
                + "template: {label: bed, parallel: true, repeat: 15000, template: 'test {index}"
                + " -ne 77'}\n");
    String page = server.page(graph(run));
    assertThat(page).hasSizeLessThan(40_000).contains("14,999 × ");
    int steps = 0;
    String last = page;
    while (!last.contains("/steps/0.0.14999\"")) {
      List<Box> stacks =
          boxes(last).stream().filter(box -> box.words().startsWith("open ")).toList();
      last = server.page(stacks.get(stacks.size() - 1).address());
      assertThat(last).hasSizeLessThan(LARGEST_PAGE);
      assertThat(steps++).as("groups in groups").isLessThan(6);
    }
    assertThat(boxes(last)).hasSizeLessThan(100);
  }

  @Test
  void whatever_is_opened_a_graph_has_a_largest_size() {
    RunResult run =
        run(
            "name: wide\n"
                + "template: {label: bed, parallel: true, repeat: 15000, template: 'test {index}"
                + " -ne 77'}\n");
    String opened = box(server.page(graph(run)), "open 14,999");
    String page = server.page(opened);
    String all =
        boxes(page).stream()
            .filter(box -> box.words().startsWith("open "))
            .map(box -> box.address().replaceAll(".*at=", "&at="))
            .collect(Collectors.joining());
    page = server.page(opened + all);
    assertThat(boxes(page).size()).isBetween(250, MOST_BOXES);
    assertThat(page).contains("nothing more fits in").hasSizeLessThan(LARGEST_PAGE);
  }

  @Test
  void a_long_sequence_of_changing_states_stays_small_and_shows_its_failures() {
    List<String> steps = new ArrayList<>();
    for (int i = 0; i < 2_000; i++) {
      steps.add("{failure: continue, template: 'test %d -ne 1'}".formatted(i % 2));
    }
    RunResult run = run("name: long\ntemplate: [" + String.join(", ", steps) + "]\n");
    String page = server.page(graph(run));
    assertThat(boxes(page).size()).isBetween(20, MOST_BOXES);
    assertThat(page).hasSizeLessThan(LARGEST_PAGE).contains("/steps/0.1\"");
    assertThat(server.page(graph(run) + "?state=failed")).contains("1,000 other steps");
  }

  @Test
  void branches_of_many_kinds_are_grouped_by_state() {
    String known =
        "base64,cat,cksum,cut -c1,date,echo,env,expand,fold,head,ls,md5sum,nl,od,paste,printf"
            + " x,rev,sed p,seq 1,sha1sum,sha256sum,sha512sum,shuf,sort,tac,tail,tee,test"
            + " 1,true,tsort,unexpand,uniq,wc,basename a,dirname a,expr 1 + 1,sleep 0";
    String page = server.page(graph(run(branches(known.split(",")))));
    assertThat(boxes(page)).hasSizeLessThan(20);
    assertThat(page).contains("branches: bed-");
  }
}
