package dev.escarole.samples.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * GNU make with the same commands: as targets that print, which make starts without a shell, or as
 * targets that leave files, which it needs a shell for.
 */
final class MakeRuns implements Contender {

  /** How the commands depend on each other, and what they leave. */
  enum Shape {
    FAN_OUT("make -j2, no outputs kept", false, false),
    FAN_OUT_TO_FILES("make -j2, outputs in files", false, true),
    CHAIN("make -j2, no outputs kept", true, false),
    CHAIN_TO_FILES("make -j2, outputs in files", true, true);

    private final String title;
    private final boolean chained;
    private final boolean toFiles;

    Shape(String title, boolean chained, boolean toFiles) {
      this.title = title;
      this.chained = chained;
      this.toFiles = toFiles;
    }
  }

  private final String task;
  private final Shape shape;
  private final int targets;
  private final Path directory;
  private final @Nullable Path make = Processes.find("make", "gmake");

  MakeRuns(String task, Shape shape, int targets, Path directory) {
    this.task = task;
    this.shape = shape;
    this.targets = targets;
    this.directory = directory;
  }

  @Override
  public String task() {
    return task;
  }

  @Override
  public String name() {
    return shape.title;
  }

  @Override
  public int units() {
    return targets;
  }

  @Override
  public @Nullable String absent() {
    return make == null ? "there is no make on the path" : null;
  }

  @Override
  public void warmUp(int rounds) throws IOException, InterruptedException {
    Files.createDirectories(directory);
    Files.writeString(directory.resolve("Makefile"), makefile());
    round();
  }

  /** The files of the round before are outdated by -B, which builds everything again. */
  @Override
  public void round() throws IOException, InterruptedException {
    Processes.run(directory, List.of(String.valueOf(make), "-j2", "-s", "-B", "all"));
  }

  private String makefile() {
    StringBuilder text = new StringBuilder(targets * 40);
    text.append("MAKEFLAGS += -r\nall:");
    for (int i = shape.chained ? targets - 1 : 0; i < targets; i++) {
      text.append(" t").append(i);
    }
    text.append('\n');
    for (int i = 0; i < targets; i++) {
      text.append('t').append(i).append(':');
      if (shape.chained && i > 0) {
        text.append(" t").append(i - 1);
      }
      text.append("\n\techo ").append(i).append(shape.toFiles ? " > $@" : "").append('\n');
    }
    return text.toString();
  }
}
