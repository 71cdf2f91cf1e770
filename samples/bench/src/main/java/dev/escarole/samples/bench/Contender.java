package dev.escarole.samples.bench;

import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Something that runs a known number of commands, and can do so again. */
interface Contender extends AutoCloseable {

  /** Which work it does; contenders of one task are compared with each other. */
  String task();

  String name();

  /** Commands of one round, or steps for the compiler. */
  int units();

  /** Why it cannot be measured on this machine, or null if it can. */
  default @Nullable String absent() {
    return null;
  }

  /** Brings it to the temperature at which it is measured. */
  default void warmUp(int rounds) throws IOException, InterruptedException {}

  /** Clears away what the round before left, if that is to be; not measured. */
  default void prepare() throws IOException {}

  /** Does all the work once. */
  void round() throws IOException, InterruptedException;

  /** Whether it is known how much processor time a round takes. */
  default boolean tellsCpu() {
    return true;
  }

  /** The most memory of the other process that did the last round, or null. */
  default @Nullable Long peakBytes() {
    return null;
  }

  /** Where rounds leave files, or null if they leave none. */
  default @Nullable Path outputs() {
    return null;
  }

  @Override
  default void close() throws IOException {}
}
