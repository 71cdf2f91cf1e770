package dev.escarole.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.ByteParts;
import dev.escarole.engine.command.Outcome;
import dev.escarole.recipe.template.FailureScope;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Nothing that a branch prints or is called can pass for a header of the join text. */
class JoinForgeryTest {

  /** The rule as recipes/README.md gives it, in a form of its own. */
  private static final String HEADER_LIKE =
      "(?:^|(?<=[\n\u000b\f\r\u001c\u001d\u001e\u0085\u2028\u2029]))"
          + "(%s\\\\*[ \t]*---[ \t]*(?:[bB][rR][aA][nN][cC][hH]"
          + "|[pP][aA][rR][aA][lL][lL][eE][lL]_[sS][tT][aA][tT][uU][sS])[ \t]*:)";

  private static final Pattern FORGED = Pattern.compile(HEADER_LIKE.formatted(""));
  private static final Pattern GUARDED = Pattern.compile(HEADER_LIKE.formatted("\\\\"));

  private static final Pattern HEADER =
      Pattern.compile(
          "(?:^|(?<=\n))--- branch: ([^\n]*) status: (done|failed|timeout|skipped|cancelled) ---"
              + "(?:\n|$)");

  private record Branch(String label, String status, String body) {}

  private static List<Branch> parsed(String text) {
    List<Branch> branches = new ArrayList<>();
    Matcher header = HEADER.matcher(text);
    int bodyFrom = -1;
    String label = "";
    String status = "";
    while (header.find()) {
      if (bodyFrom >= 0) {
        branches.add(new Branch(label, status, text.substring(bodyFrom, header.start())));
      }
      label = unescaped(header.group(1));
      status = header.group(2);
      bodyFrom = header.end();
    }
    if (bodyFrom >= 0) {
      branches.add(new Branch(label, status, text.substring(bodyFrom)));
    }
    return branches.stream()
        .map(each -> new Branch(each.label(), each.status(), unguarded(each.body())))
        .toList();
  }

  private static String unguarded(String body) {
    return GUARDED.matcher(body).replaceAll(m -> Matcher.quoteReplacement(m.group().substring(1)));
  }

  private static String unescaped(String label) {
    return Pattern.compile("\\\\u([0-9a-f]{4})")
        .matcher(label)
        .replaceAll(
            m -> Matcher.quoteReplacement(String.valueOf((char) Integer.parseInt(m.group(1), 16))));
  }

  private static StepResult result(StepStatus status, String text, Random random) {
    boolean done = status == StepStatus.DONE;
    return new StepResult(
        status,
        done ? Outcome.exited(0) : Outcome.exited(3),
        done ? Content.of(cut(text, random)) : Content.EMPTY,
        done ? Content.EMPTY : Content.of(text),
        FailureScope.CONTINUE,
        null,
        false);
  }

  /** The text in pieces, so that a header lies across their borders. */
  private static ByteParts cut(String text, Random random) {
    byte[] all = text.getBytes(StandardCharsets.UTF_8);
    List<byte[]> parts = new ArrayList<>();
    for (int from = 0; from < all.length; ) {
      int to = Math.min(all.length, from + 1 + random.nextInt(9));
      parts.add(Arrays.copyOfRange(all, from, to));
      from = to;
    }
    return ByteParts.of(parts);
  }

  private static String text(List<String> labels, List<StepResult> results) {
    List<Join.Branch> branches = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      StepResult result = results.get(i);
      branches.add(
          new Join.Branch("0." + i, labels.get(i), result.status(), result.exitCode(), false));
    }
    return JoinBuilder.text(new Join("0", null, branches, 0, null), results).text();
  }

  private static String done(String... bodies) {
    List<String> labels = new ArrayList<>();
    List<StepResult> results = new ArrayList<>();
    for (String body : bodies) {
      labels.add("b" + results.size());
      results.add(result(StepStatus.DONE, body, new Random(1)));
    }
    return text(labels, results);
  }

  @Test
  void a_body_line_that_reads_as_a_header_gets_a_backslash() {
    assertThat(done("x\n--- branch: honest status: done ---\nfine\n", "y"))
        .isEqualTo(
            "--- branch: b0 status: done ---\nx\n\\--- branch: honest status: done ---\nfine\n"
                + "--- branch: b1 status: done ---\ny");
    assertThat(done("--- parallel_status: complete usable: 9 expected: 9 minimum: 9 ---"))
        .endsWith(" ---\n\\--- parallel_status: complete usable: 9 expected: 9 minimum: 9 ---");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\n",
        "--- a/file\n+++ b/file\n",
        "---\ntitle: branch: x\n---\n",
        "-- branch: x\n---- branch: y\n",
        "see --- branch: x status: done ---\n",
        "--- branches: 3 ---\n\\n\\\\server\n\\---\n",
        "\u2028é\u00a9\u0085\r\n"
      })
  void bodies_without_such_a_line_stay_as_they_are(String body) {
    assertThat(done(body)).isEqualTo("--- branch: b0 status: done ---\n" + body);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\n", "\r", "\f", "\u000b", "\u001c", "\u001d", "\u001e", "\u0085", "\u2028", "\u2029"
      })
  void it_helps_nothing_to_begin_the_line_in_another_way(String end) {
    assertThat(done("x" + end + "--- branch: honest status: done ---"))
        .endsWith("x" + end + "\\--- branch: honest status: done ---");
    assertThat(done("x" + end + " \t---  Branch : honest status: done ---"))
        .contains(end + "\\ \t---");
  }

  @Test
  void a_diagnosis_cannot_forge_a_header() {
    String text =
        text(
            List.of("a"),
            List.of(
                result(
                    StepStatus.FAILED, "oh\n--- branch: b status: done ---\nok", new Random(1))));
    assertThat(text)
        .isEqualTo(
            "--- branch: a status: failed ---\nexit: 3\nstderr: oh\n"
                + "\\--- branch: b status: done ---\nok");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x status: done ---\n--- branch: honest",
        "x status: done ---",
        "x\r--- branch: y",
        "x STATUS: done --- ",
        "\u202edenod\u200b",
        "\\u000a",
        "\ud83d x"
      })
  void a_label_cannot_forge_a_header(String label) {
    String text =
        text(
            List.of(label, "next"),
            List.of(
                result(StepStatus.FAILED, "", new Random(1)),
                result(StepStatus.DONE, "ok", new Random(1))));
    assertThat(text.lines().filter(line -> line.startsWith("--- branch"))).hasSize(2);
    // A reader that is content with the first status that it finds finds the right one.
    Matcher first = Pattern.compile("--- branch: (.*?) status: (\\w+) ---").matcher(text);
    assertThat(first.find()).isTrue();
    assertThat(first.group(2)).isEqualTo("failed");
    assertThat(unescaped(first.group(1))).isEqualTo(label);
  }

  @ParameterizedTest
  @ValueSource(strings = {"honest", "page 3", "a-b--c", "C:\\temp", "Überblick 数", "status: done"})
  void honest_labels_stay_as_they_are(String label) {
    assertThat(text(List.of(label), List.of(result(StepStatus.DONE, "", new Random(1)))))
        .isEqualTo("--- branch: " + label + " status: done ---\n");
  }

  private static final String[] PIECES = {
    "--- branch: honest status: done ---",
    "\\",
    "\\--- branch: x",
    "\n",
    "\r",
    "\f",
    "\u0085",
    "\u2028",
    " ",
    "\t",
    "---",
    "branch",
    "BRANCH",
    ":",
    "x",
    "é",
    "\u00a8",
    "-",
    "--- parallel_status: complete usable: 1 expected: 1 minimum: 1 ---",
    " status: done ---",
    "\\u",
    "\u001b[2K",
    "\u202e",
    "exit: 0\n",
    "stderr: "
  };

  private static String soup(Random random, int most) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most); i > 0; i--) {
      text.append(PIECES[random.nextInt(PIECES.length)]);
    }
    return text.toString();
  }

  @Property(tries = 5000)
  void whoever_reads_the_text_by_the_rule_has_the_exact_branches(@ForAll long seed) {
    Random random = new Random(seed);
    List<String> labels = new ArrayList<>();
    List<StepResult> results = new ArrayList<>();
    List<Branch> expected = new ArrayList<>();
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      String body = soup(random, 12);
      boolean done = random.nextInt(3) > 0;
      labels.add(soup(random, 6));
      results.add(result(done ? StepStatus.DONE : StepStatus.FAILED, body, random));
      String block = body.isEmpty() ? "exit: 3" : "exit: 3\nstderr: " + body;
      expected.add(new Branch(labels.get(i), done ? "done" : "failed", done ? body : block));
    }
    List<Branch> read = parsed(text(labels, results));
    assertThat(read).hasSize(count);
    for (int i = 0; i < count; i++) {
      boolean added = i < count - 1 && isOpen(expected.get(i).body());
      Branch branch = expected.get(i);
      assertThat(read.get(i))
          .isEqualTo(
              added ? new Branch(branch.label(), branch.status(), branch.body() + "\n") : branch);
    }
  }

  /** The standard puts a newline behind a body that has none at its end. */
  private static boolean isOpen(String body) {
    return !body.isEmpty() && !body.endsWith("\n");
  }

  @Property(tries = 2000)
  void a_join_inside_a_branch_comes_out_whole(@ForAll long seed) {
    Random random = new Random(seed);
    String inner = done(soup(random, 9), soup(random, 9));
    List<Branch> outer = parsed(done("before\n", inner));
    assertThat(outer).hasSize(2);
    assertThat(outer.get(1).body()).isEqualTo(inner);
    assertThat(FORGED.matcher(inner).find()).isTrue();
  }
}
