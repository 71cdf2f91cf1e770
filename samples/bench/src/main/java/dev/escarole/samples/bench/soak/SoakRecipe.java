package dev.escarole.samples.bench.soak;

import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;

/**
 * The recipes of the soak. Each command that must not run again once its end is on record appends a
 * line to a file of its own.
 */
enum SoakRecipe {
  CHAIN(
      """
      {"repeat": 25, "template": ["echo {index}", "tee -a /log/c{index}"]}
      """,
      "24\n"),
  FAN_OUT(
      """
      [{"parallel": true, "repeat": 30, "concurrency": 4,
        "template": {"template": ["echo {index}", "tee -a /log/f{index}"]}},
       "wc -l"]
      """,
      "60\n"),
  WAITING(
      """
      [{"delay": 700, "template": ["echo late", "tee -a /log/late"]},
       {"delay": 400, "template": "tee -a /log/later"}]
      """,
      "late\n"),
  RECOVERING(
      """
      [{"retry": 2,
        "recover": ["echo saved", "tee /workspace/saved", "tee -a /log/recover"],
        "template": [{"failure": "branch", "template": "cat /workspace/saved"}]},
       "tee -a /log/after"]
      """,
      "saved\n"),
  NESTED(
      """
      [{"parallel": true, "template": [
         {"parallel": true, "repeat": 5,
          "template": {"template": ["echo a", "sleep 0.05", "echo b{index}", "tee -a /log/n{index}"]}},
         {"template": ["echo x", "sleep 0.2", "echo y", "tee -a /log/y"]}]},
       "grep -c status"]
      """,
      "7\n");

  private final String template;
  private final String output;

  SoakRecipe(String template, String output) {
    this.template = template;
    this.output = output;
  }

  Recipe recipe() {
    String body = template.strip();
    String named =
        body.startsWith("{")
            ? "{\"name\": \"" + name() + "\", " + body.substring(1)
            : "{\"name\": \"" + name() + "\", \"template\": " + body + "}";
    return new RecipeReader().read(named, name() + ".json");
  }

  /** What it prints, however often it was interrupted. */
  String output() {
    return output;
  }
}
