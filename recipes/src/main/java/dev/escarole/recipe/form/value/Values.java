package dev.escarole.recipe.form.value;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Comparison and length of values, regardless of provenance. */
public final class Values {
  private static final int CHARACTERS_A_VISIT = 64;

  private Values() {}

  /** Deep equality; null equals only null. */
  public static boolean equal(@Nullable FormValue one, @Nullable FormValue other, Budget budget) {
    if (one == null || other == null) {
      return one == other;
    }
    budget.visit();
    if (one instanceof FormValue.Array left && other instanceof FormValue.Array right) {
      return equalItems(left.items(), right.items(), budget);
    }
    if (one instanceof FormValue.Obj left && other instanceof FormValue.Obj right) {
      return equalMembers(left, right, budget);
    }
    return rank(one) == rank(other) && compareScalars(one, other, budget) == 0;
  }

  private static boolean equalItems(List<FormValue> left, List<FormValue> right, Budget budget) {
    boolean equal = left.size() == right.size();
    for (int i = 0; equal && i < left.size(); i++) {
      equal = equal(left.get(i), right.get(i), budget);
    }
    return equal;
  }

  private static boolean equalMembers(FormValue.Obj left, FormValue.Obj right, Budget budget) {
    if (left.members().size() != right.members().size()) {
      return false;
    }
    for (Map.Entry<String, FormValue.Member> member : left.members().entrySet()) {
      FormValue counterpart = right.get(member.getKey());
      if (counterpart == null || !equal(member.getValue().value(), counterpart, budget)) {
        return false;
      }
    }
    return true;
  }

  /** Whether one number or text is less than another; other types are not ordered. */
  public static boolean less(@Nullable FormValue one, @Nullable FormValue other, Budget budget) {
    boolean ordered =
        (one instanceof FormValue.Num && other instanceof FormValue.Num)
            || (one instanceof FormValue.Text && other instanceof FormValue.Text);
    return ordered && one != null && other != null && compareScalars(one, other, budget) < 0;
  }

  /** The total order of Tool Form, section 2.1.1. */
  public static int compare(FormValue one, FormValue other, Budget budget) {
    budget.visit();
    int byRank = Integer.compare(rank(one), rank(other));
    if (byRank != 0) {
      return byRank;
    }
    if (one instanceof FormValue.Array left && other instanceof FormValue.Array right) {
      return compareItems(left.items(), right.items(), budget);
    }
    if (one instanceof FormValue.Obj left && other instanceof FormValue.Obj right) {
      return compareMembers(left, right, budget);
    }
    return compareScalars(one, other, budget);
  }

  private static int compareItems(List<FormValue> left, List<FormValue> right, Budget budget) {
    for (int i = 0; i < Math.min(left.size(), right.size()); i++) {
      int order = compare(left.get(i), right.get(i), budget);
      if (order != 0) {
        return order;
      }
    }
    return Integer.compare(left.size(), right.size());
  }

  private static int compareMembers(FormValue.Obj left, FormValue.Obj right, Budget budget) {
    var ones = sorted(left).entrySet().iterator();
    var others = sorted(right).entrySet().iterator();
    while (ones.hasNext() && others.hasNext()) {
      Map.Entry<String, FormValue.Member> one = ones.next();
      Map.Entry<String, FormValue.Member> other = others.next();
      int byName = compareTexts(one.getKey(), other.getKey());
      int order =
          byName != 0 ? byName : compare(one.getValue().value(), other.getValue().value(), budget);
      if (order != 0) {
        return order;
      }
    }
    return Boolean.compare(ones.hasNext(), others.hasNext());
  }

  /** The members of an object by name, in code point order. */
  public static Map<String, FormValue.Member> sorted(FormValue.Obj object) {
    Map<String, FormValue.Member> sorted = new TreeMap<>(Values::compareTexts);
    sorted.putAll(object.members());
    return sorted;
  }

  private static int rank(FormValue value) {
    if (value instanceof FormValue.Null) {
      return 1;
    }
    if (value instanceof FormValue.Bool) {
      return 2;
    }
    if (value instanceof FormValue.Num) {
      return 3;
    }
    if (value instanceof FormValue.Text) {
      return 4;
    }
    if (value instanceof FormValue.Array) {
      return 5;
    }
    return value instanceof FormValue.Obj ? 6 : 7;
  }

  private static int compareScalars(FormValue one, FormValue other, Budget budget) {
    if (one instanceof FormValue.Num left && other instanceof FormValue.Num right) {
      return left.value().compareTo(right.value());
    }
    if (one instanceof FormValue.Text left && other instanceof FormValue.Text right) {
      budget.visits(Math.min(left.value().length(), right.value().length()) / CHARACTERS_A_VISIT);
      return compareTexts(left.value(), right.value());
    }
    if (one instanceof FormValue.Bool left && other instanceof FormValue.Bool right) {
      return Boolean.compare(left.value(), right.value());
    }
    if (one instanceof FormValue.Binary left && other instanceof FormValue.Binary right) {
      budget.visits(Math.min(left.length(), right.length()) / CHARACTERS_A_VISIT);
      return Arrays.compareUnsigned(left.bytes(), right.bytes());
    }
    return 0;
  }

  /** By code points, unlike the order of UTF-16 units. */
  static int compareTexts(String one, String other) {
    int common = Math.min(one.length(), other.length());
    for (int i = 0; i < common; i++) {
      char left = one.charAt(i);
      char right = other.charAt(i);
      if (left != right) {
        boolean bothOrNeither = Character.isSurrogate(left) == Character.isSurrogate(right);
        return bothOrNeither
            ? Character.compare(left, right)
            : Character.isSurrogate(left) ? 1 : -1;
      }
    }
    return Integer.compare(one.length(), other.length());
  }

  /** Code points of a text, elements of an array, members of an object; null for anything else. */
  public static @Nullable FormValue length(FormValue value) {
    if (value instanceof FormValue.Text text) {
      return number(text.value().codePointCount(0, text.value().length()), value);
    }
    if (value instanceof FormValue.Array array) {
      return number(array.items().size(), value);
    }
    return value instanceof FormValue.Obj object ? number(object.members().size(), value) : null;
  }

  private static FormValue number(int number, FormValue of) {
    Provenance provenance =
        of.provenance() == Provenance.LITERAL ? Provenance.LITERAL : Provenance.DYNAMIC;
    return new FormValue.Num(BigDecimal.valueOf(number), provenance);
  }

  /** Whether a value is true in a condition. */
  public static boolean truthy(@Nullable FormValue value) {
    if (value == null || value instanceof FormValue.Null) {
      return false;
    }
    if (value instanceof FormValue.Bool bool) {
      return bool.value();
    }
    if (value instanceof FormValue.Num number) {
      return number.value().signum() != 0;
    }
    return !(value instanceof FormValue.Text text) || !text.value().isEmpty();
  }

  /** Whether it contains anything from the caller. */
  public static boolean tainted(FormValue value) {
    if (value.provenance() != Provenance.LITERAL) {
      return true;
    }
    if (value instanceof FormValue.Array array) {
      return array.items().stream().anyMatch(Values::tainted);
    }
    return value instanceof FormValue.Obj object
        && object.members().values().stream()
            .anyMatch(member -> member.dynamicName() || tainted(member.value()));
  }

  /** The provenance of something derived from {@code value}. */
  public static Provenance madeOf(FormValue value) {
    return tainted(value) ? Provenance.DYNAMIC : Provenance.LITERAL;
  }
}
