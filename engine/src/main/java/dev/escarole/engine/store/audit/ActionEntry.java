package dev.escarole.engine.store.audit;

import java.time.Instant;

/**
 * Something that somebody did through a server.
 *
 * @param principal who did it
 * @param origin the address that the request came from
 * @param action what was done, such as {@code cancel}
 * @param target what it concerned: a run, a recipe, a command; empty if nothing that has a name
 * @param result {@link #DONE}, or the code of the refusal
 */
public record ActionEntry(
    Instant at, String principal, String origin, String action, String target, String result) {

  /** The result of what was done. */
  public static final String DONE = "done";
}
