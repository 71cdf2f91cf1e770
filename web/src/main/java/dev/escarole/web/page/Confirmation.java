package dev.escarole.web.page;

import java.util.List;

/**
 * A question that is asked before an action. Immutable.
 *
 * @param question the action
 * @param explanation its consequences
 * @param things its targets, one on each line
 * @param action address of the form
 * @param fields hidden fields of the form
 * @param yes label of the button; empty if nothing can be done
 * @param back address for those who decline
 */
public record Confirmation(
    String question,
    String explanation,
    List<String> things,
    String action,
    List<Field> fields,
    String yes,
    String back) {

  /** A hidden field. */
  public record Field(String name, String value) {}
}
