package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.Provenance;
import dev.escarole.recipe.form.value.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A query for one value, or for an array of all that it selects, and transforms (section 2.6). */
record SingularExpression(Query query, List<Transform> transforms) {

  SingularExpression {
    transforms = List.copyOf(transforms);
  }

  /** The value; null when it is undefined. */
  @Nullable FormValue evaluate(Query.Scope scope) {
    scope.budget().directive();
    FormValue value = selected(scope);
    for (Transform transform : transforms) {
      if (value == null) {
        return null;
      }
      value = transform.apply(value, scope.budget());
    }
    return value;
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
