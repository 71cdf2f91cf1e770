package dev.escarole.samples.bench;

import dev.escarole.recipe.handle.CommandHandle;
import dev.escarole.recipe.handle.HandleReader;
import java.util.List;
import java.util.Map;

/** Evaluates the Tool Forms of a handle for one call, parameters checked, nothing run. */
final class FormCalls extends Contender {

  private static final int CALLS = 20_000;

  private static final String COMMIT =
      """
      handle: command
      name: commit
      parameters:
        type: object
        required: [message]
        properties:
          message: {type: string}
          all: {type: boolean}
          files: {type: array, items: {type: string}}
      command: git
      arguments:
        $encode: args
        commit:
          -a: {$: $.all}
          -m: {$: $.message}
          "--author=": "{{message}} <bench>"
          "--": {$: $.files}
      """;

  private final CommandHandle handle = new HandleReader().read(COMMIT, "commit.handle.yaml");
  private final Map<String, Object> values =
      Map.of("message", "Say why", "all", true, "files", List.of("one.txt", "two words.txt"));

  FormCalls() {
    super("tool form, one thread", "a handle with five forms", CALLS);
  }

  @Override
  void round() {
    int arguments = 0;
    for (int i = 0; i < CALLS; i++) {
      arguments += handle.call(values).arguments().size();
    }
    if (arguments % CALLS != 0 || arguments == 0) {
      throw new IllegalStateException("calls differ: " + arguments + " arguments");
    }
  }
}
