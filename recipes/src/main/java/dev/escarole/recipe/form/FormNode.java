package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.Budget;
import dev.escarole.recipe.form.value.FormException;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.JsonWriter;
import dev.escarole.recipe.form.value.Provenance;
import dev.escarole.recipe.form.value.Result;
import dev.escarole.recipe.form.value.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** A node of a parsed form (Tool Form, section 2.3). Immutable. */
interface FormNode {
  /** No value. */
  FormNode NOTHING = scope -> Result.UNDEFINED;

  Result evaluate(Query.Scope scope);

  /** The constant value; null if it depends on the arguments. */
  default @Nullable FormValue constant() {
    return null;
  }

  /** A constant value. */
  record Constant(FormValue value, int size) implements FormNode {
    @Override
    public FormValue constant() {
      return value;
    }

    @Override
    public Result evaluate(Query.Scope scope) {
      scope.budget().nodes(size);
      return Result.of(value);
    }
  }

  /** A node whose value counts once; null if there is none. */
  static FormNode made(Function<Query.Scope, @Nullable FormValue> value) {
    return scope -> {
      scope.budget().nodes(1);
      return Result.of(value.apply(scope));
    };
  }

  /** A node whose problems are at {@code pointer}. */
  static FormNode located(String pointer, FormNode node) {
    return scope -> {
      try {
        return node.evaluate(scope);
      } catch (FormException wrong) {
        throw wrong.at(pointer);
      }
    };
  }

  /** An array. */
  static FormNode array(List<FormNode> items) {
    return made(
        scope -> {
          ArrayBuilder out = new ArrayBuilder(scope.budget());
          items.forEach(item -> out.add(item.evaluate(scope)));
          return out.build();
        });
  }

  /**
   * A member of an object.
   *
   * @param name null if the value is merged into the object
   */
  record NamedNode(@Nullable String name, FormNode value) {}

  /** An object without directives. */
  static FormNode object(List<NamedNode> members) {
    return made(
        scope -> {
          ObjectBuilder out = new ObjectBuilder(scope.budget());
          for (NamedNode member : members) {
            Result result = member.value().evaluate(scope);
            if (result instanceof Result.Fragment fragment) {
              out.merge(fragment);
            } else if (member.name() != null) {
              out.put(member.name(), result.single(), false);
            }
          }
          return out.build();
        });
  }

  /** A directive, and the operators applied to its value. */
  static FormNode directed(FormNode domain, List<Operator> operators) {
    return scope -> {
      scope.budget().directive();
      Result result = domain.evaluate(scope);
      if (operators.isEmpty()) {
        return result;
      }
      FormValue value = result.single();
      for (Operator operator : operators) {
        scope.budget().directive();
        value = operator.apply(value, scope);
      }
      return Result.of(value);
    };
  }

  /** {@code $spread} of anything but a query. */
  static FormNode spread(FormNode value) {
    return scope -> {
      FormValue single = value.evaluate(scope).single();
      return single == null ? Result.UNDEFINED : new Result.Fragment(List.of(single));
    };
  }

  /** {@code $if}, and {@code $when}, which has no else branch. */
  static FormNode choice(Predicate<Query.Scope> test, FormNode then, FormNode otherwise) {
    return scope -> (test.test(scope) ? then : otherwise).evaluate(scope);
  }

  /** {@code $each}. */
  static FormNode each(
      Function<Query.Scope, List<FormValue>> elements,
      String as,
      @Nullable FormNode key,
      FormNode value) {
    return scope -> {
      ArrayBuilder array = new ArrayBuilder(scope.budget());
      ObjectBuilder object = new ObjectBuilder(scope.budget());
      for (FormValue element : elements.apply(scope)) {
        scope.budget().directive();
        Query.Scope inner = with(scope, as, element);
        if (key == null) {
          array.add(value.evaluate(inner));
        } else {
          object.putKeyed(key.evaluate(inner).single(), value.evaluate(inner));
        }
      }
      scope.budget().nodes(1);
      return Result.of(key == null ? array.build() : object.build());
    };
  }

  /** The scope with the argument {@code name} set to {@code value}. */
  private static Query.Scope with(Query.Scope scope, String name, FormValue value) {
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

  /** Builds an array. Confined to one evaluation. */
  final class ArrayBuilder {
    private final Budget budget;
    private final List<FormValue> items = new ArrayList<>();

    ArrayBuilder(Budget budget) {
      this.budget = budget;
    }

    /** Appends a value, or the elements and member values of a fragment. */
    void add(Result result) {
      if (result instanceof Result.Fragment fragment) {
        for (FormValue node : fragment.nodes()) {
          List<FormValue> children = Selector.children(node);
          budget.nodes(children.size());
          items.addAll(children);
        }
        return;
      }
      @Nullable FormValue value = result.single();
      if (value != null) {
        items.add(value);
      }
    }

    FormValue build() {
      return new FormValue.Array(items, Provenance.LITERAL);
    }
  }

  /**
   * Builds an object; a later member replaces an earlier one of the same name. Confined to one
   * evaluation.
   */
  final class ObjectBuilder {
    private final Budget budget;
    private final Map<String, FormValue.Member> members = new LinkedHashMap<>();

    ObjectBuilder(Budget budget) {
      this.budget = budget;
    }

    /** Puts a member, if it has a value. */
    void put(String name, @Nullable FormValue value, boolean dynamicName) {
      if (value != null) {
        boolean replaced = members.containsKey(name) && members.get(name).dynamicName();
        members.put(name, new FormValue.Member(value, dynamicName || replaced));
      }
    }

    /** Puts a member with an evaluated name; without a key, it is omitted. */
    void putKeyed(@Nullable FormValue key, Result result) {
      if (key == null) {
        return;
      }
      if (result instanceof Result.Fragment fragment) {
        merge(fragment);
        return;
      }
      StringBuilder name = new StringBuilder();
      if (key instanceof FormValue.Text text) {
        name.append(text.value());
      } else {
        JsonWriter.write(key, name, budget);
      }
      put(name.toString(), result.single(), Values.tainted(key));
    }

    /** Puts the members of objects, and the elements of arrays under their indexes. */
    void merge(Result.Fragment fragment) {
      for (FormValue node : fragment.nodes()) {
        if (node instanceof FormValue.Obj object) {
          budget.nodes(object.members().size());
          object
              .members()
              .forEach((name, member) -> put(name, member.value(), member.dynamicName()));
        } else if (node instanceof FormValue.Array array) {
          elements(array.items(), array.dynamic());
        }
      }
    }

    private void elements(List<FormValue> items, boolean dynamic) {
      budget.nodes(items.size());
      for (int i = 0; i < items.size(); i++) {
        put(String.valueOf(i), items.get(i), dynamic);
      }
    }

    FormValue build() {
      return new FormValue.Obj(members, Provenance.LITERAL);
    }
  }
}
