package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.Provenance;
import java.util.LinkedHashMap;
import java.util.Map;

/** Arguments with one more name. */
final class Bindings {
  private Bindings() {}

  /** The scope in which {@code name} stands for {@code value} at the top of the arguments. */
  static Query.Scope with(Query.Scope scope, String name, FormValue value) {
    Map<String, FormValue.Member> members = new LinkedHashMap<>();
    Provenance provenance = Provenance.DYNAMIC;
    if (scope.root() instanceof FormValue.Obj arguments) {
      scope.budget().visits(arguments.members().size());
      members.putAll(arguments.members());
      provenance = arguments.provenance();
    }
    members.put(name, new FormValue.Member(value, false));
    return new Query.Scope(new FormValue.Obj(members, provenance), scope.budget());
  }
}
