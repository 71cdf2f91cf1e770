package dev.escarole.web.app.run;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.escarole.engine.launch.NodeWait;
import dev.escarole.engine.launch.QueuePlace;
import dev.escarole.engine.run.RunCounts;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.web.app.Documented;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a list of runs shows of one. */
public record RunHead(
    @Documented("Its id.") @Made.Id String run,
    String recipe,
    @Made.Id String planHash,
    RunStatus status,
    @Documented(
            "Whether it is done, or degraded with its author's consent to every loss. Null while it"
                + " is not over, and if nobody knows.")
        @Nullable Boolean accepted,
    Instant startedAt,
    @Documented("Null while it is not over.") @Nullable Long durationMillis,
    List<String> labels,
    @Documented("On whose behalf it acts.") String principal,
    @Documented("How far its leaves and branches are; null if that is not known.")
        @Nullable RunCounts counts,
    @Documented(
            "Its place among the queued runs of its recipe; null if it is not queued by this"
                + " server.")
        @Nullable QueuePlace queue,
    @JsonInclude(JsonInclude.Include.NON_NULL)
        @Documented(
            "What it waits for if no node has claimed it yet; absent otherwise, and in lists.")
        @Nullable NodeWait nodeWait,
    @JsonInclude(JsonInclude.Include.NON_EMPTY)
        @Documented(
            "Why steps failed, the three most frequent causes first; absent while it is not over,"
                + " and if nothing failed.")
        List<Cause> mainCauses) {

  /**
   * What it waits for before it starts; null if it has started. Another server knows its place in a
   * queue there.
   */
  public @Nullable String queueWords() {
    if (queue != null) {
      return queue.words();
    }
    if (nodeWait != null) {
      return nodeWait.words();
    }
    return status == RunStatus.QUEUED ? "queued, for a node with room or for its recipe" : null;
  }

  /** The most causes that a list of runs shows of one. */
  public static final int MOST_CAUSES = 3;

  /**
   * What every face shows of a run beside its name, state and times, in lists and over the whole
   * run.
   */
  public static final List<Column> COLUMNS = List.of(new Column("By", RunHead::principal));

  /**
   * One of them.
   *
   * @param heading of one word
   */
  public record Column(String heading, Function<RunHead, String> text) {
    /** The heading within a line. */
    public String word() {
      return heading.toLowerCase(Locale.ROOT);
    }

    /** Its text in that run; a dash if a server of another version does not say it. */
    public String of(RunHead run) {
      return Objects.requireNonNullElse(text.apply(run), "-");
    }
  }

  public RunHead {
    labels = List.copyOf(labels);
    mainCauses = List.copyOf(mainCauses);
  }

  /** The same run, which no node has claimed yet. */
  public RunHead withNodeWait(NodeWait wait) {
    return new RunHead(
        run,
        recipe,
        planHash,
        status,
        accepted,
        startedAt,
        durationMillis,
        labels,
        principal,
        counts,
        queue,
        wait,
        mainCauses);
  }

  /** Whether nothing about it changes any more. */
  public boolean hasEnded() {
    return status.isOver();
  }
}
