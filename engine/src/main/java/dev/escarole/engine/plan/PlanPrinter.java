package dev.escarole.engine.plan;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import dev.escarole.recipe.handle.CapturedBytes;
import dev.escarole.recipe.handle.HandleStreams;
import dev.escarole.recipe.http.HttpRule;
import dev.escarole.recipe.template.Setting;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
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

  private static final class TreePrinter {

    /** As many skipped steps beside each other have a line each. */
    private static final int FEW_SKIPPED = 3;

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
      for (HttpRule rule : plan.http()) {
        out.append("asks for ").append(PlainText.line(rule.text())).append('\n');
      }
      if (plan.output().value() != null) {
        out.append("output ").append(PlainText.line(plan.output().selector())).append(" = ");
        out.append(PlainText.line(plan.output().value())).append('\n');
      }
      if (plan.hasImports()) {
        for (PlanSource source : plan.sources()) {
          out.append("from ").append(PlainText.line(source.path()));
          out.append(" sha256 ").append(source.sha256()).append('\n');
        }
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
      String file = step.place().importedFrom();
      if (file != null) {
        out.append(" from ").append(PlainText.line(file));
      }
      out.append('\n');
      List<Step> inner = new ArrayList<>(step.children());
      Step recover = step.recover();
      if (recover != null) {
        inner.add(recover);
      }
      int next = 0;
      while (next < inner.size()) {
        int end = likeSkipped(step.children(), next);
        boolean row = end - next > FEW_SKIPPED;
        int after = row ? end : next + 1;
        boolean last = after == inner.size();
        String branch = rest + (last ? "└─ " : "├─ ");
        if (row) {
          out.append(branch);
          skipped(inner.subList(next, end));
        } else {
          Step each = inner.get(next);
          String part = each.equals(recover) && last ? "recovery: " : "";
          step(each, branch, rest + (last ? "   " : "│  "), part);
        }
        next = after;
      }
    }

    /** The end of the steps from there on that are skipped for the same reason. */
    private static int likeSkipped(List<Step> steps, int from) {
      int end = from;
      while (end < steps.size()
          && steps.get(end).isSkipped()
          && Objects.equals(steps.get(end).skipReason(), steps.get(from).skipReason())) {
        end++;
      }
      return end;
    }

    private void skipped(List<Step> steps) throws IOException {
      Step first = steps.get(0);
      out.append(first.path())
          .append(" to ")
          .append(steps.get(steps.size() - 1).path())
          .append(
              String.format(
                  Locale.ROOT,
                  ": %,d steps skipped: %s%n",
                  steps.size(),
                  PlainText.line(String.valueOf(first.skipReason()))));
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
        @Override
        String node(Step step, String label) {
          String shape =
              step.fold(
                  leaf -> leaf.awaits() == null ? "box" : "octagon",
                  group -> group.isParallel() ? "hexagon" : "ellipse");
          String escaped = label.replace("\\", "\\\\").replace("\"", "\\\"");
          return node.formatted(step.index(), shape, escaped);
        }

        @Override
        String edge(Edge edge) {
          return this.edge.formatted(edge.from(), edge.to(), edge.flows() ? "solid" : "dashed");
        }
      },
      MERMAID("flowchart LR\n", "  n%d%s\n", "  n%d %s n%d\n", "") {
        @Override
        String node(Step step, String label) {
          String shape =
              step.fold(
                  leaf -> leaf.awaits() == null ? "[\"%s\"]" : "[/\"%s\"/]",
                  group -> group.isParallel() ? "{{\"%s\"}}" : "([\"%s\"])");
          String escaped =
              label
                  .replace("&", "&amp;")
                  .replace("\"", "&quot;")
                  .replace("<", "&lt;")
                  .replace(">", "&gt;");
          return node.formatted(step.index(), shape.formatted(escaped));
        }

        @Override
        String edge(Edge edge) {
          return this.edge.formatted(edge.from(), edge.flows() ? "-->" : "-.->", edge.to());
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
    private static final ObjectWriter JSON = new ObjectMapper().writerWithDefaultPrettyPrinter();

    private JsonPrinter() {}

    static void print(Plan plan, List<String> directories, Appendable out) throws IOException {
      StringWriter text = new StringWriter();
      try (JsonGenerator json = JSON.createGenerator(text)) {
        json.writeStartObject();
        json.writeStringField("recipe", plan.recipeName());
        json.writeStringField("planHash", plan.hash());
        json.writeNumberField("leaves", plan.leafCount());
        json.writePOJOField("directories", directories);
        if (!plan.http().isEmpty()) {
          json.writePOJOField("http", plan.http());
        }
        Map<String, @Nullable Object> output = new LinkedHashMap<>();
        output.put("selector", plan.output().selector());
        output.put("value", plan.output().value());
        json.writePOJOField("output", output);
        json.writePOJOField("sources", plan.sources());
        json.writeArrayFieldStart("steps");
        for (Step step : plan.steps()) {
          json.writePOJO(step(step, plan));
        }
        json.writeEndArray();
        json.writeArrayFieldStart("edges");
        for (Edge edge : plan.edges()) {
          json.writePOJO(edge(edge, plan));
        }
        json.writeEndArray();
        json.writeEndObject();
      }
      out.append(text.getBuffer()).append('\n');
    }

    private static Map<String, @Nullable Object> step(Step step, Plan plan) {
      HandleSetting handle = step.fold(LeafStep::handle, group -> null);
      Step recover = step.recover();
      Map<String, @Nullable Object> shown = new LinkedHashMap<>();
      shown.put("path", step.path());
      shown.put("kind", step.kindWord());
      shown.put("label", step.label());
      shown.put("pointer", step.place().pointer());
      shown.put("source", plan.source(step));
      shown.put("argv", step.fold(LeafStep::argv, group -> List.of()));
      shown.put("handle", handle == null ? null : handle(handle));
      shown.put("skipped", step.skipReason());
      for (Setting setting : Setting.OF_STEPS) {
        shown.put(setting.camelKey(), step.controls().plain(setting));
      }
      shown.put("children", step.children().stream().map(Step::path).toList());
      shown.put("recover", recover == null ? null : recover.path());
      return shown;
    }

    private static Map<String, @Nullable Object> handle(HandleSetting setting) {
      CapturedBytes stdin = setting.stdin();
      HandleStreams streams = setting.streams();
      Map<String, @Nullable Object> shown = new LinkedHashMap<>();
      shown.put("name", setting.handle());
      shown.put("directory", setting.directory());
      shown.put("environment", setting.environment());
      shown.put("stdin", stdin == null ? null : stdin.toArray());
      shown.put("openStdin", streams.openStdin());
      shown.put("stdout", streams.stdout().word());
      shown.put("stderr", streams.stderr().word());
      shown.put("encoding", streams.encoding().word());
      return shown;
    }

    private static Map<String, Object> edge(Edge edge, Plan plan) {
      Map<String, Object> shown = new LinkedHashMap<>();
      shown.put("kind", edge.kind().word());
      shown.put("from", plan.step(edge.from()).path());
      shown.put("to", plan.step(edge.to()).path());
      return shown;
    }
  }
}
