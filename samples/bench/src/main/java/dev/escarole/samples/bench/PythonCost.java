package dev.escarole.samples.bench;

import dev.escarole.engine.command.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a fresh Python costs: ours, warm and as whole processes, and the machine's own. */
final class PythonCost {

  private static final String WARM = "python, one thread";
  private static final List<String> PROGRAM = List.of("-c", "print(1)");
  private static final int CALLS = 200;
  private static final int LEAVES = 1_000;

  private PythonCost() {}

  static List<List<Contender>> contests(List<Launcher> launchers, Path directory) {
    String task = "whole process: python, " + Work.count(LEAVES);
    List<Contender> whole = new ArrayList<>();
    for (Launcher launcher : launchers) {
      whole.add(new WholeRun(task, launcher, directory.resolve(launcher.name())));
    }
    whole.add(new Native(task, LEAVES, directory));
    return List.of(
        List.of(
            Calls.ofRunner(WARM, Invocation.of("python").arguments(PROGRAM).build(), CALLS),
            new Native(WARM, CALLS, directory)),
        whole);
  }

  /** The Python of this machine, one process after the other. */
  private static final class Native extends Contender {

    private final Path directory;
    private final @Nullable Path program = Processes.find("python3");

    Native(String task, int units, Path directory) {
      super(task, "native python3", units);
      this.directory = directory;
    }

    @Override
    boolean isOurs() {
      return false;
    }

    @Override
    @Nullable String absent() {
      return program == null ? "python3 is not on the path" : null;
    }

    @Override
    void round() throws IOException, InterruptedException {
      Files.createDirectories(directory);
      List<String> command = new ArrayList<>(PROGRAM);
      command.add(0, Objects.requireNonNull(program).toString());
      for (int i = 0; i < units(); i++) {
        Long unused = Processes.run(directory, command);
      }
    }
  }

  /** A run of Python side by side, from the start of Java to its end. */
  private static final class WholeRun extends Contender {

    private static final String RECIPE = "recipe.json";

    private final Launcher launcher;
    private final Path directory;
    private @Nullable Long peakBytes;

    WholeRun(String task, Launcher launcher, Path directory) {
      super(task, launcher.name(), LEAVES);
      this.launcher = launcher;
      this.directory = directory.toAbsolutePath();
    }

    @Override
    boolean isOurs() {
      return false;
    }

    @Override
    void prepare() throws IOException {
      Files.createDirectories(directory);
      Files.writeString(
          directory.resolve(RECIPE),
          "{\"parallel\": true, \"repeat\": %d, \"template\": \"python -c print({index})\"}\n"
              .formatted(LEAVES));
      Left.remove(outputs());
    }

    @Override
    void warmUp(int rounds) throws IOException, InterruptedException {
      prepare();
      round();
    }

    @Override
    void round() throws IOException, InterruptedException {
      peakBytes =
          Processes.run(
              directory, launcher.command("run", "--quiet", RECIPE, "--data", Peer.OUTPUTS));
    }

    @Override
    @Nullable Long peakBytes() {
      return peakBytes;
    }

    @Override
    Path outputs() {
      return directory.resolve(Peer.OUTPUTS);
    }
  }
}
