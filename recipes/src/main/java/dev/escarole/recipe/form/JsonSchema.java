package dev.escarole.recipe.form;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.DialectId;
import com.networknt.schema.path.PathType;
import com.networknt.schema.regex.RegularExpression;
import dev.escarole.recipe.form.value.Budget;
import dev.escarole.recipe.form.value.FormCodes;
import dev.escarole.recipe.form.value.FormException;
import dev.escarole.recipe.form.value.FormLimits;
import dev.escarole.recipe.form.value.FormValue;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A JSON Schema, dialect 2020-12. The formats {@code path} and {@code date-time} are enforced,
 * others are annotations. External references are not allowed, patterns match in linear time, and
 * checks that would be too expensive are rejected in advance. Immutable and thread-safe.
 */
public final class JsonSchema {
  private static final int MOST_VIOLATIONS = 20;
  private static final SchemaRegistryConfig CONFIG =
      SchemaRegistryConfig.builder()
          .regularExpressionFactory(JsonSchema::pattern)
          .pathType(PathType.JSON_POINTER)
          .formatAssertionsEnabled(true)
          .build();

  private final Schema schema;
  private final @Nullable SchemaTree tree;

  private JsonSchema(Schema schema, @Nullable SchemaTree tree) {
    this.schema = schema;
    this.tree = tree;
  }

  /**
   * Reads a schema.
   *
   * @throws FormException if it is invalid
   */
  public static JsonSchema of(FormValue schema) {
    JsonNode node = JsonNodes.of(schema);
    SchemaTree tree = SchemaTree.of(node);
    Schema checked =
        guarded(
            () -> {
              List<Error> mistakes = meta().validate(node);
              if (!mistakes.isEmpty()) {
                throw bad(told(mistakes.get(0)));
              }
              Schema read = registry().getSchema(node);
              read.initializeValidators();
              return read;
            });
    return new JsonSchema(checked, tree);
  }

  private static SchemaRegistry registry() {
    return SchemaRegistry.withDialect(
        AssertedFormats.DIALECT,
        builder ->
            builder
                .schemaRegistryConfig(CONFIG)
                .schemaLoader(loader -> loader.fetchRemoteResources(false)));
  }

  private static Schema meta() {
    return Meta.SCHEMA;
  }

  /** Loaded lazily, because parsing the meta-schema is slow. */
  private static final class Meta {
    private static final Schema SCHEMA =
        registry().getSchema(SchemaLocation.of(DialectId.DRAFT_2020_12));
  }

  /**
   * Returns the violations, each with a JSON pointer; empty if the value is valid. Values are not
   * quoted.
   *
   * @throws FormException if checking takes more than {@link FormLimits#maxSchemaVisits} visits
   */
  public List<String> violations(FormValue value) {
    JsonNode node = JsonNodes.of(value);
    cost(node, FormLimits.DEFAULTS.maxSchemaVisits());
    return guarded(
        () ->
            schema.validate(node).stream()
                .limit(MOST_VIOLATIONS)
                .map(JsonSchema::told)
                .distinct()
                .toList());
  }

  boolean accepts(FormValue value, Budget budget) {
    JsonNode node = JsonNodes.of(value);
    budget.schemaVisits(cost(node, budget.limits().maxSchemaVisits()));
    return guarded(() -> schema.validate(node).isEmpty());
  }

  private long cost(JsonNode value, int most) {
    return tree == null ? 1 : SchemaCost.of(tree, value, most);
  }

  private static String told(Error error) {
    String place = error.getInstanceLocation().toString();
    return (place.isEmpty() ? "" : place + ": ") + error.getMessage();
  }

  private static <T> T guarded(Supplier<T> work) {
    try {
      return work.get();
    } catch (SchemaException unusable) {
      throw bad(String.valueOf(unusable.getMessage()));
    } catch (StackOverflowError endless) {
      throw new FormException(
          FormCodes.LIMIT,
          "the references in a JSON Schema are nested too deeply (limit schema-depth)",
          "Shorten the chain of references.",
          "");
    }
  }

  static FormException bad(String why) {
    return new FormException(
        FormCodes.SYNTAX,
        "invalid JSON Schema: " + why,
        "Schemas use dialect 2020-12 and refer only to their own $defs.",
        "");
  }

  private static RegularExpression pattern(String text) {
    try {
      Pattern pattern = Pattern.compile(text);
      return value -> pattern.matcher(value).find();
    } catch (PatternSyntaxException unsupported) {
      throw bad(
          "the pattern '"
              + text
              + "' is invalid or uses a feature that does not match in linear time");
    }
  }
}
