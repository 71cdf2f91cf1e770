package dev.escarole.samples.bench.inbox;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Writes files into a directory, each in one of the ways in which programs do that. */
final class FileWriters {

  private final Path directory;
  private final Map<String, String> written = new ConcurrentHashMap<>();
  private final ExecutorService threads;
  private final int count;

  FileWriters(Path directory, int count, int atOnce) {
    this.directory = directory;
    this.count = count;
    this.threads = Executors.newFixedThreadPool(atOnce);
  }

  /** Begins to write; {@link #await} waits for the end. */
  void start() {
    for (int i = 0; i < count; i++) {
      int number = i;
      threads.execute(() -> write(number));
    }
    threads.shutdown();
  }

  boolean isBusy() {
    return !threads.isTerminated();
  }

  void await() throws InterruptedException {
    if (!threads.awaitTermination(1, TimeUnit.HOURS)) {
      throw new IllegalStateException("the writers do not end");
    }
  }

  /** The contents of all files by their names. */
  Map<String, String> written() {
    return written;
  }

  private void write(int number) {
    Random random = new Random(number);
    String name = "f%04d.csv".formatted(number);
    String text = DroppedFile.text(name, random);
    try {
      write(new DroppedFile(name, text), random);
      written.put(name, text);
      TimeUnit.MILLISECONDS.sleep(random.nextInt(60));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void write(DroppedFile file, Random random) throws IOException, InterruptedException {
    if (random.nextInt(5) == 0) {
      file.writeClosedInBetween(directory, random.nextInt((int) InboxChild.SETTLE.toMillis() / 2));
    } else {
      file.write(directory, random, InboxChild.SETTLE);
    }
  }
}
