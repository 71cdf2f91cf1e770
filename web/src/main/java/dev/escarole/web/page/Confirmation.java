package dev.escarole.web.page;

import java.util.List;

/**
 * Asks before something is done. Immutable.
 *
 * @param question what is about to be done
 * @param explanation what it means
 * @param things what it concerns, each in a line
 * @param action address that the answer is sent to
 * @param fields what is sent with it
 * @param yes what the button says
 * @param back where the reader goes who does not want it
 */
public record Confirmation(
    String question,
    String explanation,
    List<String> things,
    String action,
    List<Field> fields,
    String yes,
    String back) {

  public Confirmation {
    things = List.copyOf(things);
    fields = List.copyOf(fields);
  }

  /** A hidden field. */
  public record Field(String name, String value) {}
}
