package dev.escarole.engine.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.Policy.Capabilities;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The command sh means by a line what the shell evaluator means by it, and reaches no more. */
@Timeout(300)
class ShCommandTest {

  private Bench bench;

  @BeforeEach
  void open(@TempDir Path temporary) {
    bench = new Bench(temporary).file("in/users", "ada\nbob\n");
  }

  @AfterEach
  void close() {
    bench.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "printf 'b\\na\\n' | sort | upper",
        "NEEDLE='ada; rm -rf /'; grep \"$NEEDLE\" < /in/users || echo none",
        "grep $NEEDLE < /in/users; echo ${NEEDLE}x $ $1a '$x' \"\\$y\" \\z",
        "A=1 B=$A; echo $A$B; A=; echo [$A]",
        "echo a > f; echo b >> f; cat < f | tail -n 1",
        "false || false && echo a; true; false",
        "echo \"a\\b\" 'c\"d' \"it's\" #x",
        "echo a 2>/dev/null | cat 2>&1; echo b#c",
        "echo * ~ {a,b} ?",
        "seq 100000 | sort -rn | head -n 3",
        "",
        "# nothing",
        "cat < /in/none; echo on",
        "echo a > /in/users; echo on",
        "nosuch | cat; echo on",
        "boom || echo on",
        "echo a | (cat)",
        "echo 'a",
        "echo \"a",
        "echo \\",
        "| cat",
        "echo | | cat",
        "echo a &&",
        "cat <",
        "> f",
        "A=1 echo",
        "echo | A=1",
        "cat < a < b",
        "echo a > b >> c",
        "echo $(ls)",
        "echo `ls`",
        "echo \"`ls`\"",
        "echo ${A:-b}",
        "echo $'a'",
        "sleep 1 &",
        "cat << x",
        "echo >| f",
        "echo &> f",
        "echo 3> f",
        "echo 2> f",
        "echo |& cat",
        "case a in b) ;; esac",
        "echo a >& f",
        "diff <(a) b"
      })
  void line_hasTheSameResultInTheEvaluatorAndInTheCommand(String line) {
    LineResult expected = bench.run(line.replace("$1a", "a"));

    InvocationResult result = bench.sh("-c", line.replace("$1a", "a"));

    assertThat(result.stdout().utf8()).isEqualTo(expected.stdout().utf8());
    assertThat(result.outcome()).isEqualTo(Outcome.exited(expected.exitCode()));
    if (expected.error().orElse(null) instanceof ShellError.Syntax error) {
      assertThat(result.stderr().utf8())
          .isEqualTo(
              "sh: line 1, character %d: %s: %s\n"
                  .formatted(error.offset() + 1, error.word(), error.message()));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/etc/passwd", "../x", "/dev/null", "up/x", "abs", "/in/new"})
  void file_outsideTheGrants_isOutOfReach(String file) throws Exception {
    bench.file("outside/x", "SECRET");
    Files.createSymbolicLink(bench.path("workspace/up"), Path.of("../outside"));
    Files.createSymbolicLink(bench.path("workspace/abs"), bench.path("outside/x"));

    assertThat(bench.sh("-c", "cat < " + file).stdout().utf8()).isEmpty();
    assertThat(bench.sh("-c", "echo a > " + file).outcome().exitCode()).isNotZero();

    assertThat(bench.content("outside/x")).isEqualTo("SECRET");
    assertThat(bench.path("in/new")).doesNotExist();
  }

  @Test
  void sh_withoutTheCapability_isDeniedBeforeItStarts() {
    bench.with(Policy.localOperator().withCapabilities(new Capabilities(false, false, false)));

    assertThat(bench.sh("-c", "echo a").outcome().kind()).isEqualTo(Kind.DENIED);
    assertThat(bench.asked()).containsExactly("sh");
  }

  @Test
  void argument_isNeverASecondWordOrAnOperator() {
    String hostile = "a; rm -rf / | $(x) $HOME '\" > f";

    InvocationResult result = bench.sh("-c", "X=$1; printf '<%s>' $1 \"$X\" $X $@", "n", hostile);

    assertThat(result.stdout().utf8()).isEqualTo(("<" + hostile + ">").repeat(4));
    assertThat(bench.asked()).containsExactly("printf", "sh");
  }

  @Test
  void script_thatRunsItself_endsAtTheDepthOfThePolicy() {
    bench.file("workspace/again", "sh again\n");

    InvocationResult result = bench.sh("again");

    assertThat(result.outcome()).isEqualTo(Outcome.exited(126));
    assertThat(result.stderr().utf8()).contains("nested 9 deep, at most 8 are allowed");
    assertThat(bench.asked()).hasSize(10).containsOnly("sh");
  }

  @Test
  void script_thatMultiplies_endsWithTheWallClockOfTheOutermost() {
    bench.file("workspace/bomb", "sh bomb\n".repeat(1_000));
    Limits limits = Limits.defaults().withWallClock(Duration.ofMillis(700));

    InvocationResult result = bench.with(bench.options().withLimits(limits)).sh("bomb");

    assertThat(result.outcome().kind()).isEqualTo(Kind.TIMED_OUT);
    assertThat(bench.asked()).containsOnly("sh");
  }

  @Test
  void line_thatExpandsWithoutEnd_isStopped() {
    String doubling = "X=abcdefgh" + "; X=$X$X".repeat(20) + "; echo $X";
    String growing = String.join("; ", Collections.nCopies(20, "X=$X" + "a".repeat(60_000)));

    assertThat(bench.sh("-c", doubling).stderr().utf8()).contains("expansion_too_large");
    assertThat(bench.sh("-c", doubling).outcome()).isEqualTo(Outcome.exited(125));
    assertThat(bench.sh(growing.substring(0, 100), growing).outcome().exitCode()).isNotZero();
    assertThat(bench.asked()).doesNotContain("echo");
  }
}
