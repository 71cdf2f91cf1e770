package dev.escarole.web.page.compare;

import dev.escarole.web.app.compare.TextDifference;
import dev.escarole.web.page.words.Address;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How two texts differ.
 *
 * @param back address of the page before
 */
public record DifferenceView(String title, String back, TextDifference difference) {

  /**
   * A row.
   *
   * @param before the number of the line before; null if there is none
   * @param after likewise, after
   * @param gap whether equal lines above it are left out
   */
  public record Row(
      String kind, @Nullable Integer before, @Nullable Integer after, String text, boolean gap) {

    /** The sign at its beginning. */
    public String sign() {
      return switch (kind) {
        case "added" -> "+";
        case "removed" -> "-";
        default -> " ";
      };
    }
  }

  static String title(String what, String path) {
    return switch (what) {
      case "recipe" -> "Recipe";
      case "input" -> "Input";
      case "result" -> "Result";
      case "stderr" -> "Standard error of " + path;
      default -> "Output of " + path;
    };
  }

  static String back(List<String> runs) {
    Address address = new Address("/compare");
    runs.forEach(run -> address.with("run", run));
    return address.toString();
  }

  /** Its lines. */
  public List<Row> rows() {
    return rows(difference);
  }

  static List<Row> rows(TextDifference difference) {
    List<Row> rows = new ArrayList<>();
    int before = 0;
    int after = 0;
    for (TextDifference.Line line : difference.lines()) {
      boolean gap =
          line.before() != null ? line.before() > before + 1 : at(line.after()) > after + 1;
      rows.add(new Row(line.kind(), line.before(), line.after(), line.text(), gap));
      before = line.before() == null ? before : line.before();
      after = line.after() == null ? after : line.after();
    }
    return rows;
  }

  private static int at(@Nullable Integer number) {
    return number == null ? 0 : number;
  }
}
