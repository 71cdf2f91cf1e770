package dev.escarole.engine.folder;

import dev.escarole.engine.LogBinding;
import dev.escarole.engine.Subscription;
import dev.escarole.engine.folder.FolderEntry.Reading;
import dev.escarole.engine.folder.FolderScan.Found;
import dev.escarole.recipe.Location;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Severity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;

/**
 * A folder of recipes and Command Handles that is watched for changes. An invalid file is listed
 * with its problems, and its last valid version stays in force.
 *
 * <p>Thread-safe: queries are answered from the last scan, without file access. {@link #close} ends
 * all threads.
 */
public final class RecipeFolder implements AutoCloseable {

  private static final Logger LOG = LogBinding.logger(RecipeFolder.class);

  private final Path root;
  private final FolderOptions options;
  private final DefinitionReader reader;
  private final FolderWatch watch;
  private final List<Consumer<FolderChange>> listeners = new CopyOnWriteArrayList<>();
  private volatile Snapshot snapshot;

  /** Held during a scan, so that listeners receive changes in order. */
  private final Object scanning = new Object();

  // Guarded by scanning.
  private final Map<Path, KnownFile> known = new HashMap<>();
  private List<Path> directories = List.of();
  private long resolutions;

  private record Snapshot(FolderState state, Map<String, FolderEntry> byName) {}

  private RecipeFolder(Path root, FolderOptions options) {
    this.root = root;
    this.options = options;
    this.reader = new DefinitionReader(root, options.limits());
    Instant now = options.clock().instant();
    this.snapshot = new Snapshot(new FolderState(List.of(), List.of(), now, 0), Map.of());
    this.watch = new FolderWatch(options.pace(), this::lookForWatch);
  }

  /** Opens, scans and watches a folder. */
  public static RecipeFolder open(Path folder) {
    return open(folder, FolderOptions.defaults());
  }

  /**
   * Opens, scans and watches a folder.
   *
   * @throws UncheckedIOException if the folder does not exist or cannot be read
   */
  public static RecipeFolder open(Path folder, FolderOptions options) {
    RecipeFolder opened = new RecipeFolder(folder.toAbsolutePath().normalize(), options);
    try {
      FolderScan scan = FolderScan.of(opened.root, options);
      synchronized (opened.scanning) {
        opened.take(scan, true);
      }
      opened.watch.start(scan.directories());
      return opened;
    } catch (IOException e) {
      opened.watch.close();
      throw new UncheckedIOException(
          "The recipe folder %s cannot be read. Create it or use another one.".formatted(folder),
          e);
    }
  }

  /** The folder. */
  public Path path() {
    return root;
  }

  /** Its content at the last scan. */
  public FolderState state() {
    return snapshot.state();
  }

  /** How often the imports of a file were resolved so far. */
  long resolutions() {
    synchronized (scanning) {
      return resolutions;
    }
  }

  /** The entry with this name at the last scan. */
  public Optional<FolderEntry> entry(String name) {
    return Optional.ofNullable(snapshot.byName().get(name));
  }

  /**
   * Subscribes to all changes. The listener is called with one change at a time on the scanning
   * thread; it must return quickly and must not scan. {@link #state} already has the change.
   * Exceptions are logged.
   */
  public Subscription listen(Consumer<FolderChange> listener) {
    // Wrapped, because the same listener may be subscribed twice.
    Consumer<FolderChange> own = change -> listener.accept(change);
    listeners.add(own);
    return () -> listeners.remove(own);
  }

  /**
   * Scans now. A file that changed since the last scan is read only by a later scan, once it has
   * been unchanged for the time in the options.
   *
   * @return whether all files have been read; if not, scan again
   */
  public boolean look() {
    synchronized (scanning) {
      try {
        return take(FolderScan.of(root, options), false);
      } catch (IOException e) {
        missing(e);
        return true;
      }
    }
  }

  private FolderWatch.Looked lookForWatch() {
    synchronized (scanning) {
      boolean whole = look();
      return new FolderWatch.Looked(!whole, directories);
    }
  }

  /** The folder is missing, perhaps temporarily: its former content stays in force. */
  private void missing(IOException why) {
    FolderState before = state();
    String warning =
        "The folder cannot be read (%s); its former content stays in force."
            .formatted(why.getClass().getSimpleName());
    publish(before.entries(), List.of(warning));
  }

  private boolean take(FolderScan scan, boolean atOnce) {
    Instant now = options.clock().instant();
    directories = List.copyOf(scan.directories());
    Set<Path> present = new HashSet<>();
    List<KnownFile> shown = new ArrayList<>();
    boolean whole = true;
    Set<String> changed = new HashSet<>();
    for (Found found : scan.files()) {
      present.add(found.path());
      KnownFile file =
          known.computeIfAbsent(
              found.path(), path -> new KnownFile(reader, options.pace().quiet()));
      int read = reader.count();
      whole &= file.look(found, now, atOnce);
      if (reader.count() != read) {
        changed.addAll(file.meanings());
      }
    }
    known.forEach(
        (path, file) -> {
          if (!present.contains(path)) {
            changed.addAll(file.meanings());
          }
        });
    known.keySet().retainAll(present);
    resolve(changed, now);
    for (Found found : scan.files()) {
      KnownFile file = Objects.requireNonNull(known.get(found.path()));
      if (file.wasRead()) {
        shown.add(file);
      }
    }
    publish(EntryNames.entries(shown), scan.warnings());
    return whole;
  }

  /**
   * Resolves the imports that may lead to something else now.
   *
   * @param changed the paths and names of files that were read or are gone
   */
  private void resolve(Set<String> changed, Instant now) {
    if (changed.isEmpty()) {
      return;
    }
    FolderLibrary library = new FolderLibrary(root, known.values());
    known.values().stream()
        .filter(KnownFile::hasImports)
        .filter(file -> file.dependsOn(changed))
        .forEach(
            file -> {
              resolutions++;
              file.resolve(library, now);
            });
  }

  private void publish(List<FolderEntry> entries, List<String> warnings) {
    FolderState before = state();
    List<FolderChange> changes = changes(before.entries(), entries);
    boolean same = changes.isEmpty() && before.warnings().equals(warnings);
    long version = same ? before.version() : before.version() + 1;
    Map<String, FolderEntry> byName = new HashMap<>();
    entries.forEach(entry -> byName.put(entry.name(), entry));
    Instant now = options.clock().instant();
    snapshot = new Snapshot(new FolderState(entries, warnings, now, version), byName);
    changes.forEach(this::tell);
  }

  private static List<FolderChange> changes(List<FolderEntry> before, List<FolderEntry> after) {
    Map<String, FolderEntry> gone = new LinkedHashMap<>();
    before.forEach(entry -> gone.put(entry.file().path(), entry));
    List<FolderChange> changes = new ArrayList<>();
    for (FolderEntry entry : after) {
      FolderEntry old = gone.remove(entry.file().path());
      if (old == null) {
        changes.add(new FolderChange(FolderChange.Kind.ADDED, entry));
      } else if (!old.equals(entry)) {
        changes.add(new FolderChange(FolderChange.Kind.CHANGED, entry));
      }
    }
    gone.values().forEach(old -> changes.add(new FolderChange(FolderChange.Kind.REMOVED, old)));
    return changes;
  }

  private void tell(FolderChange change) {
    for (Consumer<FolderChange> listener : listeners) {
      try {
        listener.accept(change);
      } catch (RuntimeException e) {
        LOG.warn("A listener of the recipe folder failed; other listeners are not affected", e);
      }
    }
  }

  /** Stops watching; the last state can still be read. */
  @Override
  public void close() {
    watch.close();
  }

  /**
   * A change of an entry. Immutable.
   *
   * @param entry the current entry, or the former one if it was removed
   */
  public record FolderChange(Kind kind, FolderEntry entry) {

    /** The kind of change. */
    public enum Kind {
      ADDED,
      CHANGED,
      REMOVED
    }
  }

  /**
   * Assigns unique names to files. Files with a definition in force have priority, ordered by path;
   * a file whose name is taken gets its path as name and is not in force. Confined to one scan.
   */
  private static final class EntryNames {

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
}
