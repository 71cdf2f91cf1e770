package dev.escarole.samples.bench.clustersoak;

import java.io.IOException;

/** Sends signals to processes. */
final class Signals {

  private Signals() {}

  /**
   * Sends one.
   *
   * @param name such as STOP
   * @throws IOException if there is no such process
   */
  static void send(String name, long pid) throws IOException, InterruptedException {
    // By the shell itself: not every machine has a program for it.
    String line = "kill -" + name + " " + pid;
    int exit = new ProcessBuilder("sh", "-c", line).inheritIO().start().waitFor();
    if (exit != 0) {
      throw new IOException(line + " has failed with " + exit);
    }
  }
}
