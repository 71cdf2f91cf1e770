package dev.escarole.web.app.remote;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.escarole.web.app.Documents;
import dev.escarole.web.app.Param;
import dev.escarole.web.app.RefusedException;
import dev.escarole.web.app.Verb;
import dev.escarole.web.app.VerbInput;
import dev.escarole.web.app.VerbInputs;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Writes requests as REST requests, by the table of verbs. */
final class RequestWriter {

  private static final String ROOT = "/api/v1";

  private final Verb<?, ?> verb;
  private final Map<String, Object> values;

  private RequestWriter(Verb<?, ?> verb, Record input) {
    this.verb = verb;
    this.values = VerbInputs.values(input);
  }

  /**
   * The request.
   *
   * @param headers beside those that the input has
   * @throws RefusedException if no request can say it
   */
  static <Q extends Record> Transport.Request of(
      Verb<Q, ?> verb, Q input, Map<String, String> headers) {
    return new RequestWriter(verb, input).request(headers);
  }

  private Transport.Request request(Map<String, String> more) {
    Map<String, String> headers = new TreeMap<>(more);
    byte[] body = body(headers);
    if (inputs(Param.Where.KEY).stream().anyMatch(key -> values.containsKey(key.name()))) {
      headers.put("Idempotency-Key", key());
    }
    return new Transport.Request(verb.route().method(), path() + query(), headers, body);
  }

  private List<VerbInput> inputs(Param.Where where) {
    return VerbInputs.of(verb.request()).stream().filter(each -> each.where() == where).toList();
  }

  /** Of a text that cannot stand in a header the server would hear nothing, or something else. */
  private String key() {
    String key = String.valueOf(values.get(inputs(Param.Where.KEY).get(0).name()));
    if (key.isEmpty() || key.chars().anyMatch(each -> each <= ' ' || each > '~')) {
      throw RefusedException.badKey();
    }
    return key;
  }

  private String path() {
    String path = ROOT + verb.route().path();
    for (VerbInput input : inputs(Param.Where.PATH)) {
      String text = text(values.get(input.name()));
      input.check(text);
      path = path.replace("{" + input.name() + "}", encoded(text));
      path = path.replace("<" + input.name() + ">", withSlashes(text));
    }
    return path;
  }

  private static String withSlashes(String text) {
    return Arrays.stream(text.split("/", -1))
        .map(RequestWriter::encoded)
        .collect(Collectors.joining("/"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private String query() {
    StringBuilder query = new StringBuilder();
    for (VerbInput input : inputs(Param.Where.QUERY)) {
      Object value = values.get(input.name());
      List<?> each =
          value instanceof List<?> several ? several : value == null ? List.of() : List.of(value);
      for (Object one : each) {
        query.append(query.isEmpty() ? '?' : '&').append(input.name()).append('=');
        query.append(encoded(text(one)));
      }
    }
    return query.toString();
  }

  private static String text(@Nullable Object value) {
    return value instanceof Enum<?>
        ? Documents.mapper().convertValue(value, String.class)
        : String.valueOf(value);
  }

  private byte[] body(Map<String, String> headers) {
    for (VerbInput input : inputs(Param.Where.BYTES)) {
      headers.put("Content-Type", "application/wasm");
      return (byte[]) Objects.requireNonNull(values.get(input.name()));
    }
    List<VerbInput> fields = inputs(Param.Where.BODY);
    if (fields.isEmpty()) {
      return new byte[0];
    }
    headers.put("Content-Type", "application/json");
    ObjectNode body = Documents.mapper().createObjectNode();
    for (VerbInput field : fields) {
      Object value = values.get(field.name());
      if (value != null) {
        body.set(field.name(), Documents.mapper().valueToTree(value));
      }
    }
    return Documents.bytes(body);
  }
}
