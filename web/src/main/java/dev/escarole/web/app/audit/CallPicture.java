package dev.escarole.web.app.audit;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** A call of a command, refused or run. */
public record CallPicture(
    Instant at,
    String principal,
    String command,
    @Nullable String artifact,
    String outcome,
    int exitCode,
    String detail,
    boolean denied,
    long wallNanos,
    long fuelUsed,
    @Nullable String run,
    @Nullable String step,
    String place) {

  /** The outcome with the exit code if it has one: {@code exited(2)}, {@code timed_out}. */
  public String ending() {
    return outcome.equals("exited") ? "exited(" + exitCode + ")" : outcome;
  }
}
