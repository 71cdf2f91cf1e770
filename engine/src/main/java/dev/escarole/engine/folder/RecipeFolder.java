package dev.escarole.engine.folder;

import dev.escarole.engine.Subscription;
import dev.escarole.engine.folder.FolderScan.Found;
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
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder whose recipes and Command Handles count from the moment they are dropped there, changed
 * or removed. A file that is not sound is listed with its problems, and the last version that was
 * sound stays in force.
 *
 * <p>Thread-safe: what is asked is answered from the last look, without touching a file. After
 * {@link #close} no thread is left.
 */
public final class RecipeFolder implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(RecipeFolder.class);

  private final Path root;
  private final FolderOptions options;
  private final DefinitionReader reader;
  private final FolderWatch watch;
  private final List<Consumer<FolderChange>> listeners = new CopyOnWriteArrayList<>();
  private volatile Snapshot snapshot;

  /** Held while a look is under way, so that listeners hear of changes in their order. */
  private final Object looking = new Object();

  // What follows is guarded by it.
  private final Map<Path, KnownFile> known = new HashMap<>();
  private List<Path> directories = List.of();

  /** What the last look came to. */
  private record Snapshot(FolderState state, Map<String, FolderEntry> byName) {}

  private RecipeFolder(Path root, FolderOptions options) {
    this.root = root;
    this.options = options;
    this.reader = new DefinitionReader(options.limits());
    Instant now = options.clock().instant();
    this.snapshot = new Snapshot(new FolderState(List.of(), List.of(), now, 0), Map.of());
    this.watch = new FolderWatch(options.pace(), this::lookForWatch);
  }

  /** Opens a folder and looks at it; from then on it is watched. */
  public static RecipeFolder open(Path folder) {
    return open(folder, FolderOptions.defaults());
  }

  /**
   * Opens a folder and looks at it; from then on it is watched.
   *
   * @throws UncheckedIOException if there is no such folder, or it cannot be read
   */
  public static RecipeFolder open(Path folder, FolderOptions options) {
    RecipeFolder opened = new RecipeFolder(folder.toAbsolutePath().normalize(), options);
    try {
      FolderScan scan = FolderScan.of(opened.root, options);
      synchronized (opened.looking) {
        opened.take(scan, true);
      }
      opened.watch.start(scan.directories());
      return opened;
    } catch (IOException e) {
      opened.watch.close();
      throw new UncheckedIOException(
          "The recipe folder %s cannot be read. Create it, or name another.".formatted(folder), e);
    }
  }

  /** The folder. */
  public Path path() {
    return root;
  }

  /** What it holds, as of the last look. */
  public FolderState state() {
    return snapshot.state();
  }

  /** The entry of this name, as of the last look. */
  public Optional<FolderEntry> entry(String name) {
    return Optional.ofNullable(snapshot.byName().get(name));
  }

  /**
   * Hears of every change from now on, one at a time, on the thread that looked: return at once,
   * and do not look. {@link #state} already has the change. A listener that throws is told of in
   * the log and hears of the next change all the same.
   */
  public Subscription listen(Consumer<FolderChange> listener) {
    // The same listener may have subscribed twice; each subscription ends by itself.
    Consumer<FolderChange> own = change -> listener.accept(change);
    listeners.add(own);
    return () -> listeners.remove(own);
  }

  /**
   * Looks now, without waiting for the file system or the clock. A file that changed since the last
   * look is only read by a later one that finds it as this one did, once it was quiet for as long
   * as the options say.
   *
   * @return whether nothing is left to read; if not, look again
   */
  public boolean look() {
    synchronized (looking) {
      try {
        return take(FolderScan.of(root, options), false);
      } catch (IOException e) {
        missing(e);
        return true;
      }
    }
  }

  private FolderWatch.Looked lookForWatch() {
    synchronized (looking) {
      boolean whole = look();
      return new FolderWatch.Looked(!whole, directories);
    }
  }

  /** The folder is gone, perhaps not for long: what was in force stays so. */
  private void missing(IOException why) {
    FolderState before = state();
    String warning =
        "The folder cannot be read (%s); what it held before stays in force."
            .formatted(why.getClass().getSimpleName());
    publish(before.entries(), List.of(warning));
  }

  private boolean take(FolderScan scan, boolean atOnce) {
    Instant now = options.clock().instant();
    directories = List.copyOf(scan.directories());
    Set<Path> present = new HashSet<>();
    List<KnownFile> shown = new ArrayList<>();
    boolean whole = true;
    for (Found found : scan.files()) {
      present.add(found.path());
      KnownFile file =
          known.computeIfAbsent(
              found.path(), path -> new KnownFile(reader, options.pace().quiet()));
      whole &= file.look(found, now, atOnce);
      if (file.wasRead()) {
        shown.add(file);
      }
    }
    known.keySet().retainAll(present);
    publish(EntryNames.entries(shown), scan.warnings());
    return whole;
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
        LOG.warn("A listener of the recipe folder threw; the others are told", e);
      }
    }
  }

  /** Ends the watch; what was read can still be asked for. */
  @Override
  public void close() {
    watch.close();
  }

  /**
   * An entry came, changed or went. Immutable.
   *
   * @param entry as it is now; when it went, as it was
   */
  public record FolderChange(Kind kind, FolderEntry entry) {

    /** What happened. */
    public enum Kind {
      ADDED,
      CHANGED,
      REMOVED
    }
  }
}
