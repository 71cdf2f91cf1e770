package dev.escarole.engine.rehearsal;

import dev.escarole.engine.plan.CommandLines;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.recipe.template.NearestName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the steps that a test names: by path, by label, by command line, or by the beginning of
 * command lines, followed by {@code *}. The first of these that names any step counts.
 */
final class NamedSteps {

  private static final char WILDCARD = '*';

  private final Plan plan;
  private final Map<String, Step> byPath = new HashMap<>();
  private final Map<String, List<Step>> byLabel = new HashMap<>();
  private final Map<String, List<Step>> byCommand = new HashMap<>();

  NamedSteps(Plan plan) {
    this.plan = plan;
    for (Step step : plan.steps()) {
      byPath.put(step.path(), step);
      if (step.label() != null) {
        byLabel.computeIfAbsent(step.label(), label -> new ArrayList<>()).add(step);
      }
      if (step instanceof LeafStep leaf && !leaf.isSkipped()) {
        byCommand.computeIfAbsent(command(leaf), line -> new ArrayList<>()).add(step);
      }
    }
  }

  static String command(LeafStep leaf) {
    return CommandLines.display(leaf.argv());
  }

  /** How narrowly a name names steps: paths before labels before commands before beginnings. */
  int rank(String name) {
    if (byPath.containsKey(name)) {
      return 0;
    }
    if (byLabel.containsKey(name)) {
      return 1;
    }
    return byCommand.containsKey(name) ? 2 : 3;
  }

  /** The steps of this name, in plan order; empty if there are none. */
  List<Step> find(String name) {
    Step step = byPath.get(name);
    if (step != null) {
      return List.of(step);
    }
    List<Step> labelled = byLabel.get(name);
    if (labelled != null) {
      return labelled;
    }
    List<Step> commands = byCommand.get(name);
    return commands != null ? commands : beginning(name);
  }

  private List<Step> beginning(String name) {
    int last = name.length() - 1;
    if (last < 0 || name.charAt(last) != WILDCARD) {
      return List.of();
    }
    String beginning = name.substring(0, last);
    List<Step> found = new ArrayList<>();
    for (Step step : plan.steps()) {
      if (step instanceof LeafStep leaf
          && !leaf.isSkipped()
          && command(leaf).startsWith(beginning)) {
        found.add(step);
      }
    }
    return found;
  }

  /** That a name names nothing in the plan. */
  Mismatch unknown(String where, String name) {
    Set<String> known = new LinkedHashSet<>(byLabel.keySet());
    known.addAll(byCommand.keySet());
    known.addAll(byPath.keySet());
    String nearest = NearestName.of(name, known);
    return new Mismatch(
        where + ": '" + name + "'",
        "the label, path or command line of a step",
        "no step is called that" + (nearest == null ? "" : "; did you mean '" + nearest + "'?"));
  }

  /** What messages call a step. */
  static String of(Step step) {
    if (step.label() != null) {
      return "step '" + step.label() + "'";
    }
    return step instanceof LeafStep leaf && !leaf.isSkipped()
        ? "step " + step.path() + " (" + command(leaf) + ")"
        : "step " + step.path();
  }
}
