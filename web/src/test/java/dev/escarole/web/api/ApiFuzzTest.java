package dev.escarole.web.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.escarole.engine.run.RunId;
import dev.escarole.web.api.ApiServer.Answer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;

/**
 * Sends what the document's schemas describe, and what they do not: wrong types, unknown fields,
 * values from the edge, broken JSON. Whatever comes, the answer is one that the document has for
 * the operation, says why if nothing was done, and then nothing was done.
 */
class ApiFuzzTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  /** Texts that have made programs stumble. */
  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "last",
          "census",
          "nap.json",
          "../../etc/passwd",
          "/etc/passwd",
          "\0",
          "a\0b",
          "\ud800",
          "\u202e\u0000\uffff",
          "😀".repeat(300),
          "x".repeat(70_000),
          "' or 1=1; drop table run; --",
          "<script>alert(1)</script>",
          "{who}",
          "${jndi:ldap://x}",
          "%s%n%x",
          "-1",
          "0.0.0",
          "template: [",
          "{\"template\": 7}",
          "name: x\nname: y",
          "[[[[[[",
          "&a [*a]",
          "/srv::/x:rw:ro",
          "/::/workspace",
          "all",
          "from",
          "AAAA");

  @SuppressWarnings("NullAway.Init") // The container starts first.
  private static ApiServer server;

  @SuppressWarnings("NullAway.Init")
  private static Path directory;

  private static List<Target> targets = List.of();
  private static String census = "";
  private static String before = "";

  /** An operation to send things to. */
  record Target(String method, String path, JsonNode operation) {
    @Override
    public String toString() {
      return method + " " + path;
    }
  }

  @BeforeContainer
  static void start() throws Exception {
    directory = Files.createTempDirectory("api-fuzz");
    server = ApiServer.open(directory);
    census = server.run("{\"recipe\": \"census\"}");
    before = server.get("/runs/" + census).text();
    List<Target> found = new ArrayList<>();
    for (var path : server.get("/openapi.json").json().path("paths").properties()) {
      for (var operation : path.getValue().properties()) {
        String method = operation.getKey().toUpperCase(Locale.ROOT);
        found.add(new Target(method, path.getKey(), operation.getValue()));
      }
    }
    targets = List.copyOf(found);
  }

  @AfterContainer
  static void stop() throws IOException {
    server.close();
    try (var files = Files.walk(directory)) {
      files
          .sorted(Comparator.reverseOrder())
          .forEach(
              file -> {
                try {
                  Files.delete(file);
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
    }
  }

  @Provide
  Arbitrary<Target> withBodies() {
    return Arbitraries.of(
        targets.stream()
            .filter(
                target ->
                    target.operation().at("/requestBody/content/application~1json").isObject())
            // Whoever asks for it in the right form loses runs, and should.
            .filter(target -> !target.path().equals("/runs/prune"))
            .filter(target -> !target.path().equals("/runs/delete"))
            .toList());
  }

  @Provide
  Arbitrary<Target> reads() {
    return Arbitraries.of(
        targets.stream().filter(target -> target.method().equals("GET")).toList());
  }

  @Property(tries = 1500, shrinking = ShrinkingMode.OFF)
  void bodies_of_every_shape_are_answered_as_described(
      @ForAll("withBodies") Target target, @ForAll long seed) throws Exception {
    Random random = new Random(seed);
    JsonNode schema = target.operation().at("/requestBody/content/application~1json/schema");
    String body = mangled(body(schema, random), random);
    String path = "/api/v1" + target.path().replaceAll("\\{\\w+}", census);
    Set<String> runs = new HashSet<>(server.runs());
    Answer answer = server.ask(target.method(), path, body).send();
    check(target, body, answer);
    Set<String> after = new HashSet<>(server.runs());
    assertThat(after).as("nothing is lost").containsAll(runs);
    if (answer.status() >= 400) {
      assertThat(after).as(target + " " + body).isEqualTo(runs);
    }
    for (String id : after) {
      // What a body did start is stopped, or later tries would run beside it.
      server.engine().handle(new RunId(id)).ifPresent(run -> run.cancel());
      server.await(id);
    }
    assertThat(server.get("/runs/" + census).text()).isEqualTo(before);
  }

  @Property(tries = 600, shrinking = ShrinkingMode.OFF)
  void addresses_of_every_shape_are_answered_as_described(
      @ForAll("reads") Target target, @ForAll long seed) {
    Random random = new Random(seed);
    StringBuilder address = new StringBuilder("/api/v1");
    for (String part : target.path().substring(1).split("/", -1)) {
      address.append('/').append(part.startsWith("{") ? place(random) : part);
    }
    char separator = '?';
    for (JsonNode parameter : target.operation().path("parameters")) {
      if (parameter.path("in").asText().equals("query") && random.nextInt(3) == 0) {
        address.append(separator).append(parameter.path("name").asText()).append('=');
        address.append(encoded(shortText(random)));
        separator = '&';
      }
    }
    if (random.nextInt(10) == 0) {
      address.append(separator).append(encoded(shortText(random))).append("=1");
    }
    Answer answer = server.ask("GET", address.toString()).send();
    if (answer.header("Content-Type").startsWith("text/plain")
        || answer.header("Content-Type").isEmpty()) {
      // The server below refuses addresses that are none, before anybody looks at operations.
      assertThat(answer.status()).as(address.toString()).isIn(304, 400, 414);
      return;
    }
    if (answer.status() == 404) {
      assertThat(answer.code()).as(address.toString()).startsWith("no");
      return;
    }
    check(target, address.toString(), answer);
  }

  private static void check(Target target, String sent, Answer answer) {
    String what = target + " " + answer.status() + " " + sent + " -> " + answer.text();
    JsonNode described = target.operation().path("responses").path("" + answer.status());
    assertThat(described.isMissingNode()).as(what).isFalse();
    assertThat(answer.status()).as(what).isLessThan(500);
    if (answer.status() >= 400) {
      assertThat(answer.header("Content-Type")).as(what).isEqualTo("application/problem+json");
      assertThat(answer.code()).as(what).matches("[a-z0-9-]+");
      assertThat(answer.json().path("title").asText()).as(what).isNotEmpty();
    }
  }

  private static String place(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> census;
      case 1 -> List.of("0", "0.0", "0.0.1", "1", "last", "stdout").get(random.nextInt(6));
      default -> encoded(shortText(random));
    };
  }

  private static String shortText(Random random) {
    String text = TEXTS.get(random.nextInt(TEXTS.size()));
    return text.length() > 600 ? text.substring(0, 600) : text;
  }

  private static String encoded(String text) {
    String encoded = URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    return encoded.isEmpty() ? "%20" : encoded;
  }

  private static ObjectNode body(JsonNode schema, Random random) {
    ObjectNode body = NODES.objectNode();
    for (var property : schema.path("properties").properties()) {
      if (random.nextInt(3) == 0) {
        boolean fitting = random.nextInt(3) > 0;
        body.set(
            property.getKey(),
            fitting ? fitting(property.getValue(), random) : anything(random, 0));
      }
    }
    if (random.nextInt(8) == 0) {
      body.set(TEXTS.get(random.nextInt(TEXTS.size())), anything(random, 0));
    }
    return body;
  }

  private static JsonNode fitting(JsonNode schema, Random random) {
    return switch (schema.path("type").asText()) {
      case "string" -> NODES.textNode(TEXTS.get(random.nextInt(TEXTS.size())));
      case "boolean" -> NODES.booleanNode(random.nextBoolean());
      case "integer" -> NODES.numberNode(random.nextInt(1000));
      case "array" -> NODES.arrayNode().add(TEXTS.get(random.nextInt(TEXTS.size()))).add("x");
      case "object" -> NODES.objectNode().set("who", anything(random, 0));
      default -> throw new IllegalStateException("BUG: a field of " + schema);
    };
  }

  private static JsonNode anything(Random random, int depth) {
    return switch (random.nextInt(depth > 3 ? 6 : 9)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.booleanNode(random.nextBoolean());
      case 2 -> NODES.numberNode(random.nextLong());
      case 3 -> NODES.numberNode(new BigDecimal("1e9999"));
      case 4, 5 -> NODES.textNode(TEXTS.get(random.nextInt(TEXTS.size())));
      case 6 -> NODES.arrayNode().add(anything(random, depth + 1));
      case 7 -> NODES.objectNode().set("who", anything(random, depth + 1));
      default -> deep(random.nextInt(150));
    };
  }

  private static JsonNode deep(int levels) {
    JsonNode node = NODES.nullNode();
    for (int i = 0; i < levels; i++) {
      node = NODES.arrayNode().add(node);
    }
    return node;
  }

  private static String mangled(ObjectNode body, Random random) throws JsonProcessingException {
    String text = JSON.writeValueAsString(body);
    return switch (random.nextInt(8)) {
      case 0 -> text.substring(0, random.nextInt(text.length()));
      case 1 -> text + text;
      case 2 -> {
        int at = random.nextInt(text.length());
        yield text.substring(0, at) + (char) random.nextInt(256) + text.substring(at + 1);
      }
      default -> text;
    };
  }
}
