package dev.escarole.web.page.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.run.RunResult;
import dev.escarole.web.page.PageServer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** "Passed on to" names a receiver only where something was passed. */
class HandedOnTest {

  private static final Pattern TARGET =
      Pattern.compile("<dt>Passed on(?: to)?</dt><dd>(.*?)</dd>", Pattern.DOTALL);

  private static PageServer server;

  @BeforeAll
  static void start() {
    server = new PageServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String target(RunResult run, String path) {
    String kind = path.startsWith("joins") ? "/" : "/steps/";
    Matcher target = TARGET.matcher(server.page("/runs/" + run.run() + kind + path));
    assertThat(target.find()).isTrue();
    return target.group(1).replaceAll("<[^>]*>", "").strip();
  }

  @Test
  void a_step_that_failed_and_was_gone_on_from_passed_nothing() {
    RunResult run = server.run("name: a\ntemplate: [cat /none, wc -l, cat]\n");
    assertThat(target(run, "0.0")).isEqualTo("no step: it did not succeed");
    assertThat(target(run, "0.1")).startsWith("step 0.2");
    assertThat(target(run, "0.2")).isEqualTo("the run's result");
  }

  @Test
  void a_step_before_one_that_never_began_passed_nothing() {
    RunResult run =
        server.run(
            """
            name: b
            template:
              - {template: [echo one, {failure: root, template: cat /none}]}
              - cat
            """);
    assertThat(target(run, "0.0.0")).startsWith("step 0.0.1");
    assertThat(target(run, "0.0.1")).isEqualTo("no step: it did not succeed");
    assertThat(target(run, "0.1")).isEqualTo("no step: it was skipped");
  }

  @Test
  void a_silent_step_passed_nothing_and_a_skipped_one_lets_pass() {
    RunResult run =
        server.run(
            """
            name: c
            template:
              - 'true'
              - echo two
              - {when: false, template: wc}
              - cat
            """);
    assertThat(target(run, "0.0")).isEqualTo("no step: it printed nothing");
    assertThat(target(run, "0.1")).startsWith("step 0.3");
  }

  @Test
  void a_failed_branch_passed_nothing_to_the_join_and_a_failed_join_nothing_to_the_next() {
    RunResult run =
        server.run(
            """
            name: d
            template:
              - {parallel: true, min_successful: 2, failure: root, template: [echo one, cat /none]}
              - cat
            """);
    assertThat(target(run, "0.0.0")).startsWith("join 0.0");
    assertThat(target(run, "0.0.1")).isEqualTo("no step: it did not succeed, as the join 0.0 says");
    assertThat(target(run, "joins/0.0")).isEqualTo("no step: it did not succeed");
  }
}
