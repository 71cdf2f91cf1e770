package dev.escarole.samples.batch;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.recipe.Recipe;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Puts a file of orders through a recipe, chunk by chunk. What the recipe prints goes into the
 * accepted file; lines that it did not let through go into the rejects, with their numbers. A chunk
 * whose run fails is rejected as a whole, and the job goes on.
 *
 * <p>A few runs are in progress at a time; results are written in the order of the file.
 */
public final class OrderBatch {

  private static final int RUNS_AT_ONCE = 4;

  private final Engine engine;
  private final Recipe recipe;
  private final int chunkSize;

  /** What the job did. */
  public record Summary(int chunks, int failedChunks, int accepted, int rejected) {}

  private record Started(CsvChunks.Chunk chunk, RunHandle run) {}

  /**
   * Prepares a job.
   *
   * @param engine runs the recipe; stays the caller's to close
   * @param recipe reads lines and prints those that are in order, unchanged
   * @param chunkSize lines of one run, at least 1
   */
  public OrderBatch(Engine engine, Recipe recipe, int chunkSize) {
    if (chunkSize < 1) {
      throw new IllegalArgumentException("chunkSize must be at least 1, was " + chunkSize);
    }
    this.engine = engine;
    this.recipe = recipe;
    this.chunkSize = chunkSize;
  }

  /** Reads the orders and writes the two files, replacing what is there. */
  public Summary run(Path orders, Path accepted, Path rejects)
      throws IOException, InterruptedException {
    try (BufferedReader lines = Files.newBufferedReader(orders);
        BufferedWriter good = Files.newBufferedWriter(accepted);
        BufferedWriter bad = Files.newBufferedWriter(rejects)) {
      Sink sink = new Sink(good, bad);
      CsvChunks chunks = new CsvChunks(lines, chunkSize);
      Queue<Started> started = new ArrayDeque<>();
      CsvChunks.Chunk chunk = chunks.next();
      while (chunk != null) {
        if (started.size() == RUNS_AT_ONCE) {
          collect(started.remove(), sink);
        }
        started.add(start(chunk));
        chunk = chunks.next();
      }
      while (!started.isEmpty()) {
        collect(started.remove(), sink);
      }
      return sink.summary();
    }
  }

  private Started start(CsvChunks.Chunk chunk) {
    RunRequest request = RunRequest.of(recipe).stdin(Content.of(chunk.text())).build();
    return new Started(chunk, engine.start(request));
  }

  private static void collect(Started started, Sink sink) throws IOException, InterruptedException {
    RunResult result = started.run.await();
    if (result.status() == RunStatus.DONE) {
      sink.accept(started.chunk, result.stdout().text().lines().toList());
    } else {
      sink.refuse(started.chunk, "run " + result.run() + " " + result.status().word());
    }
  }

  /** Sorts lines into the two files and counts them. */
  private static final class Sink {

    private final Writer good;
    private final Writer bad;
    private int chunks;
    private int failedChunks;
    private int accepted;
    private int rejected;

    Sink(Writer good, Writer bad) {
      this.good = good;
      this.bad = bad;
    }

    void accept(CsvChunks.Chunk chunk, List<String> passed) throws IOException {
      chunks++;
      for (String line : passed) {
        good.write(line + "\n");
        accepted++;
      }
      Set<String> fine = new HashSet<>(passed);
      for (int i = 0; i < chunk.lines().size(); i++) {
        if (!fine.contains(chunk.lines().get(i))) {
          reject(chunk, i, "not a valid order");
        }
      }
    }

    void refuse(CsvChunks.Chunk chunk, String reason) throws IOException {
      chunks++;
      failedChunks++;
      for (int i = 0; i < chunk.lines().size(); i++) {
        reject(chunk, i, reason);
      }
    }

    private void reject(CsvChunks.Chunk chunk, int index, String reason) throws IOException {
      rejected++;
      bad.write(
          "line %d: %s: %s\n"
              .formatted(chunk.firstLine() + index, reason, chunk.lines().get(index)));
    }

    Summary summary() {
      return new Summary(chunks, failedChunks, accepted, rejected);
    }
  }

  /** Hands out the lines of a CSV file behind its header, some at a time. Not thread-safe. */
  static final class CsvChunks {

    private final BufferedReader lines;
    private final int size;
    private int line = 1;

    /** Lines of one chunk, and the number of its first line in the file. */
    record Chunk(int firstLine, List<String> lines) {
      Chunk {
        lines = List.copyOf(lines);
      }

      /** The lines as a command reads them. */
      String text() {
        return String.join("\n", lines) + "\n";
      }
    }

    CsvChunks(BufferedReader lines, int size) throws IOException {
      this.lines = lines;
      this.size = size;
      if (lines.readLine() == null) {
        throw new IOException("the file is empty; its first line should name the columns");
      }
    }

    /** The next chunk, or null behind the last. */
    @Nullable Chunk next() throws IOException {
      int first = line + 1;
      List<String> chunk = new ArrayList<>(size);
      String read = null;
      while (chunk.size() < size && (read = lines.readLine()) != null) {
        line++;
        chunk.add(read);
      }
      return chunk.isEmpty() ? null : new Chunk(first, chunk);
    }
  }
}
