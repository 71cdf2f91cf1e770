package dev.escarole.samples.bench.inbox;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Writes files into a directory, each in one of the ways in which programs do that. */
final class FileWriters {

  private static final boolean KNOWS_WRITERS = Files.isDirectory(Path.of("/proc/self/fdinfo"));

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
    StringBuilder text = new StringBuilder("begin " + name + "\n");
    for (int line = random.nextInt(300); line >= 0; line--) {
      text.append(line).append(',').append(random.nextLong()).append('\n');
    }
    text.append("end ").append(name).append('\n');
    try {
      write(name, text.toString().getBytes(StandardCharsets.UTF_8), random);
      written.put(name, text.toString());
      pause(random.nextInt(60));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void write(String name, byte[] bytes, Random random)
      throws IOException, InterruptedException {
    Path file = directory.resolve(name);
    int half = bytes.length / 2;
    switch (random.nextInt(5)) {
      case 0 -> Files.write(file, bytes);
      case 1 -> {
        Path part = directory.resolve(name + ".part");
        inPieces(part, bytes, half, random.nextInt(900));
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      }
      case 2 -> {
        Path hidden = directory.resolve("." + name);
        Files.write(hidden, bytes);
        Files.move(hidden, file, StandardCopyOption.ATOMIC_MOVE);
      }
      // Slowly, with the file open: longer than a file settles, where that can be noticed.
      case 3 -> inPieces(file, bytes, half, random.nextInt(KNOWS_WRITERS ? 1_500 : 200));
      default -> {
        // With the file closed in between.
        Files.write(file, Arrays.copyOf(bytes, half));
        pause(random.nextInt((int) InboxChild.SETTLE.toMillis() / 2));
        Files.write(file, Arrays.copyOfRange(bytes, half, bytes.length), StandardOpenOption.APPEND);
      }
    }
  }

  private static void inPieces(Path file, byte[] bytes, int half, int pauseMillis)
      throws IOException, InterruptedException {
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(bytes, 0, half);
      out.flush();
      pause(pauseMillis);
      out.write(bytes, half, bytes.length - half);
    }
  }

  private static void pause(int millis) throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(millis);
  }
}
