package dev.escarole.web.cli.option;

import picocli.CommandLine.Parameters;

/** Which stored run is meant. */
public final class RunChoice {

  @Parameters(
      index = "0",
      paramLabel = "RUN",
      description = "The run's id, the beginning of it, or 'last' for the newest run.")
  private String run = "";

  /** The choice as it was made. */
  public String text() {
    return run;
  }
}
