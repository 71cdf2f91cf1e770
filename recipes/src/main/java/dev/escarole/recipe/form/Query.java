package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.Budget;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.Provenance;
import dev.escarole.recipe.form.value.Values;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A JSONPath query (RFC 9535). Immutable. */
record Query(boolean fromRoot, List<Segment> segments) {

  /** The root value and the budget of a query. */
  record Scope(FormValue root, Budget budget) {}

  Query {
    segments = List.copyOf(segments);
  }

  /** Whether it selects at most one value, by its syntax. */
  boolean singular() {
    return segments.stream().allMatch(Segment::singular);
  }

  /** All selected values, in order. */
  List<FormValue> nodes(Scope scope, FormValue current) {
    List<FormValue> nodes = List.of(fromRoot ? scope.root() : current);
    for (Segment segment : segments) {
      nodes = segment.apply(nodes, scope);
    }
    return nodes;
  }

  /** The value of a singular query, or null. */
  @Nullable FormValue single(Scope scope, FormValue current) {
    FormValue at = fromRoot ? scope.root() : current;
    for (Segment segment : segments) {
      scope.budget().visit();
      FormValue next = ((Selector.Singular) segment.selectors().get(0)).single(at);
      if (next == null) {
        return null;
      }
      at = next;
    }
    return at;
  }

  /** One step of a query: selectors for children, or for descendants at any depth. */
  record Segment(boolean descendants, List<Selector> selectors) {

    Segment {
      selectors = List.copyOf(selectors);
    }

    boolean singular() {
      return !descendants && selectors.size() == 1 && selectors.get(0) instanceof Selector.Singular;
    }

    List<FormValue> apply(List<FormValue> nodes, Query.Scope scope) {
      List<FormValue> selected = new ArrayList<>();
      for (FormValue node : nodes) {
        if (descendants) {
          descend(node, scope, selected);
        } else {
          select(node, scope, selected);
        }
      }
      return selected;
    }

    private void select(FormValue node, Query.Scope scope, List<FormValue> selected) {
      scope.budget().visit();
      for (Selector selector : selectors) {
        selector.select(node, scope, selected);
      }
    }

    private void descend(FormValue node, Query.Scope scope, List<FormValue> selected) {
      select(node, scope, selected);
      for (FormValue child : Selector.children(node)) {
        descend(child, scope, selected);
      }
    }
  }

  /**
   * A query for one value, or for an array of all selected values, with transforms (section 2.6).
   */
  record SingularExpression(Query query, List<Transform> transforms) {

    SingularExpression {
      transforms = List.copyOf(transforms);
    }

    /** The value; null if it is undefined. */
    @Nullable FormValue evaluate(Query.Scope scope) {
      scope.budget().directive();
      return Transform.all(transforms, selected(scope), scope.budget());
    }

    private @Nullable FormValue selected(Query.Scope scope) {
      if (query.singular()) {
        return query.single(scope, scope.root());
      }
      List<FormValue> nodes = query.nodes(scope, scope.root());
      scope.budget().nodes(nodes.size());
      boolean tainted = nodes.isEmpty() || nodes.stream().anyMatch(Values::tainted);
      return new FormValue.Array(nodes, tainted ? Provenance.DYNAMIC : Provenance.LITERAL);
    }
  }
}
