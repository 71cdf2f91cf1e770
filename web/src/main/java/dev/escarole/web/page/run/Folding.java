package dev.escarole.web.page.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.page.run.RunRecord.Node;
import dev.escarole.web.page.words.Address;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Folds a run so that it fits on a page: equal branches become one line with their number, what
 * failed comes first, and groups in which all is well stay closed if there is much. Confined to one
 * thread.
 */
final class Folding {

  /** Children that are shown as they are. */
  private static final int FEW = 8;

  /** Lines that a group shows of what it folds, if it is opened. */
  static final int MOST_OPENED = 100;

  /** Steps of a run that is shown whole. */
  private static final int SMALL_RUN = 80;

  /** Lines after which nothing opens by itself. */
  private static final int MOST_LINES = 300;

  private final Set<String> toggled;
  private final boolean small;
  private int lines;

  /**
   * A step, or several equal siblings that are shown as one. Immutable.
   *
   * @param members at least one, in plan order
   * @param children what is shown below it; empty if it is closed or has none
   * @param key names it in addresses, so that it can be opened and closed
   * @param open whether its members, or its children, are shown
   */
  record Folded(List<Node> members, List<Folded> children, String key, boolean open) {

    boolean isMany() {
      return members.size() > 1;
    }

    Node first() {
      return members.get(0);
    }

    boolean canOpen() {
      return isMany() || !first().children().isEmpty();
    }
  }

  private Folding(RunRecord record, Set<String> toggled) {
    this.toggled = toggled;
    this.small = record.nodes().size() <= SMALL_RUN;
  }

  /** Folds a run whose reader has opened or closed these keys. */
  static Folded of(RunRecord record, Set<String> toggled) {
    return new Folding(record, toggled).one(record.root());
  }

  private Folded one(Node node) {
    lines++;
    String key = node.path();
    boolean byItself = node.parent() == null || small || node.isTroubled();
    boolean open = (byItself && lines < MOST_LINES) != toggled.contains(key);
    List<Folded> children = new ArrayList<>();
    Node recovery = node.recovery();
    if (open) {
      children.addAll(node.isParallel() ? branches(node) : sequence(node));
    }
    if (open && recovery != null && recovery.state() != StepState.PENDING) {
      children.add(one(recovery));
    }
    return new Folded(List.of(node), children, key, open && !children.isEmpty());
  }

  private List<Folded> branches(Node parent) {
    if (parent.children().size() <= FEW) {
      return parent.children().stream().map(this::one).toList();
    }
    Map<String, List<Node>> alike = new LinkedHashMap<>();
    parent.children().stream()
        .sorted(Comparator.comparing(node -> StateTally.ORDER.indexOf(node.state())))
        .forEach(
            node -> alike.computeIfAbsent(likeness(node), unused -> new ArrayList<>()).add(node));
    List<Folded> folded = new ArrayList<>();
    alike.forEach((likeness, nodes) -> folded.addAll(many(parent.path() + "~" + likeness, nodes)));
    return folded;
  }

  /** In a sequence order counts, so only neighbours are folded. */
  private List<Folded> sequence(Node parent) {
    List<Node> children = parent.children();
    if (children.size() <= FEW * 3) {
      return children.stream().map(this::one).toList();
    }
    List<Folded> folded = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= children.size(); i++) {
      if (i == children.size() || children.get(i).state() != children.get(from).state()) {
        String key = parent.path() + "~" + from + "-" + children.get(from).state().word();
        folded.addAll(many(key, children.subList(from, i)));
        from = i;
      }
    }
    return folded;
  }

  private List<Folded> many(String key, List<Node> nodes) {
    boolean trouble = nodes.get(0).hasFailed();
    if (nodes.size() == 1 || (trouble && nodes.size() <= FEW && lines < MOST_LINES)) {
      return nodes.stream().map(this::one).toList();
    }
    lines++;
    boolean open = toggled.contains(key);
    List<Folded> members =
        open ? nodes.stream().limit(MOST_OPENED).map(this::one).toList() : List.of();
    return List.of(new Folded(nodes, members, key, open));
  }

  /** Branches are alike if they stand in the same state and are made of the same. */
  private static String likeness(Node node) {
    List<String> argv = node.picture().argv();
    String command = argv.isEmpty() ? "" : "." + argv.get(0);
    return node.state().word() + "." + node.picture().kind() + node.children().size() + command;
  }

  /** What a reader has opened and closed, and the address without it. */
  record Toggles(String base, Set<String> keys) {

    private static final int MOST = 200;

    static Toggles of(Context ctx, String base) {
      return new Toggles(
          base, ctx.queryParams("at").stream().limit(MOST).collect(Collectors.toUnmodifiableSet()));
    }

    /** The address at which this is closed if it is open now, and open if it is closed. */
    String toggled(String key) {
      Set<String> next = new LinkedHashSet<>(keys);
      if (!next.remove(key)) {
        next.add(key);
      }
      Address address = new Address(base);
      next.stream().sorted().forEach(each -> address.with("at", each));
      return address.toString();
    }
  }
}
