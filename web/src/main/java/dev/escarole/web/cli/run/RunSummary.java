package dev.escarole.web.cli.run;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.web.app.run.BranchPicture;
import dev.escarole.web.app.run.FailurePicture;
import dev.escarole.web.app.run.JoinPicture;
import dev.escarole.web.app.run.Losses;
import dev.escarole.web.app.run.RunHead;
import dev.escarole.web.app.run.RunPicture;
import dev.escarole.web.cli.text.FailureText;
import dev.escarole.web.cli.text.JoinText;
import dev.escarole.web.cli.text.Paint;
import dev.escarole.web.cli.text.TextFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Says how a run ended: its status, what is missing in which join and why, and what else failed.
 */
public final class RunSummary {

  private static final int MOST_JOINS = 20;
  private static final int MOST_LINES = 10;

  private final RunPicture run;
  private final Paint paint;
  private final Consumer<String> out;

  private RunSummary(RunPicture run, Paint paint, Consumer<String> out) {
    this.run = run;
    this.paint = paint;
    this.out = out;
  }

  /** Says all of it, line by line. */
  public static void print(RunPicture run, Paint paint, Consumer<String> out) {
    RunSummary summary = new RunSummary(run, paint, out);
    summary.status();
    summary.joins();
    summary.failures();
    summary.reads();
    summary.acceptance();
  }

  private void status() {
    RunHead head = run.head();
    Long millis = head.durationMillis();
    String status = head.status().word();
    String coloured =
        switch (head.status()) {
          case DONE -> paint.green(status);
          case DEGRADED, CANCELLED, EXPIRED, INTERRUPTED -> paint.yellow(status);
          case FAILED -> paint.red(status);
          case RUNNING -> paint.cyan(status);
          case QUEUED, WAITING -> paint.yellow(status);
        };
    String time = millis == null ? "" : " after " + TextFormat.duration(millis);
    out.accept(
        "run " + head.run() + " of " + TextFormat.plain(head.recipe()) + ": " + coloured + time);
    RunPicture.Past past = run.past();
    if (past.resumed() > 0) {
      out.accept("  resumed " + TextFormat.count(past.resumed(), "time", "times"));
    }
    if (past.rerunOf() != null) {
      out.accept("  runs " + past.rerunOf() + " again");
    }
    if (past.error() != null) {
      out.accept("  " + paint.red(TextFormat.plain(past.error())));
    }
  }

  private void joins() {
    List<JoinPicture> degraded = run.joins().stream().filter(JoinPicture::degraded).toList();
    for (JoinPicture join : degraded.subList(0, Math.min(degraded.size(), MOST_JOINS))) {
      out.accept("  join " + JoinText.summary(join));
      missing(join);
    }
    more(degraded.size() - MOST_JOINS, "degraded join", "degraded joins", "  ");
  }

  private void missing(JoinPicture join) {
    List<BranchPicture> missing =
        run.branches(join).stream().filter(branch -> branch.status().isFailure()).toList();
    for (BranchPicture branch : missing.subList(0, Math.min(missing.size(), MOST_LINES))) {
      out.accept("    missing " + branch(branch));
      first(branch).ifPresent(failure -> remedy(failure, "      "));
    }
    more(missing.size() - MOST_LINES, "missing branch", "missing branches", "    ");
    if (missing.isEmpty() && join.verdict() != null) {
      silent(join);
    }
  }

  /** Branches that came through without a word do not count towards a quorum. */
  private void silent(JoinPicture join) {
    long silent = (long) join.done() - join.usableBranches();
    if (silent > 0) {
      out.accept("    " + TextFormat.count(silent, "branch", "branches") + " printed nothing");
    }
  }

  private String branch(BranchPicture branch) {
    String name = TextFormat.plain(branch.label()) + " (" + branch.path() + ")";
    return first(branch)
        .map(failure -> name + ": " + FailureText.of(failure))
        .orElse(name + ": " + status(branch.status()) + ", exit code " + branch.exitCode());
  }

  private Optional<FailurePicture> first(BranchPicture branch) {
    return run.failures().stream()
        .filter(failure -> isInside(failure.path(), branch.path()))
        .findFirst();
  }

  private void remedy(FailurePicture failure, String indent) {
    String remedy = failure.remedy();
    if (remedy != null) {
      out.accept(indent + "remedy: " + remedy);
    }
  }

  private static String status(StepStatus status) {
    return status == StepStatus.TIMEOUT ? "timed out" : status.word();
  }

  private void failures() {
    List<FailurePicture> others =
        run.failures().stream()
            .filter(failure -> !isInMissingBranch(failure) && !isPartOfCancel(failure))
            .toList();
    for (FailurePicture failure : others.subList(0, Math.min(others.size(), MOST_LINES))) {
      String step = TextFormat.step(failure.path(), failure.label(), failure.argv());
      String word = isCancelled(failure) ? paint.yellow("cancelled") : paint.red("failed");
      out.accept("  " + word + " " + step + ": " + FailureText.of(failure));
      remedy(failure, "    ");
    }
    more(others.size() - MOST_LINES, "failure", "failures", "  ");
  }

  /** Which steps worked on nothing because the step before them had failed. */
  private void reads() {
    List<Losses.FailureRead> reads = run.lost().readsFromFailure();
    for (Losses.FailureRead read : reads.subList(0, Math.min(reads.size(), MOST_LINES))) {
      out.accept(
          "  step %s `%s` read the empty output of %s, which %s"
              .formatted(
                  read.step(),
                  TextFormat.plain(read.command()),
                  read.from(),
                  read.cut() ? "broke the limit of its output" : "failed"));
    }
    more(run.lost().readsFromFailureCount() - MOST_LINES, "such step", "such steps", "  ");
  }

  /** Why a degraded run is not accepted. */
  private void acceptance() {
    Boolean accepted = run.head().accepted();
    if (accepted == null || accepted || run.head().status() != RunStatus.DEGRADED) {
      return;
    }
    List<Losses.Loss> losses =
        run.lost().losses().stream().filter(loss -> loss.consent() == null).toList();
    if (losses.isEmpty()) {
      out.accept("  " + paint.yellow("not accepted") + ": a limit cut what a step read");
      return;
    }
    out.accept(
        "  " + paint.yellow("not accepted") + ": the recipe does not consent to the loss of");
    for (Losses.Loss loss : losses.subList(0, Math.min(losses.size(), MOST_LINES))) {
      out.accept("    " + loss(loss));
    }
    more(losses.size() - MOST_LINES, "loss", "losses", "    ");
    out.accept(
        "  to accept it, write 'failure: continue' on the step or around it, or 'min_successful'"
            + " on the parallel node; or run with --lenient");
  }

  private static String loss(Losses.Loss loss) {
    StringBuilder text = new StringBuilder(loss.path());
    if (loss.label() != null && !loss.label().isEmpty()) {
      text.append(" \"").append(TextFormat.plain(loss.label())).append('"');
    }
    if (!loss.command().isEmpty()) {
      text.append(" `").append(TextFormat.plain(loss.command())).append('`');
    }
    String error = loss.error().isEmpty() ? "exit code " + loss.exitCode() : loss.error();
    return text.append(": ").append(TextFormat.plain(error)).toString();
  }

  /** In a run that was cancelled, it goes without saying that what ran was stopped. */
  private boolean isPartOfCancel(FailurePicture failure) {
    return run.head().status() == RunStatus.CANCELLED && isCancelled(failure);
  }

  private static boolean isCancelled(FailurePicture failure) {
    return failure.outcome().equals(Outcome.Kind.CANCELLED.word());
  }

  private boolean isInMissingBranch(FailurePicture failure) {
    if (run.head().status() == RunStatus.FAILED) {
      return false;
    }
    return run.branches().stream()
        .anyMatch(branch -> branch.status().isFailure() && isInside(failure.path(), branch.path()));
  }

  private void more(int number, String one, String many, String indent) {
    if (number > 0) {
      out.accept(indent + "and " + TextFormat.count(number, one, many) + " more");
    }
  }

  private static boolean isInside(String path, String ancestor) {
    return path.equals(ancestor) || path.startsWith(ancestor + ".");
  }
}
