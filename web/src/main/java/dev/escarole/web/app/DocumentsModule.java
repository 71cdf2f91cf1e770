package dev.escarole.web.app;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.run.RunStatus;
import dev.escarole.engine.run.StepState;
import dev.escarole.engine.run.StepStatus;
import dev.escarole.web.app.run.ResultText;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** How the values are written that records hold. */
final class DocumentsModule {

  private static final int LONGEST_TEXT = Integer.MAX_VALUE;

  private DocumentsModule() {}

  static JsonMapper build() {
    SimpleModule module = new SimpleModule();
    module.addSerializer(Instant.class, new ToStringSerializer());
    module.addDeserializer(Instant.class, reader(DocumentsModule::instant));
    word(module, RunStatus.class, RunStatus::word);
    word(module, StepState.class, StepState::word);
    word(module, StepStatus.class, StepStatus::word);
    word(module, ArgumentMode.class, ArgumentMode::word);
    module.addSerializer(ResultText.class, new ResultTextWriter());
    module.addDeserializer(ResultText.class, reader(ResultText::of));
    JsonFactory factory =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder().maxStringLength(LONGEST_TEXT).build())
            .build();
    return JsonMapper.builder(factory)
        .addModule(module)
        .defaultPropertyInclusion(
            JsonInclude.Value.construct(JsonInclude.Include.ALWAYS, JsonInclude.Include.ALWAYS))
        .withConfigOverride(
            List.class, list -> list.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
        .withConfigOverride(
            Map.class, map -> map.setSetterInfo(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY)))
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
        .build();
  }

  private static Instant instant(String text) {
    try {
      return Instant.parse(text);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private static <E extends Enum<E>> void word(
      SimpleModule module, Class<E> type, Function<E, String> word) {
    module.addSerializer(
        type,
        new JsonSerializer<>() {
          @Override
          public void serialize(E value, JsonGenerator json, SerializerProvider provider)
              throws IOException {
            json.writeString(word.apply(value));
          }
        });
    module.addDeserializer(
        type,
        reader(
            text -> {
              for (E each : type.getEnumConstants()) {
                if (word.apply(each).equals(text)) {
                  return each;
                }
              }
              throw new IllegalArgumentException("no " + type.getSimpleName() + ": " + text);
            }));
  }

  private static <T> JsonDeserializer<T> reader(Function<String, T> read) {
    return new JsonDeserializer<>() {
      @Override
      public T deserialize(JsonParser parser, DeserializationContext context) throws IOException {
        try {
          return read.apply(parser.getValueAsString());
        } catch (IllegalArgumentException e) {
          throw context.weirdStringException(parser.getText(), Object.class, e.getMessage());
        }
      }
    };
  }

  private static final class ResultTextWriter extends JsonSerializer<ResultText> {
    @Override
    public void serialize(ResultText text, JsonGenerator json, SerializerProvider provider)
        throws IOException {
      text.write(json);
    }
  }
}
