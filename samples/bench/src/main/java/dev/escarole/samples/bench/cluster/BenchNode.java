package dev.escarole.samples.bench.cluster;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;

/**
 * A process that claims what is stored: from the line with the address of a database on until the
 * next empty line, again and again.
 */
final class BenchNode {

  private BenchNode() {}

  /**
   * @param args the kind, and a directory
   */
  @SuppressWarnings("try") // A node is only there to be closed.
  public static void main(String[] args) throws Exception {
    Claimers claimers = Claimers.Kind.valueOf(args[0]).claimers();
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    say("ready");
    for (String url = orders.readLine(); url != null; url = orders.readLine()) {
      try (AutoCloseable node = claimers.open(new Place(url, Path.of(args[1])))) {
        say("open");
        awaitEmpty(orders);
      }
      say("closed");
    }
    // Peers leave threads behind.
    Runtime.getRuntime().halt(0);
  }

  private static void awaitEmpty(BufferedReader orders) throws IOException {
    String line = orders.readLine();
    if (line != null && !line.isEmpty()) {
      throw new IOException("not an order: " + line);
    }
  }

  private static void say(String word) {
    System.out.println("bench " + word);
    System.out.flush();
  }
}
