package dev.escarole.recipe.form;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.escarole.recipe.form.value.FormException;
import dev.escarole.recipe.form.value.FormValue;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a JSON Schema may refer to, and what checking a value against it may cost. */
class SchemaLimitsTest {
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(20);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "classpath:dev/escarole/recipe/handle/handle.schema.json",
        "classpath:/dev/escarole/recipe/recipe.schema.json",
        "resource:dev/escarole/recipe/handle/handle.schema.json",
        "file:///etc/hostname",
        "http://localhost:1/schema.json",
        "https://json-schema.org/draft/2020-12/schema",
        "https://json-schema.org/draft-07/schema#",
        "other.json",
        "//host/schema",
        "urn:x"
      })
  void aReferenceOutOfTheSchema_isRefused(String reference) {
    for (String keyword : List.of("$ref", "$dynamicRef")) {
      Map<String, Object> schema = properties(Map.of("k", Map.of(keyword, reference)));
      assertThat(refusal(() -> JsonSchema.of(FormValue.literal(schema)))).contains("is external");
    }
  }

  @Test
  void anIdOrADialectOfAnother_makesNoReferenceLeadOutside() {
    Map<String, Object> meta =
        with(
            properties(Map.of("k", Map.of("$ref", "#/properties/j"), "j", Map.of("type", "null"))),
            "$id",
            "https://json-schema.org/draft/2020-12/schema");
    JsonSchema schema = JsonSchema.of(FormValue.literal(meta));
    assertThat(violations(schema, Map.of("k", 1))).hasSize(1);

    assertThat(
            refusal(
                () ->
                    JsonSchema.of(
                        FormValue.literal(
                            with(properties(Map.of()), "$schema", "classpath:mine.json")))))
        .contains("another dialect");
    Map<String, Object> inner = properties(Map.of("k", Map.of("$id", "classpath:dev/escarole/")));
    assertThat(refusal(() -> JsonSchema.of(FormValue.literal(inner)))).contains("$id");
  }

  @Test
  void aReferenceThatLeadsBackToItself_isRefusedWhenTheSchemaIsRead() {
    assertThat(
            refusal(
                () -> JsonSchema.of(FormValue.literal(with(properties(Map.of()), "$ref", "#")))))
        .contains("refers to itself in a cycle");
    Map<String, Object> defs =
        Map.of(
            "a", Map.of("anyOf", List.of(Map.of("$ref", "#/$defs/b"))),
            "b", Map.of("not", Map.of("$ref", "#x")),
            "c", Map.of("$anchor", "x", "then", Map.of("$ref", "#/$defs/a")));
    assertThat(
            refusal(
                () -> JsonSchema.of(FormValue.literal(with(properties(Map.of()), "$defs", defs)))))
        .contains("refers to itself in a cycle");
  }

  @Test
  void aReferenceThatLeadsNowhere_isRefusedWhenTheSchemaIsRead() {
    for (String reference : List.of("#/nowhere", "#none", "#/%zz")) {
      Map<String, Object> schema = properties(Map.of("k", Map.of("$ref", reference)));
      assertThat(refusal(() -> JsonSchema.of(FormValue.literal(schema)))).contains("has no target");
    }
  }

  @Test
  void recursionThroughParts_andNamesLikeKeywords_areFine() {
    Map<String, Object> tree =
        properties(
            Map.of(
                "kids", Map.of("type", "array", "items", Map.of("$ref", "#")),
                "$ref", Map.of("type", "string"),
                "$id", Map.of("const", Map.of("$ref", "classpath:x"))));
    JsonSchema schema = JsonSchema.of(FormValue.literal(tree));

    assertThat(violations(schema, Map.of("kids", List.of(Map.of("kids", List.of()))))).isEmpty();
    assertThat(violations(schema, Map.of("kids", List.of(Map.of("$ref", 1))))).hasSize(1);
  }

  @Test
  void waysThatDoubleFortyTimes_areRefusedAtOnce() {
    JsonSchema schema = doubling(40, "allOf");

    assertThat(refusal(() -> schema.violations(FormValue.dynamic(Map.of()))))
        .isEqualTo(
            "checking the value against a JSON Schema takes more than 1,000,000 visits"
                + " (limit schema-visits)");
    assertThat(violations(doubling(10, "allOf"), Map.of())).isEmpty();
  }

  @Test
  void waysThatDoubleInTheNamesOfMembers_areRefusedAtOnce() {
    Map<String, Object> schema =
        with(properties(Map.of()), "propertyNames", Map.of("$ref", "#/$defs/d0"));
    schema.put("$defs", defs(40, "anyOf"));
    JsonSchema read = JsonSchema.of(FormValue.literal(schema));

    assertThat(refusal(() -> read.violations(FormValue.dynamic(Map.of("a", 1)))))
        .contains("limit schema-visits");
  }

  @Test
  void aForm_whoseSchemaDoubles_isRefusedAtOnce() {
    Map<String, Object> schema = with(properties(Map.of()), "$defs", defs(40, "allOf"));
    schema.put("$ref", "#/$defs/d0");
    ToolForm form =
        ToolForm.parse(
            FormValue.literal(with(new LinkedHashMap<>(Map.of("$", "$")), "$matches", schema)),
            FormSettings.defaults());

    assertThat(refusal(() -> form.evaluate(FormValue.dynamic(Map.of()))))
        .contains("limit schema-visits");
  }

  @Test
  void aLongListOfChoices_atManyValues_costsTheTextOfItsErrors() {
    List<Object> choices = new ArrayList<>();
    for (int i = 0; i < 40_000; i++) {
      choices.add("choice number " + i);
    }
    JsonSchema schema =
        JsonSchema.of(
            FormValue.literal(properties(Map.of("k", Map.of("items", Map.of("enum", choices))))));

    assertThat(violations(schema, Map.of("k", List.of("choice number 1")))).isEmpty();
    assertThat(
            refusal(
                () ->
                    schema.violations(FormValue.dynamic(Map.of("k", List.of(choices.toArray()))))))
        .contains("limit schema-visits");
  }

  @Test
  void patternsThatGrowBeyondMeasure_areRefusedWhenTheyAreRead() {
    for (String pattern :
        List.of(
            "(?:" + "abc".repeat(400) + "){900}",
            "((a{100}){100}){100}",
            "(" + "[^]x]".repeat(200) + "){500}")) {
      assertThat(
              refusal(
                  () ->
                      JsonSchema.of(
                          FormValue.literal(properties(Map.of("k", Map.of("pattern", pattern)))))))
          .contains("limit schema-patterns");
      assertThat(
              refusal(
                  () ->
                      JsonSchema.of(
                          FormValue.literal(
                              with(
                                  properties(Map.of()),
                                  "patternProperties",
                                  Map.of(pattern, true))))))
          .contains("limit schema-patterns");
    }
  }

  @Test
  void aPatternOfManyStates_onALongText_isRefusedBeforeItRuns() {
    String pattern = "^" + "(a|b|ab)*".repeat(300) + "$";
    JsonSchema schema =
        JsonSchema.of(FormValue.literal(properties(Map.of("k", Map.of("pattern", pattern)))));

    assertThat(violations(schema, Map.of("k", "abab"))).isEmpty();
    assertThat(
            refusal(() -> schema.violations(FormValue.dynamic(Map.of("k", "ab".repeat(40_000))))))
        .contains("limit schema-visits");
  }

  @Test
  void aQueryThatMatchesALongTextWithManyStates_countsAsManyVisits() {
    String query = "$.k[?match(@, '" + "(a|b|ab)*".repeat(100) + "')]";
    ToolForm form = ToolForm.parse(FormValue.literal(Map.of("$", query)), FormSettings.defaults());
    FormValue arguments = FormValue.dynamic(Map.of("k", List.of("ab".repeat(500_000))));

    assertThat(refusal(() -> form.evaluate(arguments))).contains("visits");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"a", "a|b", "(ab){3}", "[^]a]{2,}", "\\Qa(b\\E+", "\\p{Lu}{4}", "[[:alpha:]]x"})
  void sizes_areNoLessThanTheCharactersThatMatch(String pattern) {
    assertThat(RegexSize.of(pattern)).isBetween(1L, 40L);
    assertThat(RegexSize.of("(" + pattern + "){100}")).isGreaterThanOrEqualTo(100);
  }

  @Test
  void sizes_countRepeatsOfEscapes() {
    assertThat(RegexSize.of("(\\d{1000}){1000}")).isGreaterThan(1_000_000);
    assertThat(RegexSize.of("(?:ab){3}")).isEqualTo(RegexSize.of("(ab){3}"));
  }

  private static JsonSchema doubling(int levels, String keyword) {
    Map<String, Object> schema = with(properties(Map.of()), "$defs", defs(levels, keyword));
    schema.put("$ref", "#/$defs/d0");
    return JsonSchema.of(FormValue.literal(schema));
  }

  private static Map<String, Object> defs(int levels, String keyword) {
    Map<String, Object> defs = new LinkedHashMap<>();
    for (int i = 0; i < levels; i++) {
      Map<String, Object> next = Map.of("$ref", "#/$defs/d" + (i + 1));
      defs.put("d" + i, Map.of(keyword, List.of(next, next)));
    }
    defs.put("d" + levels, Map.of());
    return defs;
  }

  private static Map<String, Object> properties(Map<String, Object> properties) {
    Map<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    return schema;
  }

  private static Map<String, Object> with(Map<String, Object> schema, String key, Object value) {
    schema.put(key, value);
    return schema;
  }

  private static List<String> violations(JsonSchema schema, Map<String, Object> value) {
    return assertTimeoutPreemptively(
        LONG_ENOUGH, () -> schema.violations(FormValue.dynamic(value)));
  }

  private static String refusal(Supplier<?> work) {
    FormException refused =
        assertTimeoutPreemptively(
            LONG_ENOUGH, () -> catchThrowableOfType(FormException.class, work::get));
    return refused.problems().get(0).message();
  }
}
