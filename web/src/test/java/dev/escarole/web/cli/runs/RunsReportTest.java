package dev.escarole.web.cli.runs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.cli.CliHarness;
import dev.escarole.web.cli.CliHarness.Call;
import dev.escarole.web.cli.text.Terminal;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run as one document. */
class RunsReportTest {

  private static final String RECIPE =
      """
      name: wards
      inputs: {place: {type: string, default: "<b>north</b>"}}
      template:
        - {label: beds, parallel: true, min_successful: 3, template: [echo one, "true", echo two, cat /in/<script>alert(1)</script>]}
        - {label: count, template: wc -l}
      """;

  @TempDir private Path directory;
  private CliHarness cli;

  @BeforeEach
  void setUp() {
    cli = new CliHarness(directory);
  }

  private String report() {
    Call call = cli.call("runs", "report", "last");
    assertThat(call.exit()).as(call.err()).isZero();
    assertThat(call.err()).isEmpty();
    return call.text();
  }

  @Test
  void a_report_says_what_failed_why_and_what_a_quorum_lacked() {
    Call run = cli.call("run", cli.file("wards.yaml", RECIPE), "--quiet", "--label", "night");
    assertThat(run.exit()).isNotZero();
    assertThat(report())
        .startsWith("<!DOCTYPE html>")
        .endsWith("</html>\n")
        .contains("<h1>wards</h1>", "night", "usable 2 / 3", "1 printed nothing and does not count")
        .contains("cat: /in/&lt;script&gt;alert(1)&lt;/script&gt;: No such file or directory")
        .contains("First cause:", "min_successful: 3")
        .contains("&lt;b&gt;north&lt;/b&gt;");
  }

  @Test
  void it_stands_alone_whatever_commands_have_printed() {
    cli.call("run", cli.file("wards.yaml", RECIPE), "--quiet");
    assertThat(report())
        .doesNotContain("<script", "<link", "<img", " href=", " src=", "url(", "@import")
        .contains("default-src 'none'");
  }

  @Test
  void much_is_cut_and_said() {
    String many =
        "template: [seq 200000, {parallel: true, template: ["
            + "\"false\", ".repeat(1_199)
            + "\"false\"]}]\n";
    cli.call("run", cli.file("many.yaml", many), "--quiet");
    String report = report();
    assertThat(report).contains("and 1,150 failures more", "and 201 steps more");
    assertThat(report.length()).isLessThan(1_000_000);
  }

  @Test
  void a_terminal_gets_no_document_but_what_to_write() {
    cli.call("run", cli.file("wards.yaml", RECIPE), "--quiet");
    Call call =
        cli.on(new Terminal(false, true, false, 80, 24, false, true))
            .call("runs", "report", "last");
    assertThat(call.exit()).isEqualTo(2);
    assertThat(call.text()).isEmpty();
    assertThat(call.err()).contains("escarole runs report last > report.html");
    assertThat(cli.on(Terminal.NONE).call("runs", "report", "nobody").exit()).isEqualTo(2);
  }
}
