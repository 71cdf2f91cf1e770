package dev.escarole.web.api;

import com.fasterxml.classmate.ResolvedType;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.victools.jsonschema.generator.CustomDefinition;
import com.github.victools.jsonschema.generator.FieldScope;
import com.github.victools.jsonschema.generator.Option;
import com.github.victools.jsonschema.generator.OptionPreset;
import com.github.victools.jsonschema.generator.SchemaBuilder;
import com.github.victools.jsonschema.generator.SchemaGenerationContext;
import com.github.victools.jsonschema.generator.SchemaGenerator;
import com.github.victools.jsonschema.generator.SchemaGeneratorConfigBuilder;
import com.github.victools.jsonschema.generator.SchemaVersion;
import com.github.victools.jsonschema.generator.impl.DefinitionKey;
import com.github.victools.jsonschema.generator.naming.DefaultSchemaDefinitionNamingStrategy;
import com.github.victools.jsonschema.module.jackson.JacksonModule;
import dev.escarole.web.app.Documented;
import dev.escarole.web.app.Documents;
import dev.escarole.web.app.run.ResultText;
import java.lang.reflect.RecordComponent;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * JSON Schemas of replies, generated from their records: closed, with all members required but
 * those that may be absent. Confined to one thread.
 */
final class ReplySchemas {

  private static final String PLACE = "#/components/schemas/";

  private final SchemaBuilder builder = generator().buildMultipleSchemaDefinitions();

  JsonNode reference(Class<?> reply) {
    return builder.createSchemaReference(reply);
  }

  /** All schemas that were asked for, and those that they refer to, by name. */
  ObjectNode collected() {
    ObjectNode schemas = builder.collectDefinitions("components/schemas");
    schemas.forEach(schema -> merge((ObjectNode) schema, schemas));
    return schemas;
  }

  private static SchemaGenerator generator() {
    SchemaGeneratorConfigBuilder config =
        new SchemaGeneratorConfigBuilder(
                Documents.mapper(), SchemaVersion.DRAFT_2020_12, OptionPreset.PLAIN_JSON)
            .with(new JacksonModule())
            .with(
                Option.DEFINITIONS_FOR_ALL_OBJECTS,
                Option.FORBIDDEN_ADDITIONAL_PROPERTIES_BY_DEFAULT)
            .without(Option.SCHEMA_VERSION_INDICATOR);
    config
        .forFields()
        .withNullableCheck(field -> isNullable(field))
        .withRequiredCheck(field -> !mayBeAbsent(field))
        .withEnumResolver(ReplySchemas::words)
        .withDescriptionResolver(ReplySchemas::description);
    config
        .forTypesInGeneral()
        .withPropertySorter((unusedOne, unusedOther) -> 0)
        .withDescriptionResolver(
            scope -> {
              Documented text = scope.getType().getErasedType().getAnnotation(Documented.class);
              return text == null ? null : text.value();
            })
        .withDefinitionNamingStrategy(
            new DefaultSchemaDefinitionNamingStrategy() {
              @Override
              public String getDefinitionNameForKey(
                  DefinitionKey key, SchemaGenerationContext context) {
                return name(key);
              }
            })
        .withCustomDefinitionProvider(ReplySchemas::simple);
    return new SchemaGenerator(config.build());
  }

  private static boolean isNullable(FieldScope field) {
    return field.getRawMember() != null
        && !field.isFakeContainerItemScope()
        && field.getRawMember().getAnnotatedType().isAnnotationPresent(Nullable.class)
        && !mayBeAbsent(field);
  }

  /** Such a member is left out where there is nothing to say. */
  private static boolean mayBeAbsent(FieldScope field) {
    return field.getRawMember() != null
        && field.getRawMember().isAnnotationPresent(JsonInclude.class);
  }

  private static @Nullable String description(FieldScope field) {
    return documented(field).map(Documented::value).filter(text -> !text.isEmpty()).orElse(null);
  }

  private static @Nullable List<String> words(FieldScope field) {
    return documented(field)
        .map(text -> List.of(text.words()))
        .filter(words -> !words.isEmpty())
        .orElse(null);
  }

  private static Optional<Documented> documented(FieldScope field) {
    if (field.isFakeContainerItemScope()) {
      return Optional.empty();
    }
    RecordComponent[] components = field.getRawMember().getDeclaringClass().getRecordComponents();
    return Arrays.stream(components == null ? new RecordComponent[0] : components)
        .filter(component -> component.getName().equals(field.getRawMember().getName()))
        .map(component -> component.getAnnotation(Documented.class))
        .filter(Objects::nonNull)
        .findFirst();
  }

  /** A record within another one has both names; each alone may stand for two. */
  private static String name(DefinitionKey key) {
    Class<?> type = key.getType().getErasedType();
    Class<?> outer = type.getDeclaringClass();
    return (outer == null ? "" : outer.getSimpleName() + ".") + type.getSimpleName();
  }

  /** What is no object, as the documents have it. */
  private static @Nullable CustomDefinition simple(
      ResolvedType type, SchemaGenerationContext context) {
    Class<?> raw = type.getErasedType();
    ObjectNode schema = context.getGeneratorConfig().createObjectNode();
    if (raw == Instant.class) {
      schema.put("type", "string").put("format", "date-time");
    } else if (raw == ResultText.class) {
      schema.put("type", "string");
    } else if (raw == byte[].class) {
      schema.put("type", "string").put("contentEncoding", "base64");
    } else if (raw.isEnum()) {
      schema.put("type", "string");
      Documents.words(raw).forEach(schema.putArray("enum")::add);
    } else if (raw == Map.class) {
      schema.put("type", "object");
      ResolvedType value = type.getTypeParameters().get(1);
      schema.set(
          "additionalProperties",
          value.getErasedType() == Object.class
              ? BooleanNode.TRUE
              : context.createDefinitionReference(value));
    } else if (raw != Object.class) {
      return null;
    }
    return new CustomDefinition(
        schema, CustomDefinition.DefinitionType.INLINE, CustomDefinition.AttributeInclusion.YES);
  }

  /**
   * Writes out as one what the generator says in parts: a record, and what stands in its place of
   * records within it. Closed objects in parts fit nothing.
   */
  private static void merge(ObjectNode schema, ObjectNode schemas) {
    JsonNode parts = schema.remove("allOf");
    if (parts == null) {
      return;
    }
    schema.put("type", "object").put("additionalProperties", false);
    ObjectNode properties = schema.withObjectProperty("properties");
    Set<String> required = new LinkedHashSet<>();
    schema.path("required").forEach(name -> required.add(name.asText()));
    for (JsonNode part : parts) {
      ObjectNode whole = resolved((ObjectNode) part, schemas);
      merge(whole, schemas);
      whole
          .path("properties")
          .properties()
          .forEach(each -> properties.set(each.getKey(), each.getValue()));
      whole.path("required").forEach(name -> required.add(name.asText()));
    }
    required.forEach(schema.putArray("required")::add);
  }

  private static ObjectNode resolved(ObjectNode part, ObjectNode schemas) {
    String reference = part.path("$ref").asText();
    return reference.isEmpty()
        ? part
        : (ObjectNode) schemas.get(reference.substring(PLACE.length()));
  }
}
