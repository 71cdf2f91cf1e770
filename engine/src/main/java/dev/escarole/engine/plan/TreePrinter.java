package dev.escarole.engine.plan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Prints a plan as a tree of lines. */
final class TreePrinter {

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
