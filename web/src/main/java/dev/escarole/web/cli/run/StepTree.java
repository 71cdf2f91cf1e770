package dev.escarole.web.cli.run;

import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.Step;
import dev.escarole.web.app.run.StepPicture;
import dev.escarole.web.cli.text.TextFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/** The steps of a run in depth-first order, and how they are nested. Immutable. */
public final class StepTree {

  static final int NO_PARENT = -1;

  private final List<Node> nodes;
  private final int[] parents;
  private final boolean[] inRecovery;

  /**
   * Where a step stands and what it runs.
   *
   * @param kind {@code leaf}, {@code sequence} or {@code parallel}
   * @param argv empty for a group and for a leaf that the plan skips
   */
  record Node(String path, String kind, @Nullable String label, List<String> argv) {
    Node {
      argv = List.copyOf(argv);
    }

    private static Node of(StepPicture step) {
      return new Node(step.path(), step.kind(), step.label(), step.argv());
    }
  }

  private StepTree(List<Node> nodes, int[] parents) {
    this.nodes = List.copyOf(nodes);
    this.parents = parents;
    this.inRecovery = new boolean[nodes.size()];
    for (int i = 0; i < parents.length; i++) {
      inRecovery[i] = isRecovery(i) || (parents[i] != NO_PARENT && inRecovery[parents[i]]);
    }
  }

  static StepTree of(Plan plan) {
    List<Node> nodes = new ArrayList<>(plan.steps().size());
    int[] parents = new int[plan.steps().size()];
    parents[0] = NO_PARENT;
    for (Step step : plan.steps()) {
      List<String> argv = step.fold(LeafStep::argv, group -> List.of());
      nodes.add(new Node(step.path(), step.kindWord(), step.label(), argv));
      step.children().forEach(child -> parents[child.index()] = step.index());
      Step recover = step.recover();
      if (recover != null) {
        parents[recover.index()] = step.index();
      }
    }
    return new StepTree(nodes, parents);
  }

  /** The tree of steps whose paths tell where they belong; a parent stands before its children. */
  static StepTree of(List<StepPicture> steps) {
    Map<String, Integer> indexes = new HashMap<>();
    int[] parents = new int[steps.size()];
    for (int i = 0; i < parents.length; i++) {
      String path = steps.get(i).path();
      String parent = path.substring(0, Math.max(0, path.lastIndexOf('.')));
      parents[i] = indexes.getOrDefault(parent, NO_PARENT);
      indexes.put(path, i);
    }
    return new StepTree(steps.stream().map(Node::of).toList(), parents);
  }

  public int size() {
    return nodes.size();
  }

  Node node(int index) {
    return nodes.get(index);
  }

  boolean isLeaf(int index) {
    return nodes.get(index).kind().equals("leaf");
  }

  /** Index of the group that holds the step or of the step that it recovers. */
  int parent(int index) {
    return parents[index];
  }

  boolean isRecovery(int index) {
    return nodes.get(index).path().endsWith(".recover");
  }

  /** Whether the step belongs to a recovery, which runs only if something fails. */
  boolean isInRecovery(int index) {
    return inRecovery[index];
  }

  boolean isBranch(int index) {
    int parent = parents[index];
    return parent != NO_PARENT && !isRecovery(index) && node(parent).kind().equals("parallel");
  }

  String name(int index) {
    Node node = nodes.get(index);
    return TextFormat.step(node.path(), node.label(), node.argv());
  }

  /** What the step is called: label and command, as far as it has them, else its kind or place. */
  String title(int index) {
    Node node = nodes.get(index);
    String label = node.label() == null ? "" : TextFormat.plain(node.label());
    String what = isLeaf(index) ? TextFormat.command(node.argv()) : node.kind();
    String title = label.isEmpty() || what.isEmpty() ? label + what : label + ": " + what;
    String known = title.isEmpty() ? node.path() : title;
    return isRecovery(index) ? "recovery: " + known : known;
  }

  /** How many steps have each step as their parent, counting only those that are shown. */
  int[] childCounts(IntPredicate shown) {
    int[] counts = new int[parents.length];
    for (int i = 0; i < parents.length; i++) {
      if (parents[i] != NO_PARENT && shown.test(i)) {
        counts[parents[i]]++;
      }
    }
    return counts;
  }
}
