package dev.escarole.web.browser;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import dev.escarole.web.service.Service;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;

/** A server over a folder of recipes, all in one directory. */
record Site(RecipeFolder folder, Engine engine, WebServer server) implements AutoCloseable {

  /**
   * @param recipes the text of each file of the folder, by its name
   */
  static Site open(Path directory, Map<String, String> recipes) throws IOException {
    Path files = Files.createDirectory(directory.resolve("recipes"));
    for (Map.Entry<String, String> file : recipes.entrySet()) {
      Files.writeString(files.resolve(file.getKey()), file.getValue());
    }
    RecipeFolder folder = RecipeFolder.open(files);
    Engine engine = Engine.open(EngineOptions.at(directory.resolve("data")));
    Service service = new Service(engine, folder, InstantSource.system());
    return new Site(folder, engine, WebServer.start(ServerOptions.local(0, "test"), service));
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
