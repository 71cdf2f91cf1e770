package dev.escarole.web.app;

import java.util.Set;
import java.util.function.BiFunction;

/**
 * One thing that can be asked of an installation: a row of {@link Verbs}. REST's routes and its
 * OpenAPI document, the remote client, roles and the words of the audit are made of it. Immutable.
 *
 * @param name what the audit calls it, such as {@code run.launch}
 * @param id a name for programs, such as {@code launchRun}
 * @param group of the reference that it belongs to
 * @param summary one line
 * @param description more of it; may be empty
 * @param role the least that a token needs
 * @param audited whether doing it, and being refused, is on record
 * @param route where REST has it
 * @param request its request record, whose components carry {@link Param}
 * @param reply its reply record; {@link dev.escarole.web.app.output.OutputBytes} for bytes
 * @param refusals kinds of refusals beside those that every verb has
 */
public record Verb<Q extends Record, R>(
    String name,
    String id,
    String group,
    String summary,
    String description,
    Role role,
    boolean audited,
    Route route,
    Class<Q> request,
    Class<R> reply,
    Set<RefusalCode.Kind> refusals,
    BiFunction<Escarole, Q, R> call) {

  public Verb {
    refusals = Set.copyOf(refusals);
  }

  /**
   * Where REST has a verb.
   *
   * @param method in upper case
   * @param path below {@code /api/v1}; parts in braces are inputs, one in angle brackets may hold
   *     slashes
   * @param status of the answer when it was done
   */
  public record Route(String method, String path, int status) {}

  /** Asks for it. */
  public R ask(Escarole escarole, Q input) {
    return call.apply(escarole, input);
  }

  /** The first part of its name: its subject, such as {@code run}. */
  public String subject() {
    return name.substring(0, name.indexOf('.'));
  }
}
