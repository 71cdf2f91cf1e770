package dev.escarole.web.agent.command;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.web.agent.acli.Discovery.Paged;
import dev.escarole.web.agent.acli.Handler.Answer;
import dev.escarole.web.agent.acli.Handler.Call;
import dev.escarole.web.agent.acli.Json;
import dev.escarole.web.agent.acli.LineText;
import dev.escarole.web.app.run.BranchPicture;
import dev.escarole.web.app.run.Cause;
import dev.escarole.web.app.run.FailurePicture;
import dev.escarole.web.app.run.JoinPicture;
import dev.escarole.web.app.run.Losses;
import dev.escarole.web.app.run.ResultText;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunPicture;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Short replies about runs, with lines to ask for more. */
final class Replies {

  static final int RESULT = 2_000;

  private static final int JOINS = 5;
  private static final int MISSING = 5;
  private static final int FAILURES = 5;
  private static final int COMPLAINT = 160;

  private Replies() {}

  static String name(JoinPicture join) {
    return join.label() == null ? join.path() : join.label();
  }

  static Map<String, Object> head(RunHead run) {
    Map<String, Object> head =
        Json.object(
            "run", run.run(),
            "recipe", run.recipe(),
            "status", run.status().word(),
            "accepted", run.accepted(),
            "started", run.startedAt().toString(),
            "duration_ms", run.durationMillis());
    RunHead.COLUMNS.forEach(column -> head.put(column.word(), column.of(run)));
    return head;
  }

  static Map<String, Object> run(RunPicture run) {
    RunHead head = run.head();
    String id = head.run();
    List<JoinPicture> joins = run.joins();
    ResultText result = run.output() == null ? run.stdout() : run.output().value();
    boolean continues = result == null && isCarriedOut(head.status());
    return Json.object(
        "run", id,
        "recipe", head.recipe(),
        "status", head.status().word(),
        "accepted", head.accepted(),
        "losses_without_consent", losses(run.lost()),
        "reads_from_failure", first(run.lost().readsFromFailure(), FAILURES, Replies::read),
        "duration_ms", head.durationMillis(),
        "joins", joins.stream().limit(JOINS).map(join -> verdict(join, run)).toList(),
        "more_joins", joins.size() > JOINS ? "joins " + id : null,
        "failures", first(run.failures(), FAILURES, Replies::failure),
        "causes", causes(run),
        "result",
            result == null ? null : Texts.window(result.text(), 0, RESULT, "runs output " + id),
        "next", continues ? "runs wait " + id : null);
  }

  private static boolean isCarriedOut(RunStatus status) {
    return status == RunStatus.RUNNING || status == RunStatus.WAITING || status == RunStatus.QUEUED;
  }

  /** The first of some entries; null if there are none. */
  private static <T> @Nullable List<?> first(List<T> all, int most, Function<T, ?> shown) {
    return all.isEmpty() ? null : all.stream().limit(most).map(shown).toList();
  }

  /** Causes of several failures, with the keys that a rerun takes; one failure explains itself. */
  private static @Nullable List<?> causes(RunPicture run) {
    boolean several = run.causes().stream().mapToInt(Cause::count).sum() > 1;
    return several ? first(run.causes(), FAILURES, Replies::cause) : null;
  }

  private static Map<String, Object> cause(Cause cause) {
    return Json.object(
        "key", cause.key(),
        "count", cause.count(),
        "words", Texts.cut(cause.words(), COMPLAINT));
  }

  /** What was lost without the author's consent. */
  private static @Nullable List<?> losses(Losses lost) {
    List<Losses.Loss> losses =
        lost.losses().stream().filter(loss -> loss.consent() == null).toList();
    return first(losses, FAILURES, Replies::loss);
  }

  private static Map<String, Object> loss(Losses.Loss loss) {
    return Json.object(
        "path", loss.path(), "label", loss.label(), "error", Texts.cut(loss.error(), COMPLAINT));
  }

  /** A step that worked with missing input because of a loss. */
  private static Map<String, Object> read(Losses.FailureRead read) {
    return Json.object("step", read.step(), "from", read.from(), "cut", read.cut() ? true : null);
  }

  /** The verdict of a join, with its missing branches. */
  static Map<String, Object> verdict(JoinPicture join, RunPicture run) {
    List<BranchPicture> missing =
        run.branches(join).stream().filter(branch -> branch.status().isFailure()).toList();
    boolean judged = join.minimum() != null && join.verdict() != null;
    String line = "joins %s %s".formatted(run.head().run(), join.path());
    return Json.object(
        "join", name(join),
        "path", join.path(),
        "expected", join.expected(),
        "done", join.done(),
        "failed", join.failed(),
        "skipped", join.skipped(),
        "coverage", Math.round(join.coverage() * 1000) / 1000.0,
        "degraded", join.degraded(),
        "usable", join.usable(),
        "minimum", judged ? join.minimum() : null,
        "verdict", judged ? join.verdict() : null,
        "missing", missing.stream().limit(MISSING).map(branch -> branch(branch, run)).toList(),
        "more", missing.size() > MISSING ? line : null);
  }

  static Map<String, Object> branch(BranchPicture branch, RunPicture run) {
    boolean fine = branch.status() == StepStatus.DONE || branch.status() == StepStatus.SKIPPED;
    return Json.object(
        "branch", branch.label(),
        "path", branch.path(),
        "status", branch.status().word(),
        "error", fine ? null : complaint(branch, run));
  }

  private static String complaint(BranchPicture branch, RunPicture run) {
    return run.failures().stream()
        .filter(f -> f.path().equals(branch.path()) || f.path().startsWith(branch.path() + "."))
        .findFirst()
        .map(Replies::complaint)
        .orElse("exit code " + branch.exitCode());
  }

  static String complaint(FailurePicture failure) {
    String line = Texts.firstLine(failure.stderr());
    return Texts.cut(line.isEmpty() ? failure.detail() : line, COMPLAINT);
  }

  private static Map<String, Object> failure(FailurePicture failure) {
    return Json.object(
        "path", failure.path(),
        "command", failure.argv().isEmpty() ? "" : Texts.cut(failure.argv().get(0), 80),
        "outcome", failure.outcome(),
        "exit_code", failure.exitCode(),
        "error", complaint(failure));
  }

  /**
   * The page of a list that the call asks for; only its own entries are built.
   *
   * @param line the line for the first page; the reply contains the line for the next
   */
  static <T> Map<String, Object> page(
      String name, List<T> all, Function<T, ?> shown, Call call, int size, String line) {
    Paged<T> page = Paged.of(all, size, (int) call.arguments().number("page").orElse(1));
    return Json.object(
        name,
        page.items().stream().map(shown).toList(),
        "total",
        all.size(),
        "more",
        page.more(line));
  }

  /**
   * The page of the entries of a list whose text contains what the option {@code --find} asks for.
   *
   * @param name the command, and the name of the list in the answer
   */
  static <T> Answer found(
      String name,
      List<T> all,
      Function<T, String> text,
      Function<T, ?> shown,
      Call call,
      int size) {
    String find = call.arguments().text("find").orElse("").toLowerCase(Locale.ROOT);
    List<T> found =
        all.stream()
            .filter(each -> text.apply(each).toLowerCase(Locale.ROOT).contains(find))
            .toList();
    String line = LineText.of(find.isEmpty() ? List.of(name) : List.of(name, "--find", find));
    return Answer.of(page(name, found, shown, call, size, line));
  }
}
