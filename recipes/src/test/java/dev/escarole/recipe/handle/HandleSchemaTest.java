package dev.escarole.recipe.handle;

import static dev.escarole.recipe.handle.Handles.tool;
import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HandleSchemaTest {
  private static final String TEXT = text();
  private static final Schema SCHEMA =
      SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12).getSchema(TEXT);

  private static String text() {
    try (InputStream in =
        Objects.requireNonNull(CommandHandle.class.getResourceAsStream("handle.schema.json"))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException impossible) {
      throw new UncheckedIOException(impossible);
    }
  }

  @Test
  void the_schema_has_the_fields_of_the_reader() {
    Map<?, ?> properties = (Map<?, ?>) Handles.values(TEXT).get("properties");
    assertThat(Objects.requireNonNull(properties).keySet().stream().map(String::valueOf))
        .containsExactlyElementsOf(HandleField.keys());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "\"$schema\":\"x\",\"description\":\"d\",\"handler\":\"command\",\"security\":{}",
        "\"parameters\":{\"type\":\"object\"},\"commands\":[\"a\"],\"allow_flags\":false",
        "\"arguments\":\"x\",\"directory\":\"d\",\"environment\":{\"A\":1}",
        "\"arguments\":[\"x\",{\"$\":\"y\"}],\"io\":{\"stdin\":\"cw==\",\"stdout\":\"ignore\",\"encoding\":\"base64\"}",
        "\"arguments\":{\"$encode\":\"args\"},\"io\":{\"stdin\":{\"$\":\"s\"},\"stderr\":\"inherit\"}"
      })
  void schema_and_reader_accept_the_same(String fields) {
    assertThat(SCHEMA.validate(tool(fields), InputFormat.JSON)).isEmpty();
    assertThat(Handles.read(tool(fields)).name()).isEqualTo("t");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"handler\":\"http\"",
        "\"nmae\":1",
        "\"description\":5",
        "\"$schema\":5",
        "\"parameters\":{}",
        "\"parameters\":{\"type\":\"array\"}",
        "\"security\":{\"a\":1}",
        "\"security\":null",
        "\"commands\":\"a\"",
        "\"commands\":[1]",
        "\"allow_flags\":1",
        "\"arguments\":5",
        "\"arguments\":null",
        "\"directory\":[]",
        "\"directory\":\"\"",
        "\"environment\":\"x\"",
        "\"io\":5",
        "\"io\":{\"timeout\":1}",
        "\"io\":{\"stdin\":5}",
        "\"io\":{\"stdout\":\"file\"}",
        "\"io\":{\"encoding\":\"ebcdic\"}"
      })
  void schema_and_reader_refuse_the_same(String fields) {
    assertThat(SCHEMA.validate(tool(fields), InputFormat.JSON)).isNotEmpty();
    assertThat(Handles.mistakes(tool(fields))).isNotEmpty();
  }
}
