package dev.escarole.web.page.run;

import dev.escarole.engine.run.StepState;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.recipe.PlanDocument;
import dev.escarole.web.app.run.AttemptDetail;
import dev.escarole.web.app.run.AttemptOutputQuery;
import dev.escarole.web.app.run.AttemptPicture;
import dev.escarole.web.app.run.LimitsPicture;
import dev.escarole.web.app.run.OutputBytes;
import dev.escarole.web.app.run.StepDetail;
import dev.escarole.web.app.run.StepName;
import dev.escarole.web.app.run.StepPicture;
import dev.escarole.web.app.run.Tail;
import dev.escarole.web.app.run.Tail.TailQuery;
import dev.escarole.web.page.run.RunPages.Visit;
import dev.escarole.web.page.run.RunRecord.Node;
import dev.escarole.web.page.words.Words;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes the page of one step. Used once, by one thread. */
final class StepPage {

  private static final int MOST_CHILDREN = 200;
  private static final int LONGEST_NAME = 120;

  private final Visit visit;
  private final RunRecord record;
  private final Node node;
  private final RunTitle head;
  private final StepDetail detail;
  private final @Nullable AttemptDetail chosen;

  StepPage(Visit visit, Node node) {
    this.visit = visit;
    this.record = visit.record();
    this.node = node;
    this.head = RunTitle.of(visit, RunTitle.Tab.PART);
    this.detail = visit.escarole().step(new StepName(record.id(), node.path()));
    this.chosen = chosen(visit.ctx().queryParam("attempt"));
  }

  /** The attempt that an address names, or the last one. */
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

  StepView view() {
    AttemptDetail last = last();
    return new StepView(
        head,
        step(),
        now(),
        settings(),
        source(),
        HandedOn.of(record, node, last == null ? null : last.stdoutSha256()),
        tail(),
        detail.attempts().stream().map(this::attempt).toList(),
        chosen == null ? List.of() : streams(chosen),
        may());
  }

  private StepView.Step step() {
    return new StepView.Step(
        node.path(),
        node.picture().kind(),
        Words.brief(node.name(), LONGEST_NAME),
        node.picture().argv(),
        record.crumbs(node),
        node.children().stream()
            .limit(MOST_CHILDREN)
            .map(child -> StepsPage.line(record, child.picture()))
            .toList());
  }

  private StepView.Now now() {
    StepPicture step = node.picture();
    String reason = step.reason() == null ? node.step().skipped() : step.reason();
    String outcome = StepsPage.outcome(step.outcome(), step.exitCode());
    String both = reason == null ? outcome : outcome.isEmpty() ? reason : outcome + ": " + reason;
    Instant start = step.startedAt();
    return new StepView.Now(
        node.status(),
        node.state() == StepState.SKIPPED && reason != null ? reason : both,
        start == null ? "" : start.toString(),
        record.duration(step),
        record.since(step),
        node.isLeaf() ? cached() : "");
  }

  private String cached() {
    Boolean cache = detail.cache();
    if (cache == null) {
      return "the recipe does not say; the launch decides";
    }
    return cache
        ? "the recipe allows its result to be cached"
        : "the recipe forbids caching its result";
  }

  private @Nullable TailText tail() {
    if (!node.isLeaf() || record.isOver()) {
      return null;
    }
    Tail tail = visit.escarole().tail(new TailQuery(record.id(), node.path(), 0, 0, 0));
    Tail.Running running = tail.running();
    return running == null ? null : TailText.of(running, record.address(node) + "/tail");
  }

  private List<OverviewView.Setting> settings() {
    List<OverviewView.Setting> settings = new ArrayList<>();
    PlanDocument.Control control = detail.control();
    if (control.delay() > 0) {
      settings.add(setting("Waits before it starts", Words.duration(control.delay())));
    }
    if (control.timeout() > 0) {
      settings.add(setting("Timeout", Words.duration(control.timeout())));
    }
    if (control.retry() > 1) {
      settings.add(setting("Tries at most", String.valueOf(control.retry())));
    }
    if (control.failure() != null) {
      settings.add(setting("A failure ends", control.failure()));
    }
    if (control.concurrency() != null) {
      settings.add(setting("Branches at once", String.valueOf(control.concurrency())));
    }
    if (node.isLeaf()) {
      addSandbox(settings);
    }
    return settings;
  }

  /** The workspace is there always; what else was asked for may still have been refused. */
  private void addSandbox(List<OverviewView.Setting> settings) {
    List<String> directories = new ArrayList<>(List.of("/workspace, to read and write"));
    directories.addAll(record.origin().directories());
    settings.add(setting("Directories asked for", String.join("; ", directories)));
    LimitsPicture had = chosen == null ? null : chosen.limits();
    LimitsPicture limits = had == null ? Objects.requireNonNull(detail.limitsNow()) : had;
    String whose =
        chosen == null || had == null
            ? "not recorded; these are the limits of today"
            : "those that attempt " + chosen.picture().attempt() + " had";
    settings.add(setting("Limits", whose));
    settings.add(setting("Time limit", Words.duration(limits.wallClockMillis())));
    settings.add(setting("Fuel limit", Words.number(limits.fuel())));
    settings.add(setting("Memory limit", Words.bytes(limits.memoryBytes())));
    settings.add(setting("Input limit", Words.bytes(limits.stdinBytes())));
    settings.add(setting("Output limit", Words.bytes(limits.outputBytes())));
  }

  private static OverviewView.Setting setting(String name, String value) {
    return new OverviewView.Setting(name, value);
  }

  private StepView.Link source() {
    Node source = HandedOn.source(node);
    if (source == null) {
      String size = Words.bytes(record.origin().stdinBytes());
      return new StepView.Link("the run's input, " + size, null);
    }
    String what = source.isParallel() ? "join " : "step ";
    return new StepView.Link(what + HandedOn.named(source), record.address(source));
  }

  private StepView.Attempt attempt(AttemptDetail attempt) {
    AttemptPicture picture = attempt.picture();
    String origin =
        picture.reused()
            ? "reused: taken over from the run that this one runs again"
            : picture.cached() ? "cached: an equal call had run before" : "ran";
    boolean ran = origin.equals("ran");
    Long memory = picture.peakMemoryBytes();
    String remedy = picture.remedy();
    return new StepView.Attempt(
        picture.attempt(),
        attempt.status().word(),
        StepsPage.outcome(picture.outcome(), picture.exitCode()),
        remedy == null ? attempt.detail() : attempt.detail() + "; " + remedy,
        picture.startedAt().toString(),
        Words.duration(picture.durationMillis()),
        ran ? Words.number(picture.fuelUsed()) : "",
        memory == null ? "" : Words.bytes(memory),
        origin,
        record.address(node) + "?attempt=" + picture.attempt(),
        chosen != null && picture.attempt() == chosen.picture().attempt());
  }

  private List<TextView> streams(AttemptDetail attempt) {
    AttemptPicture picture = attempt.picture();
    TextViews views = new TextViews(visit.ctx(), record.address(node));
    List<TextView> streams = new ArrayList<>();
    streams.add(stream(views, picture, "stderr", "Standard error", attempt.stderrBytes()));
    streams.add(stream(views, picture, "stdout", "Standard output", attempt.stdoutBytes()));
    try {
      streams.add(stream(views, picture, "stdin", "Standard input", picture.stdinBytes()));
    } catch (RefusedException e) {
      // The text of a join is not stored; its page shows it.
      if (e.code() != RefusalCode.NOT_KEPT) {
        throw e;
      }
    }
    return streams;
  }

  private TextView stream(
      TextViews views, AttemptPicture attempt, String name, String title, long bytes) {
    String number = String.valueOf(attempt.attempt());
    OutputBytes output =
        bytes == 0
            ? TextWindow.NOTHING
            : visit
                .escarole()
                .attemptOutput(new AttemptOutputQuery(record.id(), node.path(), number, name));
    String download = record.address(node) + "/" + number + "/" + name;
    return views.view(new TextViews.Stream(name, title, attempt.attempt(), output, download));
  }

  private StepView.May may() {
    boolean operate = head.may().operate();
    boolean over = head.may().over();
    boolean begun = !node.state().isEnded() && node.state() != StepState.PENDING;
    boolean recovery = node.isInRecovery();
    List<String> argv = node.picture().argv();
    List<String> words = new ArrayList<>(List.of("escarole", "exec"));
    if (!argv.isEmpty()) {
      words.add(argv.get(0));
      words.add("--");
      words.addAll(argv.subList(1, argv.size()));
    }
    return new StepView.May(
        head.may().cancel() && begun && node.parent() != null,
        operate && over && !recovery,
        operate && over && node.isBranch() && !recovery,
        argv.isEmpty() ? "" : Words.shell(words));
  }
}
