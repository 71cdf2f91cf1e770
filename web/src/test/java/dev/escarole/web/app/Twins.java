package dev.escarole.web.app;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.OutboxAccess;
import dev.escarole.engine.Recovery;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.engine.run.RunEvent;
import dev.escarole.engine.run.StepState;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.app.remote.RemoteEscarole;
import dev.escarole.web.app.remote.RemoteInstallation;
import dev.escarole.web.app.run.Following;
import dev.escarole.web.app.run.LaunchRequest;
import dev.escarole.web.app.run.RunName;
import dev.escarole.web.live.LiveOptions;
import dev.escarole.web.server.Entrance;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import java.io.IOException;
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
  public final WebServer server;
  public final Installation installation;
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
    Files.createDirectories(recipes.resolve("sub"));
    Files.writeString(recipes.resolve("census.yaml"), CENSUS);
    Files.writeString(recipes.resolve("sub/nap.yaml"), "name: nap\ntemplate: sleep 60\n");
    Files.writeString(
        recipes.resolve("typed.yaml"),
        "name: typed\nargs: [\"count:int=3\", \"file:path\"]\ntemplate: echo {count} {file}\n");
    Files.writeString(recipes.resolve("broken.yaml"), "name: broken\ntemplate: [\"echo 'x\"]\n");
    Files.createDirectories(recipes.resolve("team/recipes"));
    Files.writeString(
        recipes.resolve("team/recipes/poll.yaml"),
        "imports: {census: ../../census.yaml}\nargs: [who]\ntemplate: {name: census}\n");
    // Nothing is delivered here but what is tried.
    Files.writeString(data.resolve("notify.yaml"), "channels: {log: {file: told.jsonl}}\n");
    Files.writeString(
        recipes.resolve("telling.yaml"),
        "name: telling\nnotify: {on: done, to: log}\ntemplate: 'true'\n");
    Files.writeString(
        recipes.resolve("shouting.yaml"),
        "name: shouting\nnotify: {on: done, to: nowhere}\ntemplate: 'true'\n");
    folder = RecipeFolder.open(recipes);
    engine = Engine.open(EngineOptions.at(data).withRecovery(Recovery.onRequest()));
    InstantSource clock = InstantSource.system();
    installation = new Installation(engine, folder, clock);
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

  /** All ways to ask, the nearest first. */
  List<Escarole> all() {
    return List.of(local, http, socket, guest);
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
        null, text, "t.yaml", Map.of(), List.of(), null, null, List.of(), false, null, null);
  }

  /** A launch of a recipe of the folder. */
  public static LaunchRequest named(String recipe) {
    return new LaunchRequest(
        recipe, null, null, Map.of(), List.of(), null, null, List.of(), false, null, null);
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
    engine.close();
    folder.close();
  }
}
