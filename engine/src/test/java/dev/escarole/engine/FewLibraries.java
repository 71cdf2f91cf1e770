package dev.escarole.engine;

import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.schedule.ScheduleOptions;
import dev.escarole.engine.schedule.Schedules;
import dev.escarole.engine.store.database.DatabaseAddress;
import dev.escarole.engine.store.database.StoreException;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;

/** An application that has only some libraries; prints what it comes to. */
final class FewLibraries {

  private FewLibraries() {}

  /** Takes an empty directory. */
  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    try (Engine engine = Engine.open(EngineOptions.at(directory.resolve("data")))) {
      System.out.println("ran " + result(engine));
      schedules(engine, Files.createDirectories(directory.resolve("recipes")));
    }
    EngineOptions shared =
        EngineOptions.at(directory.resolve("shared"))
            .withDatabase(DatabaseAddress.of("postgresql://nobody@localhost:1/none"));
    try {
      Engine.open(shared).close();
    } catch (StoreException e) {
      System.out.println(e.getMessage());
    }
  }

  private static Object result(Engine engine) throws InterruptedException {
    RunRequest request =
        RunRequest.of(new RecipeReader().read("template: \"jq -c .\"", "t.yaml"))
            .stdin(Content.of("{\"a\": [1, 2.5, \"x\"]}"))
            .build();
    return engine.run(request).as(Map.class);
  }

  private static void schedules(Engine engine, Path recipes) {
    try (RecipeFolder folder = RecipeFolder.open(recipes)) {
      Schedules.open(engine, folder, ScheduleOptions.at(InstantSource.system())).close();
      System.out.println("schedules");
    } catch (IllegalStateException e) {
      System.out.println(e.getMessage());
    }
  }
}
