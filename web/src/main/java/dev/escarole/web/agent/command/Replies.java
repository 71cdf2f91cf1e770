package dev.escarole.web.agent.command;

import dev.escarole.engine.run.Acceptance;
import dev.escarole.engine.run.Join;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.web.view.FailureView;
import dev.escarole.web.view.RunView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What replies tell of runs: little at a time, and how to ask for more. */
final class Replies {

  /** Characters of a result that a reply has room for. */
  static final int RESULT = 2_000;

  private static final int JOINS = 5;
  private static final int MISSING = 5;
  private static final int FAILURES = 5;
  private static final int COMPLAINT = 160;

  private Replies() {}

  static String name(Join join) {
    return join.label() == null ? join.path() : join.label();
  }

  /** One line of a list. */
  static Map<String, Object> head(StoredRun run) {
    Map<String, Object> head = new LinkedHashMap<>();
    head.put("run", run.id().value());
    head.put("recipe", run.recipe());
    head.put("status", run.status().word());
    if (run.accepted() != null) {
      head.put("accepted", run.accepted());
    }
    head.put("started", run.startedAt().toString());
    Instant end = run.endedAt();
    if (end != null) {
      head.put("duration_ms", Duration.between(run.startedAt(), end).toMillis());
    }
    return head;
  }

  /** A run with the verdicts of its joins. */
  static Map<String, Object> run(RunView run) {
    RunView.Head head = run.head();
    String id = head.run();
    Map<String, Object> reply = new LinkedHashMap<>();
    reply.put("run", id);
    reply.put("recipe", head.recipe());
    reply.put("status", head.status().word());
    if (head.accepted() != null) {
      reply.put("accepted", head.accepted());
    }
    acceptance(reply, run.acceptance());
    if (head.durationMillis() != null) {
      reply.put("duration_ms", head.durationMillis());
    }
    List<Join> joins = run.details().joins();
    reply.put("joins", joins.stream().limit(JOINS).map(join -> verdict(join, run)).toList());
    if (joins.size() > JOINS) {
      reply.put("more_joins", "joins " + id);
    }
    List<FailureView> failures = run.details().failures();
    if (!failures.isEmpty()) {
      reply.put("failures", failures.stream().limit(FAILURES).map(Replies::failure).toList());
    }
    RunView.Result result = run.result();
    if (result == null) {
      reply.put("next", "runs wait " + id);
    } else {
      String text = Objects.requireNonNullElseGet(result.output().value(), result.stdout()::text);
      reply.put("result", Texts.window(text, 0, RESULT, "runs output " + id));
    }
    return reply;
  }

  /**
   * What was lost without the author's consent, and which steps worked on nothing because of it.
   */
  private static void acceptance(Map<String, Object> reply, @Nullable Acceptance acceptance) {
    if (acceptance == null) {
      return;
    }
    List<Map<String, Object>> losses =
        acceptance.losses().stream()
            .filter(loss -> loss.consent() == null)
            .limit(FAILURES)
            .map(Replies::loss)
            .toList();
    if (!losses.isEmpty()) {
      reply.put("losses_without_consent", losses);
    }
    if (acceptance.readCount() > 0) {
      reply.put(
          "reads_from_failure",
          acceptance.readsFromFailure().stream().limit(FAILURES).map(Replies::read).toList());
    }
  }

  private static Map<String, Object> loss(Acceptance.Loss loss) {
    Map<String, Object> reply = new LinkedHashMap<>();
    reply.put("path", loss.path());
    if (loss.label() != null) {
      reply.put("label", loss.label());
    }
    reply.put("error", Texts.cut(loss.error(), COMPLAINT));
    return reply;
  }

  private static Map<String, Object> read(Acceptance.FailureRead read) {
    Map<String, Object> reply = new LinkedHashMap<>();
    reply.put("step", read.step());
    reply.put("from", read.from());
    if (read.cut()) {
      reply.put("cut", true);
    }
    return reply;
  }

  /** What a join came to, with the branches that are missing from it. */
  static Map<String, Object> verdict(Join join, RunView run) {
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
      verdict.put("verdict", join.verdict().word());
    }
    List<Join.Branch> missing =
        join.branches().stream().filter(branch -> branch.status().isFailure()).toList();
    verdict.put(
        "missing", missing.stream().limit(MISSING).map(branch -> branch(branch, run)).toList());
    if (missing.size() > MISSING) {
      verdict.put("more", "joins %s %s".formatted(run.head().run(), join.path()));
    }
    return verdict;
  }

  /** A branch with the first line of what went wrong in it. */
  static Map<String, Object> branch(Join.Branch branch, RunView run) {
    Map<String, Object> reply = new LinkedHashMap<>();
    reply.put("branch", branch.label());
    reply.put("path", branch.path());
    reply.put("status", branch.status().word());
    if (branch.status() != StepStatus.DONE && branch.status() != StepStatus.SKIPPED) {
      reply.put("error", complaint(branch, run));
    }
    return reply;
  }

  private static String complaint(Join.Branch branch, RunView run) {
    return run.details().failures().stream()
        .filter(f -> f.path().equals(branch.path()) || f.path().startsWith(branch.path() + "."))
        .findFirst()
        .map(Replies::complaint)
        .orElse("exit code " + branch.exitCode());
  }

  static String complaint(FailureView failure) {
    String line = Texts.firstLine(failure.stderr());
    return Texts.cut(line.isEmpty() ? failure.ending().detail() : line, COMPLAINT);
  }

  private static Map<String, Object> failure(FailureView failure) {
    Map<String, Object> reply = new LinkedHashMap<>();
    reply.put("path", failure.path());
    reply.put("command", failure.argv().isEmpty() ? "" : Texts.cut(failure.argv().get(0), 80));
    reply.put("outcome", failure.ending().outcome());
    reply.put("exit_code", failure.ending().exitCode());
    reply.put("error", complaint(failure));
    return reply;
  }

  /**
   * One page of a list.
   *
   * @param line what shows the first page; the reply says how to go on
   */
  static Map<String, Object> page(String name, List<?> all, Page page, String line) {
    int from = (int) Math.min(all.size(), (page.number() - 1L) * page.size());
    int to = Math.min(all.size(), from + page.size());
    Map<String, Object> reply = new LinkedHashMap<>();
    reply.put(name, new ArrayList<>(all.subList(from, to)));
    reply.put("total", all.size());
    if (to < all.size()) {
      reply.put("more", "%s --page %d".formatted(line, page.number() + 1));
    }
    return reply;
  }

  /**
   * Which part of a list.
   *
   * @param number from 1
   */
  record Page(int number, int size) {}
}
