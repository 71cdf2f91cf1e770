package dev.escarole.recipe.form;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import com.networknt.schema.Error;
import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.DialectId;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.format.Format;
import com.networknt.schema.keyword.AnnotationKeyword;
import com.networknt.schema.path.PathType;
import com.networknt.schema.regex.RegularExpression;
import dev.escarole.recipe.form.value.Budget;
import dev.escarole.recipe.form.value.FormCodes;
import dev.escarole.recipe.form.value.FormException;
import dev.escarole.recipe.form.value.FormLimits;
import dev.escarole.recipe.form.value.FormValue;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
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
        DIALECT,
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

  /** Dialect 2020-12 with only these formats. */
  static final Dialect DIALECT =
      Dialect.builder(Dialects.getDraft202012())
          .formats(JsonSchema::replace)
          // Annotations, as the specification says; the default warns of each.
          .unknownKeywordFactory((name, context) -> new AnnotationKeyword(name))
          .build();

  /** RFC 3339 with seconds and an offset; parsing checks the calendar. */
  private static final Pattern DATE_TIME =
      Pattern.compile(
          "[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,9})?"
              + "(Z|[+-][0-9]{2}:[0-9]{2})");

  private static void replace(Map<String, Format> formats) {
    formats.clear();
    add(formats, "path", JsonSchema::isPath);
    add(formats, "date-time", JsonSchema::isDateTime);
  }

  private static void add(Map<String, Format> formats, String name, Predicate<String> holds) {
    formats.put(
        name,
        new Format() {
          @Override
          public String getName() {
            return name;
          }

          @Override
          public String getMessageKey() {
            return "format";
          }

          @Override
          public boolean matches(ExecutionContext context, String value) {
            return holds.test(value);
          }
        });
  }

  /** A valid {@code path}: not empty, and without NUL. */
  private static boolean isPath(String text) {
    return !text.isEmpty() && text.indexOf('\0') < 0;
  }

  private static boolean isDateTime(String text) {
    String upper = text.toUpperCase(Locale.ROOT);
    if (!DATE_TIME.matcher(upper).matches()) {
      return false;
    }
    try {
      OffsetDateTime.parse(upper);
      return true;
    } catch (DateTimeParseException noSuchTime) {
      return false;
    }
  }

  /** Converts values to the nodes of the schema library. */
  static final class JsonNodes {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private JsonNodes() {}

    static JsonNode of(FormValue value) {
      if (value instanceof FormValue.Obj object) {
        ObjectNode node = NODES.objectNode();
        object.members().forEach((name, member) -> node.set(name, of(member.value())));
        return node;
      }
      if (value instanceof FormValue.Array array) {
        ArrayNode node = NODES.arrayNode();
        array.items().forEach(item -> node.add(of(item)));
        return node;
      }
      if (value instanceof FormValue.Text text) {
        return NODES.textNode(text.value());
      }
      if (value instanceof FormValue.Num number) {
        return number.value().scale() == 0
            ? NODES.numberNode(number.value().toBigInteger())
            : NODES.numberNode(number.value());
      }
      if (value instanceof FormValue.Bool bool) {
        return NODES.booleanNode(bool.value());
      }
      return value instanceof FormValue.Binary binary
          ? NODES.binaryNode(binary.bytes())
          : NODES.nullNode();
    }

    /** Number of values in a node, including itself. */
    static int size(JsonNode node) {
      int size = 1;
      for (JsonNode child : node) {
        size += size(child);
      }
      return size;
    }
  }
}
