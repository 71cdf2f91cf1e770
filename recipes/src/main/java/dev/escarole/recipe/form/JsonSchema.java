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
 * A JSON Schema of the dialect 2020-12. The formats {@code path} and {@code date-time} are
 * enforced, others are annotations. It refers to nothing outside itself, its patterns take time
 * linear in the text, and a check that would take too many visits is refused before it begins.
 * Immutable and safe for use by many threads.
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
   * @throws FormException when it is none
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

  /** Reading the schema of schemas takes its time; many programs never need it. */
  private static final class Meta {
    private static final Schema SCHEMA =
        registry().getSchema(SchemaLocation.of(DialectId.DRAFT_2020_12));
  }

  /**
   * What is wrong with a value, each with its JSON pointer; empty when nothing is. Values are not
   * quoted.
   *
   * @throws FormException when checking takes more than {@link FormLimits#maxSchemaVisits} visits
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
          "the subschemas of a JSON Schema lead on too deep (limit schema-depth)",
          "Shorten the chain of references.",
          "");
    }
  }

  static FormException bad(String why) {
    return new FormException(
        FormCodes.SYNTAX,
        "this is no usable JSON Schema: " + why,
        "Schemas are of the dialect 2020-12 and refer only to their own $defs.",
        "");
  }

  private static RegularExpression pattern(String text) {
    try {
      Pattern pattern = Pattern.compile(text);
      return value -> pattern.matcher(value).find();
    } catch (PatternSyntaxException unsupported) {
      throw bad("the pattern '" + text + "' uses what takes more than linear time, or is broken");
    }
  }
}
