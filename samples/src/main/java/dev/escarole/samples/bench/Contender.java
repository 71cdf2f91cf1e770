package dev.escarole.samples.bench;

import java.io.IOException;
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

  /** Does all the work once. */
  void round() throws IOException, InterruptedException;

  @Override
  default void close() throws IOException {}
}
