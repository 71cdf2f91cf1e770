package dev.escarole.engine.store.journal;

import dev.escarole.engine.command.Limits;
import dev.escarole.engine.plan.Step;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.store.content.ContentRef;
import dev.escarole.engine.store.content.InlineContents;
import dev.escarole.engine.store.content.KnownContents;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An event as rows to write. */
sealed interface JournalRow {

  /** The run it belongs to. */
  RunKey run();

  /** Appends the row to the group. */
  void addTo(JournalGroup group);

  /** A row of {@code transition}. */
  record Transition(RunKey run, long seq, RunEvent.StepChanged event) implements JournalRow {
    @Override
    public void addTo(JournalGroup group) {
      group.transitions.add(this);
    }
  }

  /**
   * A row of {@code attempt}, and its outputs.
   *
   * @param running the row that this one also stands for: the step began to run
   * @param then likewise: what the step became right after
   */
  record Attempt(
      RunKey run,
      long seq,
      RunEvent.AttemptEnded event,
      Instant startedAt,
      ContentRef stdin,
      @Nullable Transition running,
      @Nullable Transition then)
      implements JournalRow {

    /** Returns a row that also stands for this one. */
    Attempt after(Transition earlier) {
      return new Attempt(run, seq, event, startedAt, stdin, earlier, then);
    }

    /** Returns a row that also stands for this one. */
    Attempt before(Transition next) {
      return new Attempt(run, seq, event, startedAt, stdin, running, next);
    }

    @Override
    public void addTo(JournalGroup group) {
      group.attempts.add(this);
      group.addLarge(event.result().stdout());
      group.addLarge(event.result().stderr());
      Limits limits = event.result().usage().limits();
      if (limits != null) {
        group.limits.add(limits);
      }
    }
  }

  /** A row of {@code branch_join}. */
  record Joined(RunKey run, long seq, RunEvent.JoinDecided event) implements JournalRow {
    @Override
    public void addTo(JournalGroup group) {
      group.joins.add(this);
    }
  }

  /** A row of {@code signal}. */
  record Signal(RunKey run, long seq, StoredSignal.Kind kind, Instant at, @Nullable Step step)
      implements JournalRow {
    @Override
    public void addTo(JournalGroup group) {
      group.signals.add(this);
    }
  }

  /**
   * The final update of a row of {@code run}, and the result text.
   *
   * @param refusal why events of the run are missing, which makes it fail; null if none are
   */
  record Ended(RunKey run, RunEvent.RunEnded event, @Nullable String refusal)
      implements JournalRow {
    @Override
    public void addTo(JournalGroup group) {
      group.ends.add(this);
      group.add(event.result().stdout());
    }
  }

  /** Rows that are committed together, by table. Confined to the writer's thread. */
  final class JournalGroup {

    final List<JournalRow.Transition> transitions = new ArrayList<>();
    final List<JournalRow.Attempt> attempts = new ArrayList<>();
    final List<JournalRow.Joined> joins = new ArrayList<>();
    final List<JournalRow.Signal> signals = new ArrayList<>();
    final List<JournalRow.Ended> ends = new ArrayList<>();

    /** Contents by hash, without those known to be stored. */
    final Map<String, Content> contents = new LinkedHashMap<>();

    /** The distinct limits of attempts. */
    final Set<Limits> limits = new HashSet<>();

    private final KnownContents known;

    /**
     * @param lost runs whose rows are skipped
     */
    JournalGroup(List<JournalRow> rows, Set<RunKey> lost, KnownContents known) {
      this.known = known;
      for (JournalRow row : rows) {
        if (lost.isEmpty() || !lost.contains(row.run())) {
          row.addTo(this);
        }
      }
    }

    /** Adds an output that is too large for its attempt's row. */
    void addLarge(Content content) {
      if (!InlineContents.isSmall(content.size())) {
        add(content);
      }
    }

    void add(Content content) {
      if (!content.isEmpty() && !known.contains(content.sha256())) {
        contents.put(content.sha256(), content);
      }
    }
  }
}
