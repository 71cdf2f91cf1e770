package dev.escarole.engine;

import dev.escarole.engine.run.RunEvent;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A process that dies (without closing anything) while it keeps the files of a run. */
final class KeepingVictim {

  static final int FILES = 300;

  private KeepingVictim() {}

  /**
   * @param args the data directory, and how many files are kept when it dies; one more than all for
   *     the moment between the last of them and the end of the run
   */
  public static void main(String[] args) throws Exception {
    int most = Integer.parseInt(args[1]);
    Engine engine = Engine.open(EngineOptions.at(Path.of(args[0])));
    RunHandle run =
        engine.start(
            RunRequest.of(
                    new RecipeReader()
                        .read(
                            "{\"artifacts\": {\"all\": \"f*\"}, \"template\": [\"echo a\","
                                + " \"tee -a f-steps\"]}",
                            "victim.json"))
                .listener(
                    event -> {
                      if (event instanceof RunEvent.RunStarted) {
                        make(engine.workspace(event.run()));
                      }
                    })
                .build());
    while (most > FILES
        ? engine.files().reports(run.id()).isEmpty()
        : engine.files().of(run.id()).size() < most) {
      Thread.onSpinWait();
    }
    System.out.println(run.id());
    System.out.flush();
    Runtime.getRuntime().halt(9);
  }

  private static void make(Path workspace) {
    try {
      for (int i = 1; i < FILES; i++) {
        Files.writeString(workspace.resolve("f" + i), ("file " + i + "\n").repeat(1_000));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
