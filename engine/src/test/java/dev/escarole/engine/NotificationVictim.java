package dev.escarole.engine;

import dev.escarole.engine.notify.Notifications;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Path;
import java.time.InstantSource;

/** Runs a recipe that fails and tells of it, again and again, until it is killed. */
final class NotificationVictim {

  static final String RECIPE =
      "{\"name\": \"nightly\", \"notify\": {\"on\": \"failed\", \"to\": \"log\"},"
          + " \"template\": \"false\"}";

  private NotificationVictim() {}

  public static void main(String[] args) throws InterruptedException {
    Recipe recipe = new RecipeReader().read(RECIPE, "nightly.json");
    try (Engine engine = Engine.open(EngineOptions.at(Path.of(args[0])))) {
      Notifications.open(engine, InstantSource.system(), true);
      while (true) {
        System.out.println(engine.run(RunRequest.of(recipe).build()).run());
        System.out.flush();
      }
    }
  }
}
