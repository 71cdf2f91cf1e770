package dev.escarole.recipe.form;

import dev.escarole.recipe.form.Query.SingularExpression;
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
import org.jspecify.annotations.Nullable;

/** A node of a parsed form (Tool Form, section 2.3). Immutable. */
sealed interface FormNode {

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

  /** Text with expressions in it. */
  record Text(TextTemplate template, String pointer) implements FormNode {
    @Override
    public Result evaluate(Query.Scope scope) {
      try {
        scope.budget().nodes(1);
        return Result.of(template.evaluate(scope));
      } catch (FormException wrong) {
        throw wrong.at(pointer);
      }
    }
  }

  /** An array. */
  record Array(List<FormNode> items) implements FormNode {
    @Override
    public Result evaluate(Query.Scope scope) {
      scope.budget().nodes(1);
      ArrayBuilder out = new ArrayBuilder(scope.budget());
      items.forEach(item -> out.add(item.evaluate(scope)));
      return Result.of(out.build());
    }
  }

  /**
   * A member of an object.
   *
   * @param name null if the value is merged into the object
   */
  record NamedNode(@Nullable String name, FormNode value) {}

  /** An object without directives. */
  record Obj(List<NamedNode> members) implements FormNode {
    @Override
    public Result evaluate(Query.Scope scope) {
      scope.budget().nodes(1);
      ObjectBuilder out = new ObjectBuilder(scope.budget());
      for (NamedNode member : members) {
        Result result = member.value().evaluate(scope);
        if (result instanceof Result.Fragment fragment) {
          out.merge(fragment);
        } else if (member.name() != null) {
          out.put(member.name(), result.single(), false);
        }
      }
      return Result.of(out.build());
    }
  }

  /** A directive, and the operators applied to its value. */
  record Directed(FormNode domain, List<Operator> operators, String pointer) implements FormNode {
    @Override
    public Result evaluate(Query.Scope scope) {
      try {
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
      } catch (FormException wrong) {
        throw wrong.at(pointer);
      }
    }
  }

  /** {@code $}. */
  record Singular(SingularExpression expression) implements FormNode {
    @Override
    public Result evaluate(Query.Scope scope) {
      scope.budget().nodes(1);
      return Result.of(expression.evaluate(scope));
    }
  }

  /** {@code $spread} of a query. */
  record SpreadQuery(Query query) implements FormNode {
    @Override
    public Result evaluate(Query.Scope scope) {
      return new Result.Fragment(query.nodes(scope, scope.root()));
    }
  }

  /** {@code $spread} of anything else. */
  record Spread(FormNode value) implements FormNode {
    @Override
    public Result evaluate(Query.Scope scope) {
      FormValue single = value.evaluate(scope).single();
      return single == null ? Result.UNDEFINED : new Result.Fragment(List.of(single));
    }
  }

  /** {@code $if}, and {@code $when}, which has no else branch. */
  record If(Test test, FormNode then, FormNode otherwise) implements FormNode {
    @Override
    public Result evaluate(Query.Scope scope) {
      return (test.holds(scope) ? then : otherwise).evaluate(scope);
    }
  }

  /** No value. */
  record Nothing() implements FormNode {
    @Override
    public Result evaluate(Query.Scope scope) {
      return Result.UNDEFINED;
    }
  }

  /** {@code $each}. */
  record Each(Sequence sequence, String as, @Nullable FormNode key, FormNode value)
      implements FormNode {
    @Override
    public Result evaluate(Query.Scope scope) {
      List<FormValue> elements = sequence.elements(scope);
      ArrayBuilder array = new ArrayBuilder(scope.budget());
      ObjectBuilder object = new ObjectBuilder(scope.budget());
      for (FormValue element : elements) {
        scope.budget().directive();
        Query.Scope inner = Bindings.with(scope, as, element);
        if (key == null) {
          array.add(value.evaluate(inner));
        } else {
          object.putKeyed(key.evaluate(inner).single(), value.evaluate(inner));
        }
      }
      scope.budget().nodes(1);
      return Result.of(key == null ? array.build() : object.build());
    }
  }

  /** {@code $uri}. */
  record Uri(UriTemplate template) implements FormNode {
    @Override
    public Result evaluate(Query.Scope scope) {
      scope.budget().nodes(1);
      return Result.of(template.evaluate(scope));
    }
  }

  /** The condition of {@code $if} and {@code $when}. */
  sealed interface Test {
    boolean holds(Query.Scope scope);

    /** A logical expression. */
    record Written(Filter condition) implements Test {
      @Override
      public boolean holds(Query.Scope scope) {
        return condition.test(scope, scope.root());
      }
    }

    /** Whether a value counts as true. */
    record Truth(FormNode value) implements Test {
      @Override
      public boolean holds(Query.Scope scope) {
        return Values.truthy(value.evaluate(scope).single());
      }
    }
  }

  /** The elements of {@code $each}. */
  sealed interface Sequence {
    List<FormValue> elements(Query.Scope scope);

    /** The values that a query selects. */
    record Selected(Query query) implements Sequence {
      @Override
      public List<FormValue> elements(Query.Scope scope) {
        return query.nodes(scope, scope.root());
      }
    }

    /** The elements of an array, or the member values of an object. */
    record Inside(FormNode value) implements Sequence {
      @Override
      public List<FormValue> elements(Query.Scope scope) {
        FormValue whole = value.evaluate(scope).single();
        return whole == null ? List.of() : Selector.children(whole);
      }
    }
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

  /** Adds names to the arguments. */
  final class Bindings {
    private Bindings() {}

    /** Returns the scope with {@code name} set to {@code value}. */
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
