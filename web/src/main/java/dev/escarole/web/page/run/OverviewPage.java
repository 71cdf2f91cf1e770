package dev.escarole.web.page.run;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.app.run.ComputedInput;
import dev.escarole.web.app.run.Losses;
import dev.escarole.web.app.run.OutputBytes;
import dev.escarole.web.app.run.RunOrigin;
import dev.escarole.web.app.run.RunOutputQuery;
import dev.escarole.web.page.run.RunPages.Visit;
import dev.escarole.web.page.run.RunRecord.Node;
import dev.escarole.web.page.words.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes the first page of a run. */
final class OverviewPage {

  private static final int MOST_JOINS = 20;
  private static final int MOST_FAILURES = 10;
  private static final int MOST_NAMED = 5;
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

  private OverviewPage() {}

  static OverviewView view(Visit visit) {
    RunRecord record = visit.record();
    List<Node> failed = record.failedLeaves().stream().limit(MOST_FAILURES).toList();
    Map<String, String> lines =
        visit.errors(
            Stream.concat(record.firstCause().stream(), failed.stream())
                .map(Node::path)
                .distinct()
                .toList());
    List<Node> parallel =
        record.nodes().stream().filter(node -> node.isParallel() && !node.isInRecovery()).toList();
    List<JoinLine> joins =
        parallel.stream()
            .map(node -> JoinLine.of(record, node))
            .sorted(Comparator.comparing(OverviewPage::rank))
            .limit(MOST_JOINS)
            .toList();
    return new OverviewView(
        RunTitle.of(visit, RunTitle.Tab.OVERVIEW, lines),
        record.leaves().shares().stream()
            .map(share -> new OverviewView.Tile(share.word(), Words.number(share.number())))
            .toList(),
        acceptance(record),
        joins,
        parallel.size() - joins.size(),
        failed.stream().map(node -> RunTitle.Cause.of(node, 60, lines)).toList(),
        result(visit),
        launch(record));
  }

  /** Joins with losses come first. */
  private static int rank(JoinLine join) {
    int place = RANKS.indexOf(join.state());
    return place < 0 ? RANKS.indexOf("running") : place;
  }

  /** Why a degraded run is not accepted, and which steps read the output of a failed one. */
  private static List<String> acceptance(RunRecord record) {
    Losses lost = record.timeline().lost();
    List<String> sentences = new ArrayList<>();
    boolean refused = Boolean.FALSE.equals(record.head().accepted());
    if (record.head().status() == RunStatus.DEGRADED && refused) {
      sentences.add(refusal(lost));
    }
    lost.readsFromFailure().stream()
        .limit(MOST_NAMED)
        .map(OverviewPage::read)
        .forEach(sentences::add);
    int more = lost.readsFromFailureCount() - MOST_NAMED;
    if (more > 0) {
      sentences.add("And " + Words.count(more, "step", "steps") + " more.");
    }
    return sentences;
  }

  private static String refusal(Losses lost) {
    List<String> paths =
        lost.losses().stream()
            .filter(loss -> loss.consent() == null)
            .limit(MOST_NAMED)
            .map(Losses.Loss::path)
            .toList();
    return paths.isEmpty()
        ? "Not accepted: a limit cut what a step read."
        : "Not accepted: the recipe does not consent to the loss of "
            + String.join(", ", paths)
            + (lost.lossCount() > MOST_NAMED ? " and others." : ".");
  }

  private static String read(Losses.FailureRead read) {
    return "Step %s read the empty output of %s, which %s."
        .formatted(
            read.step(), read.from(), read.cut() ? "broke the limit of its output" : "failed");
  }

  private static OverviewView.@Nullable Result result(Visit visit) {
    if (visit.record().timeline().resultSha256() == null) {
      return null;
    }
    OutputBytes output = visit.escarole().output(new RunOutputQuery(visit.record().id(), "stdout"));
    byte[] bytes = TextWindow.part(output, 0, TextWindow.TEXT_BYTES);
    boolean cut = output.size() > bytes.length;
    TextView.Look look = new TextView.Look(true, "", 0, 0);
    List<TextView.Piece> pieces = TextWindow.of(bytes, 0, output.size(), look).pieces();
    String text = pieces.isEmpty() ? "" : pieces.get(0).text();
    String size =
        cut ? "more than " + Words.bytes(TextWindow.TEXT_BYTES) : Words.bytes(bytes.length);
    return new OverviewView.Result(text, size, cut, visit.record().timeline().selected());
  }

  private static OverviewView.Launch launch(RunRecord record) {
    RunOrigin origin = record.origin();
    List<OverviewView.Setting> values = new ArrayList<>();
    origin
        .values()
        .forEach(
            (name, value) ->
                values.add(
                    new OverviewView.Setting(
                        name, Words.brief(RunTitle.text(value), LONGEST_VALUE))));
    return new OverviewView.Launch(
        record.head().planHash().substring(0, HASH_SHOWN),
        Words.count(origin.steps(), "step", "steps"),
        values,
        origin.computed().stream().map(OverviewPage::computed).toList(),
        origin.directories(),
        Words.bytes(origin.stdinBytes()),
        origin.recipeText());
  }

  private static OverviewView.Setting computed(ComputedInput input) {
    String calls =
        input.calls().stream()
            .map(
                call ->
                    Words.brief(Words.shell(call.argv()), LONGEST_VALUE)
                        + (call.cached() ? " (from the cache)" : ""))
            .collect(Collectors.joining("; "));
    int more = input.callCount() - input.calls().size();
    String rest = more > 0 ? "; and " + Words.count(more, "call", "calls") + " more" : "";
    return new OverviewView.Setting(
        input.name(), calls + rest + " (" + Words.bytes(input.bytes()) + ")");
  }
}
