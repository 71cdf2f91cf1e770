package dev.escarole.web.page.run;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.output.OutputBytes;
import dev.escarole.web.app.output.RunOutputQuery;
import dev.escarole.web.app.run.ComputedInput;
import dev.escarole.web.app.run.Losses;
import dev.escarole.web.app.run.RunFileList;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.page.approval.ApprovalsPage;
import dev.escarole.web.page.approval.AwaitView;
import dev.escarole.web.page.compare.FamilyView;
import dev.escarole.web.page.draw.Bar;
import dev.escarole.web.page.run.RunPages.Visit;
import dev.escarole.web.page.run.RunRecord.Node;
import dev.escarole.web.page.words.Words;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The first page of a run. Used once, by one thread. */
public final class OverviewPage {

  private static final int MOST_JOINS = 20;
  private static final int MOST_FAILURES = 10;
  private static final int MOST_NAMED = 5;
  private static final int MOST_FILES = 5;
  private static final int LONGEST_VALUE = 2_000;

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

  /** States whose places are kept while the run goes on. */
  private static final Set<StepState> USUAL =
      EnumSet.of(
          StepState.FAILED, StepState.RUNNING, StepState.QUEUED, StepState.PENDING, StepState.DONE);

  private final Visit visit;
  private final RunRecord record;
  private final RunTitle head;
  private final List<RunTitle.Cause> failures;
  private final List<Node> parallel;
  private final @Nullable Result result;
  private final List<AwaitView> awaits;
  private final RunFileList files;
  private final FamilyView family;

  OverviewPage(Visit visit) {
    this.visit = visit;
    this.record = visit.record();
    List<Node> failed = record.failedLeaves().stream().limit(MOST_FAILURES).toList();
    Map<String, String> lines =
        visit.errors(
            Stream.concat(record.firstCause().stream(), failed.stream())
                .map(Node::path)
                .distinct()
                .toList());
    this.head = RunTitle.of(visit, RunTitle.Tab.OVERVIEW, lines);
    this.failures = failed.stream().map(node -> RunTitle.Cause.of(node, 60, lines)).toList();
    this.parallel =
        record.nodes().stream().filter(node -> node.isParallel() && !node.isInRecovery()).toList();
    this.result = readResult();
    this.awaits = ApprovalsPage.of(visit.ctx(), visit.escarole(), record.id());
    this.files = visit.escarole().files(new RunName(record.id()));
    this.family = FamilyView.of(visit.escarole(), record.id());
  }

  /**
   * A join in one line. Immutable.
   *
   * @param name the author's label, or the path
   * @param state the word for how it stands
   * @param coverage in per cent; empty while the join is open
   * @param counts such as {@code 3 of 5 branches done}
   * @param quorum how many branches are usable, and how many are required
   */
  public record JoinLine(
      String path,
      String name,
      String state,
      String coverage,
      String counts,
      Bar branches,
      Quorum quorum) {

    static JoinLine of(RunRecord record, Node node) {
      StateTally tally = StateTally.of(node.children());
      String counts =
          "%s of %s done"
              .formatted(
                  Words.number(tally.count(StepState.DONE)),
                  Words.count(node.children().size(), "branch", "branches"));
      return new JoinLine(
          node.path(),
          Words.brief(node.name(), 60),
          node.status(),
          record.join(node).map(each -> Words.percent(each.coverage())).orElse(""),
          counts,
          tally.bar(),
          Quorum.of(record, node));
    }
  }

  /**
   * What the run came to.
   *
   * @param text its beginning
   * @param size in words, and how much of it is shown if that is not all
   */
  public record Result(String text, String size, @Nullable String lost) {}

  /** The steps that wait for people or programs, or did. */
  public List<AwaitView> awaits() {
    return awaits;
  }

  public RunTitle head() {
    return head;
  }

  /** The runs around this one. */
  public FamilyView family() {
    return family;
  }

  /** Why steps failed; without rows if at most one did, as the head of the page says why. */
  public CausesView causes() {
    CausesView causes = CausesView.of(head);
    return record.failures() > 1 || !record.isOver()
        ? causes
        : new CausesView(head, List.of(), 0, "");
  }

  /** How many leaves are in which state; while the run goes on, of no leaves as well. */
  public List<Bar.Share> tiles() {
    StateTally leaves = record.leaves();
    return record.isOver() ? leaves.shares() : leaves.shares(USUAL);
  }

  /** The first leaves that failed. */
  public List<RunTitle.Cause> failures() {
    return failures;
  }

  /** How many more leaves failed. */
  public int failuresLeft() {
    return Math.max(0, head.failures() - failures.size());
  }

  /** The first joins, those with losses before the others. */
  public List<JoinLine> joins() {
    return parallel.stream()
        .map(node -> JoinLine.of(record, node))
        .sorted(Comparator.comparing(OverviewPage::rank))
        .limit(MOST_JOINS)
        .toList();
  }

  /**
   * Whether a join needs a number of usable branches: what came of it is the first to know then.
   */
  public boolean hasQuorum() {
    return parallel.stream()
        .map(node -> node.step().control())
        .anyMatch(control -> control != null && control.minSuccessful() != null);
  }

  /** How many more joins there are. */
  public int joinsLeft() {
    return Math.max(0, parallel.size() - MOST_JOINS);
  }

  /** The files of the run, if it has any or is to keep some; else null. */
  public @Nullable FilesPage files() {
    boolean none = files.state().equals("none") && files.given().isEmpty();
    return none ? null : new FilesPage(head, files, null, "");
  }

  /** The first of its files. */
  public List<RunFileList.FilePicture> firstFiles() {
    return Stream.concat(files.kept().stream(), files.given().stream()).limit(MOST_FILES).toList();
  }

  /** How many more there are. */
  public int filesLeft() {
    return Math.max(0, files.kept().size() + files.given().size() - MOST_FILES);
  }

  /** What is missing among its files, in one sentence; empty if nothing is. */
  public String filesMissing() {
    List<String> names =
        files.artifacts().stream()
            .filter(each -> Objects.equals(each.matches(), 0) || !each.problems().isEmpty())
            .map(RunFileList.ArtifactPicture::name)
            .toList();
    return names.isEmpty() ? "" : "Not everything was found and kept: " + String.join(", ", names);
  }

  /** How its leaves waited for a worker; null if it is over and none waited for long. */
  public WaitWords.@Nullable Summary waits() {
    return WaitWords.of(record);
  }

  /** Null while there is none. */
  public @Nullable Result result() {
    return result;
  }

  private static int rank(JoinLine join) {
    int place = RANKS.indexOf(join.state());
    return place < 0 ? RANKS.indexOf("running") : place;
  }

  /** Why a degraded run is not accepted, and which steps read the output of a failed one. */
  public List<String> acceptance() {
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

  private @Nullable Result readResult() {
    if (record.timeline().resultSha256() == null) {
      return null;
    }
    OutputBytes output = visit.escarole().output(new RunOutputQuery(record.id(), "stdout"));
    TextWindow window;
    try {
      window = TextWindow.from(output, 0, TextWindow.Form.USUAL);
    } catch (RefusedException e) {
      if (e.code() != RefusalCode.OUTPUT_LOST) {
        throw e;
      }
      // What else is known of the run is shown nevertheless.
      return new Result("", Words.bytes(output.size()), e.getMessage());
    }
    boolean cut = window.to() < output.size();
    String shown = cut ? "first " + Words.bytes(window.to()) + " of " : "";
    return new Result(window.text(), shown + Words.bytes(output.size()), null);
  }

  /** The values of the launch. */
  public Map<String, String> values() {
    Map<String, String> values = new LinkedHashMap<>();
    record
        .origin()
        .values()
        .forEach(
            (name, value) -> values.put(name, Words.brief(RunTitle.text(value), LONGEST_VALUE)));
    return values;
  }

  /** The inputs that the launch computed, and what computed them. */
  public Map<String, String> computed() {
    Map<String, String> computed = new LinkedHashMap<>();
    record.origin().computed().forEach(input -> computed.put(input.name(), computed(input)));
    return computed;
  }

  private static String computed(ComputedInput input) {
    String calls =
        input.calls().stream()
            .map(
                call ->
                    Words.brief(Words.shell(call.argv()), LONGEST_VALUE)
                        + (call.cached() ? " (from the cache)" : ""))
            .collect(Collectors.joining("; "));
    int more = input.callCount() - input.calls().size();
    String rest = more > 0 ? "; and " + Words.count(more, "call", "calls") + " more" : "";
    return calls + rest + " (" + Words.bytes(input.bytes()) + ")";
  }
}
