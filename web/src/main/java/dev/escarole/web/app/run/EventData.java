package dev.escarole.web.app.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.app.run.RunsNews.RunProgress;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The data of live events: a server writes them, and a remote client reads them. */
public final class EventData {

  private EventData() {}

  /** Of an event about all runs. */
  public record AllRuns(long seq, List<RunProgress> runs) {}

  /** Of an event about one run; what an event does not tell is null, and left out. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record OneRun(
      long seq,
      String run,
      @Nullable String recipe,
      @Nullable RunStatus status,
      @Nullable Boolean accepted,
      @Nullable Instant startedAt,
      @Nullable Instant endedAt,
      @Nullable Long durationMillis,
      @JsonInclude(JsonInclude.Include.ALWAYS) @Nullable RunCounts counts,
      @Nullable List<OneStep> steps,
      @Nullable List<JoinPicture> joins,
      @Nullable String error) {

    /**
     * All that is known of a run.
     *
     * @param steps that are not pending
     */
    public static OneRun snapshot(
        long seq,
        RunHead run,
        @Nullable RunCounts counts,
        List<OneStep> steps,
        List<JoinPicture> joins) {
      return new OneRun(
          seq,
          run.run(),
          run.recipe(),
          run.status(),
          null,
          run.startedAt(),
          null,
          null,
          counts,
          steps,
          joins.isEmpty() ? null : joins,
          null);
    }

    /**
     * What changed in a run.
     *
     * @param status null while it is carried out
     */
    public static OneRun delta(
        long seq,
        String run,
        @Nullable RunStatus status,
        @Nullable RunCounts counts,
        List<OneStep> steps,
        List<JoinPicture> joins) {
      return new OneRun(
          seq,
          run,
          null,
          status,
          null,
          null,
          null,
          null,
          counts,
          steps.isEmpty() ? null : steps,
          joins.isEmpty() ? null : joins,
          null);
    }

    /** The end of a run. */
    public static OneRun end(
        long seq, RunHead run, @Nullable RunCounts counts, @Nullable String error) {
      Long millis = run.durationMillis();
      return new OneRun(
          seq,
          run.run(),
          null,
          run.status(),
          run.accepted(),
          null,
          millis == null ? null : run.startedAt().plusMillis(millis),
          millis,
          counts,
          null,
          null,
          error);
    }
  }

  /** A step as an event tells of it. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record OneStep(
      @Made.Path String path,
      @Made.Word String status,
      @Nullable Integer attempt,
      @Nullable Instant startedAt,
      @Nullable Long durationMillis,
      @Nullable Instant until,
      @Made.Word @Nullable String outcome,
      @Nullable Integer exitCode,
      @Nullable String reason) {

    public static OneStep of(StepPicture step) {
      return new OneStep(
          step.path(),
          step.status(),
          step.attempt(),
          step.startedAt(),
          step.durationMillis(),
          step.until(),
          step.outcome(),
          step.exitCode(),
          step.reason());
    }

    /** A step that nothing has happened to. */
    public static OneStep pending(String path) {
      return new OneStep(path, "pending", null, null, null, null, null, null, null);
    }

    /** The same step with what only its picture holds. */
    public StepPicture picture(StepPicture before) {
      return new StepPicture(
          path,
          before.kind(),
          before.label(),
          before.argv(),
          status,
          outcome,
          exitCode,
          Objects.equals(outcome, before.outcome()) ? before.remedy() : null,
          startedAt,
          durationMillis,
          reason,
          attempt,
          until);
    }
  }
}
