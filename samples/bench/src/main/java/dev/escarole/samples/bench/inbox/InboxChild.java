package dev.escarole.samples.bench.inbox;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.inbox.Inbox;
import dev.escarole.engine.inbox.InboxHost;
import dev.escarole.engine.inbox.InboxOptions;
import dev.escarole.engine.inbox.InboxState;
import dev.escarole.engine.run.RunId;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The process that watches the inbox and is killed. */
final class InboxChild implements InboxHost {

  /** Writers pause for less while they have a file closed. */
  static final Duration SETTLE = Duration.ofMillis(400);

  private static final Recipe RECIPE =
      new RecipeReader()
          .read(
              "{\"name\": \"take\", \"inbox\": {\"match\": \"*.csv\", \"as\": \"file\"},"
                  + " \"template\": [\"cat {file}\", \"tee copy\"], \"artifacts\": {\"copy\":"
                  + " \"copy\"}}",
              "take.json");

  private InboxChild() {}

  /**
   * @param args data directory, inbox, and {@code watch} to go on until it is killed or {@code
   *     finish} to end when nothing is left to do
   */
  public static void main(String[] args) throws InterruptedException {
    try (Engine engine = Engine.open(EngineOptions.at(Path.of(args[0])));
        Inbox inbox =
            Inbox.open(
                engine,
                Path.of(args[1]),
                new InboxChild(),
                InboxOptions.defaults().withSettle(SETTLE).withLookEvery(Duration.ofMillis(50)))) {
      inbox.watch();
      System.out.println("watching");
      boolean finishing = args[2].equals("finish");
      int idle = 0;
      // What has just been written may not have been seen yet.
      while (!finishing || idle < 20) {
        TimeUnit.MILLISECONDS.sleep(100);
        InboxState state = inbox.state();
        idle = state.waitingCount() == 0 && state.underWay().isEmpty() ? idle + 1 : 0;
      }
    }
  }

  @Override
  public Collection<Recipe> recipes() {
    return List.of(RECIPE);
  }

  @Override
  public Recipe recipe(String name) {
    throw new IllegalArgumentException("there is no recipe " + name);
  }

  @Override
  public byte[] document(RunId run) {
    return ("{\"run\": \"" + run + "\"}").getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void launched(String file, RunId run) {
    // The checker reads what is on record.
  }

  @Override
  public void refused(String file, String why) {
    System.out.println(file + " was refused: " + why);
  }
}
