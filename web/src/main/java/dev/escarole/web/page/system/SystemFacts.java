package dev.escarole.web.page.system;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineLoad;
import dev.escarole.engine.EngineRules;
import dev.escarole.engine.EngineStorage;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.folder.FolderEntry;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.engine.store.journal.JournalHealth;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.app.local.Recipes;
import dev.escarole.web.page.system.SystemView.Fact;
import dev.escarole.web.page.system.SystemView.Section;
import dev.escarole.web.page.system.SystemView.Tile;
import dev.escarole.web.page.words.Words;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.lang.management.RuntimeMXBean;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks everything how it does. For one look at one moment. */
final class SystemFacts {

  private final Installation service;
  private final String version;
  private final EngineLoad load;
  private final EngineRules rules;
  private final @Nullable EngineStorage storage;
  private final List<String> troubles = new ArrayList<>();

  private SystemFacts(Installation service, String version) {
    Engine engine = service.engine();
    this.service = service;
    this.version = version;
    this.load = engine.load();
    this.rules = engine.rules();
    this.storage = storage(engine);
  }

  static SystemView of(Installation service, String version) {
    SystemFacts facts = new SystemFacts(service, version);
    facts.findTroubles();
    return new SystemView(
        facts.troubles.isEmpty(),
        facts.troubles,
        facts.tiles(),
        List.of(
            facts.versions(),
            facts.work(),
            facts.database(),
            facts.cache(),
            facts.limits(),
            facts.policy(),
            facts.recipes(),
            facts.java()));
  }

  private @Nullable EngineStorage storage(Engine engine) {
    try {
      return engine.storage();
    } catch (StoreException e) {
      troubles.add("The database does not answer: " + e.getMessage());
      return null;
    }
  }

  private void findTroubles() {
    JournalHealth journal = load.journal();
    if (journal.state() == JournalHealth.State.PAUSED) {
      troubles.add(
          "What happens in runs is not written down since %s: %s"
              .formatted(journal.since(), journal.reason()));
    }
    String policy = rules.policyFile().trouble();
    if (!policy.isEmpty()) {
      troubles.add("The policy file cannot be used, so the one of before is in force: " + policy);
    }
    troubles.addAll(service.recipes().troubles());
    int interrupted = storage == null ? 0 : service.engine().interrupted().size();
    if (interrupted > 0) {
      troubles.add(
          Words.count(interrupted, "run is", "runs are")
              + " interrupted: nobody carries them out. They can be resumed.");
    }
  }

  private List<Tile> tiles() {
    var work = load.work();
    return List.of(
        new Tile("Runs under way", Words.number(work.runs()), ""),
        new Tile("Workers busy", work.busy() + " of " + work.workers(), ""),
        new Tile("Leaves in the queue", Words.number(work.queued()), "ready, waiting for a worker"),
        new Tile(
            "Events not yet stored",
            Words.number(load.journal().pendingEvents()),
            "journal " + load.journal().state().word()));
  }

  private Section versions() {
    RuntimeMXBean runtime = ManagementFactory.getRuntimeMXBean();
    return new Section(
        "Versions",
        List.of(
            new Fact("Escarole", version),
            new Fact("Java", Runtime.version() + ", " + runtime.getVmName()),
            new Fact(
                "System", System.getProperty("os.name") + " " + System.getProperty("os.version")),
            new Fact("Running for", Words.duration(runtime.getUptime()))));
  }

  private Section work() {
    var guests = load.guests();
    return new Section(
        "Work",
        List.of(
            new Fact("Workers", Words.number(load.work().workers())),
            new Fact("Compiled programs at hand", Words.number(guests.programs())),
            new Fact(
                "Memory of commands",
                Words.bytes(guests.memoryTaken()) + " of " + Words.bytes(guests.memoryMost())),
            new Fact(
                "Runs resumed by this server", Words.number(service.engine().resumed().size()))));
  }

  private Section database() {
    if (storage == null) {
      return new Section("Database", List.of(new Fact("State", "does not answer")));
    }
    var database = storage.database();
    return new Section(
        "Database",
        List.of(
            new Fact("Product", database.product() + " " + database.version()),
            new Fact("Schema", database.schema()),
            new Fact("Size", Words.bytes(database.bytes())),
            new Fact("Journal", load.journal().state().word())));
  }

  private Section cache() {
    if (storage == null) {
      return new Section("Cache", List.of(new Fact("State", "not known")));
    }
    return new Section(
        "Cache",
        List.of(
            new Fact("Results kept", Words.number(storage.cache().results())),
            new Fact("Size", Words.bytes(storage.cache().bytes()))));
  }

  private Section limits() {
    Limits limits = rules.limits();
    return new Section(
        "Limits of a command",
        List.of(
            new Fact("Time", Words.duration(limits.wallClock().toMillis())),
            new Fact("Fuel", Words.number(limits.fuel())),
            new Fact("Memory", binary(limits.memoryBytes())),
            new Fact("Standard input", binary(limits.stdinBytes())),
            new Fact("Arguments", binary(limits.argvBytes())),
            new Fact("Each output", binary(limits.outputBytes()))));
  }

  /** Limits are powers of two, unless somebody has set others. */
  private static String binary(long bytes) {
    if (bytes >= 1 << 20 && bytes % (1 << 20) == 0) {
      return Words.number(bytes >> 20) + " MiB";
    }
    return bytes % (1 << 10) == 0 ? Words.number(bytes >> 10) + " KiB" : Words.bytes(bytes);
  }

  private Section policy() {
    var file = rules.policyFile();
    String state = file.present() ? "in force" : "none; only the local operator may run commands";
    return new Section(
        "Policy",
        List.of(
            new Fact("File", file.file().toString()),
            new Fact("State", file.trouble().isEmpty() ? state : "cannot be used"),
            new Fact(
                "Principals",
                file.principals().isEmpty() ? "none" : String.join(", ", file.principals()))));
  }

  private Section recipes() {
    Recipes recipes = service.recipes();
    if (recipes.place() == null) {
      return new Section("Recipes folder", List.of(new Fact("Folder", "none is watched")));
    }
    List<FolderEntry> entries = recipes.entries();
    long invalid = entries.stream().filter(entry -> !entry.valid()).count();
    return new Section(
        "Recipes folder",
        List.of(
            new Fact("Folder", recipes.place().toString()),
            new Fact("Entries", Words.number(entries.size())),
            new Fact("Invalid", Words.number(invalid))));
  }

  private Section java() {
    MemoryUsage heap = ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    return new Section(
        "JVM",
        List.of(
            new Fact("Heap", Words.bytes(heap.getUsed()) + " of " + Words.bytes(heap.getMax())),
            new Fact("Threads", Words.number(ManagementFactory.getThreadMXBean().getThreadCount())),
            new Fact("Processors", Words.number(Runtime.getRuntime().availableProcessors()))));
  }
}
