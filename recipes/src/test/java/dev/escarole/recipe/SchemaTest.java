package dev.escarole.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.escarole.recipe.SourceValue.SourceObject;
import dev.escarole.recipe.template.Setting;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LowerChars;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaTest {
  private static final String TEXT = text();
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(TEXT);

  private static final List<String> KEYS =
      Arrays.stream(Setting.values()).map(Setting::key).toList();

  private static String text() {
    try (InputStream in =
        Objects.requireNonNull(Recipe.class.getResourceAsStream("recipe.schema.json"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException impossible) {
      throw new java.io.UncheckedIOException(impossible);
    }
  }

  private static SourceValue at(String... path) {
    SourceValue at =
        JsonDocument.read(TEXT, new DocumentRules(RecipeLimits.DEFAULTS, new Problems("schema")));
    for (String key : path) {
      at = Objects.requireNonNull(at.child(key), key);
    }
    return at;
  }

  private static List<String> keys(String... path) {
    return List.copyOf(((SourceObject) at(path)).members().keySet());
  }

  @Test
  void the_schema_has_the_fields_of_the_parser() {
    assertThat(keys("$defs", "fields")).containsExactlyInAnyOrderElementsOf(KEYS);
    assertThat(keys("$defs", "recipe", "properties")).containsExactlyElementsOf(KEYS);
    List<String> onNodes =
        Arrays.stream(Setting.values())
            .filter(field -> field.home() != Setting.Home.RECIPE)
            .map(Setting::key)
            .toList();
    assertThat(keys("$defs", "node", "properties")).containsExactlyElementsOf(onNodes);
    List<String> onParallelNodes =
        Arrays.stream(Setting.values())
            .filter(
                field ->
                    Set.of(
                            Setting.Home.PARALLEL_NODE,
                            Setting.Home.AWAIT_NODE,
                            Setting.Home.APPROVAL_NODE)
                        .contains(field.home()))
            .map(Setting::key)
            .toList();
    assertThat(keys("$defs", "node", "dependentSchemas"))
        .containsExactlyElementsOf(onParallelNodes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"imports\": {\"a\": \"x/y\"}, \"template\": {\"name\": \"a\"}}",
        "{\"disabled\": true, \"imports\": {\"a\": {\"from\": \"./a.md\", \"defaults\": {\"d\": 1},"
            + " \"values\": {\"v\": \"{x}\"}}}, \"template\": [{\"name\": \"a\", \"retry\": 2,"
            + " \"values\": {\"n\": [1]}}]}"
      })
  void schema_accepts_imports(String recipe) {
    assertThat(SCHEMA.validate(recipe, InputFormat.JSON)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"imports\": [\"x/y\"], \"template\": {\"name\": \"a\"}}",
        "{\"imports\": {\"a b\": \"x/y\"}, \"template\": {\"name\": \"a\"}}",
        "{\"imports\": {\"a\": {\"values\": {}}}, \"template\": {\"name\": \"a\"}}",
        "{\"template\": [{\"name\": \"a\", \"template\": \"b\"}]}",
        "{\"template\": [{\"values\": {}, \"template\": \"b\"}]}",
        "{\"disabled\": \"yes\", \"template\": \"b\"}"
      })
  void schema_and_reader_refuse_malformed_imports(String recipe) {
    assertThat(SCHEMA.validate(recipe, InputFormat.JSON)).isNotEmpty();
    assertThat(Reading.codes(recipe)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"await\": \"approval\"}",
        "{\"name\": \"n\", \"template\": [\"a\", {\"await\": \"approval\", \"label\": \"l\","
            + " \"show\": \"{x}\", \"timeout\": \"{t}\", \"approvals\": 2, \"retry\": 2}]}",
        "[\"a\", {\"await\": \"callback\", \"show\": \"build\", \"failure\": \"root\"}]"
      })
  void schema_accepts_waits(String recipe) {
    assertThat(SCHEMA.validate(recipe, InputFormat.JSON)).isEmpty();
    assertThat(Reading.warnings(recipe)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "[{\"await\": \"approvals\"}]",
        "[{\"await\": true}]",
        "[{\"await\": \"approval\", \"template\": \"a\"}]",
        "[{\"await\": \"approval\", \"name\": \"a\"}]",
        "[{\"await\": \"callback\", \"approvals\": 2}]",
        "[{\"await\": \"approval\", \"approvals\": 0}]",
        "[{\"await\": \"approval\", \"show\": 5}]",
        "[{\"show\": \"x\", \"template\": \"a\"}]",
        "[{\"approvals\": 1, \"template\": \"a\"}]"
      })
  void schema_and_reader_refuse_malformed_waits(String recipe) {
    assertThat(SCHEMA.validate(recipe, InputFormat.JSON)).isNotEmpty();
    assertThat(Reading.codes(recipe)).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"inbox\": \"*.csv\", \"template\": \"wc {file}\"}",
        "{\"inbox\": {\"match\": \"*.csv\"}, \"template\": \"wc {file}\"}",
        "{\"inbox\": {\"match\": \"in/*.csv\", \"as\": \"file\"}, \"template\": \"wc {file}\"}",
        "{\"inbox\": {\"match\": \" \", \"as\": \"file\"}, \"template\": \"wc {file}\"}",
        "{\"inbox\": {\"match\": \"*\", \"as\": \"file\", \"mach\": 1}, \"template\": \"wc {file}\"}"
      })
  void schema_and_reader_refuse_malformed_rules_of_inboxes(String recipe) {
    assertThat(SCHEMA.validate(recipe, InputFormat.JSON)).isNotEmpty();
    assertThat(Reading.codes(recipe)).isNotEmpty();
  }

  static int violations(String recipe) {
    return SCHEMA.validate(recipe, InputFormat.JSON).size();
  }

  @Test
  void every_field_is_described() {
    for (String field : KEYS) {
      assertThat(at("$defs", "fields", field, "description").plain()).asString().endsWith(".");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"a\"",
        "[\"a\", {\"template\": \"b\"}]",
        "{\"$schema\": \"x\", \"name\": \"n\", \"description\": \"d\", \"template\": \"a\"}",
        "{\"parallel\": true, \"concurrency\": \"{n}\", \"min_successful\": 0, \"template\":"
            + " [\"a\"]}",
        "{\"when\": false, \"repeat\": 0, \"template\": {\"when\": \"!x\", \"template\": \"a\"}}",
        "{\"args\": [\"n:int=5\", \"m:enum(a,b)\", \"x\"], \"defaults\": {\"y\": [1]},"
            + " \"template\": \"a\"}",
        "{\"delay\": \"5\", \"timeout\": 0, \"retry\": 2, \"recover\": [\"c\"], \"template\":"
            + " \"a\"}",
        "{\"failure\": \"root\", \"output\": \"{d}/x\", \"label\": \"\", \"template\": \"a\"}",
        "{\"cache\": true, \"template\": [\"a\", {\"cache\": false, \"template\": \"b\"}]}",
        "{\"name\": \"t\", \"handle\": \"command\", \"command\": \"a\"}",
        "[\"a\", {\"name\": \"t\", \"handler\": \"command\", \"command\": \"a\", \"io\":"
            + " {\"stdout\": \"pipe\"}}]",
        "{\"with\": {\"x\": [\"{y}\"]}, \"template\": {\"name\": \"t\", \"handle\": \"command\","
            + " \"command\": \"a\"}}",
        "{\"async\": true, \"x_owner\": 1, \"critical\": 1, \"command\": \"b\", \"template\":"
            + " \"a\"}",
        "{\"template\": {\"control\": {}, \"description\": \"d\", \"template\": \"a\"}}",
        "{\"success_codes\": [0, 1], \"template\": \"a\"}",
        "{\"inbox\": {\"match\": \"*.csv\", \"as\": \"file\"}, \"template\": \"wc {file}\"}",
        "{\"launch\": {\"at_once\": 1, \"queue\": 0, \"priority\": -1, \"deadline\": \"10m\"},"
            + " \"template\": \"a\"}",
        "{\"delay\": 5.0, \"output\": \"stdout\", \"template\": \"a\"}"
      })
  void schema_and_reader_accept_the_same(String recipe) {
    assertThat(SCHEMA.validate(recipe, InputFormat.JSON)).isEmpty();
    assertThat(Reading.read(recipe).template()).isNotNull();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "5",
        "null",
        "\" \"",
        "[]",
        "[[\"a\"]]",
        "[5]",
        "{}",
        "{\"template\": 5}",
        "{\"template\": [[\"a\"]]}",
        "{\"template\": \"a\", \"tiemout\": 1}",
        "{\"pipe\": [\"a\"]}",
        "{\"template\": {\"name\": \"n\", \"template\": \"a\"}}",
        "{\"template\": \"a\", \"concurrency\": 1}",
        "{\"parallel\": false, \"min_successful\": 1, \"template\": \"a\"}",
        "{\"parallel\": true, \"concurrency\": 0, \"template\": [\"a\"]}",
        "{\"parallel\": \"yes\", \"template\": [\"a\"]}",
        "{\"label\": 5, \"template\": \"a\"}",
        "{\"label\": null, \"template\": \"a\"}",
        "{\"when\": 1, \"template\": \"a\"}",
        "{\"repeat\": -1, \"template\": \"a\"}",
        "{\"repeat\": \"many\", \"template\": \"a\"}",
        "{\"repeat\": true, \"template\": \"a\"}",
        "{\"args\": \"x\", \"template\": \"a\"}",
        "{\"args\": [\"9\"], \"template\": \"a\"}",
        "{\"args\": [5], \"template\": \"a\"}",
        "{\"defaults\": {\"a b\": 1}, \"template\": \"a\"}",
        "{\"defaults\": 1, \"template\": \"a\"}",
        "{\"delay\": 1.5, \"template\": \"a\"}",
        "{\"timeout\": 400000000000, \"template\": \"a\"}",
        "{\"retry\": 0, \"template\": \"a\"}",
        "{\"failure\": \"never\", \"template\": \"a\"}",
        "{\"cache\": \"yes\", \"template\": \"a\"}",
        "{\"cache\": 1, \"template\": \"a\"}",
        "{\"with\": {}, \"template\": \"a\"}",
        "{\"with\": {}, \"template\": [{\"name\": \"t\", \"handle\": \"command\", \"command\":"
            + " \"a\"}]}",
        "{\"with\": 5, \"template\": {\"name\": \"t\", \"handle\": \"command\", \"command\":"
            + " \"a\"}}",
        "{\"success_codes\": [], \"template\": \"a\"}",
        "{\"success_codes\": [256], \"template\": \"a\"}",
        "{\"success_codes\": 1, \"template\": \"a\"}",
        "{\"template\": {\"paralel\": true, \"template\": [\"a\"]}}",
        "{\"recover\": [], \"template\": \"a\"}",
        "{\"output\": \"a b\", \"template\": \"a\"}",
        "{\"output\": 1, \"template\": \"a\"}"
      })
  void schema_and_reader_refuse_the_same(String recipe) {
    assertThat(SCHEMA.validate(recipe, InputFormat.JSON)).isNotEmpty();
    assertThat(Reading.codes(recipe)).isNotEmpty();
  }

  @Property(tries = 300)
  void a_field_with_one_letter_changed_is_refused_by_both(
      @ForAll @IntRange(min = 0, max = 1000) int which,
      @ForAll @IntRange(min = 0, max = 1000) int where,
      @ForAll @LowerChars char letter) {
    List<String> fields = FieldChecks.candidates();
    String field = fields.get(which % fields.size());
    StringBuilder slip = new StringBuilder(field);
    slip.setCharAt(where % field.length(), letter);
    Assume.that(Setting.ofKey(slip.toString()) == null);
    String recipe = "{\"" + slip + "\": 1, \"template\": \"a\"}";
    assertThat(SCHEMA.validate(recipe, InputFormat.JSON)).isNotEmpty();
    assertThat(Reading.codes(recipe)).containsExactly("unknown-field");
  }
}
