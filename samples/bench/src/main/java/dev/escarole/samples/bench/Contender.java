package dev.escarole.samples.bench;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Something that runs a known number of commands, and can do so again. */
abstract class Contender implements AutoCloseable {

  private final String task;
  private final String name;
  private final int units;

  /**
   * @param task which work it does; contenders of one task are compared with each other
   * @param units commands of one round, or steps for the compiler
   */
  Contender(String task, String name, int units) {
    this.task = task;
    this.name = name;
    this.units = units;
  }

  final String task() {
    return task;
  }

  final String name() {
    return name;
  }

  final int units() {
    return units;
  }

  final String title() {
    return task + ": " + name;
  }

  /** Whether the threads of this process do the work. */
  boolean isOurs() {
    return true;
  }

  /** Why it cannot be measured on this machine, or null if it can. */
  @Nullable String absent() {
    return null;
  }

  /** Brings it to the temperature at which it is measured. */
  void warmUp(int rounds) throws IOException, InterruptedException {
    for (int i = 0; i < rounds; i++) {
      round();
    }
  }

  /** Clears away what the round before left, if that is to be; not measured. */
  void prepare() throws IOException {}

  abstract void round() throws IOException, InterruptedException;

  /** Whether it is known how much processor time a round takes. */
  boolean tellsCpu() {
    return true;
  }

  /** The most memory of the other process that did the last round, or null. */
  @Nullable Long peakBytes() {
    return null;
  }

  /** Where rounds leave files, or null if they leave none. */
  @Nullable Path outputs() {
    return null;
  }

  @Override
  public void close() throws IOException {}
}
