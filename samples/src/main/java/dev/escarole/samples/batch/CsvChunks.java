package dev.escarole.samples.batch;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Hands out the lines of a CSV file behind its header, some at a time. Not thread-safe. */
final class CsvChunks {

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
