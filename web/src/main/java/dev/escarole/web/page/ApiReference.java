package dev.escarole.web.page;

import java.util.List;

/**
 * The reference of the REST interface. Immutable.
 *
 * @param root where all operations are
 */
public record ApiReference(String root, List<Group> groups) {

  public ApiReference {
    groups = List.copyOf(groups);
  }

  /** Operations on the same things. */
  public record Group(String tag, List<Entry> entries) {}

  /**
   * One operation.
   *
   * @param role the required role
   * @param returns status and schema of the answer
   */
  public record Entry(
      Line line,
      String description,
      String role,
      List<Input> inputs,
      String returns,
      List<Refusal> refusals) {}

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

  /** A status of refusals. */
  public record Refusal(int status, String meaning) {}
}
