package dev.escarole.web.page.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.output.AttemptOutputQuery;
import dev.escarole.web.app.output.OutputBytes;
import dev.escarole.web.app.output.Tail;
import dev.escarole.web.app.output.Tail.TailQuery;
import dev.escarole.web.app.recipe.PlanDocument;
import dev.escarole.web.app.run.AttemptDetail;
import dev.escarole.web.app.run.AttemptPicture;
import dev.escarole.web.app.run.LimitsPicture;
import dev.escarole.web.app.run.StepDetail;
import dev.escarole.web.app.run.StepName;
import dev.escarole.web.app.run.StepPicture;
import dev.escarole.web.page.approval.ApprovalsPage;
import dev.escarole.web.page.approval.AwaitView;
import dev.escarole.web.page.run.RunPages.Visit;
import dev.escarole.web.page.run.RunRecord.Node;
import dev.escarole.web.page.words.Words;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The page of one step. Used once, by one thread. */
public final class StepPage {

  private static final int MOST_CHILDREN = 200;

  private final Visit visit;
  private final RunRecord record;
  private final Node node;
  private final RunTitle head;
  private final StepDetail detail;
  private final @Nullable AttemptDetail chosen;
  private final @Nullable TailText tail;
  private final List<TextView> streams;

  StepPage(Visit visit, Node node) {
    this.visit = visit;
    this.record = visit.record();
    this.node = node;
    this.head = RunTitle.of(visit, RunTitle.Tab.PART);
    this.detail = visit.escarole().step(new StepName(record.id(), node.path()));
    this.chosen = chosen(visit.ctx().queryParam("attempt"));
    this.tail = readTail();
    this.streams = chosen == null ? List.of() : readStreams(chosen);
  }

  private @Nullable AttemptDetail chosen(@Nullable String wanted) {
    return detail.attempts().stream()
        .filter(each -> String.valueOf(each.picture().attempt()).equals(wanted))
        .findFirst()
        .orElseGet(this::last);
  }

  private @Nullable AttemptDetail last() {
    List<AttemptDetail> attempts = detail.attempts();
    return attempts.isEmpty() ? null : attempts.get(attempts.size() - 1);
  }

  private @Nullable TailText readTail() {
    if (!node.isLeaf() || record.isOver()) {
      return null;
    }
    Tail read = visit.escarole().tail(new TailQuery(record.id(), node.path(), 0, 0, 0));
    Tail.Running running = read.running();
    return running == null ? null : TailText.of(running, record.address(node) + "/tail");
  }

  private List<TextView> readStreams(AttemptDetail attempt) {
    AttemptPicture picture = attempt.picture();
    List<TextView> found = new ArrayList<>();
    TextView.Stream out = stream(picture, "stdout", "Standard output", attempt.stdoutBytes());
    TextView.Stream err = stream(picture, "stderr", "Standard error", attempt.stderrBytes());
    TextView.Stream in = stream(picture, "stdin", "Standard input", picture.stdinBytes());
    List<TextView.Stream> all =
        attempt.status() == StepStatus.DONE ? List.of(out, err, in) : List.of(err, out, in);
    TextView.Stream anchored =
        all.stream()
            .filter(stream -> stream.isAsked(visit.ctx()))
            .findFirst()
            .or(() -> all.stream().filter(stream -> stream.size() > 0).findFirst())
            .orElse(out);
    for (TextView.Stream stream : all) {
      addView(found, stream, stream.equals(anchored));
    }
    return found;
  }

  private void addView(List<TextView> found, TextView.Stream stream, boolean anchored) {
    try {
      String number = String.valueOf(stream.attempt());
      AttemptOutputQuery query =
          new AttemptOutputQuery(record.id(), node.path(), number, stream.name());
      OutputBytes output = stream.size() == 0 ? null : visit.escarole().attemptOutput(query);
      found.add(TextView.of(visit.ctx(), stream, anchored, output));
    } catch (RefusedException e) {
      // The text of a join is not stored; its page shows it.
      if (e.code() != RefusalCode.NOT_KEPT) {
        throw e;
      }
    }
  }

  private TextView.Stream stream(AttemptPicture attempt, String name, String title, long bytes) {
    String base = record.address(node);
    String download = base + "/" + attempt.attempt() + "/" + name;
    return new TextView.Stream(name, title, attempt.attempt(), bytes, base, download);
  }

  public RunTitle head() {
    return head;
  }

  public Node node() {
    return node;
  }

  /** What the attempt that runs has written so far; null if none runs. */
  public @Nullable TailText tail() {
    return tail;
  }

  /** The attempts that have ended. */
  public List<AttemptDetail> attempts() {
    return detail.attempts();
  }

  /** Standard error of an attempt that failed, which comes before everything else; else null. */
  public @Nullable TextView error() {
    boolean failed = chosen != null && chosen.status() != StepStatus.DONE;
    return failed && !streams.get(0).isEmpty() ? streams.get(0) : null;
  }

  /** The other streams of the chosen attempt. */
  public List<TextView> streams() {
    return error() == null ? streams : streams.subList(1, streams.size());
  }

  /** The first steps in it. */
  public List<StepPicture> children() {
    return node.children().stream().limit(MOST_CHILDREN).map(Node::picture).toList();
  }

  /** How it ended, in words; empty while it has not. */
  public String outcome() {
    StepPicture step = node.picture();
    String reason = step.reason() == null ? node.step().skipped() : step.reason();
    String outcome = StepsPage.outcome(step.outcome(), step.exitCode());
    if (reason == null) {
      return outcome;
    }
    return node.state() == StepState.SKIPPED || outcome.isEmpty()
        ? reason
        : outcome + ": " + reason;
  }

  /**
   * How long it waited for a worker in all its attempts, in words; empty if it did not, or if it
   * has not ended.
   */
  public String waited() {
    Long millis = WaitWords.ended(node.step());
    return millis == null ? "" : Words.duration(millis);
  }

  /** Since when it waits for a worker; null if it does not. */
  public @Nullable Instant waitsSince() {
    return WaitWords.waitsSince(node.step());
  }

  /** How long it has waited for a worker so far, in words; empty if it does not wait. */
  public String waitsFor() {
    return Words.duration(Words.millis(waitsSince(), record.timeline().until()));
  }

  /** What the recipe says about keeping its result; empty for a group. */
  public String cached() {
    if (!node.isLeaf() || detail.control().await() != null) {
      return "";
    }
    Boolean cache = detail.cache();
    if (cache == null) {
      return "the recipe does not say; the launch decides";
    }
    return cache
        ? "the recipe allows its result to be cached"
        : "the recipe forbids caching its result";
  }

  /** What its recipe, its run and the operator set for it. */
  public Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    PlanDocument.Control control = detail.control();
    if (control.delay() > 0) {
      settings.put("Waits before it starts", Words.duration(control.delay()));
    }
    if (control.timeout() > 0) {
      settings.put("Timeout", Words.duration(control.timeout()));
    }
    if (control.retry() > 1) {
      settings.put("Tries at most", String.valueOf(control.retry()));
    }
    if (control.failure() != null) {
      settings.put("A failure ends", control.failure());
    }
    if (control.concurrency() != null) {
      settings.put("Branches at once", String.valueOf(control.concurrency()));
    }
    if (control.await() != null) {
      settings.put("Waits for", control.await());
      settings.put("Approvals needed", String.valueOf(control.approvals()));
    } else if (node.isLeaf()) {
      addSandbox(settings);
    }
    return settings;
  }

  /** The workspace is there always; what else was asked for may still have been refused. */
  private void addSandbox(Map<String, String> settings) {
    List<String> directories = new ArrayList<>(List.of("/workspace, to read and write"));
    directories.addAll(record.origin().directories());
    settings.put("Directories asked for", String.join("; ", directories));
    LimitsPicture had = chosen == null ? null : chosen.limits();
    LimitsPicture limits = had == null ? Objects.requireNonNull(detail.limitsNow()) : had;
    String whose =
        chosen == null || had == null
            ? "not recorded; these are the limits of today"
            : "those that attempt " + chosen.picture().attempt() + " had";
    settings.put("Limits", whose);
    settings.put("Time limit", Words.duration(limits.wallClockMillis()));
    settings.put("Fuel limit", Words.number(limits.fuel()));
    settings.put("Memory limit", Words.bytes(limits.memoryBytes()));
    settings.put("Input limit", Words.bytes(limits.stdinBytes()));
    settings.put("Output limit", Words.bytes(limits.outputBytes()));
  }

  /** Where its input came from. */
  public RunRecord.Link source() {
    Node source = HandedOn.source(node);
    if (source == null) {
      String size = Words.bytes(record.origin().stdinBytes());
      return new RunRecord.Link("the run's input, " + size, null);
    }
    String what = source.isParallel() ? "join " : "step ";
    return new RunRecord.Link(what + HandedOn.named(source), record.address(source));
  }

  /** Where its output went. */
  public RunRecord.Link target() {
    AttemptDetail last = last();
    return HandedOn.of(record, node, last == null ? null : last.stdoutSha256());
  }

  /** Whether the streams of an attempt are shown. */
  public boolean isChosen(AttemptDetail attempt) {
    return chosen != null && attempt.picture().attempt() == chosen.picture().attempt();
  }

  /** Why an attempt ended so. */
  public static String why(AttemptDetail attempt) {
    String remedy = attempt.picture().remedy();
    return remedy == null ? attempt.detail() : attempt.detail() + "; " + remedy;
  }

  /** Where the result of an attempt is from. */
  public static String origin(AttemptPicture attempt) {
    if (attempt.reused()) {
      return "reused: taken over from the run that this one runs again";
    }
    return attempt.cached() ? "cached: an equal call had run before" : "ran";
  }

  /** Its waits for people or programs; none of a step that runs a command. */
  public List<AwaitView> awaits() {
    if (detail.control().await() == null) {
      return List.of();
    }
    return ApprovalsPage.of(visit.ctx(), visit.escarole(), record.id()).stream()
        .filter(view -> view.isOf(node.path()))
        .toList();
  }

  public boolean canCancel() {
    boolean begun = !node.state().isEnded() && node.state() != StepState.PENDING;
    return head.may().cancel() && begun && node.parent() != null;
  }

  /** Whether the run can be run again from here on. */
  public boolean canRerun() {
    return head.may().operate() && head.may().over() && !node.isInRecovery();
  }

  /** A command line that runs its command; empty for a group. */
  public String command() {
    List<String> argv = node.picture().argv();
    if (argv.isEmpty() || detail.control().await() != null) {
      return "";
    }
    List<String> words = new ArrayList<>(List.of("escarole", "exec", argv.get(0), "--"));
    words.addAll(argv.subList(1, argv.size()));
    return Words.shell(words);
  }
}
