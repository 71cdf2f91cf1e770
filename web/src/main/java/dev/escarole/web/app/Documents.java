package dev.escarole.web.app;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** The one JSON form of requests and replies. Thread-safe. */
public final class Documents {

  private static final JsonMapper MAPPER = DocumentsModule.build();

  private Documents() {}

  /**
   * Writes and reads the records of this package: moments as ISO 8601 in UTC, words of enums in
   * lower case, bytes in Base64, large texts piece by piece.
   */
  public static JsonMapper mapper() {
    return MAPPER;
  }

  /** The words of an enum, in its order. */
  public static List<String> words(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(each -> MAPPER.convertValue(each, String.class))
        .toList();
  }

  /**
   * A reply as JSON.
   *
   * @throws RuntimeException of the reply itself, if what it reads while it is written fails
   */
  public static byte[] bytes(Object reply) {
    try {
      return MAPPER.writeValueAsBytes(reply);
    } catch (JsonMappingException e) {
      throw new UncheckedIOException(ofReply(e));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Writes a reply while it is made; the stream stays open.
   *
   * @throws RuntimeException of the reply itself, if what it reads while it is written fails
   */
  public static void write(OutputStream out, Object reply) throws IOException {
    try {
      MAPPER.writer().without(JsonGenerator.Feature.AUTO_CLOSE_TARGET).writeValue(out, reply);
    } catch (JsonMappingException e) {
      throw ofReply(e);
    }
  }

  /** What a reply has thrown, without what was made of it on the way. */
  private static IOException ofReply(JsonMappingException e) {
    if (e.getCause() instanceof RuntimeException reason) {
      throw reason;
    }
    return e;
  }

  /**
   * Reads a reply.
   *
   * @throws IOException if the document is invalid
   */
  public static <R> R read(byte[] json, Class<R> reply) throws IOException {
    try {
      return MAPPER.readValue(json, reply);
    } catch (JsonMappingException e) {
      throw new IOException(odd(e), e);
    }
  }

  /**
   * Reads a reply as it comes.
   *
   * @throws IllegalArgumentException if the document is invalid
   * @throws IOException if it breaks off
   */
  public static <R> R read(InputStream json, Class<R> reply) throws IOException {
    try {
      return MAPPER.readValue(json, reply);
    } catch (StreamReadException e) {
      throw new IllegalArgumentException("it sends no JSON", e);
    } catch (JsonMappingException e) {
      throw new IllegalArgumentException(odd(e), e);
    }
  }

  private static String odd(JsonMappingException e) {
    String field =
        e.getPath().stream()
            .map(JsonMappingException.Reference::getFieldName)
            .filter(Objects::nonNull)
            .reduce((outer, inner) -> inner)
            .orElse("");
    return "the document has an odd '" + field + "'";
  }

  /** Writes a reply to a generator as one value. */
  public static void write(JsonGenerator json, Object reply) throws IOException {
    MAPPER.writer().writeValue(json, reply);
  }

  /**
   * The reply that a document holds.
   *
   * @throws IllegalArgumentException if it holds none
   */
  public static <R> R convert(JsonNode document, Class<R> reply) {
    try {
      return MAPPER.treeToValue(document, reply);
    } catch (JsonMappingException e) {
      throw new IllegalArgumentException(odd(e), e);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("the document cannot be read", e);
    }
  }
}
