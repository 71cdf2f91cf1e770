package dev.escarole.python;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.CommandBuilding.BuiltCommand;
import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.build.BuildFailedException;
import dev.escarole.engine.build.Lanes;
import dev.escarole.engine.build.Sources;
import dev.escarole.engine.command.CommandRefusedException;
import dev.escarole.engine.command.FreezeCommand;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunResult;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Commands that are built from Python. */
@Timeout(120)
class PythonLaneTest {

  private static final Principal OPERATOR = Principal.localOperator();

  @TempDir Path data;
  private Engine engine;

  @BeforeEach
  void open() throws Exception {
    engine = Engine.open(EngineOptions.at(data));
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private BuiltCommand build(String name, String... namesAndTexts) throws Exception {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (int i = 0; i < namesAndTexts.length; i += 2) {
      files.put(namesAndTexts[i], namesAndTexts[i + 1].getBytes(UTF_8));
    }
    Sources sources = new Sources(name, "python", files, List.of());
    return engine.building().build(OPERATOR, sources, null, line -> {});
  }

  private RunResult run(String command, String stdin) throws Exception {
    return engine.run(
        RunRequest.of(new RecipeReader().read("[\"" + command + "\"]", "r.json"))
            .stdin(Content.of(stdin))
            .build());
  }

  @Test
  void files_become_a_command_with_its_modules_data_and_arguments() throws Exception {
    build(
        "ranks",
        "src/main.py",
        """
        import pkgutil, sys
        from tools import table
        from tools.deep.more import twice
        import plain.part
        print(sys.argv, __name__, __file__)
        print([twice(int(line)) for line in sys.stdin], plain.part.N)
        print(pkgutil.get_data("tools", "names.txt").decode(), table.__file__)
        """,
        "src/tools/__init__.py",
        "",
        "src/tools/table.py",
        "from . import deep",
        "src/tools/deep/__init__.py",
        "",
        "src/tools/deep/more.py",
        "def twice(x): return 2 * x\n",
        "src/tools/names.txt",
        "Grüße 'und' \\ mehr",
        "src/plain/part.py",
        "N = 7");
    RunResult result = run("ranks --top 3 'a b'", "1\n2\n");
    assertThat(result.stdout().text())
        .as("%s", result.failures())
        .isEqualTo(
            """
            ['ranks', '--top', '3', 'a b'] __main__ /command/src/main.py
            [2, 4] 7
            Grüße 'und' \\ mehr /command/src/tools/table.py
            """);
  }

  @Test
  void errors_have_exit_codes_and_tracebacks_of_the_program_alone() throws Exception {
    build("fails", "main.py", "import part\npart.fail(4)\n", "part.py", "def fail(x):\n    x.no\n");
    RunResult failed = run("fails", "");
    assertThat(failed.failures().get(0).outcome().exitCode()).isEqualTo(1);
    assertThat(failed.failures().get(0).stderr())
        .isEqualTo(
            """
            Traceback (most recent call last):
              File "/command/main.py", line 2, in <module>
                part.fail(4)
              File "/command/part.py", line 2, in fail
                x.no
            AttributeError: 'int' object has no attribute 'no'
            """);
    build("leaves", "main.py", "raise SystemExit(7)");
    assertThat(run("leaves", "").failures().get(0).outcome().exitCode()).isEqualTo(7);
    build("broken", "main.py", "print('never')\nthis is no python\n");
    assertThat(run("broken", "").failures().get(0).stderr())
        .contains("File \"/command/main.py\", line 2", "SyntaxError")
        .doesNotContain("<string>");
  }

  @Test
  void a_module_in_the_working_directory_does_not_shadow_one_of_the_library() throws Exception {
    build("honest", "main.py", "import colorsys\nprint(colorsys.__file__)");
    RunResult result =
        engine.run(
            RunRequest.of(
                    new RecipeReader()
                        .read("[\"printf 'print(1)'\", \"tee colorsys.py\", \"honest\"]", "r.json"))
                .build());
    assertThat(result.stdout().text()).doesNotContain("1\n").doesNotContain("workspace");
  }

  @Test
  void the_same_files_are_the_same_program_and_others_another() throws Exception {
    BuiltCommand first = build("one", "main.py", "print(1)");
    assertThat(build("two", "main.py", "print(1)").command().artifact())
        .isEqualTo(first.command().artifact());
    assertThat(build("three", "main.py", "print(2)").command().artifact())
        .isNotEqualTo(first.command().artifact());
    assertThat(run("two", "").stdout().text()).isEqualTo("1\n");
    assertThat(run("three", "").stdout().text()).isEqualTo("2\n");
  }

  /** Its scripted answers in the sample's tests are what it really prints. */
  @Test
  void the_command_of_the_sample_does_what_its_tests_say() throws Exception {
    Path sample = Path.of("../../samples/recipes/toolsmith");
    build("rank", "rank.py", Files.readString(sample.resolve("tools/rank.py")));
    List<String> scripted = Files.readAllLines(sample.resolve("recipe.test.yaml"));
    List<String> shares =
        scripted.stream().map(String::strip).filter(l -> l.startsWith("{\"word\"")).toList();
    List<String> ranks =
        scripted.stream().map(String::strip).filter(l -> l.startsWith("{\"rank\"")).toList();
    assertThat(shares).hasSize(5);
    assertThat(run("rank", String.join("\n", shares) + "\n").stdout().text().lines().toList())
        .isEqualTo(ranks);
  }

  /** Else each built command would compile a large program for a minute. */
  @Test
  void nothing_is_compiled_for_a_built_command() throws Exception {
    BuiltCommand built = build("quick", "main.py", "print(1)");
    assertThat(built.program().orElseThrow().slow().count()).isZero();
    long began = System.nanoTime();
    run("quick", "");
    assertThat(System.nanoTime() - began).isLessThan(20_000_000_000L);
    Path compiled = data.resolve("compiled");
    assertThat(Files.exists(compiled)).isFalse();
  }

  @Test
  void a_changed_program_is_not_run() throws Exception {
    BuiltCommand built = build("kept", "main.py", "print(1)");
    Path file = data.resolve("commands").resolve(built.command().artifact() + ".wasm");
    byte[] bytes = Files.readAllBytes(file);
    bytes[bytes.length - 40] ^= 1;
    Files.write(file, bytes);
    assertThat(run("kept", "").failures().get(0).outcome().word()).isEqualTo("artifact_integrity");
  }

  @Test
  void what_cannot_be_a_command_is_refused() {
    Sources optioned = new Sources("x", "python", Map.of("main.py", new byte[0]), List.of("-O"));
    Sources large = new Sources("x", "python", Map.of("main.py", new byte[4 << 20]), List.of());
    for (Sources each : List.of(optioned, large)) {
      assertThatThrownBy(() -> engine.building().build(OPERATOR, each, null, line -> {}))
          .isInstanceOf(BuildFailedException.class);
    }
    assertThat(engine.commands().find("x")).isEmpty();
  }

  @Test
  void a_built_command_is_not_frozen_without_its_files() throws Exception {
    build("cold", "main.py", "print(1)");
    FreezeCommand request =
        new FreezeCommand("cold", "cold2", null, null, List.of(), Map.of(), List.of(), 0);
    assertThatThrownBy(() -> engine.building().freeze(OPERATOR, request))
        .isInstanceOf(CommandRefusedException.class)
        .hasMessageContaining("always gets arguments of its own");
  }

  @Test
  void it_is_a_lane_of_the_class_path() throws Exception {
    for (String language : List.of("python", "py")) {
      assertThat(Lanes.installed().find(language)).isInstanceOf(PythonLane.class);
    }
  }
}
