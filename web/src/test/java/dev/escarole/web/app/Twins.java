package dev.escarole.web.app;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.OutboxAccess;
import dev.escarole.engine.Recovery;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.Subscription;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.engine.inbox.Inbox;
import dev.escarole.engine.inbox.InboxOptions;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.schedule.ScheduleOptions;
import dev.escarole.engine.schedule.Schedules;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.app.remote.RemoteEscarole;
import dev.escarole.web.app.remote.RemoteInstallation;
import dev.escarole.web.app.run.Following;
import dev.escarole.web.app.run.LaunchRequest;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.cli.Programs;
import dev.escarole.web.live.LiveOptions;
import dev.escarole.web.server.Entrance;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * One installation that is asked in this process, over HTTP, through a Unix domain socket, and as a
 * guest of the process that has it open, all by the same principal.
 */
@SuppressWarnings("NullAway") // Requests hold null for what is not said, bytes too.
public final class Twins implements AutoCloseable {

  public static final String CENSUS =
      """
      name: census
      args: ["who:string=you"]
      template:
        - label: fan
          parallel: true
          template:
            - {label: good, template: "echo hello {who}"}
            - {label: bad, template: cat /nowhere}
        - upper
      """;

  /** Runs that were interrupted, for whoever takes them. */
  public final Deque<String> interrupted = new ArrayDeque<>();

  public final Engine engine;
  final SocketDoor door;
  public final RecipeFolder folder;
  private final Schedules schedules;
  public final WebServer server;
  public final Installation installation;

  /** Nothing is taken: a test puts its files where they are to be found. */
  public final Inbox inbox;

  private final WebServer forGuests;
  public final Escarole local;
  final Escarole http;
  final Escarole socket;
  final Escarole guest;

  public Twins(Path directory) throws Exception {
    Path data = directory.resolve("data");
    for (int i = 0; i < 4; i++) {
      interrupted.add(interruptedRun(data));
    }
    Path recipes = directory.resolve("recipes");
    write(recipes);
    // Nothing is delivered here but what is tried.
    Files.writeString(data.resolve("notify.yaml"), "channels: {log: {file: told.jsonl}}\n");
    Files.writeString(data.resolve("catalog.yaml"), Programs.CATALOG);
    folder = RecipeFolder.open(recipes);
    engine = Engine.open(EngineOptions.at(data).withRecovery(Recovery.onRequest()));
    InstantSource clock = InstantSource.system();
    schedules = schedules(engine, folder, 3);
    installation = new Installation(engine, folder, clock);
    inbox =
        installation.openInbox(
            Files.createDirectories(directory.resolve("inbox")), InboxOptions.defaults());
    Files.createDirectories(inbox.path().resolve("done"));
    Files.writeString(inbox.path().resolve("done/well.csv"), "x\n");
    ServerOptions options =
        new ServerOptions(
            "127.0.0.1",
            0,
            List.of(),
            Entrance.OPEN,
            100_000,
            "1.2.3",
            clock,
            LiveOptions.DEFAULTS);
    server = WebServer.start(options, installation);
    Path owners = directory.resolve("owners");
    forGuests = WebServer.startAt(owners, options, installation);
    door = new SocketDoor(directory.resolve("door"), server.port());
    Actor actor = new Actor(Principal.localOperator(), "127.0.0.1", true);
    local = installation.as(actor);
    guest = new RemoteInstallation(owners).as(actor);
    http = RemoteEscarole.at(server.address(), "");
    socket = RemoteEscarole.at(directory.resolve("door"));
  }

  private static void write(Path recipes) throws IOException {
    Files.createDirectories(recipes.resolve("sub"));
    Files.writeString(recipes.resolve("census.yaml"), CENSUS);
    Files.writeString(
        recipes.resolve("census.test.yaml"),
        "tests: [{name: a branch is lost, answers: {bad: {exit: 1}}, otherwise: {run: true},"
            + " expect: {status: degraded}}, {name: wrong, otherwise: '', expect: {stdout: x}}]");
    Files.writeString(recipes.resolve("sub/nap.yaml"), "name: nap\ntemplate: sleep 60\n");
    Files.writeString(
        recipes.resolve("typed.yaml"),
        "name: typed\nargs: [\"count:int=3\", \"file:path\"]\ntemplate: echo {count} {file}\n");
    Files.writeString(recipes.resolve("broken.yaml"), "name: broken\ntemplate: [\"echo 'x\"]\n");
    Files.createDirectories(recipes.resolve("team/recipes"));
    Files.writeString(
        recipes.resolve("team/recipes/poll.yaml"),
        "imports: {census: ../../census.yaml}\nargs: [who]\ntemplate: {name: census}\n");
    Files.writeString(
        recipes.resolve("yearly.yaml"),
        "name: yearly\nschedule: {cron: \"0 0 1 1 *\", overlap: parallel}\ntemplate: echo"
            + " {scheduled_for}\n");
    Files.writeString(
        recipes.resolve("twice.yaml"),
        "name: twice\nschedule: [{name: a, cron: \"@yearly\"}, {name: b, cron:"
            + " \"@yearly\"}]\ntemplate: echo\n");
    Files.writeString(
        recipes.resolve("telling.yaml"),
        "name: telling\nnotify: {on: done, to: log}\ntemplate: 'true'\n");
    Files.writeString(
        recipes.resolve("shouting.yaml"),
        "name: shouting\nnotify: {on: done, to: nowhere}\ntemplate: 'true'\n");
  }

  /** All ways to ask, the nearest first. */
  List<Escarole> all() {
    return List.of(local, http, socket, guest);
  }

  /** Puts the schedules of a folder in force, and waits until there are so many. */
  public static Schedules schedules(Engine engine, RecipeFolder folder, int count) {
    Schedules opened = Schedules.open(engine, folder, ScheduleOptions.at(InstantSource.system()));
    while (opened.list().size() < count) {
      Thread.onSpinWait();
    }
    return opened;
  }

  private static String interruptedRun(Path data) throws Exception {
    CompletableFuture<String> begun = new CompletableFuture<>();
    CompletableFuture<RunHandle> run = new CompletableFuture<>();
    Engine engine = Engine.open(EngineOptions.at(data).withRecovery(Recovery.onRequest()));
    try {
      run.complete(
          engine.start(
              RunRequest.of(new RecipeReader().read("\"sleep 0.1\"", "t.json"))
                  .listener(
                      event -> {
                        if (event instanceof RunEvent.StepChanged change
                            && change.state() == StepState.RUNNING) {
                          begun.complete(event.run().value());
                          // It stays here until the engine is suspended.
                          run.join().result().handle((result, suspended) -> true).join();
                        }
                      })
                  .build()));
      String id = begun.get();
      engine.flush();
      return id;
    } finally {
      engine.suspend();
    }
  }

  /** A launch of a recipe that the request brings along. */
  public static LaunchRequest launch(String text) {
    return new LaunchRequest(
        null, text, "t.yaml", Map.of(), List.of(), null, null, Map.of(), List.of(), false, null,
        null, null);
  }

  /** A launch of a recipe of the folder. */
  public static LaunchRequest named(String recipe) {
    return new LaunchRequest(
        recipe, null, null, Map.of(), List.of(), null, null, Map.of(), List.of(), false, null, null,
        null);
  }

  /** Starts a run, waits for its end, and gives its id. */
  public String run(LaunchRequest request) throws InterruptedException {
    String id = local.launch(request).head().run();
    await(id);
    return id;
  }

  /** Makes a message that was given up; returns its id. */
  public String deadDelivery() {
    String run = local.launch(named("shouting")).head().run();
    try {
      await(run);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    OutboxAccess.outbox(engine).giveUp("nowhere", Instant.now(), "no channel is named nowhere");
    return run + "-done-nowhere";
  }

  /** Makes a failed file, which may have been put back before. */
  public String failedFile() {
    try {
      Path failed = Files.createDirectories(inbox.path().resolve("failed"));
      Files.deleteIfExists(inbox.path().resolve("again.csv"));
      Files.writeString(failed.resolve("again.csv"), "x\n");
      Files.writeString(failed.resolve("again.csv.error.txt"), "It was not to be.\nAnd so on.\n");
      return "again.csv";
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A run that has kept files whose names nobody would choose, and a link that it has not. */
  public String keeper() throws InterruptedException {
    Subscription making =
        engine.listen(
            event -> {
              if (event instanceof RunEvent.RunStarted) {
                make(engine.workspace(event.run()));
              }
            });
    try {
      return run(
          launch(
              """
              artifacts: {all: "**", none: "*.csv"}
              template: [echo kept, tee report]
              """));
    } finally {
      making.close();
    }
  }

  private static void make(Path workspace) {
    try {
      Files.createDirectory(workspace.resolve("d"));
      Files.writeString(workspace.resolve("d/f\n\u001b[1m"), "odd");
      Files.createSymbolicLink(workspace.resolve("l"), Path.of("/etc/passwd"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Waits for the end of a run, and until it is stored. */
  void await(String id) throws InterruptedException {
    try (Following following = local.follow(new RunName(id), news -> {})) {
      following.await();
    }
  }

  /** Cancels a run that naps. */
  void end(String id) {
    engine.handle(new dev.escarole.engine.run.RunId(id)).ifPresent(RunHandle::cancel);
  }

  @Override
  public void close() throws IOException {
    door.close();
    forGuests.close();
    server.close();
    inbox.close();
    schedules.close();
    engine.close();
    folder.close();
  }
}
