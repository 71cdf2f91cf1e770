package dev.escarole.web.app.run;

import java.util.List;

/** How an input came about that the launch computed. */
public record ComputedInput(
    String name, long durationMillis, long bytes, String sha256, List<Call> calls, int callCount) {

  public ComputedInput {
    calls = List.copyOf(calls);
  }

  /** One call of a command. */
  public record Call(
      List<String> argv,
      @Made.Word String outcome,
      int exitCode,
      long durationMillis,
      boolean cached) {
    public Call {
      argv = List.copyOf(argv);
    }
  }
}
