package dev.escarole.engine.plan;

import java.io.IOException;
import java.util.List;

/** Prints plans. */
public final class PlanPrinter {

  private PlanPrinter() {}

  /**
   * Prints a plan.
   *
   * @param directories the directories of every leaf, as {@code host::guest}
   * @throws IOException if the target cannot be written
   */
  public static void print(Plan plan, PlanFormat format, List<String> directories, Appendable out)
      throws IOException {
    switch (format) {
      case TREE -> new TreePrinter(out).print(plan, directories);
      case JSON -> JsonPrinter.print(plan, directories, out);
      case DOT -> new GraphPrinter(out, GraphPrinter.Notation.DOT).print(plan);
      case MERMAID -> new GraphPrinter(out, GraphPrinter.Notation.MERMAID).print(plan);
    }
  }
}
