package dev.escarole.samples.bench.soak;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/** Kills a process full of runs again and again, lets another one finish, and keeps count. */
public final class Soak {

  private static final String USAGE = "usage: soak [--minutes N], N from 1 to 1440";

  private final Path data;
  private final Ledger ledger;
  private final Random random = new Random();
  private int kills;

  private Soak(Path data) {
    this.data = data;
    this.ledger = new Ledger(data);
  }

  /** Exits with 0 if all was well, 1 if not, and 2 if it was called wrongly. */
  public static void main(String[] args) throws IOException, InterruptedException {
    int minutes = minutes(args);
    if (minutes < 1 || minutes > 1440) {
      System.err.println(USAGE);
      System.exit(2);
    }
    Soak soak = new Soak(Files.createTempDirectory("escarole-soak-"));
    List<String> mistakes = soak.run(Duration.ofMinutes(minutes));
    mistakes.forEach(System.out::println);
    System.out.println(
        "%d kills, %s, %d mistakes; data in %s"
            .formatted(soak.kills, soak.ledger.figures(), mistakes.size(), soak.data));
    System.exit(mistakes.isEmpty() ? 0 : 1);
  }

  private static int minutes(String... args) {
    if (args.length == 0) {
      return 10;
    }
    boolean wellFormed = args.length == 2 && args[0].equals("--minutes");
    return wellFormed && args[1].matches("\\d{1,4}") ? Integer.parseInt(args[1]) : 0;
  }

  private List<String> run(Duration time) throws IOException, InterruptedException {
    long end = System.nanoTime() + time.toNanos();
    while (System.nanoTime() < end) {
      Process child = child("start");
      boolean ended = child.waitFor(random.nextInt(1_500, 9_000), TimeUnit.MILLISECONDS);
      if (ended) {
        throw new IOException("the child ended by itself; see " + data.resolve("child.log"));
      }
      child.destroyForcibly().waitFor();
      kills++;
      ledger.check();
      System.out.println(kills + " kills, " + ledger.figures());
    }
    Process last = child("finish");
    if (last.waitFor() != 0) {
      throw new IOException("the last child failed; see " + data.resolve("child.log"));
    }
    ledger.check();
    return ledger.close();
  }

  private Process child(String task) throws IOException {
    File log = data.resolve("child.log").toFile();
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            SoakChild.class.getName(),
            data.toString(),
            task)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(log))
        .start();
  }
}
