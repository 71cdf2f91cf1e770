package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.Budget;
import dev.escarole.recipe.form.value.FormValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A JSONPath query (RFC 9535). Immutable. */
record Query(boolean fromRoot, List<Segment> segments) {

  /** What a query is asked about: the root value, and what it may cost. */
  record Scope(FormValue root, Budget budget) {}

  Query {
    segments = List.copyOf(segments);
  }

  /** Whether it can select one value at most, by its form. */
  boolean singular() {
    return segments.stream().allMatch(Segment::singular);
  }

  /** All values that it selects, in their order. */
  List<FormValue> nodes(Scope scope, FormValue current) {
    List<FormValue> nodes = List.of(fromRoot ? scope.root() : current);
    for (Segment segment : segments) {
      nodes = segment.apply(nodes, scope);
    }
    return nodes;
  }

  /** The value that a singular query selects; null when there is none. */
  @Nullable FormValue single(Scope scope, FormValue current) {
    FormValue at = fromRoot ? scope.root() : current;
    for (Segment segment : segments) {
      scope.budget().visit();
      FormValue next = segment.selectors().get(0).single(at);
      if (next == null) {
        return null;
      }
      at = next;
    }
    return at;
  }
}
