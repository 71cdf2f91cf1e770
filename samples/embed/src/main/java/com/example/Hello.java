package com.example;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.run.RunResult;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;

/** Runs a recipe inside a program. */
public final class Hello {

  private Hello() {}

  public static void main(String[] args) throws InterruptedException {
    String text = "args: ['name=world']\ntemplate: [\"echo hello {name}\", \"tr a-z A-Z\"]\n";
    Recipe recipe = new RecipeReader().read(text, "hello.yaml");
    try (Engine engine = Engine.open(EngineOptions.inMemory())) {
      RunResult result = engine.run(RunRequest.of(recipe).build());
      System.out.print(result.status().word() + ": " + result.stdout().text());
    }
  }
}
