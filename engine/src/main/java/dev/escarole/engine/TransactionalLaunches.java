package dev.escarole.engine;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.RunStore;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.launch.PendingLaunch;
import dev.escarole.engine.store.launch.QueueFullException;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeReader;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Launches that belong to a transaction of the application: there will be a run exactly if it
 * commits. The launch is a row until an engine of the database carries it out, within five seconds,
 * or at once after {@link #carryOut}. Thread-safe.
 *
 * <pre>{@code
 * import dev.escarole.engine.RunRequest;
 * import dev.escarole.engine.run.RunId;
 * import java.sql.Connection;
 *
 * try (Connection connection = dataSource.getConnection()) { // to the engine's database
 *   connection.setAutoCommit(false);
 *   RunId run = engine.transactions().launch(connection, RunRequest.of(recipe).build());
 *   connection.commit();
 *   engine.transactions().carryOut();
 *   System.out.println("launched " + run);
 * }
 * }</pre>
 */
public final class TransactionalLaunches {

  private static final Logger LOG = LoggerFactory.getLogger(TransactionalLaunches.class);

  /** Their recipes and inputs are in memory together. */
  private static final int MOST_AT_ONCE = 100;

  private final RunStore store;
  private final Starter starter;
  private final InstantSource clock;
  private final boolean byItself;
  private final Function<RunRequest, Plan> planning;
  private final Function<RunRequest, Plan> checking;

  /** Those that cannot be launched, which was logged. */
  private final Set<RunId> refused = ConcurrentHashMap.newKeySet();

  /**
   * @param checking compiles a request as it is asked for
   * @param planning compiles a request as it is launched
   */
  TransactionalLaunches(
      RunStore store,
      Starter starter,
      EngineOptions options,
      Function<RunRequest, Plan> checking,
      Function<RunRequest, Plan> planning) {
    this.store = store;
    this.starter = starter;
    this.clock = options.clock();
    this.byItself = options.recovery().atOpen();
    this.checking = checking;
    this.planning = planning;
  }

  /**
   * Stores a launch in a transaction of the caller. The listener and the streams of the request
   * have no effect, as another engine may carry it out.
   *
   * @param connection to the database of the engine, in a transaction; neither committed nor closed
   * @return the id that the run will have
   * @throws RecipeException with every problem of the recipe for these values; nothing is stored
   * @throws IllegalArgumentException if the connection commits each statement by itself, or the
   *     request has files
   * @throws SQLException if the row cannot be stored
   */
  public RunId launch(Connection connection, RunRequest request) throws SQLException {
    if (connection.getAutoCommit()) {
      throw new IllegalArgumentException(
          "the connection is in no transaction: it commits each statement by itself");
    }
    if (!request.files().isEmpty()) {
      throw new IllegalArgumentException(
          "files cannot be part of a transaction; grant a directory that has them");
    }
    if (request.recipe().computed(request.values()).isEmpty()) {
      Plan unused = checking.apply(request);
    }
    RunId id = starter.idInAdvance();
    store
        .pendingLaunches()
        .add(
            connection,
            new PendingLaunch(
                id,
                request.principal().name(),
                fileName(request.recipe()),
                request.recipe().portable(),
                request.values(),
                request.stdin(),
                request.directories().stream().map(DirectoryGrant::text).toList(),
                request.labels(),
                request.cache(),
                request.priority(),
                clock.instant()));
    return id;
  }

  private static String fileName(Recipe recipe) {
    return recipe.isBundled() ? recipe.title() + ".json" : recipe.fileName();
  }

  /** Carries out all launches that are committed, now; the engine does so by itself, too. */
  public synchronized void carryOut() {
    @Nullable PendingLaunch last = null;
    List<PendingLaunch> pending;
    Set<String> full = new HashSet<>();
    do {
      // Those that cannot start yet stay; those after them must not wait for them.
      pending = store.pendingLaunches().after(last, MOST_AT_ONCE);
      for (PendingLaunch each : pending) {
        carryOut(each, full);
        last = each;
      }
    } while (pending.size() == MOST_AT_ONCE);
  }

  /** The same for an engine that takes up what others leave; trouble of the database passes. */
  void carryOutByItself() {
    if (!byItself) {
      return;
    }
    try {
      carryOut();
    } catch (StoreException e) {
      LOG.debug("Launches of applications are carried out later", e);
    }
  }

  /**
   * Carries out one launch, if it can start.
   *
   * @param full recipes whose queues were found to be full, which are not asked for again
   */
  private void carryOut(PendingLaunch launch, Set<String> full) {
    RunId id = launch.run();
    try {
      if (!exists(id)) {
        if (full.contains(launch.recipeSource())) {
          return;
        }
        Launched unused = starter.start(request(launch), planning, null, List.of(), id);
      }
    } catch (QueueFullException e) {
      full.add(launch.recipeSource());
      return;
    } catch (StoreException e) {
      if (!exists(id)) {
        throw e;
      }
      // Another engine was faster.
    } catch (RuntimeException e) {
      if (refused.add(id)) {
        LOG.error("The launch {} cannot be carried out; it is tried again and again", id, e);
      }
      return;
    }
    store.pendingLaunches().remove(id);
    refused.remove(id);
  }

  private boolean exists(RunId id) {
    return store.records().run(id).isPresent();
  }

  private static RunRequest request(PendingLaunch launch) {
    RunRequest.Builder request =
        RunRequest.of(new RecipeReader().read(launch.recipeSource(), launch.fileName()))
            .principal(new Principal(launch.principal(), false))
            .values(launch.values())
            .stdin(launch.stdin())
            .directories(launch.directories().stream().map(DirectoryGrant::parse).toList())
            .cache(launch.cache())
            .anywhere();
    launch.labels().forEach(request::label);
    if (launch.priority() != null) {
      request.priority(launch.priority());
    }
    return request.build();
  }
}
