package dev.escarole.engine.store.audit;

import java.time.Instant;

/**
 * Something that a person or a program did.
 *
 * @param principal who did it
 * @param origin the address that the request came from, or the name of another way in
 * @param action what was done, such as {@code run.cancel}
 * @param target what it concerned: a run, a recipe, a command; empty if nothing that has a name
 * @param result {@link #DONE}, or the code of the refusal
 */
public record ActionEntry(
    Instant at, String principal, String origin, String action, String target, String result) {

  /** The result of what was done. */
  public static final String DONE = "done";
}
