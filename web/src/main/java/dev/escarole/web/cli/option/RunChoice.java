package dev.escarole.web.cli.option;

import picocli.CommandLine.Parameters;

/** Names a stored run. */
public final class RunChoice {

  @Parameters(
      index = "0",
      paramLabel = "RUN",
      description = "The run's id, the beginning of it, or 'last' for the newest run.")
  private String run = "";

  /** The name as given. */
  public String text() {
    return run;
  }
}
