package dev.escarole.samples.bench;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.recipe.Recipe;

/** Runs a recipe in an engine that other contenders may share. */
final class EscaroleRuns implements Rounds.InThisProcess {

  private final String task;
  private final String name;
  private final int leaves;
  private final Recipe recipe;
  private final Engine engine;

  EscaroleRuns(String task, String name, int leaves, Recipe recipe, Engine engine) {
    this.task = task;
    this.name = name;
    this.leaves = leaves;
    this.recipe = recipe;
    this.engine = engine;
  }

  @Override
  public String task() {
    return task;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public int units() {
    return leaves;
  }

  @Override
  public void warmUp(int rounds) throws InterruptedException {
    for (int i = 0; i < rounds; i++) {
      round();
    }
  }

  @Override
  public void round() throws InterruptedException {
    RunResult result = engine.run(RunRequest.of(recipe).build());
    if (result.status() != RunStatus.DONE) {
      throw new IllegalStateException(name + " ended " + result.status().word());
    }
  }
}
