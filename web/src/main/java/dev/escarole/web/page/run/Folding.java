package dev.escarole.web.page.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.page.run.Folded.Kind;
import dev.escarole.web.page.run.RunRecord.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Folds a run so that it fits on a page: similar branches become one line with their number and
 * names, what failed comes first, and groups in which all is well stay closed if there is much.
 * Whatever is opened, a page has at most some more lines than its room. Confined to one thread.
 */
final class Folding {

  /** Children that are shown as they are. */
  private static final int FEW = 8;

  /** Steps of a run that is shown whole. */
  private static final int SMALL_RUN = 80;

  private static final Set<String> STATES =
      Arrays.stream(StepState.values()).map(StepState::word).collect(Collectors.toSet());

  private final Room room;
  private final StateFilter filter;
  private final Toggles toggles;
  private final boolean small;
  private final Folded root;
  private int lines;
  private boolean full;

  /** How much a page has room for. */
  enum Room {
    LANES(100, 300, 2_000, 200),
    GRAPH(30, 150, 300, 16);

    /** Lines that a fold shows when it is opened; more become parts that open one by one. */
    private final int opened;

    /** Lines after which nothing opens by itself. */
    private final int byItself;

    /** Lines after which nothing opens. */
    private final int lines;

    /** What a reader can open and close; every address on the page repeats it. */
    private final int toggles;

    Room(int opened, int byItself, int lines, int toggles) {
      this.opened = opened;
      this.byItself = byItself;
      this.lines = lines;
      this.toggles = toggles;
    }

    int toggles() {
      return toggles;
    }
  }

  /**
   * Folds a run.
   *
   * @param toggles what the reader has opened or closed; groups that are no more are replaced in it
   */
  Folding(RunRecord record, Room room, StateFilter filter, Toggles toggles) {
    this.room = room;
    this.filter = filter;
    this.toggles = toggles;
    this.small = record.nodes().size() <= SMALL_RUN;
    this.root = one(record.root());
  }

  /** The whole run. */
  static Folded of(RunRecord record, Toggles toggles) {
    StateFilter all = new StateFilter(record, Set.of());
    return new Folding(record, Room.LANES, all, toggles).root();
  }

  Folded root() {
    return root;
  }

  /** Whether something stays closed only because too much is open. */
  boolean isFull() {
    return full;
  }

  /** Whether this is open, counted as a line. */
  private boolean opens(String key, boolean byItself) {
    lines++;
    boolean asked = (byItself && lines < room.byItself) != toggles.contains(key);
    full |= asked && lines >= room.lines;
    return asked && lines < room.lines;
  }

  private boolean isOfInterest(Node node) {
    return node.isTroubled() || (filter.isActive() && filter.wants(node));
  }

  private Folded one(Node node) {
    String key = node.path();
    boolean byItself = node.parent() == null || small || isOfInterest(node);
    boolean open = !isBare(node) && opens(key, byItself);
    List<Folded> children = new ArrayList<>();
    if (open) {
      children.addAll(node.isParallel() ? branches(node) : sequence(node));
      Node recovery = node.recovery();
      if (recovery != null && isShown(recovery)) {
        children.add(one(recovery));
      }
    }
    return new Folded(Kind.STEP, List.of(node), children, key, !children.isEmpty(), 0);
  }

  /** Whether there is nothing in it to open; counted as a line. */
  private boolean isBare(Node node) {
    boolean bare = node.children().isEmpty() && node.recovery() == null;
    lines += bare ? 1 : 0;
    return bare;
  }

  private boolean isShown(Node recovery) {
    return recovery.state() != StepState.PENDING && filter.wants(recovery);
  }

  private List<Folded> branches(Node parent) {
    List<Folded> folded = new ArrayList<>(alike(parent, filter.wanted(parent.children())));
    others(Toggles.key(parent.path(), "others"), filter.others(parent.children()), folded);
    return folded;
  }

  private List<Folded> alike(Node parent, List<Node> branches) {
    if (branches.size() <= FEW) {
      return branches.stream().map(this::one).toList();
    }
    Map<String, List<Node>> alike = grouped(branches, true);
    if (alike.size() > room.opened) {
      alike = grouped(branches, false);
    }
    follow(parent, alike.keySet());
    List<Folded> folded = new ArrayList<>();
    alike.forEach(
        (likeness, nodes) -> folded.addAll(many(Toggles.key(parent.path(), likeness), nodes)));
    return folded;
  }

  /** Whoever opened branches sees them open when all of them have come into other states. */
  private void follow(Node parent, Set<String> likenesses) {
    toggles.follow(
        group -> {
          int make = group.name().indexOf('.');
          if (make < 0 || !group.owner().equals(parent.path())) {
            return List.of();
          }
          Stream<String> heirs =
              likenesses.contains(group.name())
                  ? Stream.of(group.name())
                  : likenesses.stream()
                      .filter(each -> make(each).equals(group.name().substring(make)));
          return heirs.map(each -> Toggles.key(parent.path(), each)).toList();
        });
  }

  private static String make(String likeness) {
    return likeness.substring(likeness.indexOf('.'));
  }

  private static Map<String, List<Node>> grouped(List<Node> branches, boolean byCommand) {
    Map<String, List<Node>> groups = new LinkedHashMap<>();
    branches.stream()
        .sorted(Comparator.comparing(node -> StateTally.ORDER.indexOf(node.state())))
        .forEach(
            node ->
                groups
                    .computeIfAbsent(
                        node.status() + "." + (byCommand ? make(node) : ""),
                        unused -> new ArrayList<>())
                    .add(node));
    return groups;
  }

  /** Branches are alike if they stand in the same state and are made of the same. */
  private static String make(Node node) {
    List<String> argv = node.picture().argv();
    String command = argv.isEmpty() ? "" : "." + argv.get(0);
    return node.picture().kind() + node.children().size() + command;
  }

  /** In a sequence order counts, so only neighbours are folded. */
  private List<Folded> sequence(Node parent) {
    List<List<Node>> stretches = stretches(parent.children());
    List<Folded> folded = new ArrayList<>();
    if (stretches.size() > room.opened) {
      folded.addAll(neighbours(parent, filter.wanted(parent.children())));
      others(Toggles.key(parent.path(), "others"), filter.others(parent.children()), folded);
      return folded;
    }
    for (List<Node> stretch : stretches) {
      if (filter.wants(stretch.get(0))) {
        folded.addAll(neighbours(parent, stretch));
      } else {
        others(Toggles.key(stretch.get(0).path(), "others"), stretch, folded);
      }
    }
    return folded;
  }

  /** Cut wherever steps that are wanted and steps that are not meet. */
  private List<List<Node>> stretches(List<Node> steps) {
    List<List<Node>> stretches = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= steps.size(); i++) {
      if (i == steps.size() || filter.wants(steps.get(i)) != filter.wants(steps.get(from))) {
        stretches.add(steps.subList(from, i));
        from = i;
      }
    }
    return stretches;
  }

  private List<Folded> neighbours(Node parent, List<Node> steps) {
    if (steps.size() <= FEW * 3) {
      return steps.stream().map(this::one).toList();
    }
    List<List<Node>> equal = equalNeighbours(steps);
    if (equal.size() > room.opened) {
      return members(Toggles.key(parent.path(), "all"), steps);
    }
    follow(equal);
    List<Folded> folded = new ArrayList<>();
    equal.forEach(nodes -> folded.addAll(many(key(nodes), nodes)));
    return folded;
  }

  private static String key(List<Node> equal) {
    Node first = equal.get(0);
    return Toggles.key(first.path(), first.state().word());
  }

  /**
   * A group of neighbours is named by its first step. When that has come into another state, what
   * is left of the group is meant, or else the group to which the step belongs now.
   */
  private void follow(List<List<Node>> equal) {
    Map<String, Integer> groups = new HashMap<>();
    for (int i = 0; i < equal.size(); i++) {
      for (Node node : equal.get(i)) {
        groups.put(node.path(), i);
      }
    }
    toggles.follow(
        group -> {
          Integer now = groups.get(group.owner());
          if (now == null || !STATES.contains(group.name())) {
            return List.of();
          }
          return List.of(
              equal.subList(now, equal.size()).stream()
                  .map(Folding::key)
                  .filter(key -> key.endsWith("~" + group.name()))
                  .findFirst()
                  .orElse(key(equal.get(now))));
        });
  }

  private static List<List<Node>> equalNeighbours(List<Node> steps) {
    List<List<Node>> equal = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= steps.size(); i++) {
      if (i == steps.size() || steps.get(i).state() != steps.get(from).state()) {
        equal.add(steps.subList(from, i));
        from = i;
      }
    }
    return equal;
  }

  private List<Folded> many(String key, List<Node> nodes) {
    boolean trouble = nodes.get(0).hasFailed();
    if (nodes.size() == 1 || (trouble && nodes.size() <= FEW && lines < room.byItself)) {
      return nodes.stream().map(this::one).toList();
    }
    return List.of(fold(Kind.ALIKE, key, nodes, 0, false));
  }

  private void others(String key, List<Node> nodes, List<Folded> folded) {
    if (!nodes.isEmpty()) {
      folded.add(fold(Kind.OTHERS, key, nodes, 0, false));
    }
  }

  private Folded fold(Kind kind, String key, List<Node> nodes, int from, boolean byItself) {
    boolean open = opens(key, byItself);
    return new Folded(kind, nodes, open ? members(key, nodes) : List.of(), key, open, from);
  }

  /** What an opened fold shows: its members or, of very many, parts of it. */
  private List<Folded> members(String key, List<Node> nodes) {
    if (nodes.size() <= room.opened) {
      return nodes.stream().map(this::one).toList();
    }
    int size = partSize(nodes.size());
    List<Folded> parts = new ArrayList<>();
    for (int from = 0; from < nodes.size(); from += size) {
      List<Node> part = nodes.subList(from, Math.min(nodes.size(), from + size));
      parts.add(fold(Kind.PART, Toggles.key(key, from), part, from, isMixed(part)));
    }
    return parts;
  }

  /** The smallest round number of which there are few enough: 10, 20, 50, 100 … */
  private int partSize(int number) {
    int size = 10;
    while ((long) size * room.opened < number) {
      size = String.valueOf(size).startsWith("2") ? size / 2 * 5 : size * 2;
    }
    return size;
  }

  /** A part opens by itself if what is of interest stands among much that is not. */
  private boolean isMixed(List<Node> part) {
    long interesting = part.stream().filter(this::isOfInterest).count();
    return interesting > 0 && interesting < part.size();
  }
}
