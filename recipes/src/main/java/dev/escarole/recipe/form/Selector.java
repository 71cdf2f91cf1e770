package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.FormValue;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Selects children of one value (RFC 9535, section 2.3). */
sealed interface Selector {

  /** Adds the selected children of {@code node} to {@code selected}. */
  void select(FormValue node, Query.Scope scope, List<FormValue> selected);

  sealed interface Singular extends Selector {
    @Nullable FormValue single(FormValue node);

    @Override
    default void select(FormValue node, Query.Scope scope, List<FormValue> selected) {
      FormValue value = single(node);
      if (value != null) {
        selected.add(value);
      }
    }
  }

  /** The elements of an array, the member values of an object, in their order. */
  static List<FormValue> children(FormValue node) {
    if (node instanceof FormValue.Array array) {
      return array.items();
    }
    return node instanceof FormValue.Obj object
        ? object.members().values().stream().map(FormValue.Member::value).toList()
        : List.of();
  }

  /** The member of this name. */
  record Name(String name) implements Singular {
    @Override
    public @Nullable FormValue single(FormValue node) {
      return node instanceof FormValue.Obj object ? object.get(name) : null;
    }
  }

  /** The element at this index; negative ones count from the end. */
  record Index(long index) implements Singular {
    @Override
    public @Nullable FormValue single(FormValue node) {
      if (!(node instanceof FormValue.Array array)) {
        return null;
      }
      long at = index < 0 ? array.items().size() + index : index;
      return at >= 0 && at < array.items().size() ? array.items().get((int) at) : null;
    }
  }

  /** All children. */
  record Wildcard() implements Selector {
    @Override
    public void select(FormValue node, Query.Scope scope, List<FormValue> selected) {
      List<FormValue> children = children(node);
      scope.budget().visits(children.size());
      selected.addAll(children);
    }
  }

  /** Elements from {@code start} to before {@code end}, in steps; null if omitted. */
  record Slice(@Nullable Long start, @Nullable Long end, long step) implements Selector {
    @Override
    public void select(FormValue node, Query.Scope scope, List<FormValue> selected) {
      if (!(node instanceof FormValue.Array array) || step == 0) {
        return;
      }
      int length = array.items().size();
      long low = step > 0 ? 0 : -1;
      long high = step > 0 ? length : length - 1L;
      long from = bound(start, step > 0 ? low : high, length, low, high);
      long to = bound(end, step > 0 ? high : low, length, low, high);
      for (long at = from; step > 0 ? at < to : at > to; at += step) {
        scope.budget().visit();
        selected.add(array.items().get((int) at));
      }
    }

    private static long bound(
        @Nullable Long written, long absent, int length, long low, long high) {
      if (written == null) {
        return absent;
      }
      long normal = written < 0 ? length + written : written;
      return Math.min(Math.max(normal, low), high);
    }
  }

  /** The children that match a condition. */
  record Where(Filter condition) implements Selector {
    @Override
    public void select(FormValue node, Query.Scope scope, List<FormValue> selected) {
      for (FormValue child : children(node)) {
        scope.budget().visit();
        if (condition.test(scope, child)) {
          selected.add(child);
        }
      }
    }
  }
}
