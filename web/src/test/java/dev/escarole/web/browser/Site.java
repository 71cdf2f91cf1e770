package dev.escarole.web.browser;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.live.LiveOptions;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;

/** A server over a folder of recipes, all in one directory. */
record Site(RecipeFolder folder, Engine engine, WebServer server, int port)
    implements AutoCloseable {

  /** Beats come sooner than usual: by them a server notices that a browser has gone. */
  private static final LiveOptions LIVE = LiveOptions.DEFAULTS.withTick(Duration.ofMillis(500));

  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  /**
   * @param recipes the text of each file of the folder, by its name
   */
  static Site open(Path directory, Map<String, String> recipes) throws IOException {
    return open(directory, recipes, Limits.defaults());
  }

  /** The same with other limits of commands. */
  static Site open(Path directory, Map<String, String> recipes, Limits limits) throws IOException {
    Path files = Files.createDirectory(directory.resolve("recipes"));
    for (Map.Entry<String, String> file : recipes.entrySet()) {
      Files.writeString(files.resolve(file.getKey()), file.getValue());
    }
    RecipeFolder folder = RecipeFolder.open(files);
    Engine engine = Engine.open(EngineOptions.at(directory.resolve("data")).withLimits(limits));
    return of(folder, engine, 0);
  }

  private static Site of(RecipeFolder folder, Engine engine, int port) {
    WebServer server = server(folder, engine, port);
    return new Site(folder, engine, server, server.port());
  }

  private static WebServer server(RecipeFolder folder, Engine engine, int port) {
    Installation service = new Installation(engine, folder, InstantSource.system());
    return WebServer.start(ServerOptions.local(port, "test").with(LIVE), service);
  }

  /** The same site after its server was closed: another server at the same port. */
  Site again() {
    return of(folder, engine, port);
  }

  /** What the server's metrics say under this name. */
  double metric(String name) {
    try {
      HttpRequest request = HttpRequest.newBuilder(at("/metrics")).build();
      return CLIENT
          .send(request, HttpResponse.BodyHandlers.ofLines())
          .body()
          .filter(line -> line.startsWith(name + " "))
          .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
          .sum();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  URI at(String path) {
    return server.address().resolve(path);
  }

  @Override
  public void close() {
    server.close();
    engine.close();
    folder.close();
  }
}
