package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.ArtifactIntegrityException;
import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.DirectoryGrant.Mode;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.wasi.Clocks;
import dev.escarole.engine.wasi.FileQuota;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BuiltInCommandsTest {

  private final BuiltInCommands builtIns = BuiltInCommands.load();
  private final CommandRegistry registry = new CommandRegistry(builtIns.all());

  @Test
  void load_everyArtifact_isIntactAndCompiledBeforehand() throws Exception {
    for (Command command : builtIns.all()) {
      assertThat(builtIns.verified(command.artifact())).isNotEmpty();
      assertThat(PrebuiltClasses.find(command.artifact())).isNotNull();
    }
  }

  @Test
  void wc_4_load_theNamesThatRecipesCountOn_areThere() {
    assertThat(registry.commands())
        .extracting(Command::name)
        .contains("upper", "grep", "jq", "wbox", "awk")
        .contains("basename", "cat", "dirname", "echo", "false", "head", "nl", "rev", "seq")
        .contains("sort", "tail", "tr", "true", "uniq", "wc")
        .doesNotContain("[");
  }

  @Test
  void read_anotherArtifact_isRefused() {
    ArtifactId other = ArtifactId.of(new byte[] {1});

    assertThatThrownBy(() -> builtIns.verified(other))
        .isInstanceOf(ArtifactIntegrityException.class)
        .hasMessage("artifact " + other + " is not a built-in one");
  }

  @Test
  void run_builtInOfTwoRunners_isReadOnce() throws Exception {
    ArtifactId upper = registry.find("upper").orElseThrow().artifact();

    PrebuiltPrograms.prepare(List.of("upper", "no-such-command"));

    assertThat(PrebuiltPrograms.get(upper)).isSameAs(PrebuiltPrograms.get(upper)).isNotNull();
    ProgramLoader loader = new ProgramLoader(builtIns, RunnerOptions.defaults());
    assertThat(loader.load(loader.wanted(upper))).isSameAs(PrebuiltPrograms.get(upper));
  }

  @Test
  void run_damagedCopyOfABuiltIn_isNotTakenForIt() {
    Command upper = registry.find("upper").orElseThrow();
    try (WasmRunner runner = new WasmRunner(id -> new byte[] {0, 'a', 's', 'm'})) {
      InvocationResult result = runner.run(upper, Invocation.of("upper").stdin("hi").build());

      assertThat(result.outcome().kind()).isEqualTo(Outcome.Kind.ARTIFACT_INTEGRITY);
    }
  }

  @Test
  void run_applet_goesByItsOwnNameOrThroughTheBox() {
    try (WasmRunner runner = new WasmRunner(builtIns)) {
      assertThat(run(runner, "sort", "b\na\n").stdout().utf8()).isEqualTo("a\nb\n");
      assertThat(run(runner, "wbox", "b\na\n", "sort", "-r").stdout().utf8()).isEqualTo("b\na\n");
      assertThat(run(runner, "upper", "hi").stdout().utf8()).isEqualTo("HI");
      assertThat(run(runner, "false", "").outcome().exitCode()).isEqualTo(1);
    }
  }

  @Test
  void run_jqThatRecursesWithoutEnd_isItsOwnErrorAndNotATrap() throws Exception {
    InvocationResult result = asDeepAsAWorker("jq", "0", "def f: [f]; f");

    assertThat(result.outcome().exitCode()).isEqualTo(5);
    assertThat(result.stderr().utf8()).contains("nested too deeply");
  }

  @Test
  void run_awkThatRecursesWithoutEnd_isItsOwnErrorAndNotATrap() throws Exception {
    InvocationResult result =
        asDeepAsAWorker("awk", "", "function f(n) { return n + f(n + 1) } BEGIN { print f(1) }");

    assertThat(result.outcome().exitCode()).isEqualTo(2);
    assertThat(result.stderr().utf8())
        .isEqualTo("awk: line 1: calls of functions are nested more than 1000 deep: f\n");
  }

  @Test
  void run_fileBeyondTheQuota_leavesNoPartOfIt(@TempDir Path directory) throws Exception {
    byte[] plain = new byte[3 << 20];
    Files.write(directory.resolve("plain"), plain);
    try (OutputStream bomb =
        new GZIPOutputStream(Files.newOutputStream(directory.resolve("bomb.gz")))) {
      bomb.write(plain);
    }
    FileQuota tight = new FileQuota(128, 50, 1_000, 40, 1 << 20, 2 << 20);
    try (WasmRunner runner = new WasmRunner(builtIns, RunnerSetups.with(tight, Clocks.system()))) {
      for (List<String> words :
          List.of(List.of("gunzip", "bomb.gz"), List.of("zip", "-0", "x.zip", "plain"))) {
        InvocationResult result =
            runner.run(
                registry.find(words.get(0)).orElseThrow(),
                Invocation.of(words.get(0))
                    .arguments(words.subList(1, words.size()))
                    .directories(
                        List.of(new DirectoryGrant(directory, "/workspace", Mode.READ_WRITE)))
                    .build());

        assertThat(result.outcome().isSuccess()).isFalse();
        assertThat(result.stderr().utf8()).contains("write error: ");
        assertThat(directory.toFile().list()).containsExactlyInAnyOrder("plain", "bomb.gz");
      }
    }
  }

  private InvocationResult asDeepAsAWorker(String name, String stdin, String argument)
      throws InterruptedException {
    InvocationResult[] result = new InvocationResult[1];
    try (WasmRunner runner = new WasmRunner(builtIns)) {
      Thread worker =
          new Thread(null, () -> result[0] = run(runner, name, stdin, argument), "worker", 8 << 20);
      worker.start();
      worker.join();
    }
    return result[0];
  }

  private InvocationResult run(WasmRunner runner, String name, String stdin, String... arguments) {
    Command command = registry.find(name).orElseThrow();
    return runner.run(command, Invocation.of(name).arguments(arguments).stdin(stdin).build());
  }
}
