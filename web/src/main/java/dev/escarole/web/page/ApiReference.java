package dev.escarole.web.page;

import java.util.List;
import java.util.Map;

/**
 * The reference of the REST interface. Immutable.
 *
 * @param root where all operations are
 * @param groups operations on the same things
 */
public record ApiReference(String root, Map<String, List<Entry>> groups) {

  /**
   * One operation.
   *
   * @param role the required role
   * @param returns status and schema of the answer
   * @param refusals what their statuses mean
   */
  public record Entry(
      Line line,
      String description,
      String role,
      List<Input> inputs,
      String returns,
      Map<Integer, String> refusals) {}

  /** What names an operation. */
  public record Line(String id, String method, String path, String summary) {}

  /**
   * One input.
   *
   * @param in path, query, header or body
   * @param values its valid values
   */
  public record Input(
      String name, String in, String values, boolean required, String description) {}
}
