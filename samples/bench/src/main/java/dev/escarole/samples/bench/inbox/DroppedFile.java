package dev.escarole.samples.bench.inbox;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** A file that is put into an inbox in one of the ways in which programs do that. */
public final class DroppedFile {

  private static final boolean KNOWS_WRITERS = Files.isDirectory(Path.of("/proc/self/fdinfo"));
  private static final int MOST_LINES = 300;

  private final String name;
  private final byte[] bytes;

  /**
   * @param text its content
   */
  public DroppedFile(String name, String text) {
    this.name = name;
    this.bytes = text.getBytes(StandardCharsets.UTF_8);
  }

  /** A text of up to 300 random lines, with a title at its beginning and its end. */
  public static String text(String title, Random random) {
    StringBuilder text = new StringBuilder("begin " + title + "\n");
    for (int line = random.nextInt(MOST_LINES); line >= 0; line--) {
      text.append(line).append(',').append(random.nextLong()).append('\n');
    }
    return text.append("end ").append(title).append('\n').toString();
  }

  /**
   * Writes it: whole, by renaming, or slowly. However busy the machine is, the file is either
   * complete or open.
   *
   * @param settle how long the inbox waits after the last change of a file
   */
  public void write(Path directory, Random random, Duration settle)
      throws IOException, InterruptedException {
    Path file = directory.resolve(name);
    int millis = (int) settle.toMillis();
    switch (random.nextInt(4)) {
      case 0 -> Files.write(file, bytes);
      case 1 -> {
        Path part = directory.resolve(name + ".part");
        inPieces(part, random.nextInt(2 * millis));
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      }
      case 2 -> {
        Path hidden = directory.resolve("." + name);
        Files.write(hidden, bytes);
        Files.move(hidden, file, StandardCopyOption.ATOMIC_MOVE);
      }
      // With the file open longer than it settles, where that can be noticed.
      default -> inPieces(file, random.nextInt(KNOWS_WRITERS ? 4 * millis : millis / 2));
    }
  }

  /**
   * Writes it with the file closed in between; the inbox must not settle meanwhile.
   *
   * @param pauseMillis how long it is closed
   */
  void writeClosedInBetween(Path directory, int pauseMillis)
      throws IOException, InterruptedException {
    Path file = directory.resolve(name);
    int half = bytes.length / 2;
    Files.write(file, Arrays.copyOf(bytes, half));
    pause(pauseMillis);
    Files.write(file, Arrays.copyOfRange(bytes, half, bytes.length), StandardOpenOption.APPEND);
  }

  private void inPieces(Path file, int pauseMillis) throws IOException, InterruptedException {
    int half = bytes.length / 2;
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
