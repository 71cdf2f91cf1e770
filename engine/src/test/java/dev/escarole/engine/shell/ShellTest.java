package dev.escarole.engine.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.broker.Policies;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.command.Limits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the shell promises, one test for each requirement, with the real commands. */
class ShellTest {

  private Bench bench;

  @BeforeEach
  void open(@TempDir Path temporary) {
    bench = new Bench(temporary);
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @Test
  void wc_40_each_stage_is_a_registered_command_that_reads_what_the_one_before_wrote() {
    assertThat(bench.text("printf 'b\\na\\n' | sort | upper")).isEqualTo("A\nB\n");
    assertThat(bench.asked()).containsExactly("printf", "sort", "upper");
    assertThat(bench.word("echo a | /bin/cat")).isEqualTo("unknown_command");
  }

  @Test
  void wc_41_splitting_is_quote_aware() {
    for (String sign : List.of("|", ";", "&&", "||", "<", ">", ">>", "&", "(", ")", "#", "2>&1")) {
      assertThat(bench.text("echo 'a " + sign + " b'")).isEqualTo("a " + sign + " b\n");
      assertThat(bench.text("echo \"a " + sign + " b\"")).isEqualTo("a " + sign + " b\n");
    }
    assertThat(bench.text("echo a\\|b\\;c\\ d")).isEqualTo("a|b;c d\n");
    assertThat(bench.text("echo 'it'\\''s' \"a \\\"b\\\" \\$c \\\\ \\d\""))
        .isEqualTo("it's a \"b\" $c \\ \\d\n");
    assertThat(bench.text("basename '' | cat; echo '' a")).endsWith(" a\n");
    assertThat(bench.asked()).doesNotContain("b");
  }

  @Test
  void wc_42_bytes_between_stages_are_exact() {
    assertThat(bench.text("printf 'a\\nb\\n\\n\\n' | cat | wc -l").strip()).isEqualTo("4");
    assertThat(bench.text("printf 'a\\nb' | cat | wc -c").strip()).isEqualTo("3");
    LineResult result = bench.run("printf '\\377\\000\\200\\r\\n\\n' | cat | cat");
    assertThat(result.stdout().bytes())
        .containsExactly(new byte[] {(byte) 0xff, 0, (byte) 0x80, '\r', '\n', '\n'});
  }

  @Test
  void wc_43_the_last_status_is_the_pipelines() {
    assertThat(bench.run("true | false").exitCode()).isEqualTo(1);
    assertThat(bench.run("false | true").exitCode()).isZero();
    assertThat(bench.run("echo a | grep z").exitCode()).isEqualTo(1);
    assertThat(bench.run("").exitCode()).isZero();
  }

  @Test
  void wc_44_each_stage_has_its_own_limits_and_clock() {
    Scripted commands = new Scripted();
    Limits limits = Limits.defaults().withWallClock(Duration.ofSeconds(15));
    LineResult result =
        commands.shell(ShellOptions.defaults().withLimits(limits)).evaluate("show | show | show");
    assertThat(result.error()).isEmpty();
    assertThat(commands.calls).hasSize(3).allMatch(each -> each.limits().equals(limits));
  }

  @Test
  void wc_45_lists_short_circuit_and_skipped_segments_run_nothing() {
    assertThat(bench.text("false ; echo a")).isEqualTo("a\n");
    assertThat(bench.text("true && echo a || echo b")).isEqualTo("a\n");
    assertThat(bench.text("false && echo a || echo b")).isEqualTo("b\n");
    assertThat(bench.text("true || echo a && echo b;")).isEqualTo("b\n");
    assertThat(bench.run("false && true").exitCode()).isEqualTo(1);
    int before = bench.asked().size();
    bench.run("false && rev > /nowhere || true || boom; false && A=1 && tac");
    assertThat(bench.asked().subList(before, bench.asked().size()))
        .containsExactly("false", "true", "false");
  }

  @Test
  void wc_46_variables_are_assigned_and_expanded() {
    assertThat(bench.text("A=1 B='x  y'; echo $A-${A}b \"$B\" $B")).isEqualTo("1-1b x  y x  y\n");
    assertThat(bench.text("echo '$A' \\$A $A")).as("the session remembers").isEqualTo("$A $A 1\n");
    assertThat(bench.text("A=$A$A; B=; echo $A [$B] A=2 $A")).isEqualTo("11 [] A=2 11\n");
    assertThat(bench.text("C=echo; $C 'C=3'; $C $C")).isEqualTo("C=3\necho\n");
  }

  @Test
  void wc_47_unknown_names_stay_literal() {
    assertThat(bench.text("echo $nope ${nope} \"$nope.x\" a$ $1 $? \"$\""))
        .isEqualTo("$nope ${nope} $nope.x a$ $1 $? $\n");
  }

  @Test
  void wc_48_redirections_work_inside_the_grants() throws IOException {
    bench.file("in/names", "b\na\n");
    assertThat(bench.text("sort < /in/names > sorted; echo c>>sorted; cat<sorted"))
        .isEqualTo("a\nb\nc\n");
    assertThat(bench.content("workspace/sorted")).isEqualTo("a\nb\nc\n");
    assertThat(bench.text("F='a b'; echo 1 >$F; cat 'a b' /workspace/../workspace/./sorted"))
        .isEqualTo("1\na\nb\nc\n");
    assertThat(bench.text("printf '\\377' > raw; wc -c < raw").strip()).isEqualTo("1");
    assertThat(bench.text("echo x > gone | cat; echo y | cat < sorted | head -n 1"))
        .isEqualTo("a\n");
    Files.createSymbolicLink(bench.path("workspace/inner"), Path.of("sorted"));
    assertThat(bench.text("head -n 1 < inner")).isEqualTo("a\n");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/etc/passwd", "../x", "/workspace/../in2/x", "/", "/dev/null", "up/x", "abs"})
  void wc_48_elsewhere_is_outside_sandbox(String file) throws IOException {
    bench.file("outside/x", "SECRET");
    Files.createSymbolicLink(bench.path("workspace/up"), Path.of("../outside"));
    Files.createSymbolicLink(bench.path("workspace/abs"), bench.path("outside/x"));
    for (String line : List.of("cat < ", "echo a > ", "echo a >> ")) {
      LineResult result = bench.run(line + file + "; echo on");
      assertThat(result.error()).containsInstanceOf(ShellError.File.class);
      ShellError.File error = (ShellError.File) result.error().orElseThrow();
      assertThat(error.word()).isEqualTo("outside_sandbox");
      assertThat(error.file()).isEqualTo(file);
      assertThat(result.stdout().bytes()).isEmpty();
    }
    assertThat(bench.asked()).isEmpty();
    assertThat(bench.content("outside/x")).isEqualTo("SECRET");
  }

  @Test
  void wc_48_without_a_grant_everything_is_outside() {
    bench.with(ShellOptions.defaults());
    assertThat(bench.word("echo a > x")).isEqualTo("outside_sandbox");
  }

  @Test
  void wc_48_read_only_grants_refuse_to_be_written() {
    bench.file("in/x", "old");
    assertThat(bench.word("echo a > /in/x")).isEqualTo("read_only");
    assertThat(bench.word("echo a >> /in/new")).isEqualTo("read_only");
    assertThat(bench.content("in/x")).isEqualTo("old");
    assertThat(bench.asked()).isEmpty();
  }

  @Test
  void wc_48_files_that_cannot_be_used_are_named_errors() throws IOException {
    Files.createDirectory(bench.path("workspace/d"));
    for (String line :
        List.of("cat < nope", "cat < d", "echo > d", "echo > d/", "echo > no/x", "cat < ''")) {
      assertThat(bench.word(line)).as(line).isEqualTo("file_error");
    }
    assertThat(bench.asked()).isEmpty();
    bench.with(bench.options().withLimits(Limits.defaults().withStdinBytes(3)));
    bench.file("workspace/large", "1234");
    assertThat(bench.word("cat < large")).isEqualTo("stdin_too_large");
  }

  @Test
  void wc_49_two_error_redirections_are_accepted_and_do_nothing() {
    LineResult result =
        bench.run("cat nope 2>/dev/null 2>&1 | cat 2> '/dev/null'; true 2>&1; echo 2");
    assertThat(result.stdout().utf8()).isEqualTo("2\n");
    assertThat(result.stderr().utf8()).contains("nope");
    assertThat(bench.text("echo a2>x; cat x; echo 2 >x; cat x")).isEqualTo("a2\n2\n");
  }

  @Test
  void wc_50_the_applets_are_the_multicall() {
    for (String applet :
        List.of(
            "basename", "cat", "dirname", "echo", "false", "head", "nl", "rev", "seq", "sort")) {
      String rest = " 3 | rev | cat > %s; cat %s";
      assertThat(bench.text(applet + rest.replace("%s", "short")))
          .isEqualTo(bench.text("wbox " + applet + rest.replace("%s", "long")));
    }
    for (String applet : List.of("tail", "tr a b", "true", "uniq", "wc")) {
      assertThat(bench.text("seq 3 | " + applet)).isEqualTo(bench.text("seq 3 | wbox " + applet));
    }
  }

  /** The sample begins with {@code jq}, which does not exist here; the other two do. */
  @Test
  void wc_51_the_worked_pipeline_runs_three_fresh_instances() {
    bench.file("in/users", "bob\nada | lovelace\ngrada\n");
    assertThat(bench.text("grep 'ada' < /in/users | upper | sort"))
        .isEqualTo("ADA | LOVELACE\nGRADA\n");
    assertThat(bench.asked()).containsExactly("grep", "upper", "sort");
    assertThat(bench.text("grep \"ada; rm -rf /\" < /in/users || echo none")).isEqualTo("none\n");
    assertThat(bench.asked()).doesNotContain("rm");
  }

  @Test
  void wc_52_there_is_no_globbing() {
    bench.file("workspace/f1", "").file("workspace/f2", "");
    assertThat(bench.text("echo * f? ~ [a-z] {a,b} !x")).isEqualTo("* f? ~ [a-z] {a,b} !x\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '!',
      quoteCharacter = '^',
      value = {
        "echo a & echo b!7",
        "(echo a)!0",
        "echo a)!6",
        "echo `date`!5",
        "echo \"`date`\"!6",
        "echo $(date)!5",
        "echo \"a$(date)\"!7",
        "echo $((1))!5",
        "cat << E!4",
        "cat <<< E!4",
        "cat <> x!4",
        "cat <(ls)!4",
        "echo >&2!5",
        "echo 2>x!5",
        "echo 2>>/dev/null!5",
        "echo 2>$A!5",
        "echo 2>!5",
        "echo 2>&12!5",
        "echo 1>x!5",
        "echo &>x!5",
        "echo >|x!5",
        "a |& b!2",
        "a ;; b!2",
        "echo ${A:-b}!5",
        "echo $'a'!5",
        "A=1 echo!4",
        "A=1 | cat!4",
        "echo | A=1!7",
        "> x!0",
        "cat < a < b!8",
        "echo > a >> b!9",
        "echo a\\nls!6",
        "echo a \\\\nls!7"
      })
  void wc_52_what_other_shells_have_is_unsupported_syntax(String line, int offset) {
    LineResult result = bench.run(line.replace("\\n", "\n"));
    assertThat(result.error()).containsInstanceOf(ShellError.Syntax.class);
    ShellError.Syntax error = (ShellError.Syntax) result.error().orElseThrow();
    assertThat(error.word()).isEqualTo("unsupported_syntax");
    assertThat(error.offset()).isEqualTo(offset);
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(bench.asked()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "echo 'a",
        "echo \"a",
        "echo a'",
        "echo \\",
        "| cat",
        "echo |",
        "echo | | cat",
        "echo &&",
        "|| echo",
        "; echo",
        "echo ; ; echo",
        "cat <",
        "echo > ; echo",
        "echo > | cat",
        "a\0b"
      })
  void incomplete_lines_are_parse_errors_and_run_nothing(String line) {
    assertThat(bench.word("echo first; " + line)).isEqualTo("parse_error");
    assertThat(bench.asked()).isEmpty();
  }

  @Test
  void comments_begin_at_a_word() {
    assertThat(bench.text("# nothing")).isEmpty();
    assertThat(bench.text("echo a#b '#c' # d | (")).isEqualTo("a#b #c\n");
  }

  @Test
  void wc_53_stderr_is_not_plumbed_between_stages() {
    LineResult result = bench.run("cat nope1 | cat; cat nope2 | upper; echo on");
    assertThat(result.stdout().utf8()).isEqualTo("on\n");
    assertThat(result.stages()).hasSize(5);
    assertThat(result.stages().get(0).stderr().utf8()).contains("nope1");
    assertThat(result.stages().get(1).stderr().bytes()).isEmpty();
    assertThat(result.stderr().utf8()).containsSubsequence("nope1", "nope2");
  }

  @Test
  void an_error_stops_the_line_and_a_status_does_not() {
    LineResult result = bench.run("false; echo a; boom || echo b; echo c");
    assertThat(result.stdout().utf8()).isEqualTo("a\n");
    assertThat(result.exitCode()).isEqualTo(134);
    assertThat(result.error().orElseThrow().word()).isEqualTo("trapped");
    assertThat(bench.word("boom > x | cat")).isEqualTo("trapped");
    assertThat(bench.path("workspace/x")).doesNotExist();
    LineResult unknown = bench.run("ehco a || echo b");
    assertThat(unknown.exitCode()).isEqualTo(127);
    assertThat(unknown.error().orElseThrow().message()).contains("echo");
    assertThat(unknown.stderr().bytes()).as("said once, by the error").isEmpty();
  }

  @Test
  void denials_stop_the_line() {
    bench.with(Policies.onlyCommands(Set.of("echo")).withGrants(Policy.Grants.EVERYTHING));
    LineResult result = bench.run("echo a; cat || echo b");
    assertThat(result.error().orElseThrow().word()).isEqualTo("command_not_granted");
    assertThat(result.exitCode()).isEqualTo(126);
    assertThat(result.stdout().utf8()).isEqualTo("a\n");
  }

  @Test
  void output_that_does_not_fit_stops_the_line() {
    bench.file("in/x", "");
    bench.with(bench.options().withLimits(Limits.defaults().withOutputBytes(100)));
    for (String line : List.of("yes | cat < /in/x", "yes > x", "yes")) {
      LineResult result = bench.run(line + "; echo on");
      assertThat(result.error().orElseThrow().word()).isEqualTo("output_too_large");
      assertThat(result.exitCode()).isEqualTo(125);
      assertThat(result.stdout().utf8()).doesNotContain("on");
    }
    assertThat(bench.path("workspace/x")).doesNotExist();
    bench.with(bench.options(bench.options().limits(), Duration.ofMinutes(2), 5));
    assertThat(bench.run("echo 1234; echo 1").stdout().utf8()).isEqualTo("1234\n");
    assertThat(bench.word("echo 1234; echo 1")).isEqualTo("output_too_large");
  }
}
