package dev.escarole.web.page.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.app.run.Cause;
import dev.escarole.web.app.run.JoinPicture;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunOrigin;
import dev.escarole.web.app.run.RunTimeline;
import dev.escarole.web.app.run.RunTimeline.TimedStep;
import dev.escarole.web.app.run.StepPicture;
import dev.escarole.web.page.words.Words;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The timeline of a run, arranged as a tree. Immutable, so that all requests share one. */
public final class RunRecord {

  private static final String RECOVERY = ".recover";

  private final RunTimeline timeline;
  private final RunOrigin origin;
  private final List<Node> nodes = new ArrayList<>();
  private final Map<String, Node> byPath = new HashMap<>();
  private final Map<String, JoinPicture> joins = new HashMap<>();

  RunRecord(RunTimeline timeline, RunOrigin origin) {
    this.timeline = timeline;
    this.origin = origin;
    for (TimedStep step : timeline.steps()) {
      String path = step.picture().path();
      int dot = path.lastIndexOf('.');
      Node node = new Node(step, nodes.size(), dot < 0 ? null : byPath.get(path.substring(0, dot)));
      nodes.add(node);
      byPath.put(path, node);
    }
    for (int i = nodes.size() - 1; i >= 0; i--) {
      nodes.get(i).sumUp();
    }
    timeline.joins().forEach(join -> joins.put(join.path(), join));
  }

  /** A step among the steps around it. */
  public static final class Node {

    private final TimedStep step;
    private final int index;
    private final @Nullable Node parent;
    private final List<Node> children = new ArrayList<>(0);
    private @Nullable Node recovery;
    private int size = 1;
    private boolean troubled;

    private Node(TimedStep step, int index, @Nullable Node parent) {
      this.step = step;
      this.index = index;
      this.parent = parent;
      if (parent != null && isRecovery()) {
        parent.recovery = this;
      } else if (parent != null) {
        parent.children.add(this);
      }
    }

    /** Called for the last step first. */
    private void sumUp() {
      troubled |= hasFailed() || state() == StepState.RUNNING;
      if (parent != null) {
        parent.size += size;
        parent.troubled |= troubled;
      }
    }

    public TimedStep step() {
      return step;
    }

    public StepPicture picture() {
      return step.picture();
    }

    /** Its place in plan order, from 0. */
    int index() {
      return index;
    }

    @Nullable Node parent() {
      return parent;
    }

    public List<Node> children() {
      return children;
    }

    @Nullable Node recovery() {
      return recovery;
    }

    /** Steps in it, itself included. */
    int size() {
      return size;
    }

    /** Whether a step in it failed or runs. */
    boolean isTroubled() {
      return troubled;
    }

    StepState state() {
      return step.state();
    }

    /** The word for its state that all faces use. */
    public String status() {
      return picture().status();
    }

    public String path() {
      return picture().path();
    }

    boolean isLeaf() {
      return picture().kind().equals("leaf");
    }

    boolean isParallel() {
      return picture().kind().equals("parallel");
    }

    boolean isRecovery() {
      return path().endsWith(RECOVERY);
    }

    /** Whether it belongs to a recovery, whose output no step reads. */
    boolean isInRecovery() {
      return isRecovery() || path().contains(RECOVERY + ".");
    }

    public boolean isBranch() {
      return parent != null && parent.isParallel() && !isRecovery();
    }

    boolean hasFailed() {
      return state() == StepState.FAILED || state() == StepState.TIMEOUT;
    }

    /** The author's label, or what a join calls the branch, or the command, or the kind. */
    public String name() {
      if (isLabelled()) {
        return label();
      }
      if (!picture().argv().isEmpty()) {
        return String.join(" ", picture().argv());
      }
      return isBranch() ? branchName() : isRecovery() ? "recovery" : picture().kind();
    }

    /** What the join around it calls this branch. */
    public String branchName() {
      String number = path().substring(path().lastIndexOf('.') + 1);
      return label().isEmpty() ? "branch " + (Integer.parseInt(number) + 1) : label();
    }

    /** Whether the author has given it a name. */
    boolean isLabelled() {
      return !label().isEmpty();
    }

    private String label() {
      String label = picture().label();
      return label == null ? "" : label;
    }
  }

  public RunHead head() {
    return timeline.head();
  }

  public String id() {
    return head().run();
  }

  public RunTimeline timeline() {
    return timeline;
  }

  public RunOrigin origin() {
    return origin;
  }

  public boolean isOver() {
    return head().hasEnded();
  }

  /** All steps in plan order; each stands at its index. */
  List<Node> nodes() {
    return nodes;
  }

  Node root() {
    return nodes.get(0);
  }

  Optional<Node> node(String path) {
    return Optional.ofNullable(byPath.get(path));
  }

  /** What a parallel node made of its branches; empty while it goes on. */
  Optional<JoinPicture> join(Node node) {
    return Optional.ofNullable(joins.get(node.path())).filter(join -> node.state().isEnded());
  }

  String address(Node node) {
    return address(node.picture());
  }

  /** The page of a step. */
  public String address(StepPicture step) {
    return "/runs/" + id() + (step.kind().equals("parallel") ? "/joins/" : "/steps/") + step.path();
  }

  /**
   * Something with a page.
   *
   * @param address null if it has none
   */
  public record Link(String words, @Nullable String address) {}

  /** Links to the groups around a step, from the root on. */
  public List<Link> crumbs(Node node) {
    List<Link> crumbs = new ArrayList<>();
    for (Node at = node.parent(); at != null; at = at.parent()) {
      crumbs.add(0, new Link(Words.brief(at.name(), 40), address(at)));
    }
    return crumbs;
  }

  /** How long a step took, or has taken so far; empty if it did not begin. */
  public String duration(StepPicture step) {
    Instant start = step.startedAt();
    Long millis = step.durationMillis();
    return start == null
        ? ""
        : Words.duration(millis == null ? Words.millis(start, timeline.until()) : millis);
  }

  /** When a step began that goes on; null for other steps. */
  public @Nullable String since(StepPicture step) {
    Instant start = step.startedAt();
    return start == null || step.durationMillis() != null || isOver() ? null : start.toString();
  }

  Optional<Node> firstCause() {
    String path = timeline.firstCause();
    return path == null ? Optional.empty() : node(path);
  }

  /** How many steps failed by themselves. */
  int failures() {
    return (int) nodes.stream().filter(node -> node.step().cause() != null).count();
  }

  List<Node> failedLeaves() {
    return nodes.stream().filter(node -> node.isLeaf() && node.hasFailed()).toList();
  }

  /** The cause of this key; empty if no step, or only a rare one, failed of it. */
  Optional<Cause> cause(String key) {
    return timeline.causes().stream().filter(cause -> cause.key().equals(key)).findFirst();
  }

  /**
   * How many failures in a step have which cause, by key, the most frequent cause of the run first.
   */
  Map<String, Integer> causesIn(Node node) {
    Map<String, Integer> found = failuresByCause(node);
    Map<String, Integer> counts = new LinkedHashMap<>();
    timeline.causes().stream()
        .map(Cause::key)
        .filter(found::containsKey)
        .forEach(key -> counts.put(key, found.get(key)));
    return counts;
  }

  /** How many causes the failures in a step have, those that the timeline leaves out included. */
  int causeCount(Node node) {
    return failuresByCause(node).size();
  }

  private Map<String, Integer> failuresByCause(Node node) {
    Map<String, Integer> found = new HashMap<>();
    for (Node each : nodes.subList(node.index(), node.index() + node.size())) {
      if (each.step().cause() != null) {
        found.merge(each.step().cause(), 1, Integer::sum);
      }
    }
    return found;
  }

  /** Whether a step in this one, or itself, failed of a cause. */
  boolean hasCause(Node node, String key) {
    return nodes.subList(node.index(), node.index() + node.size()).stream()
        .anyMatch(each -> key.equals(each.step().cause()));
  }

  /** How many leaves are in each state; recoveries that were not needed do not count. */
  StateTally leaves() {
    StateTally tally = new StateTally();
    for (Node node : nodes) {
      if (node.isLeaf() && !(node.state() == StepState.PENDING && node.isInRecovery())) {
        tally.add(node.state());
      }
    }
    return tally;
  }
}
