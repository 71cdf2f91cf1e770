package dev.escarole.samples.bench.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Counts the reads that a server answers in a second. */
public final class Load {

  private final LoadOptions options;
  private final URI server;
  private final String token;
  private final Supplier<Duration> cpu;

  private Load(LoadOptions options, URI server, String token, Supplier<Duration> cpu) {
    this.options = options;
    this.server = server;
    this.token = token;
    this.cpu = cpu;
  }

  /** Exits with 0 if all was answered, 1 if not, and 2 if it was called wrongly. */
  public static void main(String[] args) throws Exception {
    List<String> words = Arrays.asList(args);
    if (words.contains("--help")) {
      System.out.print(LoadOptions.HELP);
      return;
    }
    try {
      measure(LoadOptions.read(words), System.out);
    } catch (IllegalArgumentException e) {
      System.err.println("load: " + e.getMessage() + "; --help tells more");
      System.exit(2);
    } catch (IOException e) {
      System.err.println("load: " + e.getMessage());
      System.exit(1);
    }
  }

  private static void measure(LoadOptions options, PrintStream out) throws Exception {
    URI given = options.server();
    if (given != null) {
      String token = Objects.requireNonNullElse(System.getenv("ESCAROLE_TOKEN"), "");
      new Load(options, given, token, () -> Duration.ZERO).print(out);
      return;
    }
    String launcher = System.getProperty("escarole.launcher", "escarole");
    try (ServedRuns served = ServedRuns.start(launcher, options.runs())) {
      new Load(options, served.address(), "", served::cpu).print(out);
    }
  }

  /**
   * Something to read.
   *
   * @param known the version that the reader says it has; empty if it says nothing
   */
  private record Reading(String name, String path, String known) {}

  private List<Reading> readings() throws IOException {
    if (!options.paths().isEmpty()) {
      return options.paths().stream().map(path -> new Reading(path, path, "")).toList();
    }
    try (Connection connection = new Connection(server, token)) {
      byte[] newest = connection.request("GET", "/runs?limit=1", "", "");
      String run =
          new ObjectMapper().readTree(connection.send(newest).text()).at("/runs/0/run").asText();
      if (run.isEmpty()) {
        throw new IOException("the server holds no run to read");
      }
      String path = "/runs/" + run;
      String version =
          connection
              .send(connection.request("GET", path, "", ""))
              .headers()
              .getOrDefault("etag", "");
      return List.of(
          new Reading("all commands", "/commands", ""),
          new Reading("the newest 20 runs", "/runs?limit=20", ""),
          new Reading("one run", path, ""),
          new Reading("its steps", path + "/steps", ""),
          new Reading("its joins", path + "/joins", ""),
          new Reading("one run that the reader has", path, version));
    }
  }

  private void print(PrintStream out) throws Exception {
    out.printf(
        Locale.ROOT,
        "%d connections, %d rounds of %d s after one that does not count%n",
        options.connections(),
        options.rounds(),
        options.seconds());
    double before = load();
    out.printf(
        "%-30s %8s %8s %8s %8s %8s%n", "reads a second", "least", "median", "most", "bytes", "cpu");
    for (Reading reading : readings()) {
      print(reading, out);
    }
    out.println("cpu: microseconds of the server's processor for each read, median");
    out.printf(
        Locale.ROOT,
        "load average %.2f at the beginning, %.2f at the end, this measurement included%n",
        before,
        load());
  }

  private static double load() {
    return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
  }

  private void print(Reading reading, PrintStream out) throws Exception {
    round(reading);
    double[] rates = new double[options.rounds()];
    double[] costs = new double[options.rounds()];
    int bytes = 0;
    for (int i = 0; i < rates.length; i++) {
      Duration before = cpu.get();
      Count count = round(reading);
      costs[i] = cpu.get().minus(before).toNanos() / 1e3 / Math.max(1, count.answers());
      rates[i] = count.answers() / (double) options.seconds();
      bytes = count.bytes();
    }
    Arrays.sort(rates);
    Arrays.sort(costs);
    int middle = rates.length / 2;
    int last = rates.length - 1;
    out.printf(
        Locale.ROOT,
        "%-30s %8.0f %8.0f %8.0f %8d %8.0f%n",
        reading.name(),
        rates[0],
        rates[middle],
        rates[last],
        bytes,
        costs[middle]);
  }

  /**
   * What came of a round.
   *
   * @param bytes of one answer's body
   */
  private record Count(long answers, int bytes) {}

  private Count round(Reading reading) throws InterruptedException, IOException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(options.seconds());
    ExecutorService askers = Executors.newFixedThreadPool(options.connections());
    try {
      List<Future<Count>> counts = new ArrayList<>();
      for (int i = 0; i < options.connections(); i++) {
        counts.add(askers.submit(() -> ask(reading, end)));
      }
      long answers = 0;
      int bytes = 0;
      for (Future<Count> each : counts) {
        answers += each.get().answers();
        bytes = Math.max(bytes, each.get().bytes());
      }
      return new Count(answers, bytes);
    } catch (ExecutionException e) {
      throw new IOException(String.valueOf(e.getCause()), e);
    } finally {
      askers.shutdownNow();
    }
  }

  private Count ask(Reading reading, long end) throws IOException {
    try (Connection connection = new Connection(server, token)) {
      byte[] request = connection.request("GET", reading.path(), reading.known(), "");
      int wanted = reading.known().isEmpty() ? 200 : 304;
      long answers = 0;
      int bytes = 0;
      while (System.nanoTime() < end) {
        Connection.Answer answer = connection.send(request);
        if (answer.status() != wanted) {
          throw new IOException(reading.path() + " was answered with " + answer.status());
        }
        bytes = answer.size();
        answers++;
      }
      return new Count(answers, bytes);
    }
  }
}
