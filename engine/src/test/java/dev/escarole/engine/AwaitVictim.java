package dev.escarole.engine;

import dev.escarole.engine.run.RunId;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Path;

/**
 * A process that is there to be killed: starts a run, or resumes it, says where it is and waits.
 * Lines that come in approve, and are answered as soon as the approval is counted.
 */
final class AwaitVictim {

  static final String RECIPE =
      "{\"notify\": {\"on\": \"waiting\", \"to\": \"ops\"}, \"template\":"
          + " [\"echo draft\", {\"await\": \"approval\", \"approvals\": 4}, \"cat\"]}";

  private AwaitVictim() {}

  /**
   * @param args the data directory, and who approves at once, if anybody
   */
  public static void main(String[] args) throws Exception {
    Engine engine = Engine.open(EngineOptions.at(Path.of(args[0])));
    RunHandle run =
        engine.resumed().isEmpty()
            ? engine.start(RunRequest.of(new RecipeReader().read(RECIPE, "victim.json")).build())
            : engine.resumed().get(0);
    RunId id = run.id();
    var await = AwaitTest.opened(engine, id, "0.1");
    if (args.length > 1) {
      engine.decisions().decide(await.key(), args[1], true, "from " + args[1]);
    }
    System.out.println(id + " " + engine.decisions().last(id, "0.1").orElseThrow().approvals());
    System.out.flush();
    // The parent kills this process; if the parent is gone, nobody waits for it.
    Runtime.getRuntime().halt(System.in.read() + 1);
  }
}
