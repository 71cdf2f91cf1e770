package dev.escarole.web.agent.command;

import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.web.app.run.BranchPicture;
import dev.escarole.web.app.run.FailurePicture;
import dev.escarole.web.app.run.JoinPicture;
import dev.escarole.web.app.run.Losses;
import dev.escarole.web.app.run.ResultText;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunPicture;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Short replies about runs, with lines to ask for more. */
final class Replies {

  /** Maximum characters of a result in a reply. */
  static final int RESULT = 2_000;

  private static final int JOINS = 5;
  private static final int MISSING = 5;
  private static final int FAILURES = 5;
  private static final int COMPLAINT = 160;

  private Replies() {}

  static String name(JoinPicture join) {
    return join.label() == null ? join.path() : join.label();
  }

  /** One entry of a list. */
  static Map<String, Object> head(RunHead run) {
    Map<String, Object> head = new LinkedHashMap<>();
    head.put("run", run.run());
    head.put("recipe", run.recipe());
    head.put("status", run.status().word());
    if (run.accepted() != null) {
      head.put("accepted", run.accepted());
    }
    head.put("started", run.startedAt().toString());
    if (run.durationMillis() != null) {
      head.put("duration_ms", run.durationMillis());
    }
    RunHead.COLUMNS.forEach(column -> head.put(column.word(), column.of(run)));
    return head;
  }

  /** A run with the verdicts of its joins. */
  static Map<String, Object> run(RunPicture run) {
    RunHead head = run.head();
    String id = head.run();
    Map<String, Object> reply = new LinkedHashMap<>();
    reply.put("run", id);
    reply.put("recipe", head.recipe());
    reply.put("status", head.status().word());
    if (head.accepted() != null) {
      reply.put("accepted", head.accepted());
    }
    losses(reply, run.lost());
    if (head.durationMillis() != null) {
      reply.put("duration_ms", head.durationMillis());
    }
    RunHead.COLUMNS.forEach(column -> reply.put(column.word(), column.of(head)));
    List<JoinPicture> joins = run.joins();
    reply.put("joins", joins.stream().limit(JOINS).map(join -> verdict(join, run)).toList());
    if (joins.size() > JOINS) {
      reply.put("more_joins", "joins " + id);
    }
    List<FailurePicture> failures = run.failures();
    if (!failures.isEmpty()) {
      reply.put("failures", failures.stream().limit(FAILURES).map(Replies::failure).toList());
    }
    ResultText result = run.output() == null ? run.stdout() : run.output().value();
    if (result != null) {
      reply.put("result", Texts.window(result.text(), 0, RESULT, "runs output " + id));
    } else if (head.status() == RunStatus.RUNNING) {
      reply.put("next", "runs wait " + id);
    }
    return reply;
  }

  /**
   * What was lost without the author's consent, and which steps worked with missing input because
   * of it.
   */
  private static void losses(Map<String, Object> reply, Losses lost) {
    List<Map<String, Object>> losses =
        lost.losses().stream()
            .filter(loss -> loss.consent() == null)
            .limit(FAILURES)
            .map(Replies::loss)
            .toList();
    if (!losses.isEmpty()) {
      reply.put("losses_without_consent", losses);
    }
    if (lost.readsFromFailureCount() > 0) {
      reply.put(
          "reads_from_failure",
          lost.readsFromFailure().stream().limit(FAILURES).map(Replies::read).toList());
    }
  }

  private static Map<String, Object> loss(Losses.Loss loss) {
    Map<String, Object> reply = new LinkedHashMap<>();
    reply.put("path", loss.path());
    if (loss.label() != null) {
      reply.put("label", loss.label());
    }
    reply.put("error", Texts.cut(loss.error(), COMPLAINT));
    return reply;
  }

  private static Map<String, Object> read(Losses.FailureRead read) {
    Map<String, Object> reply = new LinkedHashMap<>();
    reply.put("step", read.step());
    reply.put("from", read.from());
    if (read.cut()) {
      reply.put("cut", true);
    }
    return reply;
  }

  /** The verdict of a join, with its missing branches. */
  static Map<String, Object> verdict(JoinPicture join, RunPicture run) {
    Map<String, Object> verdict = new LinkedHashMap<>();
    verdict.put("join", name(join));
    verdict.put("path", join.path());
    verdict.put("expected", join.expected());
    verdict.put("done", join.done());
    verdict.put("failed", join.failed());
    verdict.put("skipped", join.skipped());
    verdict.put("coverage", Math.round(join.coverage() * 1000) / 1000.0);
    verdict.put("degraded", join.degraded());
    verdict.put("usable", join.usable());
    if (join.minimum() != null && join.verdict() != null) {
      verdict.put("minimum", join.minimum());
      verdict.put("verdict", join.verdict());
    }
    List<BranchPicture> missing =
        run.branches(join).stream().filter(branch -> branch.status().isFailure()).toList();
    verdict.put(
        "missing", missing.stream().limit(MISSING).map(branch -> branch(branch, run)).toList());
    if (missing.size() > MISSING) {
      verdict.put("more", "joins %s %s".formatted(run.head().run(), join.path()));
    }
    return verdict;
  }

  /** A branch with its first error line. */
  static Map<String, Object> branch(BranchPicture branch, RunPicture run) {
    Map<String, Object> reply = new LinkedHashMap<>();
    reply.put("branch", branch.label());
    reply.put("path", branch.path());
    reply.put("status", branch.status().word());
    if (branch.status() != StepStatus.DONE && branch.status() != StepStatus.SKIPPED) {
      reply.put("error", complaint(branch, run));
    }
    return reply;
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
    Map<String, Object> reply = new LinkedHashMap<>();
    reply.put("path", failure.path());
    reply.put("command", failure.argv().isEmpty() ? "" : Texts.cut(failure.argv().get(0), 80));
    reply.put("outcome", failure.outcome());
    reply.put("exit_code", failure.exitCode());
    reply.put("error", complaint(failure));
    return reply;
  }

  /**
   * One page of a list; only its own entries are built.
   *
   * @param line the line for the first page; the reply contains the line for the next
   */
  static <T> Map<String, Object> page(
      String name, List<T> all, Function<T, ?> shown, Page page, String line) {
    int from = (int) Math.min(all.size(), (page.number() - 1L) * page.size());
    int to = Math.min(all.size(), from + page.size());
    Map<String, Object> reply = new LinkedHashMap<>();
    reply.put(name, all.subList(from, to).stream().map(shown).toList());
    reply.put("total", all.size());
    if (to < all.size()) {
      reply.put("more", "%s --page %d".formatted(line, page.number() + 1));
    }
    return reply;
  }

  /**
   * A page of a list.
   *
   * @param number from 1
   */
  record Page(int number, int size) {}
}
