package dev.escarole.python;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.DirectoryGrant.Mode;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * CPython's own tests of its language and types as a yardstick. They are not part of this
 * repository: {@code CPYTHON_TESTS} names the directory {@code Lib} of its source. Without it, only
 * a test of ours runs in the same way.
 */
class CpythonTestsTest {

  /** Test modules, and how many tests each has that run or are skipped by their own rules. */
  private static final Map<String, Integer> MODULES =
      new TreeMap<>(
          Map.of(
              "test_grammar",
              78,
              "test_patma",
              309,
              "test_dict",
              110,
              "test_set",
              625,
              "test_list",
              58,
              "test_tuple",
              36,
              "test_int",
              35,
              "test_float",
              53));

  private static final String PROGRAM =
      """
      import sys, types, unittest
      package = sys.modules["test"] = types.ModuleType("test")
      package.__path__ = ["/tests"]
      unittest.main(module=None)
      """;

  private static final Pattern RAN = Pattern.compile("(?m)^Ran (\\d+) tests? in ");

  @TempDir Path directory;

  private static InvocationResult unittest(PythonRun run) {
    Limits wide = Limits.defaults().withFuel(1L << 50).withWallClock(Duration.ofMinutes(10));
    return run.limits(wide).result();
  }

  private static int passed(InvocationResult result) {
    String report = result.stderr().utf8();
    assertThat(result.outcome()).as(report).isEqualTo(Outcome.exited(0));
    Matcher ran = RAN.matcher(report);
    assertThat(ran.find()).as(report).isTrue();
    return Integer.parseInt(ran.group(1));
  }

  @Test
  void tests_of_the_language_pass() {
    String library = System.getenv("CPYTHON_TESTS");
    if (library == null) {
      String own =
          "import unittest\nclass A(unittest.TestCase):\n def test_a(self): pass\nunittest.main()";
      assertThat(passed(unittest(PythonRun.of("-").stdin(own.getBytes(UTF_8))))).isEqualTo(1);
      return;
    }
    Path tests = Path.of(library, "test").toAbsolutePath();
    for (String module : List.copyOf(MODULES.keySet())) {
      PythonRun run =
          PythonRun.of("-c", PROGRAM, "test." + module)
              .directory(tests, "/tests", Mode.READ_ONLY)
              .directory(directory, "/workspace", Mode.READ_WRITE);
      assertThat(passed(unittest(run))).as(module).isEqualTo(MODULES.get(module));
    }
  }
}
