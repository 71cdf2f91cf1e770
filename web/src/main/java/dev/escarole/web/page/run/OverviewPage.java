package dev.escarole.web.page.run;

import dev.escarole.engine.plan.CommandLines;
import dev.escarole.engine.run.Computation;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.web.page.words.Words;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Makes the first page of a run. As thread-safe as the store. */
final class OverviewPage {

  private static final int MOST_JOINS = 20;
  private static final int MOST_FAILURES = 10;
  private static final int LONGEST_VALUE = 2_000;
  private static final int HASH_SHOWN = 12;

  /** States of joins; those that are not here count as running. */
  private static final List<String> RANKS =
      List.of(
          "failed",
          "timeout",
          "cancelled",
          "unusable",
          "degraded",
          "running",
          "pending",
          "done",
          "skipped");

  private final RunStore store;

  OverviewPage(RunStore store) {
    this.store = store;
  }

  OverviewView view(RunTitle head, RunRecord record) {
    List<Node> parallel =
        record.nodes().stream()
            .filter(node -> node.isParallel() && !Flow.isInRecovery(node))
            .toList();
    List<JoinLine> joins =
        parallel.stream()
            .map(node -> JoinLine.of(record, node))
            .sorted(Comparator.comparing(OverviewPage::rank))
            .limit(MOST_JOINS)
            .toList();
    List<OverviewView.Tile> tiles =
        record.leaves().shares().stream()
            .map(share -> new OverviewView.Tile(share.word(), Words.number(share.number())))
            .toList();
    return new OverviewView(
        head,
        tiles,
        acceptance(record.run()),
        joins,
        parallel.size() - joins.size(),
        failures(record),
        result(record.run()),
        launch(record));
  }

  private List<String> acceptance(StoredRun run) {
    return store
        .reports()
        .acceptance(run.id())
        .map(acceptance -> AcceptanceText.sentences(run.status(), acceptance))
        .orElse(List.of());
  }

  /** What has something to say comes first. */
  private static int rank(JoinLine join) {
    int place = RANKS.indexOf(join.state());
    return place < 0 ? RANKS.indexOf("running") : place;
  }

  private List<RunTitle.Cause> failures(RunRecord record) {
    List<Node> failed =
        record.nodes().stream()
            .filter(node -> node.isLeaf() && Node.isTrouble(node.state()))
            .limit(MOST_FAILURES)
            .toList();
    Map<String, String> lines =
        store.reports().firstErrors(record.run().id(), failed.stream().map(Node::path).toList());
    return failed.stream()
        .map(
            node ->
                new RunTitle.Cause(
                    node.path(),
                    Words.brief(node.name(), 60),
                    node.state().word(),
                    lines.getOrDefault(node.path(), "")))
        .toList();
  }

  private OverviewView.@Nullable Result result(StoredRun run) {
    String sha256 = run.stdoutSha256();
    if (sha256 == null) {
      return null;
    }
    byte[] bytes =
        store.reports().contentPart(sha256, 0, TextWindow.TEXT_BYTES + 1).orElse(new byte[0]);
    boolean cut = bytes.length > TextWindow.TEXT_BYTES;
    TextView.Look look = new TextView.Look(true, "", 0, 0);
    List<TextView.Piece> pieces = TextWindow.from(ByteSource.of(bytes), 0, look).pieces();
    String text = pieces.isEmpty() ? "" : pieces.get(0).text();
    String size =
        cut ? "more than " + Words.bytes(TextWindow.TEXT_BYTES) : Words.bytes(bytes.length);
    return new OverviewView.Result(text, size, cut, run.output().value());
  }

  private static OverviewView.Setting computed(Computation each) {
    String calls =
        each.calls().stream()
            .map(
                call ->
                    Words.brief(CommandLines.display(call.argv()), LONGEST_VALUE)
                        + (call.cached() ? " (from the cache)" : ""))
            .collect(Collectors.joining("; "));
    int more = each.callCount() - each.calls().size();
    return new OverviewView.Setting(
        each.name(),
        calls
            + (more > 0 ? "; and " + Words.count(more, "call", "calls") + " more" : "")
            + " ("
            + Words.bytes(each.bytes())
            + ")");
  }

  private OverviewView.Launch launch(RunRecord record) {
    StoredRun run = record.run();
    RunRecord.Launch launch = record.launch();
    List<OverviewView.Setting> values =
        launch.values().entrySet().stream()
            .map(
                each ->
                    new OverviewView.Setting(
                        each.getKey(), Words.brief(Values.text(each.getValue()), LONGEST_VALUE)))
            .toList();
    return new OverviewView.Launch(
        run.planHash().substring(0, HASH_SHOWN),
        Words.count(run.stepCount(), "step", "steps"),
        values,
        store.reports().computed(run.id()).stream().map(OverviewPage::computed).toList(),
        launch.directories(),
        Words.bytes(launch.stdinBytes()),
        launch.recipeSource());
  }
}
