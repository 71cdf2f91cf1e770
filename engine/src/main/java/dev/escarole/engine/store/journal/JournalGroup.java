package dev.escarole.engine.store.journal;

import dev.escarole.engine.command.Limits;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.store.content.KnownContents;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Rows that are committed together, sorted by table. Confined to the writer's thread. */
final class JournalGroup {

  final List<JournalRow.Transition> transitions = new ArrayList<>();
  final List<JournalRow.Attempt> attempts = new ArrayList<>();
  final List<JournalRow.Joined> joins = new ArrayList<>();
  final List<JournalRow.Signal> signals = new ArrayList<>();
  final List<JournalRow.Ended> ends = new ArrayList<>();

  /** By hash, each once, without those that are known to be stored. */
  final Map<String, Content> contents = new LinkedHashMap<>();

  /** Those that attempts ran under, each once. */
  final Set<Limits> limits = new HashSet<>();

  private final KnownContents known;

  /**
   * @param lost runs whose rows are left out
   */
  JournalGroup(List<JournalRow> rows, Set<RunKey> lost, KnownContents known) {
    this.known = known;
    for (JournalRow row : rows) {
      if (lost.isEmpty() || !lost.contains(row.run())) {
        row.addTo(this);
      }
    }
  }

  void add(Content content) {
    if (!content.isEmpty() && !known.contains(content.sha256())) {
      contents.put(content.sha256(), content);
    }
  }
}
