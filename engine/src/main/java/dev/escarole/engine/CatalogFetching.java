package dev.escarole.engine;

import dev.escarole.engine.CatalogCommands.Proof;
import dev.escarole.engine.CommandBuilding.BuiltCommand;
import dev.escarole.engine.UnknownCommands.Prefetch;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.build.BuildFailedException;
import dev.escarole.engine.build.Sources;
import dev.escarole.engine.catalog.Catalog;
import dev.escarole.engine.catalog.CatalogException;
import dev.escarole.engine.catalog.CatalogException.Reason;
import dev.escarole.engine.catalog.CatalogRow;
import dev.escarole.engine.catalog.CatalogRow.Program;
import dev.escarole.engine.catalog.FetchProgress;
import dev.escarole.engine.catalog.MachineSettings;
import dev.escarole.engine.catalog.ProgramFetcher;
import dev.escarole.engine.catalog.RowFetch;
import dev.escarole.engine.catalog.RowFetches;
import dev.escarole.engine.catalog.SourceBuild;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRefusedException;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;

/**
 * Adds programs of the catalogue: in the background of a request, when a server starts, and before
 * a run that needs them, if the key {@code fetch} of the policy names them. Programs of rows with
 * sources are built.
 *
 * <p>Thread-safe.
 */
public final class CatalogFetching implements Prefetch, AutoCloseable {

  private static final Logger LOG = LogBinding.logger(CatalogFetching.class);

  private final CommandHost commands;
  private final Supplier<CommandBuilding> building;
  private final ProgramFetcher fetcher;
  private final RowFetches fetches;
  private volatile @Nullable Future<?> seeding;

  CatalogFetching(CommandHost commands, Supplier<CommandBuilding> building, InstantSource clock) {
    this(
        commands,
        building,
        clock,
        new ProgramFetcher(
            MachineSettings.ofThisProcess(),
            commands.catalog().directory(),
            HostSettings.HERE.catalogMirror().orElse(null)));
  }

  CatalogFetching(
      CommandHost commands,
      Supplier<CommandBuilding> building,
      InstantSource clock,
      ProgramFetcher fetcher) {
    this.commands = commands;
    this.building = building;
    this.fetcher = fetcher;
    this.fetches = new RowFetches(clock);
  }

  /**
   * Reads the catalogue.
   *
   * @throws CatalogException if the operator's file has mistakes
   */
  public Catalog open() throws CatalogException {
    return commands.catalog().open();
  }

  /** Returns the latest attempt of this process to add a row, if there was one. */
  public Optional<RowFetch> latest(String row) {
    return fetches.latest(row);
  }

  /**
   * Runs the smoke tests of a command for a principal, if it is a program of the catalogue.
   *
   * @throws CatalogException if the operator's catalogue has mistakes
   */
  public List<Proof> prove(Principal principal, String command) throws CatalogException {
    return commands.catalog().prove(commands, principal, List.of(command));
  }

  /**
   * Begins to add a row, and returns at once. If it is being added already, that goes on.
   *
   * @param name of a row, or of one of its commands
   * @throws CommandRefusedException if the policy does not let the principal add commands, or a
   *     name of the row is reserved
   * @throws CatalogException if there is no such row, or too many are being added
   */
  public RowFetch add(Principal principal, String name)
      throws CommandRefusedException, CatalogException {
    commands.requireChanging(principal);
    CatalogRow row = open().find(name);
    for (String command : row.commands()) {
      commands.registry().mustBeFree(command);
    }
    return start(principal, row);
  }

  private RowFetch start(Principal principal, CatalogRow row) throws CatalogException {
    return fetches.start(row.name(), (progress, steps) -> added(principal, row, progress, steps));
  }

  private List<String> added(
      Principal principal, CatalogRow row, FetchProgress progress, Consumer<String> steps)
      throws CatalogException, InterruptedException {
    try {
      Program program = row.programs().isEmpty() ? null : row.programs().get(0);
      return program != null && fetcher.builds(program)
          ? built(principal, row, program, progress, steps)
          : commands.addAll(CatalogCommands.fetch(commands, row, fetcher, progress)).stream()
              .map(Command::name)
              .toList();
    } catch (CommandRefusedException | UncheckedIOException e) {
      throw notAdded(String.valueOf(e.getMessage()), "Nothing was changed.");
    } catch (BuildFailedException e) {
      throw notAdded(String.valueOf(e.getMessage()), e.hint());
    }
  }

  /** Builds a program under each of its names; later ones are looked up. */
  private List<String> built(
      Principal principal,
      CatalogRow row,
      Program program,
      FetchProgress progress,
      Consumer<String> steps)
      throws CatalogException, CommandRefusedException, BuildFailedException, InterruptedException {
    SourceBuild build = Objects.requireNonNull(program.build());
    Map<String, byte[]> files = fetcher.sources(program, progress);
    for (String name : program.names()) {
      Sources sources = new Sources(name, row.kind().word(), files, build.allOptions());
      BuiltCommand unused = building.get().build(principal, sources, program.artifact(), steps);
    }
    return program.names();
  }

  private static CatalogException notAdded(String why, String hint) {
    return new CatalogException(Reason.NOT_ADDED, why, hint);
  }

  @Override
  public Predicate<String> allowed(Principal principal) {
    Policy policy = commands.policy(principal);
    return command -> commands.catalog().isFetched(policy, command);
  }

  /** {@inheritDoc} They are added on behalf of the operator, who has allowed it. */
  @Override
  public Map<String, CatalogException> add(Set<String> names) {
    Map<String, RowFetch> waiting = new LinkedHashMap<>();
    Map<String, CatalogException> failures = new LinkedHashMap<>();
    for (String name : names) {
      try {
        CatalogRow row = open().find(name);
        LOG.info("a run needs '{}': row '{}' of the catalogue is being added", name, row.name());
        waiting.put(name, start(Principal.localOperator(), row));
      } catch (CatalogException e) {
        failures.put(name, e);
      }
    }
    List<String> left = new ArrayList<>(waiting.keySet());
    try {
      for (String name : waiting.keySet()) {
        CatalogException problem = Objects.requireNonNull(waiting.get(name)).await().problem();
        left.remove(name);
        if (problem != null) {
          failures.put(name, problem);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      left.forEach(
          name ->
              failures.put(
                  name,
                  notAdded("the launch was interrupted", "It goes on; launch the run again.")));
    }
    return failures;
  }

  /**
   * Begins to add the rows that {@code seed} of the operator's catalogue names, one after another,
   * and returns at once. Rows whose commands are registered are left alone; what cannot be added is
   * tried again at the next start.
   *
   * @param notes receives one sentence for each row that was added or could not be, and for a
   *     catalogue with mistakes; called by another thread
   * @return ends when all rows were tried
   */
  public Future<?> seed(Consumer<String> notes) {
    FutureTask<?> task = new FutureTask<>(() -> seedAll(notes), null);
    Thread thread = new Thread(task, "escarole-catalogue");
    thread.setDaemon(true);
    thread.start();
    seeding = task;
    return task;
  }

  private void seedAll(Consumer<String> notes) {
    try {
      Catalog catalog = open();
      for (String name : catalog.seed()) {
        if (!Thread.currentThread().isInterrupted()) {
          seed(catalog, name, notes);
        }
      }
    } catch (CatalogException e) {
      notes.accept(e.text() + ". " + e.hint());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void seed(Catalog catalog, String name, Consumer<String> notes)
      throws InterruptedException {
    try {
      CatalogRow row = catalog.find(name);
      if (!isRegistered(row)) {
        RowFetch.State end = start(Principal.localOperator(), row).await();
        if (end.problem() != null) {
          throw end.problem();
        }
        notes.accept(
            "added %s of the catalogue: %s".formatted(name, String.join(", ", end.commands())));
      }
    } catch (CatalogException e) {
      notes.accept("%s of the catalogue was not added: %s".formatted(name, e.text()));
    }
  }

  /** Returns whether every name of a row is registered, with whatever program. */
  private boolean isRegistered(CatalogRow row) {
    return !row.commands().isEmpty()
        && row.commands().stream().allMatch(each -> commands.registry().find(each).isPresent());
  }

  /** Stops what is being added, without waiting for it. */
  @Override
  public void close() {
    Future<?> started = seeding;
    if (started != null) {
      started.cancel(true);
    }
    fetches.close();
  }
}
