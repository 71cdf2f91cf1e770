package dev.escarole.web.view;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.folder.Definition;
import dev.escarole.engine.folder.FolderEntry;
import dev.escarole.recipe.Parameter;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.Severity;
import dev.escarole.recipe.template.ArgumentType;
import java.io.IOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes what a watched folder holds as JSON. */
public final class RecipeJson {

  private static final ObjectMapper VALUES = new ObjectMapper();

  private final JsonGenerator json;

  public RecipeJson(JsonGenerator json) {
    this.json = json;
  }

  /** Writes an object that lists the entries in the given order. */
  public void entries(List<FolderEntry> entries) throws IOException {
    json.writeStartObject();
    json.writeArrayFieldStart("recipes");
    for (FolderEntry entry : entries) {
      json.writeStartObject();
      head(entry);
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  /** Writes one entry with its text, its inputs and what is wrong with it. */
  public void entry(FolderEntry entry) throws IOException {
    json.writeStartObject();
    head(entry);
    json.writeStringField("source", entry.reading().source());
    parameters(entry.recipe().orElse(null));
    problems("errors", entry, Severity.ERROR);
    problems("warnings", entry, Severity.WARNING);
    json.writeEndObject();
  }

  private void head(FolderEntry entry) throws IOException {
    Definition definition = entry.definition();
    Instant invalidSince = entry.invalidSince();
    json.writeStringField("name", entry.name());
    json.writeStringField("kind", entry.kind().word());
    json.writeStringField("path", entry.file().path());
    json.writeNumberField("bytes", entry.file().bytes());
    json.writeStringField("modifiedAt", entry.file().modified().toString());
    json.writeBooleanField("valid", entry.valid());
    json.writeBooleanField("inForce", definition != null);
    json.writeStringField("invalidSince", invalidSince == null ? null : invalidSince.toString());
    json.writeStringField("description", definition == null ? null : definition.description());
  }

  private void problems(String name, FolderEntry entry, Severity severity) throws IOException {
    List<Problem> problems =
        entry.reading().problems().stream().filter(each -> each.severity() == severity).toList();
    json.writeFieldName(name);
    new ProblemJson(json).array(problems);
  }

  private void parameters(@Nullable Recipe recipe) throws IOException {
    Map<String, String> computed = new HashMap<>();
    if (recipe != null) {
      recipe.computed().forEach(each -> computed.put(each.name(), each.source()));
    }
    json.writeArrayFieldStart("parameters");
    for (Parameter parameter : recipe == null ? List.<Parameter>of() : recipe.parameters()) {
      json.writeStartObject();
      json.writeStringField("name", parameter.name());
      type(parameter.type());
      json.writeBooleanField("required", parameter.required());
      json.writeFieldName("default");
      VALUES.writeValue(json, parameter.defaultValue());
      if (computed.containsKey(parameter.name())) {
        json.writeStringField("computedBy", computed.get(parameter.name()));
      }
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void type(@Nullable ArgumentType type) throws IOException {
    json.writeStringField("type", type == null ? null : type.kind().word());
    json.writeArrayFieldStart("choices");
    for (String choice : type == null ? List.<String>of() : type.choices()) {
      json.writeString(choice);
    }
    json.writeEndArray();
  }
}
