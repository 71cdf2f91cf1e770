package dev.escarole.samples.bench;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.Limits;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The cost of built-in commands on a large file, beside the tools of this machine.
 *
 * @param command one of ours
 * @param peers the machine's programs of the same kind; each is measured if it is there
 * @param arguments for all of them
 */
record ToolCost(String command, List<String> peers, List<String> arguments) {

  private static final String TEXT = "lines.txt";
  private static final String JSON = "lines.json";
  private static final String PACKED = "packed.gz";
  private static final long FUEL = 1L << 50;
  private static final long MEMORY = 1500L << 20;
  private static final int MEGABYTE = 1_000_000;

  private static final List<ToolCost> ALL =
      List.of(
          new ToolCost(
              "awk",
              List.of("gawk", "mawk"),
              List.of("{ sum[$2] += $4 } END { for (k in sum) n++; print n, sum[\"a\"] }", TEXT)),
          new ToolCost("grep", List.of("grep"), List.of("-c", "a.*[0-9]77 q", TEXT)),
          new ToolCost("gzip", List.of("gzip"), List.of("-kf", TEXT)),
          new ToolCost("gunzip", List.of("gunzip"), List.of("-t", PACKED)),
          new ToolCost("sort", List.of("sort"), List.of("-o", "sorted.txt", TEXT)),
          new ToolCost("jq", List.of("jq"), List.of("-r", "select(.value < 100) | .name", JSON)));

  ToolCost {
    peers = List.copyOf(peers);
    arguments = List.copyOf(arguments);
  }

  static List<List<Contender>> contests(int megabytes, Path directory) throws IOException {
    Input input = new Input(Files.createDirectories(directory.toAbsolutePath()), megabytes);
    List<List<Contender>> all = new ArrayList<>();
    for (ToolCost tool : ALL) {
      String task = "tools: %s, %d MB".formatted(tool.command, megabytes);
      List<Contender> contest = new ArrayList<>();
      contest.add(tool.ours(task, input));
      tool.peers.forEach(peer -> contest.add(new Native(task, peer, tool.arguments, input)));
      all.add(contest);
    }
    return all;
  }

  private Contender ours(String task, Input input) {
    Limits limits =
        Limits.defaults()
            .withFuel(FUEL)
            .withMemoryBytes(MEMORY)
            .withWallClock(Duration.ofMinutes(30));
    Invocation invocation =
        Invocation.of(command)
            .arguments(arguments)
            .directories(
                List.of(
                    new DirectoryGrant(
                        input.directory, "/workspace", DirectoryGrant.Mode.READ_WRITE)))
            .limits(limits)
            .build();
    Calls calls = Calls.ofRunner(task, invocation, 1);
    return new Ours(calls, input);
  }

  /** Files of the size that is asked for, the same every time; made when first needed. */
  private record Input(Path directory, int megabytes) {

    void make() throws IOException {
      if (Files.exists(directory.resolve(PACKED))) {
        return;
      }
      Words words = new Words(new Random(1));
      try (OutputStream text = open(TEXT);
          OutputStream packed = new GZIPOutputStream(open(PACKED))) {
        for (long n = 0; n < (long) megabytes * MEGABYTE; ) {
          byte[] line = words.line();
          text.write(line);
          packed.write(line);
          n += line.length;
        }
      }
      try (OutputStream json = open(JSON)) {
        for (long n = 0; n < (long) megabytes * MEGABYTE; ) {
          byte[] line = words.object();
          json.write(line);
          n += line.length;
        }
      }
    }

    private OutputStream open(String name) throws IOException {
      return new BufferedOutputStream(Files.newOutputStream(directory.resolve(name)), 1 << 16);
    }
  }

  /** Lines of words and numbers, as those of a log. */
  private static final class Words {

    private static final int COUNT = 4096;

    private final Random random;
    private final List<String> words = new ArrayList<>();

    Words(Random random) {
      this.random = random;
      for (int i = 0; i < COUNT; i++) {
        StringBuilder word = new StringBuilder();
        for (int n = 3 + random.nextInt(8); n > 0; n--) {
          word.append((char) ('a' + random.nextInt(26)));
        }
        words.add(word.toString());
      }
    }

    /** Some words are much more frequent than others. */
    private String word() {
      double at = random.nextDouble();
      return words.get((int) (COUNT * at * at * at));
    }

    byte[] line() {
      String text =
          "%s %s %s %d %s %d\n"
              .formatted(
                  word(), word(), word(), random.nextInt(100_000), word(), random.nextInt(1_000));
      return text.getBytes(US_ASCII);
    }

    byte[] object() {
      String text =
          "{\"id\":%d,\"name\":\"%s %s\",\"tags\":[\"%s\",\"%s\"],\"value\":%d.5}\n"
              .formatted(random.nextInt(), word(), word(), word(), word(), random.nextInt(100_000));
      return text.getBytes(US_ASCII);
    }
  }

  private static final class Ours extends Contender {

    private final Calls calls;
    private final Input input;

    Ours(Calls calls, Input input) {
      super(calls.task(), calls.name(), calls.units());
      this.calls = calls;
      this.input = input;
    }

    @Override
    void warmUp(int rounds) throws IOException {
      input.make();
      round();
    }

    @Override
    void round() {
      calls.round();
    }

    @Override
    public void close() {
      calls.close();
    }
  }

  /** A program of this machine, once over the file. */
  private static final class Native extends Contender {

    private final @Nullable Path program;
    private final List<String> arguments;
    private final Input input;
    private @Nullable Long peakBytes;

    Native(String task, String program, List<String> arguments, Input input) {
      super(task, "native " + program, 1);
      this.program = Processes.find(program);
      this.arguments = arguments;
      this.input = input;
    }

    @Override
    boolean isOurs() {
      return false;
    }

    @Override
    @Nullable String absent() {
      return program == null ? name().substring("native ".length()) + " is not on the path" : null;
    }

    @Override
    void warmUp(int rounds) throws IOException, InterruptedException {
      input.make();
      round();
    }

    @Override
    void round() throws IOException, InterruptedException {
      List<String> command = new ArrayList<>(arguments);
      command.add(0, Objects.requireNonNull(program).toString());
      peakBytes = Processes.run(input.directory, command);
    }

    @Override
    @Nullable Long peakBytes() {
      return peakBytes;
    }
  }
}
