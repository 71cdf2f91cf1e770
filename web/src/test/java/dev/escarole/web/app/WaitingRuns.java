package dev.escarole.web.app;

import dev.escarole.web.app.approval.AwaitsQuery;

/** Runs that wait for people or programs. */
public final class WaitingRuns {

  private WaitingRuns() {}

  /** Starts a run of a recipe, and returns its id as soon as a step of it waits. */
  public static String start(Escarole escarole, String recipe) {
    String run = escarole.launch(Twins.launch(recipe)).head().run();
    while (escarole.awaits(AwaitsQuery.of(run)).awaits().isEmpty()) {
      Thread.onSpinWait();
    }
    return run;
  }
}
