package dev.escarole.engine.build.js;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.escarole.engine.build.BuildFailedException;
import dev.escarole.engine.build.BuildFailedException.Reason;
import dev.escarole.engine.build.Lane;
import dev.escarole.engine.build.Lanes;
import dev.escarole.engine.build.NoTools;
import dev.escarole.engine.build.Sources;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.FreezeCommand;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.InvocationResult.Purity;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Output;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the lanes ask of their tools. With the real ones see {@code JavaScriptTest}. */
class ScriptLanesTest {

  private static final byte[] FROZEN = {1, 2, 3};

  @TempDir Path scratch;
  private Set<String> commands = Set.of("js", "esbuild");
  private Outcome bundling = Outcome.exited(0);
  private final List<Invocation> calls = new ArrayList<>();
  private final List<FreezeCommand> freezes = new ArrayList<>();

  private final class Tools extends NoTools {

    @Override
    public boolean has(String command) {
      return commands.contains(command);
    }

    @Override
    public InvocationResult execute(Invocation invocation) {
      calls.add(invocation);
      Output error =
          Output.of("main.ts:1: Unexpected \"}\"\n".getBytes(StandardCharsets.UTF_8), false);
      Output none = Output.of(new byte[0], false);
      return new InvocationResult(bundling, none, error, 0, 0, 0, Purity.IMPURE);
    }

    @Override
    public byte[] freeze(FreezeCommand request) {
      freezes.add(request);
      return FROZEN;
    }

    @Override
    public Path scratch() {
      return scratch;
    }

    @Override
    public Path cache() {
      return scratch;
    }

    @Override
    public void progress(String line) {
      assertThat(line).isNotBlank();
    }
  }

  private byte[] build(String language, List<String> options, String... files) throws Exception {
    Map<String, byte[]> sources = new LinkedHashMap<>();
    for (String file : files) {
      sources.put(file, file.getBytes(StandardCharsets.UTF_8));
    }
    Lane lane = Lanes.installed().find(language);
    return lane.build(new Sources("tool", language, sources, options), new Tools());
  }

  @Test
  void modules_ofPlainJavaScript_areCompiledWithoutBundler() throws Exception {
    commands = Set.of("js");

    assertThat(build("js", List.of(), "main.js", "lib/deep/part.mjs")).isEqualTo(FROZEN);

    assertThat(calls).isEmpty();
    assertThat(scratch.resolve("lib/deep/part.mjs")).hasContent("lib/deep/part.mjs");
    assertThat(freezes)
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.name()).isEqualTo("js");
              assertThat(each.initializer()).isEqualTo("escarole.load");
              assertThat(each.arguments()).containsExactly("/build/main.js");
              assertThat(each.directories())
                  .containsExactly(
                      new DirectoryGrant(scratch, "/build", DirectoryGrant.Mode.READ_ONLY));
            });
  }

  @Test
  void typeScript_isBundledFirst() throws Exception {
    assertThat(build("typescript", List.of("--minify"), "main.ts")).isEqualTo(FROZEN);

    assertThat(calls)
        .singleElement()
        .satisfies(
            call -> {
              assertThat(call.commandName()).isEqualTo("esbuild");
              assertThat(call.arguments())
                  .contains("--minify", "--bundle", "--outfile=/.bundle.mjs")
                  .endsWith("/main.ts");
            });
    assertThat(freezes)
        .singleElement()
        .satisfies(each -> assertThat(each.arguments()).containsExactly("/build/.bundle.mjs"));
  }

  @Test
  void javaScript_withPackagesJsxOrOptions_isBundled() throws Exception {
    build("js", List.of(), "main.js", "node_modules/left-pad/index.js");
    build("javascript", List.of(), "main.js", "view.JSX");
    build("js", List.of("--define:X=1"), "main.js");

    assertThat(calls).hasSize(3);
  }

  @Test
  void bundler_refuses_itsMessageIsTheReason() {
    bundling = Outcome.exited(1);

    assertThatExceptionOfType(BuildFailedException.class)
        .isThrownBy(() -> build("ts", List.of(), "main.ts"))
        .withMessageContaining("esbuild: exited with 1")
        .withMessageContaining("main.ts:1: Unexpected \"}\"");
    assertThat(freezes).isEmpty();
  }

  @Test
  void tools_missing_areNamedWithWhatAddsThem() throws Exception {
    commands = Set.of();
    Lanes lanes = Lanes.installed();

    assertThat(lanes.find("js").missing(new Tools()))
        .contains("The command js is missing. Add it: escarole commands add js");
    assertThat(lanes.find("ts").missing(new Tools()))
        .contains(
            "The commands js and esbuild are missing. Add them: escarole commands add js &&"
                + " escarole commands add esbuild");
    commands = Set.of("js");
    assertThat(lanes.find("js").missing(new Tools())).isEmpty();
    assertThatExceptionOfType(BuildFailedException.class)
        .isThrownBy(() -> build("js", List.of("--minify"), "main.js"))
        .satisfies(
            e -> {
              assertThat(e.reason()).isEqualTo(Reason.LANE_UNAVAILABLE);
              assertThat(e.hint()).contains("escarole commands add esbuild");
            });
  }
}
