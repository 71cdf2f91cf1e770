package dev.escarole.engine;

import dev.escarole.engine.store.output.FaultyOutputs;
import dev.escarole.engine.store.output.OutputPlace;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Path;

/** A process that dies when a large output is written and no row names it yet. */
final class OutputVictim {

  /** The output has 588,895 bytes. */
  static final String RECIPE = "[\"seq 100000\", \"tail -n 1\"]";

  private OutputVictim() {}

  static EngineOptions options(Path directory) {
    return EngineOptions.at(directory.resolve("data"))
        .withOutputs(new OutputPlace(address(directory), 100_000));
  }

  static String address(Path directory) {
    return FaultyOutputs.address(directory.resolve("outputs"));
  }

  /**
   * @param args the directory of all
   */
  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[0]);
    Engine engine = Engine.open(options(directory));
    FaultyOutputs.at(address(directory)).afterPut = () -> Runtime.getRuntime().halt(9);
    RunHandle run =
        engine.start(RunRequest.of(new RecipeReader().read(RECIPE, "victim.json")).build());
    System.out.println(run.id());
    System.out.flush();
    run.await();
  }
}
