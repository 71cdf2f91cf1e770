package dev.escarole.engine;

import dev.escarole.engine.broker.PolicyBook;
import dev.escarole.engine.broker.PolicyException;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.DirectoryRemoval;
import dev.escarole.engine.command.PrivateFiles;
import dev.escarole.engine.command.ReservedPlaces;
import dev.escarole.engine.files.DiskUse;
import dev.escarole.engine.files.RunDirectories;
import dev.escarole.engine.files.WorkspaceUse;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.database.DatabaseAddress;
import dev.escarole.engine.store.database.StoreOptions;
import dev.escarole.engine.store.output.OutputPlace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of an engine: database, commands, and one directory for each run. Without a data
 * directory, they are in a temporary one that is removed on close. Thread-safe.
 */
final class Workspaces implements AutoCloseable, RunDirectories {

  static final String RUNS = "runs";

  private static final Logger LOG = LoggerFactory.getLogger(Workspaces.class);

  private static final Duration USE_TAKES = Duration.ofMillis(200);
  private static final Duration USE_IS_KNOWN = Duration.ofMinutes(1);

  private final Path root;
  private final boolean temporary;
  private @Nullable WorkspaceUse known;
  private long knownAt;
  private @Nullable DiskUse disk;

  private Workspaces(Path root, boolean temporary) {
    this.root = root;
    this.temporary = temporary;
  }

  static Workspaces open(@Nullable Path data) {
    try {
      if (data == null) {
        return new Workspaces(Files.createTempDirectory("escarole-"), true);
      }
      return new Workspaces(DataDirectory.open(data, LOG::warn), false);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create the data directory " + data, e);
    }
  }

  RunStore openStore(StorageOptions storage) {
    return RunStore.open(storeOptions(storage), storage.bounds());
  }

  StoreOptions storeOptions(StorageOptions storage) {
    return storage.storeOptions(temporary ? StoreOptions.memory() : StoreOptions.file(root));
  }

  /**
   * Opens the policy of the options; closes this if it cannot be used.
   *
   * @throws PolicyException if the policy file cannot be used
   */
  PolicyBook openPolicies(EngineOptions options) {
    try {
      return CommandHost.policies(
          root, options.policyFile(), options.limits(), LOG::warn, options.clock());
    } catch (PolicyException e) {
      close();
      throw e;
    }
  }

  /** The places that guests cannot access, regardless of grants. */
  ReservedPlaces reserved(EngineOptions options) {
    Map<Path, String> others = new LinkedHashMap<>();
    options.storage().secrets().forEach(file -> others.put(file, "a file of secrets"));
    Path policy = options.policyFile();
    if (policy != null) {
      others.put(policy, "the policy file");
    }
    OutputPlace outputs = options.storage().outputs();
    if (outputs != null) {
      outputs.directory().ifPresent(place -> others.put(place, "the large outputs of runs"));
    }
    DatabaseAddress database = options.storage().database();
    if (database != null) {
      database.files().forEach(file -> others.put(file, "the database"));
    }
    return UserDirectories.ofThisProcess().reserved(root, others);
  }

  Path root() {
    return root;
  }

  @Override
  public Path directory(RunId id) {
    return root.resolve(RUNS).resolve(id.value()).resolve("workspace");
  }

  @Override
  public Path beside(RunId id, String name) {
    return root.resolve(RUNS).resolve(id.value()).resolve(name);
  }

  /** Creates a run's workspace if it is missing, and returns its grant and then the others. */
  List<DirectoryGrant> create(RunId id, List<DirectoryGrant> others) {
    try {
      List<DirectoryGrant> all = new ArrayList<>();
      all.add(DirectoryGrant.workspace(PrivateFiles.createDirectories(directory(id))));
      all.addAll(others);
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot create the workspace of run " + id, e);
    }
  }

  @Override
  public boolean exists(RunId id) {
    return Files.isDirectory(directory(id), LinkOption.NOFOLLOW_LINKS);
  }

  /** Copies a run's workspace to another run; links stay links. */
  void copy(RunId from, RunId to) {
    Path source = directory(from);
    Path target = directory(to);
    try (Stream<Path> tree = Files.walk(source)) {
      PrivateFiles.createDirectories(target);
      for (Path path : (Iterable<Path>) tree::iterator) {
        Path copy = target.resolve(source.relativize(path));
        if (Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)) {
          Files.createDirectories(copy);
        } else {
          Files.copy(path, copy, LinkOption.NOFOLLOW_LINKS, StandardCopyOption.COPY_ATTRIBUTES);
        }
      }
    } catch (IOException e) {
      throw cannotCopy(from, to, e);
    } catch (UncheckedIOException e) {
      throw cannotCopy(from, to, new IOException(e.getMessage(), e));
    }
  }

  private static UncheckedIOException cannotCopy(RunId from, RunId to, IOException why) {
    return new UncheckedIOException(
        "cannot copy the workspace of run %s to that of run %s".formatted(from, to), why);
  }

  /**
   * Removes a run's directory. Failures are logged.
   *
   * @return size of the removed files in bytes
   */
  long remove(RunId id) {
    Path directory = root.resolve(RUNS).resolve(id.value());
    LongAdder bytes = new LongAdder();
    try {
      DirectoryRemoval.remove(directory, bytes::add);
    } catch (IOException e) {
      LOG.warn("Cannot remove the files of the deleted run {} in {}", id, directory, e);
    }
    return bytes.sum();
  }

  long size(RunId id) {
    long bytes = 0;
    if (!exists(id)) {
      return bytes;
    }
    try (Stream<Path> tree = Files.walk(directory(id))) {
      for (Path path : (Iterable<Path>) tree::iterator) {
        bytes += Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) ? Files.size(path) : 0;
      }
      return bytes;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the workspace of run " + id, e);
    }
  }

  /**
   * Measures all workspaces, for no longer than a moment, and at most once a minute; what changed
   * since then is not seen.
   */
  synchronized WorkspaceUse use() {
    long now = System.nanoTime();
    WorkspaceUse before = known;
    if (before == null || now - knownAt > USE_IS_KNOWN.toNanos()) {
      before = WorkspaceUse.measure(root.resolve(RUNS), USE_TAKES);
      known = before;
      knownAt = now;
      disk = null;
    }
    return before;
  }

  /** Measures the data directory, as carefully and as seldom. */
  synchronized DiskUse disk() {
    WorkspaceUse runs = use();
    DiskUse before = disk;
    if (before == null) {
      before = DiskUse.measure(root, runs, USE_TAKES);
      disk = before;
    }
    return before;
  }

  @Override
  public void close() {
    if (!temporary) {
      return;
    }
    try {
      DirectoryRemoval.remove(root);
    } catch (IOException e) {
      throw new UncheckedIOException("cannot remove the temporary directory " + root, e);
    }
  }
}
