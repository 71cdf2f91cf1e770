package dev.escarole.web.page;

import java.util.List;

/**
 * What the page shows that describes the REST interface. Immutable.
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
   * @param role who may ask for it
   * @param returns status and form of the answer
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
   * @param values what it may hold
   */
  public record Input(
      String name, String in, String values, boolean required, String description) {}

  /** A status that says why nothing was done. */
  public record Refusal(int status, String meaning) {}
}
