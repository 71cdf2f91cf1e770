package dev.escarole.engine.folder;

import dev.escarole.engine.folder.FolderEntry.Reading;
import dev.escarole.recipe.Location;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Severity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Assigns unique names to files. Files with a definition in force have priority, ordered by path; a
 * file whose name is taken gets its path as name and is not in force. Confined to one scan.
 */
final class EntryNames {

  /** Another file has the requested name. */
  static final String NAME_TAKEN = "name-taken";

  private final Map<String, String> takenBy = new HashMap<>();
  private final Set<KnownFile> named = new HashSet<>();

  private EntryNames() {}

  /** The entries for these files, in the same order. */
  static List<FolderEntry> entries(List<KnownFile> files) {
    EntryNames names = new EntryNames();
    files.stream().filter(file -> file.definition() != null).forEach(names::claim);
    List<FolderEntry> entries = new ArrayList<>();
    files.forEach(file -> entries.add(names.entry(file)));
    return entries;
  }

  private void claim(KnownFile file) {
    if (takenBy.putIfAbsent(file.wantedName(), file.file().path()) == null) {
      named.add(file);
    }
  }

  private FolderEntry entry(KnownFile file) {
    FolderEntry.FolderFile facts = file.file();
    if (named.contains(file)) {
      return new FolderEntry(
          file.wantedName(), facts, file.reading(), file.definition(), file.invalidSince());
    }
    if (file.definition() == null) {
      String name = free(file.wantedName(), facts.path());
      return new FolderEntry(name, facts, file.reading(), null, file.invalidSince());
    }
    Reading reading = withConflict(file);
    return new FolderEntry(free(facts.path(), facts.path()), facts, reading, null, reading.at());
  }

  private String free(String wanted, String path) {
    String name = takenBy.containsKey(wanted) ? path : wanted;
    for (int i = 2; takenBy.containsKey(name); i++) {
      name = path + " (" + i + ")";
    }
    takenBy.put(name, path);
    return name;
  }

  private Reading withConflict(KnownFile file) {
    Reading reading = file.reading();
    List<Problem> problems = new ArrayList<>();
    problems.add(
        new Problem(
            Severity.ERROR,
            NAME_TAKEN,
            "the name '%s' is taken by %s"
                .formatted(file.wantedName(), takenBy.get(file.wantedName())),
            "Give it a unique \"name\"; the first file in the order of paths keeps the name.",
            new Location(file.file().path(), 0, 0, "/name")));
    problems.addAll(reading.problems());
    return new Reading(reading.kind(), reading.source(), problems, reading.at());
  }
}
