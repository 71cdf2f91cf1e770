package dev.escarole.engine.command;

import dev.escarole.engine.command.CommandRefusedException.Reason;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/**
 * The commands that a user has added to the built-in ones. They lie in the directory {@code
 * commands} of a data directory: each artifact in a file named by its hash, and the manifest {@code
 * registry.json}, which says what each name means. There they outlive the process, and several
 * processes may use and change them at once: whoever looks a name up sees what was written last.
 *
 * <p>Changing what a name means removes no artifact, so calls under way end as they began. Nothing
 * is written before something is added.
 *
 * <p>Safe for use by many threads. Lock order: {@code WRITERS}, then the lock file, then {@code
 * updating}.
 */
public final class OwnCommands {

  /** How large a program may be: 256 MiB. */
  public static final int MOST_BYTES = ArtifactFiles.MOST_BYTES;

  /** Where they lie in a data directory. */
  static final String DIRECTORY = "commands";

  /** A lock file keeps processes apart, but not the threads of one. */
  private static final Object WRITERS = new Object();

  private final Path directory;
  private final BuiltInCommands builtIns = BuiltInCommands.load();
  private final ArtifactFiles files;
  private final ManifestFile manifest;
  private final AllArtifacts artifacts;
  private final CommandRegistry registry;
  private final Consumer<String> warnings;
  private final ReentrantLock updating = new ReentrantLock();
  private Map<String, Command> known = Map.of();

  private OwnCommands(Path directory, Consumer<String> warnings) {
    InstantSource clock = InstantSource.system();
    this.directory = directory;
    this.files = new ArtifactFiles(directory, clock);
    this.manifest = new ManifestFile(directory, clock);
    this.artifacts = new AllArtifacts(builtIns, files);
    this.registry = new CommandRegistry(builtIns.all(), this::update);
    this.warnings = warnings;
  }

  /**
   * Opens the commands of a data directory, which need not exist yet. Nothing is fetched or built,
   * and no damage of the manifest makes this fail.
   *
   * @param warnings is told, in one sentence each, what is damaged and therefore left out; any
   *     thread that looks a command up may call it
   */
  public static OwnCommands open(Path data, Consumer<String> warnings) {
    Path directory = data.toAbsolutePath().normalize().resolve(DIRECTORY);
    OwnCommands commands = new OwnCommands(directory, warnings);
    commands.update();
    return commands;
  }

  /** What every name means, the built-in ones included. */
  public CommandRegistry registry() {
    return registry;
  }

  /** The artifacts of all commands, the built-in ones included. */
  public ArtifactStore artifacts() {
    return artifacts;
  }

  /**
   * Keeps a program and makes a name mean it, in place of what the name meant before. Adding the
   * same again changes nothing.
   *
   * @throws CommandRefusedException if the name is not valid or reserved, if there are too many
   *     commands, or if the directory is a link
   * @throws UncheckedIOException if the files cannot be written
   */
  public Command add(String name, byte[] program, ArgumentMode mode)
      throws CommandRefusedException {
    registry.mustBeFree(name);
    return change(
        () -> {
          ArtifactId artifact = ArtifactId.of(program);
          Command command = new Command(name, artifact, Command.Origin.REGISTERED, mode);
          Manifest before = manifest.readToReplace();
          if (before.commands().size() >= CommandRegistry.CAPACITY
              && !before.commands().containsKey(name)) {
            throw CommandRegistry.full(name);
          }
          ArtifactId unused = files.store(program);
          if (!before.problems().isEmpty() || !command.equals(before.commands().get(name))) {
            manifest.write(before.with(command));
          }
          return command;
        });
  }

  /**
   * Makes a name mean nothing any more; its artifact stays.
   *
   * @return whether it meant something
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

  /** Hashes every artifact, those of built-in commands and those without a name included. */
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

  /** Brings the registry in line with the manifest; costs one look at the file if it is. */
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

  /** What a manifest that cannot be read said before stays in force. */
  private void apply(Manifest now) {
    now.problems().forEach(warnings);
    if (!now.readable()) {
      return;
    }
    known.values().stream()
        .filter(command -> !now.commands().containsKey(command.name()))
        .forEach(registry::forget);
    for (Command command : now.commands().values()) {
      if (!command.equals(known.get(command.name()))) {
        register(command);
      }
    }
    known = now.commands();
  }

  private void register(Command command) {
    try {
      Command unused = registry.register(command.name(), command.artifact(), command.mode());
    } catch (CommandRefusedException e) {
      warnings.accept(Manifest.FILE + " has a row that is skipped: " + e.getMessage());
    }
  }

  /** Something that only one writer at a time may do. */
  private interface Change<T> {
    T make() throws IOException, CommandRefusedException;
  }

  private <T> T change(Change<T> change) throws CommandRefusedException {
    if (!manifest.isConfined()) {
      throw new CommandRefusedException(
          Reason.PATH_NOT_CONFINED, directory + " must be a directory, and no link to one");
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
          DurableFile.sweep(directory);
          return change.make();
        } finally {
          lock.release();
        }
      }
    }
  }
}
