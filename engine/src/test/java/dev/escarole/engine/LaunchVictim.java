package dev.escarole.engine;

import dev.escarole.engine.launch.Launching;
import java.nio.file.Path;

/** A process that is there to be killed: launches runs that queue, says their ids and waits. */
final class LaunchVictim {

  static final String RULE = "{\"at_once\": 1, \"queue\": 1000}";

  private LaunchVictim() {}

  /**
   * @param args the data directory, how many runs to launch, and how long each of them lasts
   */
  public static void main(String[] args) throws Exception {
    Engine engine = Engine.open(EngineOptions.at(Path.of(args[0])));
    for (int i = 0; i < Integer.parseInt(args[1]); i++) {
      RunRequest.Builder request = Launching.request(RULE, Long.parseLong(args[2]));
      System.out.println(engine.start(request.value("n", i).build()).id());
    }
    System.out.println("launched");
    System.out.flush();
    // The parent kills this process; if the parent is gone, nobody waits for it.
    Runtime.getRuntime().halt(System.in.read() + 1);
  }
}
