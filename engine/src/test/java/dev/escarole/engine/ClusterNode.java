package dev.escarole.engine;

import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.engine.schedule.ScheduleOptions;
import dev.escarole.engine.schedule.Schedules;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.InstantSource;
import java.util.List;

/**
 * One node of several: launches runs, fires the schedules of a folder, and resumes what others
 * leave. It says {@code READY} when its runs are launched, and writes into a file what it is told
 * about runs that are not its own any more.
 */
final class ClusterNode {

  /** How often a run writes a line and sleeps. */
  static final int ROUNDS = 12;

  private ClusterNode() {}

  /**
   * @param args the shared directory, the database, the node's name, how many runs to launch, and
   *     the seconds of a round
   */
  public static void main(String[] args) throws Exception {
    Path shared = Path.of(args[0]);
    String name = args[2];
    Engine engine =
        Engine.open(EngineOptions.at(shared.resolve(name)).withDatabase(args[1]).withWorkers(4));
    RecipeFolder folder = RecipeFolder.open(shared.resolve("recipes"));
    Schedules.open(engine, folder, ScheduleOptions.at(InstantSource.system()));
    for (int i = 0; i < Integer.parseInt(args[3]); i++) {
      launch(engine, shared, name, name + "-" + i, recipe(Integer.parseInt(args[4])));
    }
    System.out.println("READY");
    System.out.flush();
    // The parent kills this process; if the parent is gone, nobody waits for it.
    Runtime.getRuntime().halt(System.in.read() + 1);
  }

  /** The recipe of all runs; each leaves a line in a file for each round. */
  private static String recipe(int seconds) {
    return """
        {"name": "work", "args": ["n"], "template": [
          {"repeat": %d, "template": ["echo {n}.{index}", "tee -a /log/{n}.{index}", "sleep %d"]},
          "echo result-{n}"]}
        """
        .formatted(ROUNDS, seconds);
  }

  private static void launch(Engine engine, Path shared, String node, String name, String recipe) {
    RunHandle run =
        engine.start(
            RunRequest.of(new RecipeReader().read(recipe, "work.json"))
                .value("n", name)
                .directories(List.of(DirectoryGrant.parse(shared.resolve("log") + "::/log")))
                .build());
    var unused =
        run.result()
            .whenComplete(
                (result, why) ->
                    say(
                        said(shared, node),
                        run.id() + " " + (why == null ? result.status().word() : why.toString())));
  }

  /** The file in which a node says what became of its runs. */
  static Path said(Path shared, String name) {
    return shared.resolve(name + ".said");
  }

  private static synchronized void say(Path file, String line) {
    try {
      Files.writeString(file, line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
