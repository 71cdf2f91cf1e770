package dev.escarole.engine.plan;

import java.io.IOException;

/** Prints a plan as a graph of its steps and edges. */
final class GraphPrinter {

  private static final int LONGEST_LABEL = 60;

  private final Appendable out;
  private final Notation notation;

  GraphPrinter(Appendable out, Notation notation) {
    this.out = out;
    this.notation = notation;
  }

  /** The graph languages; each format string takes its arguments in order. */
  enum Notation {
    DOT(
        "digraph plan {\n  rankdir=LR;\n  node [fontname=\"sans-serif\"];\n",
        "  n%d [shape=%s, label=\"%s\"];\n",
        "  n%d -> n%d [style=%s];\n",
        "}\n") {
      @Override
      String shape(Step step) {
        return step.fold(leaf -> "box", group -> group.isParallel() ? "hexagon" : "ellipse");
      }

      @Override
      String line(Edge.Kind kind) {
        return kind == Edge.Kind.FLOW || kind == Edge.Kind.ENTER ? "solid" : "dashed";
      }

      @Override
      String node(Step step, String label) {
        return node.formatted(step.index(), shape(step), escape(label));
      }

      @Override
      String edge(Edge edge) {
        return this.edge.formatted(edge.from(), edge.to(), line(edge.kind()));
      }

      private String escape(String text) {
        return text.replace("\\", "\\\\").replace("\"", "\\\"");
      }
    },

    MERMAID("flowchart LR\n", "  n%d%s\n", "  n%d %s n%d\n", "") {
      @Override
      String shape(Step step) {
        return step.fold(
            leaf -> "[\"%s\"]", group -> group.isParallel() ? "{{\"%s\"}}" : "([\"%s\"])");
      }

      @Override
      String line(Edge.Kind kind) {
        return kind == Edge.Kind.FLOW || kind == Edge.Kind.ENTER ? "-->" : "-.->";
      }

      @Override
      String node(Step step, String label) {
        return node.formatted(step.index(), shape(step).formatted(escape(label)));
      }

      @Override
      String edge(Edge edge) {
        return this.edge.formatted(edge.from(), line(edge.kind()), edge.to());
      }

      private String escape(String text) {
        return text.replace("&", "&amp;")
            .replace("\"", "&quot;")
            .replace("<", "&lt;")
            .replace(">", "&gt;");
      }
    };

    final String head;
    final String node;
    final String edge;
    final String tail;

    Notation(String head, String node, String edge, String tail) {
      this.head = head;
      this.node = node;
      this.edge = edge;
      this.tail = tail;
    }

    abstract String shape(Step step);

    abstract String line(Edge.Kind kind);

    abstract String node(Step step, String label);

    abstract String edge(Edge edge);
  }

  void print(Plan plan) throws IOException {
    out.append(notation.head);
    for (Step step : plan.steps()) {
      out.append(notation.node(step, label(step)));
    }
    for (Edge edge : plan.edges()) {
      out.append(notation.edge(edge));
    }
    out.append(notation.tail);
  }

  private static String label(Step step) {
    String what = step.fold(leaf -> CommandLines.display(leaf.argv()), Step::kindWord);
    String named = step.label() == null ? what : step.label() + ": " + what;
    String full = PlainText.line(step.isSkipped() ? named + " (skipped)" : named);
    String shown =
        full.length() <= LONGEST_LABEL ? full : full.substring(0, LONGEST_LABEL - 1) + "…";
    return step.path() + " " + shown;
  }
}
