package dev.escarole.engine.plan;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.escarole.recipe.handle.CapturedBytes;
import dev.escarole.recipe.template.Setting;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

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

  /** Prints a plan as a tree of lines. */
  private static final class TreePrinter {

    private final Appendable out;

    TreePrinter(Appendable out) {
      this.out = out;
    }

    void print(Plan plan, List<String> directories) throws IOException {
      out.append(PlainText.line(plan.recipeName()))
          .append(
              String.format(
                  Locale.ROOT,
                  ": %,d steps, %,d leaves, plan %s%n",
                  plan.steps().size(),
                  plan.leafCount(),
                  plan.hash().substring(0, 12)));
      for (String directory : directories) {
        out.append("sees ").append(PlainText.line(directory)).append('\n');
      }
      if (plan.output().value() != null) {
        out.append("output ").append(PlainText.line(plan.output().selector())).append(" = ");
        out.append(PlainText.line(plan.output().value())).append('\n');
      }
      step(plan.root(), "", "", "");
    }

    /**
     * @param first prefix of the step's own line
     * @param rest prefix of its children's lines
     * @param role the step's role, printed first
     */
    private void step(Step step, String first, String rest, String role) throws IOException {
      out.append(first)
          .append(step.path())
          .append(' ')
          .append(role)
          .append(PlainText.line(describe(step)));
      out.append('\n');
      List<Step> inner = new ArrayList<>(step.children());
      Step recover = step.recover();
      if (recover != null) {
        inner.add(recover);
      }
      for (int i = 0; i < inner.size(); i++) {
        boolean last = i == inner.size() - 1;
        step(
            inner.get(i),
            rest + (last ? "└─ " : "├─ "),
            rest + (last ? "   " : "│  "),
            inner.get(i).equals(recover) && last ? "recovery: " : "");
      }
    }

    private static String describe(Step step) {
      StringBuilder line = new StringBuilder(step.label() == null ? "" : step.label() + ": ");
      line.append(step.<String>fold(leaf -> CommandLines.display(leaf.argv()), Step::kindWord));
      if (step.isSkipped()) {
        return line.append(line.isEmpty() || line.charAt(line.length() - 1) == ' ' ? "" : " ")
            .append("skipped: ")
            .append(step.skipReason())
            .toString();
      }
      List<String> controls = handle(step.fold(LeafStep::handle, group -> null));
      controls.addAll(ControlWords.of(step));
      if (!controls.isEmpty()) {
        line.append(" [").append(String.join(", ", controls)).append(']');
      }
      return line.toString();
    }

    private static List<String> handle(@Nullable HandleSetting setting) {
      return setting == null ? new ArrayList<>() : HandleText.lines(setting);
    }
  }

  /** Prints a plan as a graph of its steps and edges. */
  private static final class GraphPrinter {

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
        private String shape(Step step) {
          return step.fold(leaf -> "box", group -> group.isParallel() ? "hexagon" : "ellipse");
        }

        private String line(Edge.Kind kind) {
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
        private String shape(Step step) {
          return step.fold(
              leaf -> "[\"%s\"]", group -> group.isParallel() ? "{{\"%s\"}}" : "([\"%s\"])");
        }

        private String line(Edge.Kind kind) {
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

  /** Prints a plan as one JSON object: facts, steps in depth-first order, edges by path. */
  private static final class JsonPrinter {

    private static final JsonFactory JSON = new JsonFactory();

    private final JsonGenerator json;

    private JsonPrinter(JsonGenerator json) {
      this.json = json;
    }

    static void print(Plan plan, List<String> directories, Appendable out) throws IOException {
      StringWriter text = new StringWriter();
      try (JsonGenerator generator = JSON.createGenerator(text)) {
        generator.useDefaultPrettyPrinter();
        new JsonPrinter(generator).plan(plan, directories);
      }
      out.append(text.getBuffer()).append('\n');
    }

    private void plan(Plan plan, List<String> directories) throws IOException {
      json.writeStartObject();
      json.writeStringField("recipe", plan.recipeName());
      json.writeStringField("planHash", plan.hash());
      json.writeNumberField("leaves", plan.leafCount());
      texts("directories", directories);
      json.writeObjectFieldStart("output");
      json.writeStringField("selector", plan.output().selector());
      text("value", plan.output().value());
      json.writeEndObject();
      json.writeArrayFieldStart("steps");
      for (Step step : plan.steps()) {
        step(step);
      }
      json.writeEndArray();
      edges(plan);
      json.writeEndObject();
    }

    private void step(Step step) throws IOException {
      json.writeStartObject();
      json.writeStringField("path", step.path());
      json.writeStringField("kind", step.kindWord());
      text("label", step.label());
      json.writeStringField("pointer", step.place().pointer());
      texts("argv", step.fold(LeafStep::argv, group -> List.of()));
      handle(step.fold(LeafStep::handle, group -> null));
      text("skipped", step.skipReason());
      controls(step.controls());
      texts("children", step.children().stream().map(Step::path).toList());
      Step recover = step.recover();
      text("recover", recover == null ? null : recover.path());
      json.writeEndObject();
    }

    private void handle(@Nullable HandleSetting setting) throws IOException {
      if (setting == null) {
        json.writeNullField("handle");
        return;
      }
      json.writeObjectFieldStart("handle");
      json.writeStringField("name", setting.handle());
      text("directory", setting.directory());
      json.writeObjectFieldStart("environment");
      for (Map.Entry<String, String> variable : setting.environment().entrySet()) {
        json.writeStringField(variable.getKey(), variable.getValue());
      }
      json.writeEndObject();
      CapturedBytes stdin = setting.stdin();
      json.writeFieldName("stdin");
      if (stdin == null) {
        json.writeNull();
      } else {
        json.writeBinary(stdin.toArray());
      }
      json.writeBooleanField("openStdin", setting.streams().openStdin());
      json.writeStringField("stdout", setting.streams().stdout().word());
      json.writeStringField("stderr", setting.streams().stderr().word());
      json.writeStringField("encoding", setting.streams().encoding().word());
      json.writeEndObject();
    }

    private void controls(Controls controls) throws IOException {
      for (Setting setting : Setting.OF_STEPS) {
        json.writeFieldName(setting.camelKey());
        value(controls.plain(setting));
      }
    }

    private void value(@Nullable Object plain) throws IOException {
      if (plain instanceof Long number) {
        json.writeNumber(number);
      } else if (plain instanceof Boolean flag) {
        json.writeBoolean(flag);
      } else if (plain instanceof List<?> codes) {
        json.writeStartArray();
        for (int i = 0; i < codes.size(); i++) {
          json.writeNumber((Integer) codes.get(i));
        }
        json.writeEndArray();
      } else {
        // Also null.
        json.writeString((String) plain);
      }
    }

    private void edges(Plan plan) throws IOException {
      json.writeArrayFieldStart("edges");
      for (Edge edge : plan.edges()) {
        json.writeStartObject();
        json.writeStringField("kind", edge.kind().word());
        json.writeStringField("from", plan.step(edge.from()).path());
        json.writeStringField("to", plan.step(edge.to()).path());
        json.writeEndObject();
      }
      json.writeEndArray();
    }

    private void texts(String field, List<String> texts) throws IOException {
      json.writeArrayFieldStart(field);
      for (String text : texts) {
        json.writeString(text);
      }
      json.writeEndArray();
    }

    private void text(String field, @Nullable String text) throws IOException {
      if (text == null) {
        json.writeNullField(field);
      } else {
        json.writeStringField(field, text);
      }
    }
  }
}
