package dev.escarole.samples.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Other programs that can do the same work, and Escarole as one of them. Two commands at once. */
enum Peer {
  /** Escarole as users start it, from a JVM that is not there yet to one that is gone. */
  ESCAROLE("Escarole, whole process", Peer.ALL, "escarole") {
    @Override
    @Nullable Path program() {
      String launcher = System.getProperty("escarole.launcher");
      return launcher == null ? null : Path.of(launcher);
    }

    @Override
    String whyAbsent() {
      return "samples/bin/bench knows where the launcher is, and was not used";
    }

    @Override
    void write(Path directory, Work work) throws IOException {
      Files.writeString(directory.resolve("recipe.json"), work.recipe().source());
    }

    @Override
    List<String> command(Path program, Path directory, Work work) {
      return List.of(program.toString(), "run", "--quiet", "recipe.json", "--data", OUTPUTS);
    }
  },

  /** Starts programs directly, because nothing in its command lines needs a shell. */
  MAKE("make -j2, no outputs kept", Peer.ALL, "make gmake") {
    @Override
    void write(Path directory, Work work) throws IOException {
      Files.writeString(directory.resolve("Makefile"), makefile(work, false));
    }

    @Override
    List<String> command(Path program, Path directory, Work work) {
      return List.of(program.toString(), "-j2", "-s", "all");
    }
  },

  MAKE_TO_FILES("make -j2, outputs in files", Peer.ALL, "make gmake") {
    @Override
    void write(Path directory, Work work) throws IOException {
      Files.writeString(directory.resolve("Makefile"), makefile(work, true));
    }

    @Override
    List<String> command(Path program, Path directory, Work work) {
      return MAKE.command(program, directory, work);
    }
  },

  NINJA("ninja -j2, outputs in files", Peer.MOST, "ninja") {
    @Override
    void write(Path directory, Work work) throws IOException {
      StringBuilder text = new StringBuilder("builddir = " + OUTPUTS + "\n");
      text.append("rule run\n  command = $line > $out\n");
      for (int i = 0; i < work.leaves(); i++) {
        String before = work.isChain() && i > 0 ? output(i - 1) : "";
        text.append("build ").append(output(i)).append(": run ").append(before);
        text.append("\n  line = ").append(line(work, i, true)).append('\n');
      }
      Files.writeString(directory.resolve("build.ninja"), text);
    }

    @Override
    List<String> command(Path program, Path directory, Work work) {
      return List.of(program.toString(), "-j2");
    }
  },

  /** It knows no order but that of its lines, so in a chain it has one command at a time. */
  PARALLEL("GNU parallel", Peer.MOST, "parallel") {
    @Override
    void write(Path directory, Work work) throws IOException {
      Files.write(
          directory.resolve("lines"),
          IntStream.range(0, work.leaves()).mapToObj(i -> line(work, i, false)).toList());
    }

    @Override
    List<String> command(Path program, Path directory, Work work) {
      // The option --will-cite only keeps it from asking for a citation.
      return List.of(
          program.toString(), "--will-cite", work.isChain() ? "-j1" : "-j2", "-a", "lines");
    }
  },

  /** The least that starting a program can cost. */
  SPAWN("posix_spawn loop (C)", Peer.ALL, "cc gcc clang") {
    @Override
    String whyAbsent() {
      return "there is no C compiler on the path";
    }

    @Override
    void write(Path directory, Work work) throws IOException, InterruptedException {
      Files.write(directory.resolve("spawn.c"), Resources.bytes("spawn.c"));
      Processes.run(directory, List.of(String.valueOf(program()), "-O2", "-o", "spawn", "spawn.c"));
    }

    @Override
    List<String> command(Path program, Path directory, Work work) {
      return List.of(
          directory.resolve("spawn").toString(),
          String.valueOf(work.leaves()),
          work.isChain() ? "1" : "2",
          String.valueOf(Processes.find(work.program().word())),
          work.isSorting() ? Work.INPUT : "hello");
    }
  },

  DAGU("Dagu", Peer.FEW, "dagu") {
    @Override
    void write(Path directory, Work work) throws IOException {
      StringBuilder text = new StringBuilder("type: graph\nmax_active_steps: 2\nsteps:\n");
      for (int i = 0; i < work.leaves(); i++) {
        text.append("  - name: s").append(i).append("\n    command: ").append(line(work, i, false));
        text.append(work.isChain() && i > 0 ? "\n    depends: [s" + (i - 1) + "]\n" : "\n");
      }
      Files.writeString(directory.resolve("bench.yaml"), text);
    }

    @Override
    List<String> command(Path program, Path directory, Work work) {
      String home = "DAGU_HOME=" + directory.resolve(OUTPUTS);
      return List.of("env", home, program.toString(), "start", "bench.yaml");
    }
  };

  /** Where they leave what they leave, below their directory. */
  static final String OUTPUTS = "outputs";

  private static final int ALL = Integer.MAX_VALUE;
  private static final int MOST = 10_000;
  private static final int FEW = 1_000;

  private final String title;
  private final int most;
  private final String programs;

  /**
   * One of them.
   *
   * @param programs names that it has, the usual one first, with blanks between
   */
  Peer(String title, int most, String programs) {
    this.title = title;
    this.most = most;
    this.programs = programs;
  }

  /** What it is called in the table. */
  String title() {
    return title;
  }

  /** Most commands that it is given; with more, a round would take minutes. */
  int most() {
    return most;
  }

  /** The program, or null if this machine has none. */
  @Nullable Path program() {
    return Processes.find(programs.split(" ", -1));
  }

  String whyAbsent() {
    return "there is no " + programs.split(" ", -1)[0] + " on the path";
  }

  /** Writes down what is to be done, in its own language. */
  abstract void write(Path directory, Work work) throws IOException, InterruptedException;

  /** How the work is started, in that directory. */
  abstract List<String> command(Path program, Path directory, Work work);

  private static String makefile(Work work, boolean toFiles) {
    List<String> targets = new ArrayList<>();
    for (int i = 0; i < work.leaves(); i++) {
      targets.add(toFiles ? output(i) : "t" + i);
    }
    StringBuilder text = new StringBuilder("MAKEFLAGS += -r\nall: ");
    int last = targets.size() - 1;
    text.append(work.isChain() ? targets.get(last) : String.join(" ", targets)).append('\n');
    for (int i = 0; i <= last; i++) {
      text.append(targets.get(i)).append(':');
      if (work.isChain() && i > 0) {
        text.append(' ').append(targets.get(i - 1));
      }
      text.append("\n\t").append(line(work, i, toFiles)).append(toFiles ? " > $@\n" : "\n");
    }
    return text.toString();
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
}
