package dev.escarole.samples.bench;

import dev.escarole.engine.catalog.Catalog;
import dev.escarole.engine.catalog.CatalogException;
import dev.escarole.engine.catalog.CatalogRow;
import dev.escarole.engine.catalog.FetchProgress;
import dev.escarole.engine.catalog.MachineSettings;
import dev.escarole.engine.catalog.ProgramFetcher;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.wasm.FreezeRefusedException;
import dev.escarole.engine.wasm.link.Harness;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a fresh JavaScript costs: ours, frozen and not, warm and as whole processes, and the
 * machine's own. Ours is fetched as {@code commands add js} does.
 */
final class JavaScriptCost {

  private static final String ROW = "js";
  private static final List<String> PROGRAM = List.of("-e", "console.log(1)");

  private JavaScriptCost() {}

  static List<List<Contender>> contests(List<Launcher> launchers, Path directory) {
    String warm = "javascript, one thread";
    String task = "whole process: javascript, " + Work.count(PythonCost.LEAVES);
    List<Contender> whole = new ArrayList<>();
    for (Launcher launcher : launchers) {
      Path own = directory.resolve(launcher.name());
      whole.add(new PythonCost.WholeRun(task, launcher, own, "js -p {index}", ROW));
    }
    whole.add(new PythonCost.Native(task, "node", PROGRAM, PythonCost.LEAVES, directory));
    return List.of(
        List.of(
            new Fresh(warm, true, directory),
            new Fresh(warm, false, directory),
            new PythonCost.Native(warm, "node", PROGRAM, PythonCost.CALLS, directory)),
        whole);
  }

  /** Calls of QuickJS, each a fresh instance. */
  private static final class Fresh extends Contender {

    private final boolean frozen;
    private final Path directory;
    private @Nullable Calls calls;

    Fresh(String task, boolean frozen, Path directory) {
      super(task, frozen ? "js, frozen" : "js, not frozen", PythonCost.CALLS);
      this.frozen = frozen;
      this.directory = directory;
    }

    @Override
    void warmUp(int rounds) throws IOException, InterruptedException {
      Invocation call = Invocation.of(ROW).arguments(PROGRAM).build();
      calls = Calls.ofProgram(title(), program(), call, units());
      super.warmUp(rounds);
    }

    private byte[] program() throws IOException, InterruptedException {
      try {
        CatalogRow row = Catalog.shipped().find(ROW);
        ProgramFetcher fetcher =
            new ProgramFetcher(MachineSettings.ofThisProcess(), directory, null);
        byte[] module =
            Objects.requireNonNull(
                fetcher.fetch(row, FetchProgress.NONE).get(row.programs().get(0).artifact()));
        return frozen
            ? Harness.QUICKJS.complete(module, ROW).bytes()
            : Harness.QUICKJS.link(module);
      } catch (CatalogException | FreezeRefusedException e) {
        throw new IOException(e);
      }
    }

    @Override
    void round() {
      Objects.requireNonNull(calls, "BUG: not warm").round();
    }

    @Override
    public void close() {
      if (calls != null) {
        calls.close();
      }
    }
  }
}
