package dev.escarole.engine.store.journal;

import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.store.audit.Audited.StoredAudit;
import java.util.ArrayList;
import java.util.List;

/** What the journal is given to write. */
sealed interface Recorded {

  /** Something that happened in a run. */
  record Happened(RunEvent event) implements Recorded {}

  /** A call for the audit. */
  record Called(StoredAudit call) implements Recorded {}

  /** A group by kinds, each in order. Used once, by one thread. */
  final class RecordedGroup {

    final List<RunEvent> events;
    final List<StoredAudit> calls = new ArrayList<>();

    RecordedGroup(List<Recorded> group) {
      this.events = new ArrayList<>(group.size());
      for (Recorded each : group) {
        if (each instanceof Happened happened) {
          events.add(happened.event());
        } else if (each instanceof Called called) {
          calls.add(called.call());
        }
      }
    }
  }
}
