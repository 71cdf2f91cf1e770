package dev.escarole.recipe.handle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.RecipeException;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;

/** Short words for tests of handles. */
final class Handles {
  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();

  private Handles() {}

  static Map<String, @Nullable Object> values(String json) {
    try {
      return JSON.readValue(json, new TypeReference<>() {});
    } catch (JsonProcessingException notJson) {
      throw new AssertionError(json, notJson);
    }
  }

  static @Nullable Object json(String json) {
    try {
      return JSON.readValue(json, Object.class);
    } catch (JsonProcessingException notJson) {
      throw new AssertionError(json, notJson);
    }
  }

  static CommandHandle read(String handle) {
    return new HandleReader().read(handle, "h.json");
  }

  /** A handle of a command {@code tool}, with more fields behind it. */
  static String tool(String fields) {
    return "{\"name\":\"t\",\"handle\":\"command\",\"command\":\"tool\""
        + (fields.isEmpty() ? "" : "," + fields)
        + "}";
  }

  static HandleCall call(String handle, String arguments) {
    return read(handle).call(values(arguments));
  }

  static List<String> argv(String handle, String arguments) {
    return call(handle, arguments).argv();
  }

  static List<Problem> refusals(String handle, String arguments) {
    RecipeException refused =
        catchThrowableOfType(RecipeException.class, () -> call(handle, arguments));
    assertThat(refused).as("a RecipeException for %s", handle).isNotNull();
    return refused.problems();
  }

  static List<Problem> problemsOf(ThrowingCallable work) {
    RecipeException refused = catchThrowableOfType(RecipeException.class, work);
    assertThat(refused).isNotNull();
    return refused.problems();
  }

  static List<Problem> mistakes(String handle) {
    RecipeException refused = catchThrowableOfType(RecipeException.class, () -> read(handle));
    assertThat(refused).as("a RecipeException for %s", handle).isNotNull();
    return refused.problems();
  }

  static List<String> codes(List<Problem> problems) {
    return problems.stream().map(Problem::code).toList();
  }
}
