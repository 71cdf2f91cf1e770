package dev.escarole.web.page.system;

import dev.escarole.web.app.Escarole;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.run.LimitsPicture;
import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.app.system.NodesPicture;
import dev.escarole.web.app.system.NodesPicture.NodeLoad;
import dev.escarole.web.app.system.NodesPicture.NodePicture;
import dev.escarole.web.app.system.SystemPicture;
import dev.escarole.web.page.Frame;
import dev.escarole.web.page.Pages;
import dev.escarole.web.page.words.Words;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The page of the state of the server; it updates live. */
public final class SystemPage {

  /** By kind of a part of the data directory. */
  private static final Map<String, String> PARTS =
      Map.of(
          "database", "Database files",
          "runs", "Workspaces and files of runs",
          "commands", "Commands",
          "builds", "Builds",
          "other", "Everything else");

  private final Pages pages;

  public SystemPage(Pages pages) {
    this.pages = pages;
  }

  /**
   * The state of the server at one moment.
   *
   * @param troubles what needs attention, one sentence each
   */
  public record View(
      List<String> troubles,
      List<Tile> tiles,
      NodesPicture nodes,
      List<Section> sections,
      Instant now) {

    /** The difference of a node's clock to the database's; empty if it is not known. */
    public String clock(NodePicture node) {
      NodeLoad load = node.load();
      return load == null
          ? ""
          : String.format(Locale.ROOT, "%+.1f s", load.clockAheadMillis() / 1e3);
    }
  }

  /** A large figure. */
  public record Tile(String label, String value, String note) {}

  /** Facts that belong together. */
  public record Section(String title, List<Fact> facts) {}

  /** A name and its value. */
  public record Fact(String name, String value) {}

  /** Adds the page to a server. */
  public void install(RoutesConfig routes) {
    routes.get("/system", this::show, Role.VIEWER);
  }

  private void show(Context ctx) {
    Escarole escarole = pages.escarole(ctx);
    View view = view(escarole.system(NoInput.NONE), escarole.nodes(NoInput.NONE), pages.now());
    if ("system".equals(ctx.header("HX-Target"))) {
      pages.part(ctx, "system/facts.jte", view);
    } else {
      pages.show(ctx, "system/page.jte", "System", Frame.Place.SYSTEM, view);
    }
  }

  private static View view(SystemPicture system, NodesPicture nodes, Instant now) {
    List<String> troubles = new ArrayList<>(system.problems());
    // Its own trouble is told once.
    nodes.problems().stream()
        .filter(each -> system.problems().stream().noneMatch(each::endsWith))
        .forEach(troubles::add);
    return new View(
        troubles,
        tiles(system, nodes),
        nodes,
        List.of(
            versions(system),
            work(system.work()),
            database(system),
            cache(system),
            storage(system.storage()),
            disk(system.storage()),
            limits(system.limits()),
            policy(system.policy()),
            folder(system.folder()),
            java(system.machine())),
        now);
  }

  private static Section section(String title, Fact... facts) {
    return new Section(title, List.of(facts));
  }

  private static Fact fact(String name, String value) {
    return new Fact(name, value);
  }

  private static Fact fact(String name, long number) {
    return new Fact(name, Words.number(number));
  }

  private static List<Tile> tiles(SystemPicture system, NodesPicture nodes) {
    List<Tile> tiles = new ArrayList<>(tiles(system));
    if (nodes.shared()) {
      tiles.add(
          new Tile("Waiting for a node", Words.number(nodes.unclaimed()), "runs, on no node yet"));
    }
    return tiles;
  }

  private static List<Tile> tiles(SystemPicture system) {
    SystemPicture.Work work = system.work();
    return List.of(
        new Tile("Runs in progress", Words.number(work.runs()), ""),
        new Tile("Workers busy", work.busy() + " of " + work.workers(), ""),
        new Tile(
            "Leaves in the queue",
            Words.number(work.queued()),
            oldest(work.oldestQueuedMillis(), "ready, waiting for a worker")),
        new Tile(
            "Queued runs",
            Words.number(work.queuedRuns()),
            oldest(work.oldestQueuedRunMillis(), "waiting for a place of their recipe")),
        new Tile(
            "Events not yet stored",
            Words.number(system.journal().pendingEvents()),
            "journal " + system.journal().state()));
  }

  /** For how long the first one waits; always in one line, so that nothing moves. */
  private static String oldest(@Nullable Long millis, String otherwise) {
    return millis == null ? otherwise : "the oldest for " + Words.duration(millis);
  }

  private static Section versions(SystemPicture system) {
    return section(
        "Versions",
        fact("Escarole", system.version()),
        fact("Java", system.java() + ", " + system.machine().vm()),
        fact("System", system.machine().os()),
        fact("Uptime", Words.duration(system.machine().uptimeMillis())));
  }

  private static Section work(SystemPicture.Work work) {
    return section(
        "Work",
        fact("Workers", work.workers()),
        fact("Compiled programs cached", work.programs()),
        fact(
            "Memory of commands",
            Words.bytes(work.memoryTaken()) + " of " + Words.bytes(work.memoryMost())),
        fact("Runs resumed by this server", work.resumed()));
  }

  private static Section database(SystemPicture system) {
    SystemPicture.Database database = system.database();
    return database == null
        ? section("Database", fact("State", "does not answer"))
        : section(
            "Database",
            fact("Product", database.product() + " " + database.version()),
            fact("Schema", database.schema()),
            fact("Size", Words.bytes(database.bytes())),
            fact("Journal", system.journal().state()));
  }

  private static Section cache(SystemPicture system) {
    return system.cache() == null
        ? section("Cache", fact("State", "not known"))
        : section(
            "Cache",
            fact("Results cached", system.cache().results()),
            fact("Size", Words.bytes(system.cache().bytes())));
  }

  private static Section disk(SystemPicture.Storage storage) {
    List<Fact> facts = new ArrayList<>();
    Long free = storage.freeBytes();
    Long total = storage.diskBytes();
    facts.add(
        fact(
            "Free on the disk",
            free == null || total == null
                ? "not known"
                : "%s of %s".formatted(Words.bytes(free), Words.bytes(total))));
    for (SystemPicture.Storage.Part part : storage.parts()) {
      String more = part.complete() ? "" : "more than ";
      facts.add(
          fact(PARTS.getOrDefault(part.kind(), part.kind()), more + Words.bytes(part.bytes())));
    }
    return new Section("Data directory", facts);
  }

  private static Section storage(SystemPicture.Storage storage) {
    String more = storage.complete() ? "" : "more than ";
    Long age = storage.keepSeconds();
    Long size = storage.keepBytes();
    return section(
        "Storage",
        fact("Used by runs", more + Words.bytes(storage.bytes())),
        fact("of it in workspaces", more + Words.bytes(storage.workspaceBytes())),
        fact("Runs are kept for", age == null ? "ever" : Words.duration(age * 1000)),
        fact("up to", size == null ? "any size" : Words.bytes(size)),
        fact("Delete by hand", "escarole runs prune"));
  }

  private static Section limits(LimitsPicture limits) {
    return section(
        "Limits of a command",
        fact("Time", Words.duration(limits.wallClockMillis())),
        fact("Fuel", limits.fuel()),
        fact("Memory", Words.bytes(limits.memoryBytes())),
        fact("Standard input", Words.bytes(limits.stdinBytes())),
        fact("Arguments", Words.bytes(limits.argvBytes())),
        fact("Each output", Words.bytes(limits.outputBytes())));
  }

  private static Section policy(SystemPicture.PolicyState policy) {
    String state =
        policy.present() ? "in force" : "no file; only the local operator may run commands";
    return section(
        "Policy",
        fact("File", policy.file()),
        fact("State", policy.problem() == null ? state : "cannot be used"),
        fact(
            "Principals",
            policy.principals().isEmpty() ? "none" : String.join(", ", policy.principals())));
  }

  private static Section folder(SystemPicture.@Nullable Folder folder) {
    return folder == null
        ? section("Recipes folder", fact("Folder", "none is watched"))
        : section(
            "Recipes folder",
            fact("Folder", folder.path()),
            fact("Entries", folder.recipes()),
            fact("Invalid", folder.invalid()));
  }

  private static Section java(SystemPicture.Machine machine) {
    return section(
        "JVM",
        fact(
            "Heap",
            Words.bytes(machine.heapBytes()) + " of " + Words.bytes(machine.heapMostBytes())),
        fact("Threads", machine.threads()),
        fact("Processors", machine.processors()));
  }
}
