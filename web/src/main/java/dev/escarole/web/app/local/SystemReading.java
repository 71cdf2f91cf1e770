package dev.escarole.web.app.local;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineKeeping;
import dev.escarole.engine.EngineLoad;
import dev.escarole.engine.KeptRuns;
import dev.escarole.engine.broker.Policy;
import dev.escarole.engine.broker.PolicyBook;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.files.DiskUse;
import dev.escarole.engine.folder.FolderEntry;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.journal.JournalHealth;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.system.CacheStats;
import dev.escarole.web.app.system.Health;
import dev.escarole.web.app.system.PrincipalRights;
import dev.escarole.web.app.system.SystemPicture;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.lang.management.RuntimeMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the state of the installation itself. Thread-safe. */
final class SystemReading {

  private static final List<String> ANY = List.of("*");

  /** With less, a run with large outputs may fill the disk. */
  private static final long LITTLE_SPACE = 500_000_000;

  private final Engine engine;
  private final Recipes recipes;
  private final String version;

  SystemReading(Engine engine, Recipes recipes, String version) {
    this.engine = engine;
    this.recipes = recipes;
    this.version = version;
  }

  /**
   * The database answers, and what runs do is stored.
   *
   * @throws StoreException if the database does not answer
   * @throws RefusedException if nothing is stored, for instance because there is no place for large
   *     outputs
   */
  Health health() {
    List<RunId> unused = engine.interrupted();
    if (engine.load().journal().state() == JournalHealth.State.PAUSED) {
      throw new RefusedException(
          RefusalCode.JOURNAL_PAUSED,
          "what runs do cannot be stored now",
          "Runs in progress wait for it, and no new ones begin; /system says why.");
    }
    return Health.OK;
  }

  SystemPicture system() {
    EngineLoad load = engine.load();
    PolicyBook.State policy = engine.policyFile();
    List<String> problems = new ArrayList<>();
    EngineKeeping.Storage storage = storage(problems);
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
    engine.housekeeping().refusal().ifPresent(problems::add);
    problems.addAll(recipes.troubles());
    DiskUse disk = engine.housekeeping().disk();
    Long free = disk.free();
    if (free != null && free < LITTLE_SPACE) {
      problems.add(
          "Only %,d MB are free on the disk of the data directory %s. Delete runs, or make room."
              .formatted(free / 1_000_000, disk.directory()));
    }
    int interrupted = storage == null ? 0 : interrupted(problems);
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
        used(storage, disk),
        Pictures.limits(engine.limits()),
        new SystemPicture.PolicyState(
            policy.file().toString(),
            policy.present(),
            policy.trouble().isEmpty() ? null : policy.trouble(),
            policy.principals()),
        folder(),
        machine());
  }

  private EngineKeeping.@Nullable Storage storage(List<String> problems) {
    try {
      return engine.housekeeping().storage();
    } catch (StoreException e) {
      problems.add(away(e));
      return null;
    }
  }

  /** The database may go away at any moment, also after it has told its size. */
  private int interrupted(List<String> problems) {
    try {
      return engine.interrupted().size();
    } catch (StoreException e) {
      problems.add(away(e));
      return 0;
    }
  }

  private static String away(StoreException failure) {
    return "The database does not answer: " + failure.getMessage();
  }

  private static SystemPicture.Storage.Part part(DiskUse.Part part) {
    return new SystemPicture.Storage.Part(
        part.kind().name().toLowerCase(Locale.ROOT), part.bytes(), part.complete());
  }

  private SystemPicture.Storage used(EngineKeeping.@Nullable Storage storage, DiskUse disk) {
    KeptRuns kept = engine.housekeeping().kept();
    Duration keep = kept.retention().maxAge();
    return new SystemPicture.Storage(
        storage == null ? null : storage.database().bytes(),
        kept.workspaces().bytes(),
        kept.workspaces().complete(),
        keep == null ? null : keep.toSeconds(),
        kept.retention().maxBytes(),
        disk.parts().stream().map(SystemReading::part).toList(),
        disk.free(),
        disk.total());
  }

  private SystemPicture.Work work(EngineLoad load) {
    return new SystemPicture.Work(
        load.work().runs(),
        load.work().workers(),
        load.work().busy(),
        load.work().queued(),
        millis(load.work().oldest()),
        load.launches().runs(),
        millis(load.launches().oldest()),
        engine.resumed().size(),
        load.guests().programs(),
        load.guests().memoryTaken(),
        load.guests().memoryMost());
  }

  private static @Nullable Long millis(@Nullable Duration wait) {
    return wait == null ? null : (Long) Math.max(0, wait.toMillis());
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

  /**
   * What a principal may do.
   *
   * @param name the actor's own rights if null
   * @throws RefusedException if the actor asks for those of another one and does not administer
   */
  PrincipalRights rights(Actor actor, @Nullable String name) {
    Principal own = actor.principal();
    boolean other = name != null && !name.equals(own.name());
    if (name != null && name.isBlank()) {
      throw RefusedException.of(
          RefusalCode.UNKNOWN_WORD,
          "principal",
          "'principal' must not be blank",
          "Leave it out for your own.");
    }
    if (other && !actor.administers()) {
      throw new RefusedException(
          RefusalCode.ANOTHER_PRINCIPAL,
          "only administrators may ask for the policy of another principal",
          "Leave 'principal' out for your own.");
    }
    Policy policy = engine.policy(name == null || !other ? own : new Principal(name, false));
    return new PrincipalRights(
        other ? String.valueOf(name) : own.name(),
        policy.standing().name().toLowerCase(Locale.ROOT),
        policy.commands().map(names -> List.copyOf(new TreeSet<>(names.patterns()))).orElse(ANY),
        policy.exec(),
        policy.capabilities().commands(),
        policy.capabilities().approve(),
        policy.runs().map(runs -> runs.name().toLowerCase(Locale.ROOT)).orElse(null),
        number(policy.quota().callsPerSecond()),
        number(policy.quota().concurrentCalls()));
  }

  private static @Nullable Integer number(OptionalInt number) {
    return number.isEmpty() ? null : (Integer) number.getAsInt();
  }
}
