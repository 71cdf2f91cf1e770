package dev.escarole.engine;

import dev.escarole.engine.store.audit.AuditQuery;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Path;

/**
 * A process that is there to be killed: runs a recipe that gets a text and posts it, says when it
 * posts with all before that on record, and waits.
 */
final class RequestVictim {

  private RequestVictim() {}

  /**
   * @param args the data directory, and the origin of the server
   */
  public static void main(String[] args) throws Exception {
    Engine engine = Engine.open(options(Path.of(args[0])));
    RunHandle unused =
        engine.start(
            RunRequest.of(new RecipeReader().read(recipe(args[1]), "victim.json"))
                .listener(
                    event -> {
                      if (CrashPoint.starts(event, "0.1", 1)) {
                        engine.store().journal().flush();
                        engine.audit().calls(AuditQuery.latest(1));
                        System.out.println("POSTS");
                        System.out.flush();
                      }
                    })
                .build());
    // The parent kills this process; if the parent is gone, nobody waits for it.
    Runtime.getRuntime().halt(System.in.read() + 1);
  }

  static EngineOptions options(Path data) {
    return EngineOptions.at(data).withPolicyFile(data.resolve("policy.yaml"));
  }

  private static String recipe(String origin) {
    return """
    {"http": [{"origin": "%1$s", "methods": ["GET", "POST"]}],
     "template": ["curl -sS %1$s/draft",
                  "curl -sS -H 'Idempotency-Key: {run_id}' --data-binary @- %1$s/send"]}
    """
        .formatted(origin);
  }
}
