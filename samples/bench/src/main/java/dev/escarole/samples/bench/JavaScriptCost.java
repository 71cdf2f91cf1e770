package dev.escarole.samples.bench;

import dev.escarole.engine.catalog.Catalog;
import dev.escarole.engine.catalog.CatalogException;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.wasm.FreezeRefusedException;
import dev.escarole.engine.wasm.link.Harness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The cost of a fresh JavaScript: ours, frozen and not, warm and as whole processes, and the
 * machine's own. QuickJS is taken from the directory in {@code $ESCAROLE_CATALOG_MIRROR}, because a
 * benchmark fetches nothing.
 */
final class JavaScriptCost {

  private static final String ROW = "js";
  private static final List<String> PROGRAM = List.of("-e", "console.log(1)");

  private static final String ABSENT =
      "quickjs.wasm is not in $ESCAROLE_CATALOG_MIRROR, as SHA256.wasm of the row js";

  private static final @Nullable Path MIRRORED = mirrored();

  private JavaScriptCost() {}

  private static @Nullable Path mirrored() {
    String mirror = System.getenv("ESCAROLE_CATALOG_MIRROR");
    if (mirror == null) {
      return null;
    }
    try {
      String pin = Catalog.shipped().find(ROW).programs().get(0).artifact().sha256();
      Path file = Path.of(mirror).resolve(pin + ".wasm");
      return Files.isRegularFile(file) ? file : null;
    } catch (CatalogException e) {
      throw new IllegalStateException("BUG: no row " + ROW, e);
    }
  }

  /**
   * @param leaves of a whole process
   */
  static List<List<Contender>> contests(List<Launcher> launchers, int leaves, Path directory) {
    String warm = "javascript, one thread";
    String task = "whole process: javascript, " + Work.count(leaves);
    List<Contender> whole = new ArrayList<>();
    for (Launcher launcher : launchers) {
      Path own = directory.resolve(launcher.name());
      if (MIRRORED != null) {
        whole.add(new PythonCost.WholeRun(task, launcher, leaves, own, "js -p {index}", ROW));
      }
    }
    whole.add(new PythonCost.Native(task, "node", PROGRAM, leaves, directory));
    return List.of(
        List.of(
            new Fresh(warm, true),
            new Fresh(warm, false),
            new PythonCost.Native(warm, "node", PROGRAM, PythonCost.CALLS, directory)),
        MIRRORED == null ? List.of() : List.of(durable(MIRRORED, directory)),
        whole);
  }

  private static Contender durable(Path mirrored, Path directory) {
    return new DurableLeaves(
        "javascript, side by side, " + Work.count(PythonCost.LEAVES),
        "quickjs -p {index}",
        PythonCost.LEAVES,
        directory.resolve("durable"),
        new DurableLeaves.Program("quickjs", () -> program(mirrored, true)));
  }

  private static byte[] program(Path mirrored, boolean frozen)
      throws IOException, InterruptedException {
    byte[] module = Files.readAllBytes(mirrored);
    try {
      return frozen ? Harness.QUICKJS.complete(module, ROW).bytes() : Harness.QUICKJS.link(module);
    } catch (FreezeRefusedException e) {
      throw new IOException(e);
    }
  }

  /** Calls of QuickJS, each a fresh instance. */
  private static final class Fresh extends Contender {

    private final boolean frozen;
    private @Nullable Calls calls;

    Fresh(String task, boolean frozen) {
      super(task, frozen ? "js, frozen" : "js, not frozen", PythonCost.CALLS);
      this.frozen = frozen;
    }

    @Override
    void warmUp(int rounds) throws IOException, InterruptedException {
      Invocation call = Invocation.of(ROW).arguments(PROGRAM).build();
      byte[] program = program(Objects.requireNonNull(MIRRORED), frozen);
      calls = Calls.ofProgram(title(), program, call, units());
      super.warmUp(rounds);
    }

    @Override
    @Nullable String absent() {
      return MIRRORED == null ? ABSENT : null;
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
