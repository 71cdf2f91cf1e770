package dev.escarole.recipe.form.value;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts plain Java values to form values. */
record PlainValues(Provenance provenance) {

  FormValue value(@Nullable Object plain, int depth) {
    if (plain == null) {
      return new FormValue.Null(provenance);
    }
    if (plain instanceof List<?> list) {
      checkDepth(depth);
      return array(list, depth);
    }
    if (plain instanceof Map<?, ?> map) {
      checkDepth(depth);
      return object(map, depth);
    }
    return scalar(plain);
  }

  private FormValue scalar(Object plain) {
    if (plain instanceof String text) {
      return new FormValue.Text(text, provenance);
    }
    if (plain instanceof Boolean bool) {
      return new FormValue.Bool(bool, provenance);
    }
    if (plain instanceof byte[] bytes) {
      return new FormValue.Binary(bytes, provenance);
    }
    if (plain instanceof Number number) {
      return new FormValue.Num(decimal(number), provenance);
    }
    throw new IllegalArgumentException(
        "a form value must be JSON or bytes, not " + plain.getClass().getName());
  }

  private FormValue array(List<?> list, int depth) {
    List<FormValue> items = new ArrayList<>(list.size());
    list.forEach(item -> items.add(value(item, depth + 1)));
    return new FormValue.Array(items, provenance);
  }

  private FormValue object(Map<?, ?> map, int depth) {
    Map<String, FormValue.Member> members = new LinkedHashMap<>();
    boolean dynamic = provenance == Provenance.DYNAMIC;
    map.forEach(
        (name, value) ->
            members.put(
                String.valueOf(name), new FormValue.Member(value(value, depth + 1), dynamic)));
    return new FormValue.Obj(members, provenance);
  }

  private void checkDepth(int depth) {
    if (depth >= FormLimits.MOST_DEPTH) {
      throw new FormException(
          FormCodes.LIMIT,
          "values are nested more than " + FormLimits.MOST_DEPTH + " levels deep",
          null,
          "");
    }
  }

  private static BigDecimal decimal(Number number) {
    if (number instanceof BigDecimal exact) {
      return finite(exact);
    }
    if (number instanceof BigInteger whole) {
      return new BigDecimal(whole);
    }
    if (number instanceof Double || number instanceof Float) {
      double inexact = number.doubleValue();
      if (!Double.isFinite(inexact)) {
        throw notFinite();
      }
      return new BigDecimal(number.toString());
    }
    return BigDecimal.valueOf(number.longValue());
  }

  private static BigDecimal finite(BigDecimal exact) {
    if (exact.scale() == 0) {
      return exact;
    }
    // As in other JSON implementations, numbers that are not whole are doubles.
    double inexact = exact.doubleValue();
    if (!Double.isFinite(inexact)) {
      throw notFinite();
    }
    return inexact == 0 ? BigDecimal.ZERO : new BigDecimal(Double.toString(inexact));
  }

  private static FormException notFinite() {
    return new FormException(FormCodes.EVALUATION, "a number is too large", null, "");
  }
}
