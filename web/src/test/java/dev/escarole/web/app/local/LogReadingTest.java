package dev.escarole.web.app.local;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.run.RunResult;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.Talker;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.output.LogPage;
import dev.escarole.web.app.output.LogPart;
import dev.escarole.web.app.output.LogQuery;
import dev.escarole.web.app.run.RerunRequest;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Every output of a run is in its log once, whichever way and in whatever pages it is read. */
class LogReadingTest {

  private static Engine engine;
  private static Escarole escarole;

  @BeforeAll
  static void open() {
    engine = Engine.open(EngineOptions.inMemory());
    escarole =
        new Installation(engine, InstantSource.system())
            .as(new Actor(Principal.localOperator(), "test", true));
  }

  @AfterAll
  static void close() {
    engine.close();
  }

  private static String run(String yaml) throws InterruptedException {
    RunResult result = engine.run(RunRequest.of(new RecipeReader().read(yaml, "t.yaml")).build());
    return result.run().value();
  }

  private static LogQuery pages(String run, int limit) {
    return new LogQuery(run, null, null, false, limit, null);
  }

  private static List<LogPart> forwards(LogQuery query) {
    List<LogPart> all = new ArrayList<>();
    LogPage page = escarole.log(query);
    all.addAll(page.parts());
    while (page.next() != null) {
      page = escarole.log(query.from(page.next()));
      assertThat(page.parts()).isNotEmpty().hasSizeLessThanOrEqualTo(query.limit());
      all.addAll(page.parts());
    }
    assertThat(escarole.log(query.from(page.end())).parts()).as("nothing after the end").isEmpty();
    return all;
  }

  private static List<LogPart> backwards(LogQuery query) {
    Deque<LogPage> pages = new ArrayDeque<>();
    LogPage page = escarole.log(query.atEnd());
    pages.addFirst(page);
    while (page.previous() != null) {
      page = escarole.log(query.from(page.previous()));
      pages.addFirst(page);
    }
    return pages.stream().flatMap(each -> each.parts().stream()).toList();
  }

  private static String text(List<LogPart> parts) {
    return parts.stream().map(LogPart::text).collect(Collectors.joining());
  }

  @Test
  void a_thousand_steps_are_read_in_pages_from_both_ends() throws InterruptedException {
    String run = run("{parallel: true, repeat: 1000, template: 'echo {index}'}");
    List<LogPart> all = forwards(pages(run, 37));
    assertThat(all).hasSize(1000);
    assertThat(all).extracting(LogPart::path).doesNotHaveDuplicates();
    assertThat(all).isEqualTo(backwards(pages(run, 41))).isEqualTo(forwards(pages(run, 1000)));
    assertThat(all.get(0).bytes()).isEqualTo(Objects.requireNonNull(all.get(0).text()).length());
  }

  @Test
  void a_large_output_is_cut_at_the_ends_of_lines_and_nothing_is_lost()
      throws InterruptedException {
    String run = run("template: [seq 1 200000, 'tail -n 1']");
    List<LogPart> all = forwards(pages(run, 200));
    assertThat(all).hasSizeGreaterThan(18);
    assertThat(text(all).lines().filter(line -> line.equals("100000"))).hasSize(1);
    StringBuilder wanted = new StringBuilder();
    for (int i = 1; i <= 200_000; i++) {
      wanted.append(i).append('\n');
    }
    assertThat(text(all)).isEqualTo(wanted + "200000\n");
    assertThat(text(backwards(pages(run, 3)))).isEqualTo(wanted + "200000\n");
    assertThat(all).allSatisfy(part -> assertThat(part.text()).endsWith("\n"));
    LogPage page = escarole.log(pages(run, 1000));
    assertThat(page.parts().stream().mapToLong(part -> part.to() - part.from()).sum())
        .as("a page is bounded")
        .isLessThan(330_000);
    LogPage middle = escarole.log(pages(run, 2).from(page.next()));
    LogPage before = escarole.log(pages(run, 2).from(middle.previous()));
    assertThat(before.parts().get(before.parts().size() - 1).to())
        .isEqualTo(middle.parts().get(0).from());
    assertThat(before.next()).isNotNull();
    assertThat(escarole.log(pages(run, 2).from(before.next())).parts()).isEqualTo(middle.parts());
  }

  @Test
  void a_line_without_an_end_and_letters_of_several_bytes_are_not_broken()
      throws InterruptedException {
    String run =
        run("template: \"awk 'BEGIN { for (i = 0; i < 60000; i++) printf \\\"äé🥬\\\" }'\"");
    assertThat(text(forwards(pages(run, 9)))).isEqualTo("äé🥬".repeat(60_000));
    assertThat(text(backwards(pages(run, 1)))).isEqualTo("äé🥬".repeat(60_000));
  }

  @Test
  void what_is_not_text_is_one_part_without_a_text() throws InterruptedException {
    String run =
        run("template: [\"printf '\\\\000\\\\001'\", \"awk 'BEGIN { printf \\\"ok\\\" }'\"]");
    assertThat(forwards(pages(run, 9))).extracting(LogPart::text).containsExactly(null, "ok");
    assertThat(escarole.log(pages(run, 9)).parts().get(0).to()).isEqualTo(2);
    assertThat(backwards(pages(run, 1))).isEqualTo(forwards(pages(run, 1)));
  }

  @Test
  void a_branch_and_an_output_can_be_chosen_and_each_attempt_is_there()
      throws InterruptedException {
    String run =
        run(
            """
            template:
              - echo zero
              - parallel: true
                template:
                  - {label: left, template: [echo one, {retry: 2, template: cat /none}]}
                  - {label: right, template: echo two}
            """);
    assertThat(forwards(pages(run, 9).of("left", null)))
        .extracting(part -> part.path() + " " + part.attempt() + " " + part.stream())
        .containsExactly("0.1.0.0 1 stdout", "0.1.0.1 1 stderr", "0.1.0.1 2 stderr");
    assertThat(forwards(pages(run, 1).of("0.1", "stdout")))
        .extracting(LogPart::text)
        .containsExactlyInAnyOrder("one\n", "two\n");
    assertThat(backwards(pages(run, 1).of("0.1", "stderr"))).hasSize(2);
    assertThat(forwards(pages(run, 9).of("0.1.0.1", "stdout"))).isEmpty();
    assertThat(forwards(pages(run, 9).of("0.1.0.1", null)).get(0).exitCode()).isEqualTo(1);
    assertThatThrownBy(() -> escarole.log(pages(run, 9).of("0.7", null)))
        .isInstanceOf(RefusedException.class)
        .hasMessageContaining("0.7");
  }

  @Test
  void standard_output_of_an_attempt_comes_before_its_standard_error() throws Exception {
    byte[] program = Talker.program("out\n".getBytes(UTF_8), "bad\n".getBytes(UTF_8), 1, 1);
    assertThat(engine.addCommand("both", program, ArgumentMode.ARGV).name()).isEqualTo("both");
    String run = run("template: both");
    assertThat(forwards(pages(run, 1))).extracting(LogPart::text).containsExactly("out\n", "bad\n");
    assertThat(backwards(pages(run, 1))).isEqualTo(forwards(pages(run, 2)));
  }

  @Test
  void a_rerun_says_which_outputs_it_has_taken_over() throws Exception {
    String run = run("template: {parallel: true, template: [echo one, cat /none]}");
    String again =
        escarole
            .rerun(new RerunRequest(run, "failed", null, false, null, null, null, null))
            .head()
            .run();
    LogPage page = escarole.log(LogQuery.of(again).atEnd());
    while (!page.over()) {
      page = escarole.log(LogQuery.of(again));
    }
    assertThat(page.parts())
        .extracting(part -> part.stream() + " " + part.reused())
        .containsExactlyInAnyOrder("stdout true", "stderr false");
  }

  @Test
  void a_run_that_printed_nothing_has_an_empty_log() throws InterruptedException {
    String run = run("template: 'true'");
    LogPage page = escarole.log(LogQuery.of(run));
    assertThat(page.parts()).isEmpty();
    assertThat(page.over()).isTrue();
    assertThat(page.next()).isNull();
    assertThat(escarole.log(LogQuery.of(run).atEnd()).previous()).isNull();
  }
}
