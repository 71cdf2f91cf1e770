package dev.escarole.recipe.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.escarole.recipe.form.value.Budget;
import dev.escarole.recipe.form.value.FormException;
import dev.escarole.recipe.form.value.FormLimits;
import dev.escarole.recipe.form.value.FormProblem;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.JsonWriter;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Short words for tests of forms. */
final class Forms {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private Forms() {}

  static @Nullable Object plain(String json) {
    try {
      return JSON.readValue(json, Object.class);
    } catch (JsonProcessingException notJson) {
      throw new AssertionError(json, notJson);
    }
  }

  static FormValue literal(String json) {
    return FormValue.literal(plain(json));
  }

  static FormValue arguments(String json) {
    return FormValue.dynamic(plain(json));
  }

  static ToolForm parse(String form) {
    return ToolForm.parse(literal(form), FormSettings.defaults());
  }

  /** The result, or null when it is undefined. */
  static @Nullable FormValue value(String form, String arguments) {
    return parse(form).evaluate(arguments(arguments)).orElse(null);
  }

  /** The result, which there must be. */
  static FormValue something(String form, String arguments) {
    return Objects.requireNonNull(value(form, arguments), form);
  }

  /** The result as JSON; {@code undefined} when there is none. */
  static String json(String form, String arguments) {
    FormValue value = value(form, arguments);
    return value == null ? "undefined" : json(value);
  }

  static String json(FormValue value) {
    return JsonWriter.indented(value, 0, new Budget(FormLimits.DEFAULTS, () -> {}));
  }

  static List<FormProblem> problems(String form, String arguments) {
    FormException refused = catchThrowableOfType(FormException.class, () -> value(form, arguments));
    assertThat(refused).as("a FormException for %s", form).isNotNull();
    return refused.problems();
  }

  static String code(String form, String arguments) {
    return problems(form, arguments).get(0).code();
  }
}
