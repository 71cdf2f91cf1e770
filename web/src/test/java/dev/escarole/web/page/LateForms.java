package dev.escarole.web.page;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.web.access.TokenFile;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.live.LiveOptions;
import dev.escarole.web.server.Entrance;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/** A server whose clock can be put forward, so that sessions end. */
public final class LateForms implements AutoCloseable {

  private static final String RECIPE =
      """
      name: greet
      args: ["who:string", "times:int=1"]
      template: "echo hello {who}"
      """;

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
  private final RecipeFolder folder;
  private final Engine engine;
  private final WebServer server;
  private final String otto;
  private final String other;

  public LateForms(Path directory) throws IOException {
    Path recipes = Files.createDirectories(directory.resolve("recipes"));
    Files.writeString(recipes.resolve("greet.yaml"), RECIPE);
    TokenFile tokens = new TokenFile(directory.resolve("tokens.json"));
    otto = tokens.create("otto", Role.OPERATOR, Instant.now());
    other = tokens.create("other", Role.OPERATOR, Instant.now());
    folder = RecipeFolder.open(recipes);
    engine = Engine.open(EngineOptions.inMemory());
    InstantSource clock = now::get;
    ServerOptions options =
        new ServerOptions(
            ServerOptions.LOOPBACK,
            0,
            List.of(),
            new Entrance(tokens.file(), directory.resolve("sessions.json"), List.of()),
            ServerOptions.REQUESTS_PER_SECOND,
            "test",
            clock,
            LiveOptions.DEFAULTS);
    server = WebServer.start(options, new Installation(engine, folder, clock));
  }

  public String otto() {
    return otto;
  }

  /** The token of somebody else. */
  public String other() {
    return other;
  }

  public URI at(String path) {
    return server.address().resolve(path);
  }

  /** All sessions end now. */
  public void sessionsEnd() {
    now.updateAndGet(before -> before.plus(Duration.ofHours(12)).plusSeconds(1));
  }

  /** Lets time go by. */
  public void later(Duration time) {
    now.updateAndGet(before -> before.plus(time));
  }

  public int runs() {
    return engine.records().runs(RunQuery.latest(9)).size();
  }

  @Override
  public void close() {
    server.close();
    engine.close();
    folder.close();
  }
}
