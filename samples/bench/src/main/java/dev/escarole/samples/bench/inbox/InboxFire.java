package dev.escarole.samples.bench.inbox;

import dev.escarole.samples.bench.Arguments;
import dev.escarole.samples.bench.Processes;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Puts an inbox under fire: writers drop files, in parts and by renaming, while the engine is
 * killed. In the end each file must have exactly one run, of all that was written.
 */
public final class InboxFire {

  private static final String USAGE =
      "usage: inbox-fire [--files N] [--kills N] [--writers N], by default 1000, 30 and 8";

  private final Path directory;
  private final int files;
  private final int kills;
  private final int writers;
  private final Random random = new Random();

  /** What came of it. */
  public record Report(List<String> mistakes, String figures, Duration time) {
    public Report {
      mistakes = List.copyOf(mistakes);
    }
  }

  /**
   * @param directory a new one
   */
  public InboxFire(Path directory, int files, int kills, int writers) {
    this.directory = directory;
    this.files = files;
    this.kills = kills;
    this.writers = writers;
  }

  /** Exits with 0 if all was well, 1 if not, and 2 if it was called wrongly. */
  public static void main(String[] args) throws IOException, InterruptedException {
    int files = 1_000;
    int kills = 30;
    int writers = 8;
    Arguments arguments = new Arguments(List.of(args));
    try {
      while (!arguments.isEmpty()) {
        switch (arguments.option()) {
          case "--files" -> files = arguments.number(9_999);
          case "--kills" -> kills = arguments.number(1_000);
          case "--writers" -> writers = arguments.number(100);
          default -> throw arguments.unknown();
        }
      }
    } catch (IllegalArgumentException e) {
      System.err.println(USAGE);
      System.exit(2);
    }
    Path directory = Files.createTempDirectory("escarole-inbox-");
    Report report = new InboxFire(directory, files, kills, writers).run();
    report.mistakes().forEach(System.out::println);
    System.out.println(
        "%d kills, %s in %d s, %d mistakes; everything is in %s"
            .formatted(
                kills,
                report.figures(),
                report.time().toSeconds(),
                report.mistakes().size(),
                directory));
    System.exit(report.mistakes().isEmpty() ? 0 : 1);
  }

  /** Runs it to its end. */
  public Report run() throws IOException, InterruptedException {
    long begin = System.nanoTime();
    Path inbox = Files.createDirectories(directory.resolve("inbox"));
    FileWriters writing = new FileWriters(inbox, files, writers);
    writing.start();
    for (int i = 0; i < kills; i++) {
      Process child = child("watch");
      // Some before the engine is open, most in the middle of files.
      boolean ended = child.waitFor(random.nextInt(400, 4_000), TimeUnit.MILLISECONDS);
      if (ended) {
        throw new IOException("the child ended by itself; see " + log());
      }
      child.destroyForcibly().waitFor();
    }
    writing.await();
    Process last = child("finish");
    if (last.waitFor() != 0) {
      throw new IOException("the last child failed; see " + log());
    }
    InboxLedger ledger = new InboxLedger(directory.resolve("data"), inbox, writing.written());
    List<String> mistakes = new ArrayList<>(ledger.check());
    if (writing.written().size() != files) {
      mistakes.add("only " + writing.written().size() + " files were written");
    }
    return new Report(mistakes, ledger.figures(), Duration.ofNanos(System.nanoTime() - begin));
  }

  private File log() {
    return directory.resolve("child.log").toFile();
  }

  private Process child(String task) throws IOException {
    List<String> arguments =
        List.of(directory.resolve("data").toString(), directory.resolve("inbox").toString(), task);
    return Processes.java("-XX:TieredStopAtLevel=1", InboxChild.class, arguments)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log()))
        .start();
  }
}
