package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.FormException;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.Result;
import dev.escarole.recipe.form.value.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One place of a parsed form (Tool Form, section 2.3). Immutable. */
sealed interface FormNode {

  Result evaluate(Query.Scope scope);

  /** The value that it always has; null when that depends on the arguments. */
  default @Nullable FormValue constant() {
    return null;
  }

  /** A value without anything to evaluate in it. */
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
   * @param name null where what is evaluated is merged into the object
   */
  record NamedNode(@Nullable String name, FormNode value) {}

  /** An object without a directive that makes something else of it. */
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

  /** A directive, and the operators that act on what it gives. */
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

  /** {@code $if}, and {@code $when}, whose other branch is nothing. */
  record If(Test test, FormNode then, FormNode otherwise) implements FormNode {
    @Override
    public Result evaluate(Query.Scope scope) {
      return (test.holds(scope) ? then : otherwise).evaluate(scope);
    }
  }

  /** No value at all. */
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

  /** What {@code $each} goes through. */
  sealed interface Sequence {
    List<FormValue> elements(Query.Scope scope);

    /** What a query selects, as it is. */
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
}
