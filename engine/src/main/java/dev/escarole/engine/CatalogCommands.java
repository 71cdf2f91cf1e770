package dev.escarole.engine;

import dev.escarole.engine.broker.CommandNames;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.PolicyException;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.catalog.Catalog;
import dev.escarole.engine.catalog.CatalogException;
import dev.escarole.engine.catalog.CatalogRow;
import dev.escarole.engine.catalog.CatalogRow.Program;
import dev.escarole.engine.catalog.CommandBundle;
import dev.escarole.engine.catalog.FetchProgress;
import dev.escarole.engine.catalog.ProgramFetcher;
import dev.escarole.engine.catalog.ProgramFetcher.Fetched;
import dev.escarole.engine.catalog.SmokeTest;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.ArtifactIntegrityException;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRefusedException;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.Equipment;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Lineage;
import dev.escarole.engine.command.Needs;
import dev.escarole.engine.command.OwnCommands;
import dev.escarole.engine.command.OwnCommands.Addition;
import dev.escarole.engine.command.ProgramTree;
import dev.escarole.engine.command.TreeFiles;
import dev.escarole.engine.wasm.FreezeRefusedException;
import dev.escarole.engine.wasm.FrozenProgram;
import dev.escarole.engine.wasm.link.Harness;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The catalogue of a data directory, and what is done with it: programs are fetched and added only
 * when somebody asks for that, never by a call or a run. The operator's file is read again when it
 * has changed; if it has mistakes, its rows do not count.
 *
 * <p>Thread-safe.
 */
public final class CatalogCommands implements Equipment, Predicate<String> {

  private final Path file;
  private final TreeFiles trees;
  private final Consumer<String> warnings;
  private volatile @Nullable Read read;

  /** The catalogue as last read, and the state of the file then. */
  private record Read(@Nullable Stamp stamp, Catalog catalog) {}

  private record Stamp(long size, long modified, @Nullable Object key) {}

  CatalogCommands(Path data, Consumer<String> warnings) {
    this.file = data.toAbsolutePath().normalize().resolve(Catalog.FILE);
    this.trees = TreeFiles.open(data, InstantSource.system());
    this.warnings = warnings;
  }

  /**
   * Opens the commands of a data directory beside its catalogue, for callers that run nothing.
   *
   * @param warnings as in {@link OwnCommands#open(Path, Consumer)}, and a sentence for a catalogue
   *     with mistakes
   */
  public static OwnCommands commands(Path data, Consumer<String> warnings) {
    return OwnCommands.open(data, warnings, new CatalogCommands(data, warnings));
  }

  /**
   * Returns the commands that the policy of a data directory lets a principal's runs fetch. Both
   * files are read for each command; a policy that cannot be used allows none.
   *
   * @param policyFile the policy file; null for the one in the data directory
   */
  public static Predicate<String> fetched(
      Path data, @Nullable Path policyFile, Principal principal) {
    return command -> {
      try {
        Policy policy =
            CommandHost.policies(
                    data, policyFile, Limits.defaults(), warning -> {}, InstantSource.system())
                .apply(principal);
        return new CatalogCommands(data, warning -> {}).isFetched(policy, command);
      } catch (PolicyException e) {
        return false;
      }
    };
  }

  /** The directory at which relative {@code file:} coordinates start. */
  public Path directory() {
    return Objects.requireNonNull(file.getParent());
  }

  /**
   * Reads the catalogue.
   *
   * @throws CatalogException if the operator's file has mistakes
   */
  public Catalog open() throws CatalogException {
    return Catalog.open(file);
  }

  /** {@inheritDoc} Only bytes that a row pins have needs. */
  @Override
  public Needs needs(ArtifactId artifact) {
    return current().needs(artifact);
  }

  /** Returns whether a row has a program of this name, which could be added. */
  @Override
  public boolean test(String command) {
    return current().has(command);
  }

  /**
   * Returns whether a policy lets runs fetch a command before they begin: a row has it, the policy
   * grants it, and its key {@code fetch} names it or its row.
   */
  public boolean isFetched(Policy policy, String command) {
    CommandNames fetch = policy.grants().fetch();
    return policy.grants(command)
        && current()
            .holder(command)
            .filter(row -> fetch.include(command) || fetch.include(row.name()))
            .isPresent();
  }

  private Catalog current() {
    Stamp now = stamp();
    Read last = read;
    if (last == null || !Objects.equals(last.stamp(), now)) {
      last = new Read(now, orShipped());
      read = last;
    }
    return last.catalog();
  }

  @Override
  public Path directory(ProgramTree tree) throws ArtifactIntegrityException {
    try {
      return trees.verified(tree.sha256());
    } catch (ArtifactIntegrityException e) {
      throw new ArtifactIntegrityException(
          "%s, which the program sees as %s; add the command again: commands add NAME"
              .formatted(e.getMessage(), tree.guest()),
          e);
    }
  }

  private Catalog orShipped() {
    try {
      return open();
    } catch (CatalogException e) {
      warnings.accept(e.text());
      return Catalog.shipped();
    }
  }

  private @Nullable Stamp stamp() {
    try {
      BasicFileAttributes found =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      return new Stamp(found.size(), found.lastModifiedTime().toMillis(), found.fileKey());
    } catch (IOException e) {
      return null;
    }
  }

  /**
   * Fetches and verifies the programs of a row. The names are checked before anything is fetched.
   * Files and directories that come with the programs are kept in the data directory at once; only
   * programs with these hashes see the directories.
   *
   * @param host in which they are to be added
   * @return the programs under all of their names, which are not added yet
   * @throws CommandRefusedException if a name is reserved
   * @throws CatalogException if they cannot be fetched or differ from their pins
   */
  public static List<Addition> fetch(
      CommandHost host, CatalogRow row, ProgramFetcher fetcher, FetchProgress progress)
      throws CommandRefusedException, CatalogException {
    for (String name : row.commands()) {
      host.registry().mustBeNew(name);
    }
    Fetched fetched = fetcher.fetch(row, progress);
    host.catalog().keep(row, fetched);
    List<Addition> additions = new ArrayList<>();
    for (Program program : row.programs()) {
      byte[] bytes = Objects.requireNonNull(fetched.files().get(program.artifact()));
      additions.addAll(additions(program, bytes));
      for (ArtifactId resource : program.resources().values()) {
        host.keep(Objects.requireNonNull(fetched.files().get(resource)));
      }
    }
    return additions;
  }

  private void keep(CatalogRow row, Fetched fetched) throws CatalogException {
    for (Map.Entry<ProgramTree, TreeFiles.Filler> each : fetched.trees().entrySet()) {
      String guest = each.getKey().guest();
      try {
        trees.keep(each.getKey().sha256(), each.getValue());
      } catch (ArtifactIntegrityException e) {
        throw new CatalogException(
            CatalogException.Reason.WRONG_HASH,
            "the directory %s of '%s' is not the one that its row pins: %s"
                .formatted(guest, row.name(), e.getMessage()),
            "Correct path or tree in the row.");
      } catch (IOException e) {
        throw new CatalogException(
            CatalogException.Reason.FETCH_FAILED,
            "the directory %s of '%s' cannot be made: %s"
                .formatted(guest, row.name(), e.getMessage()),
            "Correct the row, or free some space in the data directory.");
      }
    }
  }

  /** Files that come with a program, by their paths, with their hashes. */
  Map<String, ArtifactId> resources(ArtifactId program) {
    return current().resources(program);
  }

  /** A module with a harness is completed here, which takes seconds. */
  private static List<Addition> additions(Program program, byte[] bytes) throws CatalogException {
    byte[] complete = bytes;
    Lineage lineage = null;
    if (!program.harness().isEmpty()) {
      try {
        FrozenProgram frozen = Harness.of(program.harness()).complete(bytes, program.name());
        complete = frozen.bytes();
        lineage = Harness.lineage(program.artifact(), frozen, program.name());
      } catch (FreezeRefusedException e) {
        throw notCompleted(program, String.valueOf(e.getMessage()));
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw notCompleted(program, "was interrupted");
      }
    }
    List<Addition> additions = new ArrayList<>();
    for (String name : program.names()) {
      additions.add(new Addition(name, complete, program.mode(), lineage, null));
    }
    return additions;
  }

  private static CatalogException notCompleted(Program program, String why) {
    return new CatalogException(
        CatalogException.Reason.NOT_A_PROGRAM,
        "the module of '%s' %s".formatted(program.name(), why),
        "Take the version that the shipped catalogue names.");
  }

  /** Returns whether all commands of a row are registered with its programs. */
  public static boolean isAdded(CatalogRow row, CommandRegistry registry) {
    return !row.programs().isEmpty()
        && row.programs().stream()
            .allMatch(
                program ->
                    program.names().stream()
                        .allMatch(name -> isProgram(registry.find(name), program)));
  }

  private static boolean isProgram(Optional<Command> command, Program program) {
    return command.filter(found -> pinned(found).equals(program.artifact())).isPresent();
  }

  /** Returns the hash that a row pins for a command: its parent's if it was frozen. */
  public static ArtifactId pinned(Command command) {
    Lineage lineage = command.lineage();
    return lineage == null ? command.artifact() : lineage.parent();
  }

  /**
   * A smoke test of a registered command.
   *
   * @param problem why it failed; empty if it passed
   */
  public record Proof(
      String command, List<String> arguments, Optional<String> problem, long wallNanos) {}

  /**
   * Runs the smoke tests of registered commands that are programs of the catalogue.
   *
   * @param wanted names of commands; all registered ones if it is empty
   * @throws CatalogException if the operator's catalogue has mistakes
   */
  public List<Proof> prove(CommandHost host, Principal principal, List<String> wanted)
      throws CatalogException {
    Catalog catalog = open();
    List<Proof> proofs = new ArrayList<>();
    for (Command command : host.registry().commands()) {
      boolean asked = wanted.isEmpty() || wanted.contains(command.name());
      if (asked && command.origin() == Command.Origin.REGISTERED) {
        catalog
            .program(command.name(), pinned(command))
            .ifPresent(program -> prove(host, principal, command, program, proofs));
      }
    }
    return proofs;
  }

  private void prove(
      CommandHost host, Principal principal, Command command, Program program, List<Proof> proofs) {
    Limits limits =
        needs(pinned(command))
            .raise(host.policy(principal).grants().limits().orElse(Limits.defaults()));
    for (SmokeTest test : program.tests()) {
      if (test.command().equals(command.name())) {
        SmokeTest.Trial trial = test.run(call -> host.execute(principal, call), limits);
        proofs.add(
            new Proof(
                command.name(), test.arguments(), trial.problem(), trial.result().wallNanos()));
      }
    }
  }

  /**
   * Writes a bundle of registered commands.
   *
   * @return the SHA-256 of its contents
   * @throws IOException if a program is damaged, or the file cannot be written
   */
  public static String export(CommandHost host, List<Command> commands, Path to)
      throws IOException {
    Map<ArtifactId, Command> byArtifact = new HashMap<>();
    commands.forEach(each -> byArtifact.put(each.artifact(), each));
    return CommandBundle.write(
        to,
        commands,
        id -> {
          try {
            return host.bytes(Objects.requireNonNull(byArtifact.get(id)));
          } catch (ArtifactIntegrityException e) {
            throw new IOException(e.getMessage(), e);
          }
        });
  }
}
