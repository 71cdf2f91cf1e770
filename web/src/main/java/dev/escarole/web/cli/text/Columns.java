package dev.escarole.web.cli.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A table of text in aligned columns. Not thread-safe. */
public final class Columns {

  private static final int GAP = 2;

  private final List<List<String>> rows = new ArrayList<>();

  public Columns(String... headings) {
    rows.add(List.of(headings));
  }

  public void row(String... cells) {
    rows.add(Arrays.stream(cells).map(TextFormat::plain).toList());
  }

  /** Prints the table to standard output, with headings on a terminal only. */
  public void print(Console console) {
    boolean headings = console.terminal().stdout();
    Paint paint = console.outPaint();
    int[] widths = IntStream.range(0, rows.get(0).size()).map(this::width).toArray();
    for (int i = headings ? 0 : 1; i < rows.size(); i++) {
      String line = line(rows.get(i), widths);
      console.print((i == 0 ? paint.bold(line) : line) + "\n");
    }
  }

  private static String line(List<String> cells, int[] widths) {
    StringBuilder line = new StringBuilder();
    for (int i = 0; i < cells.size(); i++) {
      line.append(cells.get(i));
      if (i < cells.size() - 1) {
        line.append(" ".repeat(widths[i] - TextFormat.columns(cells.get(i)) + GAP));
      }
    }
    return line.toString();
  }

  private int width(int column) {
    return rows.stream().mapToInt(row -> TextFormat.columns(row.get(column))).max().orElse(0);
  }
}
