package dev.escarole.web.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many steps that were skipped are one line with their number, wherever they are told. */
class SkippedStepsTest {

  @TempDir private Path directory;
  private CliHarness cli;

  @BeforeEach
  void setUp() {
    cli = new CliHarness(directory);
  }

  private static List<String> skipped(String text) {
    return text.lines().filter(line -> line.contains("skipped")).toList();
  }

  @Test
  void what_a_failed_step_keeps_from_starting_is_one_line() {
    Path recipe =
        cli.file(
            "r.yaml",
            "{failure: branch, template: ['false', {repeat: 30, failure: branch, template: echo}]}");
    Call run = cli.call("run", recipe);
    assertThat(run.exit()).isEqualTo(1);
    assertThat(skipped(run.err()))
        .containsExactly("skipped   30 commands, 0.1.0 to 0.1.29: not reached");
    String shown = cli.call("runs", "show", "last").text();
    assertThat(shown)
        .contains("\n  - sequence  not reached\n")
        .contains("\n    - 30 commands skipped, 0.1.0 to 0.1.29  not reached\n")
        .doesNotContain("- echo");
    String all = cli.call("runs", "show", "last", "--all").text();
    assertThat(all.lines().filter(line -> line.equals("    - echo  not reached"))).hasSize(30);
  }

  @Test
  void copies_that_a_condition_rules_out_are_one_line() {
    Path recipe =
        cli.file(
            "r.yaml",
            "{parallel: true, template: [{repeat: 12, when: loud, template: echo}, echo b]}");
    Call run = cli.call("run", recipe, "--workers", "1");
    assertThat(run.exit()).isZero();
    assertThat(skipped(run.err()))
        .containsExactly("skipped   12 commands, 0.0.0 to 0.0.11: when loud is false");
    assertThat(cli.call("runs", "show", "last").text())
        .contains("- 12 commands skipped, 0.0.0 to 0.0.11  when loud is false");
    assertThat(cli.call("plan", recipe).text())
        .contains("│  └─ 0.0.0 to 0.0.11: 12 steps skipped: when loud is false\n")
        .contains("└─ 0.1 echo b\n");
  }

  @Test
  void one_by_one_they_are_counted_after_the_first_few() {
    Path recipe =
        cli.file("r.yaml", "{repeat: 9, template: [{when: loud, template: echo}, 'echo {index}']}");
    Call run = cli.call("run", recipe);
    assertThat(skipped(run.err()))
        .containsExactly(
            "skipped   0.0.0: when loud is false",
            "skipped   0.1.0: when loud is false",
            "skipped   0.2.0: when loud is false",
            "skipped   6 more commands, 0.3.0 to 0.8.0: when loud is false");
    assertThat(run.err().lines().filter(line -> line.startsWith("done"))).hasSize(9);
  }

  @Test
  void a_few_and_those_of_other_reasons_keep_their_lines() {
    Path recipe =
        cli.file(
            "r.yaml",
            "{template: [{when: a, template: echo}, {when: a, template: echo},"
                + " {when: a, template: echo}, {when: b, template: echo}, echo c]}");
    assertThat(skipped(cli.call("run", recipe).err())).hasSize(4);
    assertThat(cli.call("runs", "show", "last").text().lines())
        .filteredOn(line -> line.contains("is false"))
        .hasSize(4);
    assertThat(skipped(cli.call("plan", recipe).text())).hasSize(4);
  }

  @Test
  void many_more_than_a_screen_has_are_counted_whole() {
    Path recipe =
        cli.file(
            "r.yaml",
            "{failure: branch, template: ['false', {repeat: 2000, failure: branch, template: echo}]}");
    assertThat(cli.call("run", recipe, "-q").exit()).isEqualTo(1);
    assertThat(cli.call("runs", "show", "last").text())
        .contains("- 2,000 commands skipped, 0.1.0 to 0.1.1999  not reached")
        .doesNotContain("more:");
  }
}
