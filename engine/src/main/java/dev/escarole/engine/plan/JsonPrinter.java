package dev.escarole.engine.plan;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import dev.escarole.recipe.handle.CapturedBytes;
import dev.escarole.recipe.template.Setting;
import java.io.IOException;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Prints a plan as one JSON object: facts, steps in depth-first order, edges by path. */
final class JsonPrinter {

  private static final JsonFactory JSON = new JsonFactory();

  private final JsonGenerator json;

  private JsonPrinter(JsonGenerator json) {
    this.json = json;
  }

  static void print(Plan plan, List<String> directories, Appendable out) throws IOException {
    StringWriter text = new StringWriter();
    try (JsonGenerator generator = JSON.createGenerator(text)) {
      generator.useDefaultPrettyPrinter();
      new JsonPrinter(generator).plan(plan, directories);
    }
    out.append(text.getBuffer()).append('\n');
  }

  private void plan(Plan plan, List<String> directories) throws IOException {
    json.writeStartObject();
    json.writeStringField("recipe", plan.recipeName());
    json.writeStringField("planHash", plan.hash());
    json.writeNumberField("leaves", plan.leafCount());
    texts("directories", directories);
    json.writeObjectFieldStart("output");
    json.writeStringField("selector", plan.output().selector());
    text("value", plan.output().value());
    json.writeEndObject();
    json.writeArrayFieldStart("steps");
    for (Step step : plan.steps()) {
      step(step);
    }
    json.writeEndArray();
    edges(plan);
    json.writeEndObject();
  }

  private void step(Step step) throws IOException {
    json.writeStartObject();
    json.writeStringField("path", step.path());
    json.writeStringField("kind", step.kindWord());
    text("label", step.label());
    json.writeStringField("pointer", step.place().pointer());
    texts("argv", step.fold(LeafStep::argv, group -> List.of()));
    handle(step.fold(LeafStep::handle, group -> null));
    text("skipped", step.skipReason());
    controls(step.controls());
    texts("children", step.children().stream().map(Step::path).toList());
    Step recover = step.recover();
    text("recover", recover == null ? null : recover.path());
    json.writeEndObject();
  }

  private void handle(@Nullable HandleSetting setting) throws IOException {
    if (setting == null) {
      json.writeNullField("handle");
      return;
    }
    json.writeObjectFieldStart("handle");
    json.writeStringField("name", setting.handle());
    text("directory", setting.directory());
    json.writeObjectFieldStart("environment");
    for (Map.Entry<String, String> variable : setting.environment().entrySet()) {
      json.writeStringField(variable.getKey(), variable.getValue());
    }
    json.writeEndObject();
    CapturedBytes stdin = setting.stdin();
    json.writeFieldName("stdin");
    if (stdin == null) {
      json.writeNull();
    } else {
      json.writeBinary(stdin.toArray());
    }
    json.writeBooleanField("openStdin", setting.streams().openStdin());
    json.writeStringField("stdout", setting.streams().stdout().word());
    json.writeStringField("stderr", setting.streams().stderr().word());
    json.writeStringField("encoding", setting.streams().encoding().word());
    json.writeEndObject();
  }

  private void controls(Controls controls) throws IOException {
    for (Setting setting : Setting.OF_STEPS) {
      json.writeFieldName(setting.camelKey());
      value(controls.plain(setting));
    }
  }

  private void value(@Nullable Object plain) throws IOException {
    if (plain instanceof Long number) {
      json.writeNumber(number);
    } else if (plain instanceof Boolean flag) {
      json.writeBoolean(flag);
    } else if (plain instanceof List<?> codes) {
      json.writeStartArray();
      for (int i = 0; i < codes.size(); i++) {
        json.writeNumber((Integer) codes.get(i));
      }
      json.writeEndArray();
    } else {
      // Also null.
      json.writeString((String) plain);
    }
  }

  private void edges(Plan plan) throws IOException {
    json.writeArrayFieldStart("edges");
    for (Edge edge : plan.edges()) {
      json.writeStartObject();
      json.writeStringField("kind", edge.kind().word());
      json.writeStringField("from", plan.step(edge.from()).path());
      json.writeStringField("to", plan.step(edge.to()).path());
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void texts(String field, List<String> texts) throws IOException {
    json.writeArrayFieldStart(field);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  private void text(String field, @Nullable String text) throws IOException {
    if (text == null) {
      json.writeNullField(field);
    } else {
      json.writeStringField(field, text);
    }
  }
}
