package dev.escarole.web.page.run;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.plan.Caching;
import dev.escarole.engine.plan.Controls;
import dev.escarole.engine.plan.LeafStep;
import dev.escarole.engine.run.LeafOrigin;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.engine.store.StoredAttempt;
import dev.escarole.engine.store.StoredStep;
import dev.escarole.engine.store.content.ContentRef;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.app.local.KeptAttempt;
import dev.escarole.web.app.local.Tails;
import dev.escarole.web.page.words.Words;
import io.javalin.http.Context;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Makes the page of a step. As thread-safe as the store. */
final class StepPage {

  private static final int MOST_CHILDREN = 200;
  private static final int LONGEST_NAME = 120;

  private final Installation service;

  StepPage(Installation service) {
    this.service = service;
  }

  StepView view(Context ctx, RunTitle head, RunRecord record, Node node) {
    List<StoredAttempt> attempts = node.attempts();
    StoredAttempt chosen = chosen(ctx, attempts);
    int number = chosen == null ? 0 : chosen.attempt();
    return new StepView(
        head,
        step(head, record, node),
        now(record, node),
        settings(record, node, chosen),
        source(record, node),
        HandedOn.of(record, node),
        tail(head, record, node),
        attempts.stream().map(each -> attempt(head, node, each, each.attempt() == number)).toList(),
        chosen == null ? List.of() : streams(ctx, head, node, chosen),
        may(head, node));
  }

  private @Nullable TailText tail(RunTitle head, RunRecord record, Node node) {
    if (!node.isLeaf() || record.isOver()) {
      return null;
    }
    String address = head.address() + "/steps/" + node.path() + "/tail";
    return service
        .tails()
        .running(record.run().id(), node.path(), Tails.Place.START)
        .map(running -> TailText.of(running, address))
        .orElse(null);
  }

  private static @Nullable StoredAttempt chosen(Context ctx, List<StoredAttempt> attempts) {
    String wanted = ctx.queryParam("attempt");
    return attempts.stream()
        .filter(each -> String.valueOf(each.attempt()).equals(wanted))
        .findFirst()
        .orElse(attempts.isEmpty() ? null : attempts.get(attempts.size() - 1));
  }

  private static StepView.Step step(RunTitle head, RunRecord record, Node node) {
    List<StepView.Link> crumbs = new ArrayList<>();
    for (Node at = node.parent(); at != null; at = at.parent()) {
      crumbs.add(link(record, at));
    }
    Collections.reverse(crumbs);
    List<StepsView.Line> children =
        node.children().stream()
            .limit(MOST_CHILDREN)
            .map(child -> StepsPage.line(head, record, child.step()))
            .toList();
    return new StepView.Step(
        node.path(),
        node.step().kind(),
        Words.brief(node.name(), LONGEST_NAME),
        node.step().argv(),
        crumbs,
        children);
  }

  private static StepView.Link link(RunRecord record, Node node) {
    return new StepView.Link(Words.brief(node.name(), 40), Lanes.address(record, node));
  }

  private StepView.Now now(RunRecord record, Node node) {
    StoredStep.Progress progress = node.step().progress();
    String reason = progress.reason() == null ? node.step().skipReason() : progress.reason();
    String outcome = progress.outcome();
    Integer exitCode = progress.exitCode();
    String words = outcome == null || exitCode == null ? "" : Outcomes.words(outcome, exitCode);
    String both = reason == null ? words : words.isEmpty() ? reason : words + ": " + reason;
    boolean alive = !progress.state().isEnded() && progress.startedAt() != null;
    return new StepView.Now(
        record.word(node),
        node.state() == StepState.SKIPPED && reason != null ? reason : both,
        progress.startedAt() == null ? "" : progress.startedAt().toString(),
        Words.duration(
            Words.millis(progress.startedAt(), alive ? record.until() : progress.endedAt())),
        record.since(progress),
        node.isLeaf() ? cached(record, node) : "");
  }

  /** Why a result was or was not taken from the cache is half the recipe's doing. */
  private String cached(RunRecord record, Node node) {
    Caching caching =
        record.plan(service.engine().store()).step(node.index()) instanceof LeafStep leaf
            ? leaf.caching()
            : Caching.UNSAID;
    return switch (caching) {
      case ON -> "the recipe lets its result be kept and used again";
      case OFF -> "the recipe forbids to keep its result";
      case UNSAID -> "the recipe leaves it to whoever launches the run";
    };
  }

  private List<OverviewView.Setting> settings(
      RunRecord record, Node node, @Nullable StoredAttempt attempt) {
    List<OverviewView.Setting> settings = new ArrayList<>();
    Controls controls = node.step().controls();
    if (controls.delayMillis() > 0) {
      settings.add(setting("Waits before it starts", Words.duration(controls.delayMillis())));
    }
    if (controls.timeoutMillis() > 0) {
      settings.add(setting("Timeout", Words.duration(controls.timeoutMillis())));
    }
    if (controls.retry() > 1) {
      settings.add(setting("Tries at most", String.valueOf(controls.retry())));
    }
    if (controls.failure() != null) {
      settings.add(setting("A failure ends", controls.failure().name().toLowerCase(Locale.ROOT)));
    }
    if (controls.concurrency() > 0) {
      settings.add(setting("Branches at once", String.valueOf(controls.concurrency())));
    }
    if (node.isLeaf()) {
      addSandbox(settings, record, node, attempt);
    }
    return settings;
  }

  /** The workspace is there always; what else was asked for may still have been refused. */
  private void addSandbox(
      List<OverviewView.Setting> settings,
      RunRecord record,
      Node node,
      @Nullable StoredAttempt attempt) {
    List<String> directories = new ArrayList<>(List.of("/workspace, to read and write"));
    directories.addAll(record.launch().directories());
    settings.add(setting("Directories asked for", String.join("; ", directories)));
    Limits had = attempt == null ? null : KeptAttempt.limits(node.step(), attempt);
    Limits limits = had == null ? limitsNow(record, node) : had;
    String whose =
        attempt == null || had == null
            ? "not on record: as they are today"
            : "those that attempt " + attempt.attempt() + " had";
    settings.add(setting("Limits", whose));
    settings.add(setting("Time limit", Words.duration(limits.wallClock().toMillis())));
    settings.add(setting("Fuel limit", Words.number(limits.fuel())));
    settings.add(setting("Memory limit", Words.bytes(limits.memoryBytes())));
    settings.add(setting("Input limit", Words.bytes(limits.stdinBytes())));
    settings.add(setting("Output limit", Words.bytes(limits.outputBytes())));
  }

  private Limits limitsNow(RunRecord record, Node node) {
    Principal principal = new Principal(record.run().principal(), false);
    Limits most = service.engine().limits();
    Limits limits = service.engine().policy(principal).grants().limits().orElse(most);
    long timeout = node.step().controls().timeoutMillis();
    return timeout == 0 ? limits : limits.narrowedTo(Duration.ofMillis(timeout));
  }

  private static OverviewView.Setting setting(String name, String value) {
    return new OverviewView.Setting(name, value);
  }

  private static StepView.Link source(RunRecord record, Node node) {
    Node source = Flow.source(node);
    if (source == null) {
      return new StepView.Link(
          "the run's input, " + Words.bytes(record.launch().stdinBytes()), null);
    }
    String what = source.isParallel() ? "join " : "step ";
    return new StepView.Link(
        what + source.path() + " “" + Words.brief(source.name(), 40) + "”",
        Lanes.address(record, source));
  }

  private static StepView.Attempt attempt(
      RunTitle head, Node node, StoredAttempt attempt, boolean chosen) {
    String origin =
        switch (attempt.origin()) {
          case RAN -> "ran";
          case REUSED -> "reused: taken over from the run that this one runs again";
          case CACHED -> "cached: an equal call had run before";
        };
    String fuel = attempt.origin() == LeafOrigin.RAN ? Words.number(attempt.fuelUsed()) : "";
    Long memory = attempt.usage().peakMemoryBytes();
    return new StepView.Attempt(
        attempt.attempt(),
        StepStatus.of(attempt.outcome(), node.step().controls().successCodes()).word(),
        Outcomes.words(attempt.outcome().word(), attempt.outcome().exitCode()),
        Outcomes.detail(attempt.outcome()),
        attempt.span().startedAt().toString(),
        Words.duration(attempt.span().durationMillis()),
        fuel,
        memory == null ? "" : Words.bytes(memory),
        origin,
        head.address() + "/steps/" + node.path() + "?attempt=" + attempt.attempt(),
        chosen);
  }

  private List<TextView> streams(Context ctx, RunTitle head, Node node, StoredAttempt attempt) {
    String base = head.address() + "/steps/" + node.path();
    TextViews views = new TextViews(ctx, base);
    List<TextView> streams = new ArrayList<>();
    for (Streams.Name name : Streams.Name.values()) {
      ContentRef ref = name.of(attempt);
      if (name == Streams.Name.STDIN && !isStored(ref)) {
        continue;
      }
      Output output = new Output(service.engine().store().reports(), ref.sha256(), ref.bytes());
      String download = base + "/" + attempt.attempt() + "/" + name.word();
      streams.add(
          views.view(
              new TextViews.Stream(
                  name.word(), name.title(), attempt.attempt(), output, download)));
    }
    return streams;
  }

  /** The text of a join is not stored; its page shows it. */
  private boolean isStored(ContentRef ref) {
    return ref.bytes() == 0
        || service.engine().store().reports().contentPart(ref.sha256(), 0, 1).isPresent();
  }

  private static StepView.May may(RunTitle head, Node node) {
    boolean operate = head.may().operate();
    boolean over = head.may().over();
    boolean begun = !node.state().isEnded() && node.state() != StepState.PENDING;
    boolean recovery = Flow.isInRecovery(node);
    List<String> argv = node.step().argv();
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
