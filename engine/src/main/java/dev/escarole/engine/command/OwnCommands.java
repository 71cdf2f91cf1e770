package dev.escarole.engine.command;

import dev.escarole.engine.command.CommandRefusedException.Reason;
import dev.escarole.engine.command.ManifestFile.Manifest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The commands that users have added to the built-in ones. They are stored in the directory {@code
 * commands} of a data directory: each artifact in a file named by its hash, and the manifest {@code
 * registry.json} with the artifact of each name. Several processes may read and change them at the
 * same time: a lookup sees the latest write.
 *
 * <p>Rebinding a name removes no artifact, so running calls are not affected. Nothing is written
 * until a command is added.
 *
 * <p>Thread-safe. Lock order: {@code WRITERS}, then the lock file, then {@code updating}.
 */
public final class OwnCommands {

  /** Largest program: 256 MiB. */
  public static final int MOST_BYTES = ArtifactFiles.MOST_BYTES;

  /** Its directory in a data directory. */
  public static final String DIRECTORY = "commands";

  /** A lock file excludes other processes, but not other threads of this one. */
  private static final Object WRITERS = new Object();

  private final Path directory;
  private final BuiltInCommands builtIns = BuiltInCommands.load();
  private final ArtifactFiles files;
  private final ManifestFile manifest;
  private final AllArtifacts artifacts;
  private final CommandRegistry registry;
  private final Consumer<String> warnings;
  private final ReentrantLock updating = new ReentrantLock();

  /** The manifest in force, and those of its commands that can be used; guarded by updating. */
  private Map<String, Command> listed = Map.of();

  private volatile Map<String, Command> usable = Map.of();

  private OwnCommands(Path directory, Consumer<String> warnings, Predicate<String> offered) {
    InstantSource clock = InstantSource.system();
    this.directory = directory;
    this.files = new ArtifactFiles(directory, clock);
    this.manifest = new ManifestFile(directory, clock);
    this.artifacts = new AllArtifacts(builtIns, files);
    this.registry = new CommandRegistry(builtIns.all(), this::registered, offered);
    this.warnings = warnings;
  }

  /**
   * Opens the commands of a data directory, which need not exist yet. A damaged manifest does not
   * make this fail.
   *
   * @param warnings receives one sentence for each damaged entry that is skipped; called on any
   *     thread that looks up a command
   */
  public static OwnCommands open(Path data, Consumer<String> warnings) {
    return open(data, warnings, name -> false);
  }

  /**
   * The same beside a catalogue.
   *
   * @param offered whether the catalogue has a program of that name that could be added
   */
  public static OwnCommands open(Path data, Consumer<String> warnings, Predicate<String> offered) {
    Path directory = data.toAbsolutePath().normalize().resolve(DIRECTORY);
    OwnCommands commands = new OwnCommands(directory, warnings, offered);
    commands.update();
    return commands;
  }

  /** All commands, including the built-in ones. */
  public CommandRegistry registry() {
    return registry;
  }

  /** The artifacts of all commands, including the built-in ones. */
  public ArtifactStore artifacts() {
    return artifacts;
  }

  /**
   * Stores a program and binds a name to it, replacing any earlier binding. Adding the same again
   * changes nothing.
   *
   * @throws CommandRefusedException if the name is not valid or reserved, if there are too many
   *     commands, or if the directory is a link
   * @throws UncheckedIOException if the files cannot be written
   */
  public Command add(String name, byte[] program, ArgumentMode mode)
      throws CommandRefusedException {
    return add(name, program, mode, null);
  }

  /**
   * The same for a frozen program.
   *
   * @param lineage how it was made; null if it was not frozen
   */
  public Command add(String name, byte[] program, ArgumentMode mode, @Nullable Lineage lineage)
      throws CommandRefusedException {
    return addAll(List.of(new Addition(name, program, mode, lineage, null))).get(0);
  }

  /**
   * A name, the program that it will mean, and how that takes its arguments.
   *
   * @param lineage how the program was frozen; null if it was not
   * @param provenance how it was built here; null if it was not
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Addition(
      String name,
      byte[] program,
      ArgumentMode mode,
      @Nullable Lineage lineage,
      @Nullable Provenance provenance) {

    /** The same for a program that was neither frozen nor built here. */
    public Addition(String name, byte[] program, ArgumentMode mode) {
      this(name, program, mode, null, null);
    }
  }

  /**
   * Stores programs and binds names to them, all or none: other processes see them at once.
   *
   * @throws CommandRefusedException as {@link #add}; no name is bound
   * @throws UncheckedIOException if the files cannot be written; no name is bound
   */
  public List<Command> addAll(List<Addition> additions) throws CommandRefusedException {
    for (Addition addition : additions) {
      registry.mustBeFree(addition.name());
    }
    return change(
        () -> {
          Manifest before = manifest.readToReplace();
          Manifest after = before;
          List<Command> added = new ArrayList<>();
          for (Addition each : additions) {
            if (!after.commands().containsKey(each.name())) {
              checkRoom(after.commands(), each.name());
            }
            Command command =
                new Command(
                    each.name(),
                    ArtifactId.of(each.program()),
                    Command.Origin.REGISTERED,
                    each.mode(),
                    each.lineage(),
                    each.provenance());
            after = after.with(command);
            added.add(command);
          }
          for (Addition each : additions) {
            ArtifactId unused = files.store(each.program());
          }
          if (!before.problems().isEmpty() || !after.commands().equals(before.commands())) {
            manifest.write(after);
          }
          return added;
        });
  }

  /**
   * Stores a file that comes with a program, as an artifact without a name.
   *
   * @throws CommandRefusedException if the directory is a link
   * @throws UncheckedIOException if it cannot be written
   */
  public void keep(byte[] file) throws CommandRefusedException {
    ArtifactId unused = change(() -> files.store(file));
  }

  /**
   * Removes a name; its artifact stays.
   *
   * @return whether the name was registered
   * @throws CommandRefusedException if the name is reserved, or if the directory is a link
   * @throws UncheckedIOException if the files cannot be written
   */
  public boolean remove(String name) throws CommandRefusedException {
    registry.mustBeFree(name);
    if (!Files.exists(directory, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    return change(
        () -> {
          Manifest before = manifest.readToReplace();
          if (!before.commands().containsKey(name)) {
            return false;
          }
          manifest.write(before.without(name));
          return true;
        });
  }

  /** Verifies every artifact, including those of built-in commands and those without a name. */
  public List<ArtifactCheck> verify() {
    Map<ArtifactId, List<String>> names = new LinkedHashMap<>();
    for (Command command : registry.commands()) {
      names.computeIfAbsent(command.artifact(), first -> new ArrayList<>()).add(command.name());
    }
    try {
      files.all().forEach(id -> names.computeIfAbsent(id, nameless -> List.of()));
    } catch (IOException e) {
      throw new UncheckedIOException("the directory " + directory + " cannot be read", e);
    }
    List<ArtifactCheck> checks = new ArrayList<>();
    names.forEach((id, meaning) -> checks.add(new ArtifactCheck(id, meaning, problem(id))));
    return checks;
  }

  private Optional<String> problem(ArtifactId id) {
    try {
      byte[] unused = artifacts.verified(id);
      return Optional.empty();
    } catch (ArtifactIntegrityException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  /**
   * Updates the registry from the manifest; costs one check of the file's attributes if unchanged.
   */
  private void update() {
    if (manifest.isUnchanged()) {
      return;
    }
    updating.lock();
    try {
      manifest.readIfChanged().ifPresent(this::apply);
    } finally {
      updating.unlock();
    }
  }

  private Map<String, Command> registered() {
    update();
    return usable;
  }

  /** If the manifest cannot be read, the previous one stays in force. */
  private void apply(Manifest now) {
    now.problems().forEach(warnings);
    if (!now.readable()) {
      return;
    }
    Map<String, Command> commands = new HashMap<>();
    for (Command command : now.commands().values()) {
      try {
        registry.mustBeFree(command.name());
        checkRoom(commands, command.name());
        commands.put(command.name(), command);
      } catch (CommandRefusedException e) {
        if (!command.equals(listed.get(command.name()))) {
          warnings.accept(Manifest.FILE + " has a row that is skipped: " + e.getMessage());
        }
      }
    }
    listed = now.commands();
    usable = commands;
  }

  private static void checkRoom(Map<String, Command> commands, String name)
      throws CommandRefusedException {
    if (commands.size() >= CommandRegistry.CAPACITY) {
      throw new CommandRefusedException(
          Reason.REGISTRY_FULL,
          "'%s' would be one registered command more than %d"
              .formatted(name, CommandRegistry.CAPACITY));
    }
  }

  private interface Change<T> {
    T make() throws IOException, CommandRefusedException;
  }

  private <T> T change(Change<T> change) throws CommandRefusedException {
    if (!manifest.isConfined()) {
      throw new CommandRefusedException(
          Reason.PATH_NOT_CONFINED, directory + " must be a directory, not a symbolic link");
    }
    T result;
    try {
      PrivateFiles.createDirectories(directory);
      result = changeAlone(change);
    } catch (IOException e) {
      throw new UncheckedIOException("the directory " + directory + " cannot be written", e);
    }
    update();
    return result;
  }

  private <T> T changeAlone(Change<T> change) throws IOException, CommandRefusedException {
    Set<OpenOption> options =
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
    synchronized (WRITERS) {
      try (FileChannel channel = PrivateFiles.open(directory.resolve("lock"), options)) {
        FileLock lock = channel.lock();
        try {
          PrivateFiles.sweep(directory);
          return change.make();
        } finally {
          lock.release();
        }
      }
    }
  }

  /** Artifacts of the built-in commands and of registered ones. Thread-safe. */
  record AllArtifacts(BuiltInCommands builtIns, ArtifactFiles files) implements ArtifactStore {

    @Override
    public byte[] read(ArtifactId id) throws ArtifactIntegrityException {
      return holder(id).read(id);
    }

    @Override
    public byte[] verified(ArtifactId id) throws ArtifactIntegrityException {
      return holder(id).verified(id);
    }

    @Override
    public void check(ArtifactId id) throws ArtifactIntegrityException {
      holder(id).check(id);
    }

    @Override
    public boolean holdsBuiltIn(ArtifactId id) {
      return builtIns.holdsBuiltIn(id);
    }

    private ArtifactStore holder(ArtifactId id) {
      return builtIns.holdsBuiltIn(id) ? builtIns : files;
    }
  }
}
