package dev.escarole.web.cli.text;

import dev.escarole.engine.plan.CommandLines;
import dev.escarole.web.app.run.ComputedInput;
import java.util.List;

/** Says in a line each how the computed inputs of a run came about. */
public final class ComputedText {

  private ComputedText() {}

  public static List<String> lines(List<ComputedInput> computed) {
    return computed.stream().map(ComputedText::line).toList();
  }

  private static String line(ComputedInput each) {
    StringBuilder line = new StringBuilder("  computed ").append(TextFormat.plain(each.name()));
    if (!each.calls().isEmpty()) {
      ComputedInput.Call first = each.calls().get(0);
      line.append(" by ").append(TextFormat.plain(CommandLines.display(first.argv())));
      line.append(first.cached() ? " (from the cache)" : "");
    }
    if (each.callCount() > 1) {
      line.append(" and ")
          .append(TextFormat.count(each.callCount() - 1, "other call", "other calls"));
    }
    return line.append(": ")
        .append(TextFormat.count(each.bytes(), "byte", "bytes"))
        .append(" after ")
        .append(TextFormat.duration(each.durationMillis()))
        .toString();
  }
}
