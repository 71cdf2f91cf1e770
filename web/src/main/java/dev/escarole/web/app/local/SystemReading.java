package dev.escarole.web.app.local;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineLoad;
import dev.escarole.engine.EngineStorage;
import dev.escarole.engine.broker.PolicyBook;
import dev.escarole.engine.folder.FolderEntry;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.journal.JournalHealth;
import dev.escarole.web.app.system.CacheStats;
import dev.escarole.web.app.system.Health;
import dev.escarole.web.app.system.SystemPicture;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.lang.management.RuntimeMXBean;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the state of the installation itself. Thread-safe. */
final class SystemReading {

  private final Engine engine;
  private final Recipes recipes;
  private final String version;

  SystemReading(Engine engine, Recipes recipes, String version) {
    this.engine = engine;
    this.recipes = recipes;
    this.version = version;
  }

  /**
   * The database answers.
   *
   * @throws StoreException if it does not
   */
  Health health() {
    engine.store().unfinished();
    return Health.OK;
  }

  SystemPicture system() {
    EngineLoad load = engine.load();
    PolicyBook.State policy = engine.rules().policyFile();
    List<String> problems = new ArrayList<>();
    EngineStorage storage = storage(problems);
    if (load.journal().state() == JournalHealth.State.PAUSED) {
      problems.add(
          "Events of runs have not been stored since %s: %s"
              .formatted(load.journal().since(), load.journal().reason()));
    }
    if (!policy.trouble().isEmpty()) {
      problems.add(
          "The policy file cannot be used, so the previous policy stays in force: "
              + policy.trouble());
    }
    problems.addAll(recipes.troubles());
    int interrupted = storage == null ? 0 : engine.interrupted().size();
    if (interrupted > 0) {
      problems.add(
          interrupted == 1
              ? "1 run is interrupted. It can be resumed."
              : "%,d runs are interrupted. They can be resumed.".formatted(interrupted));
    }
    return new SystemPicture(
        version,
        Runtime.version().toString(),
        problems,
        work(load),
        new SystemPicture.JournalPicture(
            load.journal().state().word(),
            load.journal().since(),
            load.journal().reason(),
            load.journal().pendingEvents()),
        storage == null
            ? null
            : new SystemPicture.Database(
                storage.database().product(),
                storage.database().version(),
                storage.database().schema(),
                storage.database().bytes()),
        storage == null ? null : new CacheStats(storage.cache().results(), storage.cache().bytes()),
        Pictures.limits(engine.limits()),
        new SystemPicture.PolicyState(
            policy.file().toString(),
            policy.present(),
            policy.trouble().isEmpty() ? null : policy.trouble(),
            policy.principals()),
        folder(),
        machine());
  }

  private @Nullable EngineStorage storage(List<String> problems) {
    try {
      return engine.storage();
    } catch (StoreException e) {
      problems.add("The database does not answer: " + e.getMessage());
      return null;
    }
  }

  private SystemPicture.Work work(EngineLoad load) {
    return new SystemPicture.Work(
        load.work().runs(),
        load.work().workers(),
        load.work().busy(),
        load.work().queued(),
        engine.resumed().size(),
        load.guests().programs(),
        load.guests().memoryTaken(),
        load.guests().memoryMost());
  }

  private SystemPicture.@Nullable Folder folder() {
    if (recipes.place() == null) {
      return null;
    }
    List<FolderEntry> entries = recipes.entries();
    long invalid = entries.stream().filter(entry -> !entry.valid()).count();
    return new SystemPicture.Folder(
        recipes.place().toString(), entries.size(), Math.toIntExact(invalid));
  }

  private static SystemPicture.Machine machine() {
    RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    return new SystemPicture.Machine(
        runtime.getVmName(),
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        runtime.getUptime(),
        Runtime.getRuntime().availableProcessors(),
        ManagementFactory.getThreadMXBean().getThreadCount(),
        heap.getUsed(),
        heap.getMax());
  }
}
