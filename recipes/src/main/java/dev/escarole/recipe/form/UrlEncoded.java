package dev.escarole.recipe.form;

import dev.escarole.recipe.form.value.Budget;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.JsonWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Objects as {@code application/x-www-form-urlencoded}; nested names are joined by dots. */
final class UrlEncoded {
  private final Budget budget;
  private final List<String> pairs = new ArrayList<>();

  UrlEncoded(Budget budget) {
    this.budget = budget;
  }

  String of(FormValue.Obj object) {
    members(object, "");
    return String.join("&", pairs);
  }

  private void members(FormValue.Obj object, String prefix) {
    object.members().forEach((name, member) -> value(member.value(), prefix + name));
  }

  private void value(FormValue value, String path) {
    if (value instanceof FormValue.Obj object) {
      members(object, path + ".");
    } else if (value instanceof FormValue.Array array) {
      for (int i = 0; i < array.items().size(); i++) {
        value(array.items().get(i), path + "." + i);
      }
    } else if (value instanceof FormValue.Text text) {
      pair(path, text.value());
    } else if (!(value instanceof FormValue.Null)) {
      StringBuilder out = new StringBuilder();
      JsonWriter.write(value, out, budget);
      pair(path, out.toString());
    }
  }

  private void pair(String path, String value) {
    String pair =
        URLEncoder.encode(path, StandardCharsets.UTF_8)
            + "="
            + URLEncoder.encode(value, StandardCharsets.UTF_8);
    budget.text(pair.length());
    pairs.add(pair);
  }
}
