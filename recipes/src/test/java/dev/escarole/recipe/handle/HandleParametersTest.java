package dev.escarole.recipe.handle;

import static dev.escarole.recipe.handle.Handles.call;
import static dev.escarole.recipe.handle.Handles.codes;
import static dev.escarole.recipe.handle.Handles.refusals;
import static dev.escarole.recipe.handle.Handles.tool;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.escarole.recipe.Parameter;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What the JSON Schema of a handle's parameters enforces and fills in. */
class HandleParametersTest {

  @Test
  @DisplayName("CH-60: the formats path and date-time are enforced")
  void formats_are_enforced() {
    String handle =
        tool(
            "\"parameters\":{\"type\":\"object\",\"properties\":{"
                + "\"p\":{\"type\":\"string\",\"format\":\"path\"},"
                + "\"t\":{\"type\":\"string\",\"format\":\"date-time\"},"
                + "\"m\":{\"type\":\"string\",\"format\":\"email\"}}}");

    for (String good :
        List.of(
            "{\"p\":\"a/b c\"}",
            "{\"t\":\"2026-02-28T10:00:00Z\"}",
            "{\"t\":\"2026-02-28t23:59:59.123+02:00\"}",
            "{\"m\":\"anything\"}")) {
      assertThat(call(handle, good).argv()).containsExactly("tool");
    }
    for (String bad :
        List.of(
            "{\"p\":\"\"}",
            "{\"p\":\"a\\u0000b\"}",
            "{\"t\":\"\"}",
            "{\"t\":\"yesterday\"}",
            "{\"t\":\"2026-02-30T10:00:00Z\"}",
            "{\"t\":\"2026-02-28T25:00:00Z\"}",
            "{\"t\":\"2026-02-28\"}",
            "{\"t\":\"2026-02-28T10:00:00\"}",
            "{\"t\":\"2026-02-28T10:00Z\"}")) {
      assertThat(codes(refusals(handle, bad))).as(bad).containsExactly("bad-arguments");
    }
  }

  @Test
  @DisplayName("CH-60: defaults of parameters are filled in before the check")
  void defaults_are_filled_in() {
    String handle =
        tool(
            "\"arguments\":[\"{{n}}\",\"{{s}}\"],\"parameters\":{\"type\":\"object\","
                + "\"required\":[\"n\",\"s\"],\"properties\":{"
                + "\"n\":{\"type\":\"integer\",\"default\":3},"
                + "\"s\":{\"type\":\"string\",\"default\":\"{x} {{n}}\"}}}");

    assertThat(call(handle, "{}").argv()).containsExactly("tool", "3", "{x} {{n}}");
    assertThat(call(handle, "{\"n\":4,\"s\":\"\"}").argv()).containsExactly("tool", "4", "");
    assertThat(codes(refusals(handle, "{\"n\":null}"))).containsExactly("bad-arguments");
    Recipe recipe = new RecipeReader().read(handle, "h.json");
    assertThat(recipe.parameters())
        .extracting(Parameter::name, Parameter::required, Parameter::defaultValue)
        .containsExactly(tuple("n", false, 3L), tuple("s", false, "{x} {{n}}"));
    String wrong =
        tool(
            "\"parameters\":{\"type\":\"object\",\"properties\":{"
                + "\"n\":{\"type\":\"integer\",\"default\":\"x\"}}}");
    assertThat(codes(refusals(wrong, "{}"))).containsExactly("bad-arguments");
  }
}
