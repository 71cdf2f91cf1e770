package dev.escarole.samples.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A way to start Escarole: of this checkout, of another one, or an installed one.
 *
 * @param name what it is called in the table
 */
record Launcher(String name, Path program) {

  /**
   * Reads {@code NAME=FILE}.
   *
   * @throws IllegalArgumentException if it is something else, or there is no such program
   */
  static Launcher of(String text) {
    int equals = text.indexOf('=');
    if (equals < 1) {
      throw new IllegalArgumentException("--launcher must be NAME=FILE, was '" + text + "'");
    }
    Path program = Path.of(text.substring(equals + 1)).toAbsolutePath();
    if (!Files.isExecutable(program) || Files.isDirectory(program)) {
      throw new IllegalArgumentException("there is no program " + program);
    }
    return new Launcher(text.substring(0, equals), program);
  }

  /** The one of this checkout first, then those that were named. */
  static List<Launcher> all(List<Launcher> named) {
    List<Launcher> all = new ArrayList<>();
    String own = System.getProperty("escarole.launcher");
    if (own != null) {
      all.add(new Launcher("Escarole", Path.of(own)));
    }
    all.addAll(named);
    return all;
  }

  /** The words that start a command of it. */
  List<String> command(String... words) {
    List<String> command = new ArrayList<>(List.of(program.toString()));
    command.addAll(List.of(words));
    return command;
  }

  /** A run of the work, from a Java that is not there yet to one that is gone. */
  static final class Runs extends Contender {

    private static final String RECIPE = "recipe.json";

    private final Launcher launcher;
    private final Work work;
    private final int workers;
    private final Path directory;
    private @Nullable Long peakBytes;

    /**
     * @param workers commands at once
     */
    Runs(String task, Launcher launcher, Work work, int workers, Path directory) {
      super(task, launcher.name + (workers == 1 ? ", one worker" : ""), work.leaves());
      this.launcher = launcher;
      this.work = work;
      this.workers = workers;
      this.directory = directory.toAbsolutePath();
    }

    @Override
    boolean isOurs() {
      return false;
    }

    @Override
    void warmUp(int rounds) throws IOException, InterruptedException {
      Files.createDirectories(directory);
      Files.write(directory.resolve(Work.INPUT), Work.lines());
      Files.writeString(directory.resolve(RECIPE), work.recipe().source());
      prepare();
      round();
    }

    /** A single command finds the data directory of the one before, as it usually does. */
    @Override
    void prepare() throws IOException {
      if (work.leaves() > 1) {
        Left.remove(outputs());
      }
    }

    @Override
    void round() throws IOException, InterruptedException {
      List<String> command =
          launcher.command(
              "run", "--quiet", RECIPE, "--data", Peer.OUTPUTS, "--workers", workers + "");
      if (work.isSorting()) {
        command.addAll(List.of("--stdin", Work.INPUT));
      }
      peakBytes = Processes.run(directory, command);
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
