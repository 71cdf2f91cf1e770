package dev.escarole.samples.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Other programs that can do the same work. Two commands at once. */
@SuppressWarnings("ImmutableEnumChecker") // its functions hold nothing
enum Peer {
  /** Starts programs directly, because nothing in its command lines needs a shell. */
  MAKE(
      "make -j2, no outputs kept",
      Peer.ALL,
      "make gmake",
      "Makefile",
      work -> makefile(work, false),
      (program, work) -> List.of(program, "-j2", "-s", "all")),

  MAKE_TO_FILES(
      "make -j2, outputs in files",
      Peer.ALL,
      "make gmake",
      "Makefile",
      work -> makefile(work, true),
      MAKE.command),

  NINJA(
      "ninja -j2, outputs in files",
      Peer.MOST,
      "ninja",
      "build.ninja",
      Peer::ninjaFile,
      (program, work) -> List.of(program, "-j2")),

  /** It knows no order but that of its lines, so in a chain it has one command at a time. */
  PARALLEL(
      "GNU parallel",
      Peer.MOST,
      "parallel",
      "lines",
      work -> lines(work, i -> line(work, i, false) + "\n"),
      // The option --will-cite only keeps it from asking for a citation.
      (program, work) ->
          List.of(program, "--will-cite", work.isChain() ? "-j1" : "-j2", "-a", "lines")),

  /** The least that starting a program can cost. */
  SPAWN(
      "posix_spawn loop (C)",
      Peer.ALL,
      "cc gcc clang",
      "spawn.c",
      work -> new String(Processes.resource("spawn.c"), StandardCharsets.UTF_8),
      (program, work) ->
          List.of(
              "./spawn",
              String.valueOf(work.leaves()),
              work.isChain() ? "1" : "2",
              String.valueOf(Processes.find(work.program())),
              work.isSorting() ? Work.INPUT : "hello")),

  DAGU(
      "Dagu",
      Peer.FEW,
      "dagu",
      "bench.yaml",
      Peer::daguFile,
      (program, work) -> List.of(program, "start", "bench.yaml"));

  /** Where they leave what they leave, below their directory. */
  static final String OUTPUTS = "outputs";

  private static final int ALL = Integer.MAX_VALUE;
  private static final int MOST = 10_000;
  private static final int FEW = 1_000;

  private final String title;
  private final int most;
  private final String programs;
  private final String file;
  private final Text text;
  private final Command command;

  /** What is to be done, in its own language. */
  private interface Text {
    String of(Work work) throws IOException;
  }

  /** How the work is started. */
  private interface Command {
    List<String> of(String program, Work work);
  }

  /**
   * @param most commands that it is given; with more, a round would take minutes
   * @param programs names that it has, the usual one first, with blanks between
   */
  Peer(String title, int most, String programs, String file, Text text, Command command) {
    this.title = title;
    this.most = most;
    this.programs = programs;
    this.file = file;
    this.text = text;
    this.command = command;
  }

  String title() {
    return title;
  }

  private @Nullable Path program() {
    return Processes.find(programs.split(" ", -1));
  }

  private static String makefile(Work work, boolean toFiles) {
    IntFunction<String> target = i -> toFiles ? output(i) : "t" + i;
    int last = work.leaves() - 1;
    return "MAKEFLAGS += -r\nall: "
        + (work.isChain() ? target.apply(last) : lines(work, i -> target.apply(i) + " "))
        + "\n"
        + lines(
            work,
            i ->
                target.apply(i)
                    + (work.isChain() && i > 0 ? ": " + target.apply(i - 1) : ":")
                    + ("\n\t" + line(work, i, toFiles) + (toFiles ? " > $@\n" : "\n")));
  }

  private static String ninjaFile(Work work) {
    return "builddir = %s\nrule run\n  command = $line > $out\n".formatted(OUTPUTS)
        + lines(
            work,
            i ->
                "build %s: run %s\n  line = %s\n"
                    .formatted(
                        output(i),
                        work.isChain() && i > 0 ? output(i - 1) : "",
                        line(work, i, true)));
  }

  private static String daguFile(Work work) {
    return "type: graph\nmax_active_steps: 2\nsteps:\n"
        + lines(
            work,
            i ->
                "  - name: s%d\n    command: %s\n".formatted(i, line(work, i, false))
                    + (work.isChain() && i > 0 ? "    depends: [s%d]\n".formatted(i - 1) : ""));
  }

  private static String lines(Work work, IntFunction<String> each) {
    return IntStream.range(0, work.leaves()).mapToObj(each).collect(Collectors.joining());
  }

  private static String output(int i) {
    return OUTPUTS + "/t" + i;
  }

  /** A command line; where outputs are files, a chain's sort reads the file before its own. */
  private static String line(Work work, int i, boolean toFiles) {
    if (!work.isSorting()) {
      return "echo " + i;
    }
    return "sort " + (toFiles && work.isChain() && i > 0 ? output(i - 1) : Work.INPUT);
  }

  static final class PeerRuns extends Contender {

    private final Peer peer;
    private final Work work;
    private final Path directory;
    private final @Nullable Path program;
    private @Nullable Long peakBytes;

    PeerRuns(String task, Peer peer, Work work, Path directory) {
      super(task, peer.title, work.leaves());
      this.peer = peer;
      this.work = work;
      this.directory = directory.toAbsolutePath();
      this.program = peer.program();
    }

    @Override
    boolean isOurs() {
      return false;
    }

    @Override
    @Nullable String absent() {
      if (program == null) {
        return "there is no " + peer.programs.split(" ", -1)[0] + " on the path";
      }
      return units() > peer.most
          ? "more than " + Work.count(peer.most) + " commands would take minutes"
          : null;
    }

    /** A program has nothing to learn, but its files come into the machine's memory. */
    @Override
    void warmUp(int rounds) throws IOException, InterruptedException {
      Files.createDirectories(directory);
      Files.write(directory.resolve(Work.INPUT), Work.lines());
      Files.writeString(directory.resolve(peer.file), peer.text.of(work));
      if (peer == SPAWN) {
        Processes.run(directory, List.of(String.valueOf(program), "-O2", "-o", "spawn", peer.file));
      }
      if (units() <= MOST) {
        prepare();
        round();
      }
    }

    @Override
    void prepare() throws IOException {
      Left.remove(outputs());
      Files.createDirectories(outputs());
    }

    @Override
    void round() throws IOException, InterruptedException {
      List<String> command = peer.command.of(String.valueOf(program), work);
      peakBytes = Processes.run(directory, command);
    }

    @Override
    @Nullable Long peakBytes() {
      return peakBytes;
    }

    @Override
    Path outputs() {
      return directory.resolve(OUTPUTS);
    }
  }
}
