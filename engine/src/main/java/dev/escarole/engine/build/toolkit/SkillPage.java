package dev.escarole.engine.build.toolkit;

/** The page of a toolkit that tells an agent about its command. */
final class SkillPage {

  static final String FILE = "SKILL.md";

  private SkillPage() {}

  /** Returns a stub: its author adds what the command is for. */
  static String of(Manifest manifest) {
    String name = manifest.name();
    return """
        ---
        name: %1$s
        description: Command %1$s, built from %2$s. Say here what it does and when to use it.
        usage: %1$s [ARGUMENTS] < INPUT
        ---

        # %1$s

        Reads standard input, writes standard output, sees no files but those that are granted.

        Call it through the tool `cli`, alone or in a pipeline:

        ```json
        {"command": "shell '%1$s' --stdin 'text'"}
        ```

        or in a recipe: `{"template": "%1$s"}`. Its sources are in `src`.
        """
        .formatted(name, manifest.language());
  }
}
