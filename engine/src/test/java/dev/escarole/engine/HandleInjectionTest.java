package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.CommandRefusedException;
import dev.escarole.engine.run.RunResult;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterContainer;

/**
 * Whatever a caller gives, the program that runs gets it as the one argument that the handle has
 * for it, or nothing runs. The program prints each argument in brackets, so texts have none.
 */
class HandleInjectionTest {

  private static final Set<String> REFUSALS =
      Set.of("args-flag-injection", "args-nul", "args-bad-unicode");

  /** Called by itself. */
  private static final Recipe ALONE =
      new RecipeReader()
          .read(
              """
              {"name": "t", "handle": "command", "command": "probe",
               "parameters": {"type": "object", "properties": {"x": {"type": "string"}, "y": {"type": "string"}}},
               "arguments": {"$encode": "args", "argv": [{"-m": {"$": "x"}, "--n=": {"$": "y"}}, {"$": "x"}, {"--": {"$": "y"}}]}}
              """,
              "alone.json");

  /** The same from inside a tree, through a default, an array and a placeholder. */
  private static final Recipe TREE =
      new RecipeReader()
          .read(
              """
              {"args": ["x", "y"], "defaults": {"both": ["{x}", "{y}"]}, "repeat": 1,
               "with": {"x": "{both[index]}", "y": "{y}"},
               "template": {"name": "t", "handle": "command", "command": "probe",
                 "arguments": ["argv", "-m", {"$": "x"}, "--n={{y}}", {"$": "x"}, "--", "{{y}}"]}}
              """,
              "tree.json");

  private static final Engine ENGINE = open();

  private static Engine open() {
    Engine engine = Engine.open(EngineOptions.inMemory().withWorkers(1));
    try {
      engine.addCommand("probe", TestPrograms.probe(), ArgumentMode.ARGV);
    } catch (CommandRefusedException e) {
      throw new AssertionError(e);
    }
    return engine;
  }

  @AfterContainer
  static void close() {
    ENGINE.close();
  }

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> hostile =
        Arbitraries.of(
            "-rf",
            "--exec=x",
            "--",
            "+x",
            "-",
            "-5",
            "$args",
            "{{y}}",
            "{y}",
            "{x}",
            "a b",
            "$(id)",
            "; rm -rf /",
            "\n-rf",
            " -rf",
            "\u2212x",
            "\u0000",
            "-\u0000",
            "",
            "@file",
            "\uD800",
            "'",
            "\"",
            "a\\",
            "*",
            "~",
            "a,b",
            "{\"$\": \"y\"}",
            "\u001b1m");
    return Arbitraries.oneOf(hostile, Arbitraries.strings().ofMaxLength(8))
        .map(text -> text.replace(']', ')'));
  }

  @Property(tries = 300)
  void a_caller_of_a_handle_gives_arguments_and_nothing_else(
      @ForAll("texts") String x, @ForAll("texts") String y) throws InterruptedException {
    String joined = y.replace("\\", "\\\\").replace(",", "\\,");
    check(ALONE, x, y, List.of("probe", "argv", "-m", x, "--n=" + joined, x, "--", y));
  }

  @Property(tries = 300)
  void a_tree_gives_arguments_to_a_handle_and_nothing_else(
      @ForAll("texts") String x, @ForAll("texts") String y) throws InterruptedException {
    check(TREE, x, y, List.of("probe", "argv", "-m", x, "--n=" + y, x, "--", y));
  }

  private static void check(Recipe recipe, String x, String y, List<String> argv)
      throws InterruptedException {
    RunRequest request = RunRequest.of(recipe).value("x", x).value("y", y).build();
    RunResult run;
    try {
      run = ENGINE.run(request);
    } catch (RecipeException refused) {
      List<String> codes = refused.problems().stream().map(Problem::code).toList();
      assertThat(REFUSALS).containsAll(codes);
      assertThat(mustBeRefused(x, y)).as("%s %s", x, y).isTrue();
      return;
    }
    assertThat(mustBeRefused(x, y)).as("%s %s", x, y).isFalse();
    assertThat(run.stdout().text()).isEqualTo(bracketed(argv));
  }

  private static String bracketed(List<String> argv) {
    List<String> parts = new ArrayList<>();
    argv.forEach(each -> parts.add("[" + each + "]"));
    return String.join("", parts);
  }

  private static boolean mustBeRefused(String x, String y) {
    boolean flag = x.length() > 1 && (x.charAt(0) == '-' || x.charAt(0) == '+');
    return flag || (x + y).indexOf('\0') >= 0 || isBroken(x) || isBroken(y);
  }

  private static boolean isBroken(String text) {
    return text.codePoints()
        .anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE);
  }
}
