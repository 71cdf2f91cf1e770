package dev.escarole.web.app;

/** The one JSON form of requests and replies. Thread-safe. */
public final class Documents {

  private static final com.fasterxml.jackson.databind.json.JsonMapper MAPPER =
      DocumentsModule.build();

  private Documents() {}

  /**
   * Writes and reads the records of this package: moments as ISO 8601 in UTC, words of enums in
   * lower case, bytes in Base64, large texts piece by piece.
   */
  public static com.fasterxml.jackson.databind.json.JsonMapper mapper() {
    return MAPPER;
  }

  /** The words of an enum, in its order. */
  public static java.util.List<String> words(Class<?> type) {
    return java.util.Arrays.stream(type.getEnumConstants())
        .map(each -> MAPPER.convertValue(each, String.class))
        .toList();
  }

  /** A reply as JSON. */
  public static byte[] bytes(Object reply) {
    try {
      return MAPPER.writeValueAsBytes(reply);
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** Writes a reply while it is made; the stream stays open. */
  public static void write(java.io.OutputStream out, Object reply) throws java.io.IOException {
    MAPPER
        .writer()
        .without(com.fasterxml.jackson.core.JsonGenerator.Feature.AUTO_CLOSE_TARGET)
        .writeValue(out, reply);
  }

  /**
   * Reads a reply.
   *
   * @throws java.io.IOException if it is no such document
   */
  public static <R> R read(byte[] json, Class<R> reply) throws java.io.IOException {
    return MAPPER.readValue(json, reply);
  }
}
