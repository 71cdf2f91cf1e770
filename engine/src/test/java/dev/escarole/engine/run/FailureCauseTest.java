package dev.escarole.engine.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.Outcome;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureCauseTest {

  private static FailureCause of(Outcome outcome, String stderr, String... argv) {
    return FailureCause.of(outcome, FailureCause.line(outcome, stderr), List.of(argv));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "cat: /data/2026/part-17.csv: No such file | cat: …: No such file",
        "cat: part-17.csv: No such file            | cat: …: No such file",
        "cat: late.txt: No such file               | cat: …: No such file",
        "open 'C:\\a b.txt' failed                 | open '…' failed",
        "line 12, column 7: no value               | line …, column …: no value",
        "unknown key \"price\" in ‘row 3’           | unknown key \"…\" in ‘…’",
        "can't open it, don't know why             | can't open it, don't know why",
        "took 1.5s of 2.25s at 0x7fFF              | took …s of …s at …",
        "id 3fa9c1d2-77aa is gone                  | id … is gone",
        "see https://example.org/a?b=1 (404)       | see … (…)",
        "I/O error: read/write and/or seek         | I/O error: read/write and/or seek",
        "dest=/tmp/x size=17                       | dest=… size=…",
        "java.lang.NullPointerException            | java.lang.NullPointerException",
        "json.decoder.JSONDecodeError: char 9      | json.decoder.JSONDecodeError: char …",
        "  two   blanks                            | two blanks",
        "an 'open quote                            | an 'open quote"
      })
  void what_differs_between_failures_of_one_kind_is_masked(String line, String pattern) {
    assertThat(of(Outcome.exited(1), line, "cat").pattern()).isEqualTo(pattern);
  }

  @Test
  void the_arguments_of_a_command_do_not_tell_causes_apart() {
    FailureCause alpha = of(Outcome.exited(1), "cat: alpha: No such file", "cat", "alpha");
    FailureCause beta = of(Outcome.exited(1), "cat: beta: No such file", "cat", "beta");
    assertThat(alpha).isEqualTo(beta);
    assertThat(alpha.key()).isEqualTo(beta.key()).matches("[0-9a-f]{10}");
    assertThat(of(Outcome.exited(2), "cat: beta: No such file", "cat", "beta").key())
        .as("another exit code is another cause")
        .isNotEqualTo(alpha.key());
    assertThat(of(Outcome.exited(1), "cat: cat: No such file", "cat", "x").pattern())
        .as("the command's name stays")
        .isEqualTo("cat: cat: No such file");
  }

  @Test
  void a_limit_is_the_cause_whatever_the_command_had_said() {
    Outcome late = Outcome.of(Outcome.Kind.TIMED_OUT, "stopped after 60 s");
    assertThat(of(late, "step 17").words()).isEqualTo("timed out");
    assertThat(of(late, "step 18")).isEqualTo(of(late, ""));
    assertThat(FailureCause.line(late, "")).isEqualTo("stopped after 60 s");
    assertThat(of(Outcome.trapped("unreachable at 12"), "").words())
        .isEqualTo("trapped: unreachable at …");
    assertThat(of(Outcome.exited(1), " \n").words()).isEqualTo("exit 1");
  }

  @Test
  void a_traceback_is_named_by_its_last_line() {
    String stderr =
        "Traceback (most recent call last):\n  File \"/a.py\", line 3\nKeyError: 'price'\n\n";
    assertThat(of(Outcome.exited(1), stderr).pattern()).isEqualTo("KeyError: '…'");
  }

  @Test
  @Timeout(20)
  void hostile_lines_stay_short_plain_and_quick() {
    String wide = "'a ".repeat(100_000);
    assertThat(of(Outcome.exited(1), wide).pattern().length()).isLessThan(250);
    assertThat(FailureCause.line(Outcome.exited(1), "🥬".repeat(1_000)))
        .as("a pair of surrogates is not cut in two")
        .isEqualTo("🥬".repeat(300) + "…");
    assertThat(FailureCause.line(Outcome.exited(1), "a\u0000b\u001b[31m")).isEqualTo("a b [31m");
    assertThat(of(Outcome.exited(1), "…\u0000…").words()).isEqualTo("… …");
  }

  @Test
  void a_thousand_failures_of_one_kind_are_one_cause() {
    List<CauseTally.Failed> failures =
        IntStream.range(0, 1_007)
            .mapToObj(
                i -> {
                  boolean late = i >= 1_000;
                  FailureCause cause =
                      late
                          ? of(Outcome.of(Outcome.Kind.TIMED_OUT, ""), "")
                          : of(Outcome.exited(1), "no file /in/" + i);
                  return new CauseTally.Failed(
                      cause, "0." + i, null, List.of("cat"), "no file /in/" + i);
                })
            .toList();
    assertThat(CauseTally.of(failures))
        .extracting(each -> each.failures() + " × " + each.cause().words() + " " + each.path())
        .containsExactly("1000 × no file … 0.0", "7 × timed out 0.1000");
    assertThat(CauseTally.of(List.of())).isEmpty();
  }
}
