package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.FormValue;
import java.util.ArrayList;
import java.util.List;

/** One step of a query: selectors for children, or for descendants at any depth. */
record Segment(boolean descendants, List<Selector> selectors) {

  Segment {
    selectors = List.copyOf(selectors);
  }

  boolean singular() {
    return !descendants && selectors.size() == 1 && selectors.get(0).singular();
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
