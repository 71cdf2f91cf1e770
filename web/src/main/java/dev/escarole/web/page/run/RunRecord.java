package dev.escarole.web.page.run;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.store.NewRun;
import dev.escarole.engine.store.NewRun.Again;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.StoredHistory.StoredResume;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.engine.store.StoredStep;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What was on record of a run at one moment, arranged as a tree. Does not change once it is made,
 * so that all who watch a run share one. Thread-safe.
 */
final class RunRecord {

  private final StoredRun run;
  private final RunStatus status;
  private final Launch launch;
  private final Instant at;
  private final List<Node> nodes = new ArrayList<>();
  private final Map<String, Node> byPath = new HashMap<>();
  private final Map<String, Join> joins = new HashMap<>();

  /** How the run began, and how often it went on, without the bytes of its input. */
  record Launch(
      Map<String, Object> values,
      String recipeSource,
      long stdinBytes,
      List<String> directories,
      @Nullable Again again,
      int resumed) {
    Launch {
      directories = List.copyOf(directories);
    }

    static Launch of(NewRun run, List<StoredResume> resumes) {
      return new Launch(
          run.values(),
          run.recipeSource(),
          run.stdin().size(),
          run.directories(),
          run.again(),
          resumes.size());
    }
  }

  /** Several threads may read it, all to the same plan. */
  private volatile @Nullable Plan plan;

  private RunRecord(StoredRun run, RunStatus status, Launch launch, Instant at) {
    this.run = run;
    this.status = status;
    this.launch = launch;
    this.at = at;
  }

  /**
   * Reads a run.
   *
   * @param interrupted whether no engine carries it out, although it is not over
   * @param now the present moment, up to which lanes reach of what still runs
   */
  static RunRecord read(RunStore store, StoredRun run, boolean interrupted, Instant now) {
    RunStatus status = interrupted ? RunStatus.INTERRUPTED : run.status();
    NewRun launch = store.launch(run.id()).orElseThrow();
    RunRecord record = new RunRecord(run, status, Launch.of(launch, store.resumes(run.id())), now);
    for (StoredStep step : store.steps(run.id())) {
      record.add(step);
    }
    store.transitions(run.id()).forEach(each -> record.nodes.get(each.stepIndex()).add(each));
    store.attempts(run.id()).forEach(each -> record.nodes.get(each.stepIndex()).add(each));
    store.joins(run.id()).forEach(join -> record.joins.put(join.path(), join));
    for (int i = record.nodes.size() - 1; i >= 0; i--) {
      record.nodes.get(i).sumUp();
    }
    return record;
  }

  private void add(StoredStep step) {
    Integer parent = step.parentIndex();
    Node node = new Node(step, parent == null ? null : nodes.get(parent));
    nodes.add(node);
    byPath.put(node.path(), node);
  }

  StoredRun run() {
    return run;
  }

  RunStatus status() {
    return status;
  }

  Launch launch() {
    return launch;
  }

  boolean isOver() {
    return run.status().isOver();
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

  /** What the parallel node at this path came to; empty while it goes on. */
  Optional<Join> join(String path) {
    return Optional.ofNullable(joins.get(path));
  }

  /** Since when a step has been going on; null if it does not go on. */
  @Nullable String since(StoredStep.Progress progress) {
    Instant start = progress.startedAt();
    return start == null || progress.state().isEnded() || isOver() ? null : start.toString();
  }

  /** How a step stands, in the one word that all pages have for it. */
  String word(Node node) {
    return Join.word(node.state(), joins.get(node.path()));
  }

  /** The same for a step that was read by itself, which may have come further since. */
  String word(StoredStep step) {
    return Join.word(step.progress().state(), joins.get(step.place().path()));
  }

  /** The plan, which few pages need; read when it is asked for. */
  Plan plan(RunStore store) {
    Plan known = plan;
    if (known == null) {
      known = store.plan(run.id());
      plan = known;
    }
    return known;
  }

  /** Until when something is known: the end of the run, or when it was read. */
  Instant until() {
    Instant end = run.endedAt();
    return end == null ? at : end;
  }

  /** The leaf whose failure came first, if one failed and was not only stopped. */
  Optional<Node> firstCause() {
    return nodes.stream()
        .filter(node -> node.isLeaf() && Node.isTrouble(node.state()))
        .min(Comparator.comparing(RunRecord::end).thenComparing(Node::index));
  }

  private static Instant end(Node node) {
    Instant end = node.step().progress().endedAt();
    return end == null ? Instant.MAX : end;
  }

  /** The next leaf in plan order that failed, from the first again after the last. */
  Optional<Node> nextFailure(int afterIndex) {
    List<Node> failed =
        nodes.stream().filter(node -> node.isLeaf() && Node.isTrouble(node.state())).toList();
    return failed.stream()
        .filter(node -> node.index() > afterIndex)
        .findFirst()
        .or(() -> failed.stream().findFirst());
  }

  /** How many leaves are in each state. */
  StateTally leaves() {
    StateTally tally = new StateTally();
    for (Node node : nodes) {
      if (node.isLeaf() && !isIdleRecovery(node)) {
        tally.add(node.state());
      }
    }
    return tally;
  }

  /** Recoveries that were not needed say nothing. */
  private static boolean isIdleRecovery(Node node) {
    return node.state() == StepState.PENDING && node.path().contains("recover");
  }
}
