package dev.escarole.samples.bench;

import dev.escarole.engine.command.Invocation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The cost of a fresh Python: ours, warm and as whole processes, and the machine's own. */
final class PythonCost {

  private static final String WARM = "python, one thread";
  private static final List<String> PROGRAM = List.of("-c", "print(1)");
  private static final String TEMPLATE = "python -c print({index})";
  static final int CALLS = 200;

  /** Of a run side by side. */
  static final int LEAVES = 1_000;

  private PythonCost() {}

  /**
   * @param leaves of a whole process
   */
  static List<List<Contender>> contests(List<Launcher> launchers, int leaves, Path directory) {
    String task = "whole process: python, " + Work.count(leaves);
    List<Contender> whole = new ArrayList<>();
    for (Launcher launcher : launchers) {
      Path own = directory.resolve(launcher.name());
      whole.add(new WholeRun(task, launcher, leaves, own, TEMPLATE, null));
    }
    whole.add(new Native(task, "python3", PROGRAM, leaves, directory));
    return List.of(
        List.of(
            Calls.ofRunner(WARM, Invocation.of("python").arguments(PROGRAM).build(), CALLS),
            new Native(WARM, "python3", PROGRAM, CALLS, directory)),
        List.of(
            new DurableLeaves(
                "python, side by side, " + Work.count(LEAVES),
                TEMPLATE,
                LEAVES,
                directory.resolve("durable"),
                null)),
        whole);
  }

  /** An interpreter of this machine, one process after the other. */
  static final class Native extends Contender {

    private final String name;
    private final List<String> arguments;
    private final Path directory;
    private final @Nullable Path program;

    Native(String task, String name, List<String> arguments, int units, Path directory) {
      super(task, "native " + name, units);
      this.name = name;
      this.arguments = arguments;
      this.directory = directory;
      this.program = Processes.find(name);
    }

    @Override
    boolean isOurs() {
      return false;
    }

    @Override
    @Nullable String absent() {
      return program == null ? name + " is not on the path" : null;
    }

    @Override
    void round() throws IOException, InterruptedException {
      Files.createDirectories(directory);
      List<String> command = new ArrayList<>(arguments);
      command.add(0, Objects.requireNonNull(program).toString());
      for (int i = 0; i < units(); i++) {
        Long unused = Processes.run(directory, command);
      }
    }
  }

  /** A run of an interpreter side by side, from the start of Java to its end. */
  static final class WholeRun extends Contender {

    private static final String RECIPE = "recipe.json";

    private final Launcher launcher;
    private final Path directory;
    private final String template;
    private final @Nullable String added;
    private @Nullable Long peakBytes;

    /**
     * @param added the row of the catalogue that is added to the data directory, which then stays
     *     for all rounds; null to begin each round with an empty one
     */
    WholeRun(
        String task,
        Launcher launcher,
        int leaves,
        Path directory,
        String template,
        @Nullable String added) {
      super(task, launcher.name(), leaves);
      this.launcher = launcher;
      this.directory = directory.toAbsolutePath();
      this.template = template;
      this.added = added;
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
          "{\"parallel\": true, \"repeat\": %d, \"template\": \"%s\"}\n"
              .formatted(units(), template));
      if (added == null) {
        Left.remove(outputs());
      }
    }

    @Override
    void warmUp(int rounds) throws IOException, InterruptedException {
      prepare();
      if (added != null) {
        Long unused =
            Processes.run(
                directory, launcher.command("commands", "add", added, "--data", Peer.OUTPUTS));
      }
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
