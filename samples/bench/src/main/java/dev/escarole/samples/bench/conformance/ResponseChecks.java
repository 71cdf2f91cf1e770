package dev.escarole.samples.bench.conformance;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.samples.bench.conformance.Check.Category;
import dev.escarole.samples.bench.conformance.Check.Level;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** What is asked of the tool and of the form of its answers (acli, sections 3 and 5). */
final class ResponseChecks {

  private static final String TOOL =
      """
      {"name": "cli",
       "description": "Execute CLI command. Run 'help' for available commands.",
       "inputSchema": {
         "type": "object",
         "properties": {"command": {"type": "string",
           "description": "CLI command string (e.g., 'calendar events --today')"}},
         "required": ["command"]}}
      """;

  private ResponseChecks() {}

  static List<Check> all() {
    return List.of(
        response("3.2", Level.MINIMAL, "there is one tool", ResponseChecks::oneTool),
        response("3.1", Level.MINIMAL, "it is defined as printed", ResponseChecks::asPrinted),
        response("5.3", Level.MINIMAL, "an answer is one text", s -> oneText(s.send("help"))),
        response("5.3", Level.MINIMAL, "an error is one text", s -> oneText(s.send("'"))),
        response("5.1.1", Level.STANDARD, "a success has data and no error", ResponseChecks::good),
        response("5.1.2", Level.STANDARD, "an error has code and message", ResponseChecks::bad),
        response(
            "B",
            Level.STANDARD,
            "COMMAND_NOT_FOUND has the message of the table",
            s ->
                same(
                    s.send("frobnicate").json().at("/error/message").asText(),
                    "Command 'frobnicate' not found")),
        response(
            "B",
            Level.STANDARD,
            "INJECTION_BLOCKED has message and hint of the table",
            s -> {
              JsonNode error = s.send("help ;").json().path("error");
              return same(
                  error.path("message").asText() + " / " + error.path("hint").asText(),
                  "Forbidden character detected: ; / Remove shell metacharacters");
            }),
        response(
            "5.1.2",
            Level.STANDARD,
            "lines that errors give as examples are accepted",
            ResponseChecks::examplesWork));
  }

  private static Check response(String section, Level level, String claim, Check.Trial trial) {
    return new Check(Category.RESPONSE, section, level, claim, trial);
  }

  private static String same(String found, String expected) {
    return found.equals(expected) ? "" : "says '" + found + "'";
  }

  private static String oneTool(Server server) throws IOException {
    int tools = server.tools().size();
    return tools == 1 ? "" : "has " + tools;
  }

  private static String asPrinted(Server server) throws IOException {
    JsonNode tool = server.tools().path(0);
    return tool.equals(new ObjectMapper().readTree(TOOL)) ? "" : "has " + tool;
  }

  private static String oneText(Server.Reply reply) {
    JsonNode content = reply.result().path("content");
    boolean text = content.size() == 1 && content.at("/0/type").asText().equals("text");
    boolean opposite = reply.result().path("isError").asBoolean(false) != reply.success();
    return text && opposite && reply.json().isObject() ? "" : "answers " + reply.result();
  }

  private static String good(Server server) throws IOException {
    JsonNode json = server.send("help").json();
    boolean fits = json.path("success").isBoolean() && json.has("data") && !json.has("error");
    return fits ? "" : "answers " + json;
  }

  private static String bad(Server server) throws IOException {
    JsonNode json = server.send("frobnicate").json();
    JsonNode error = json.path("error");
    boolean fits =
        json.path("success").isBoolean()
            && !json.has("data")
            && error.path("code").isTextual()
            && error.path("message").isTextual();
    return fits ? "" : "answers " + json;
  }

  private static String examplesWork(Server server) throws IOException {
    List<String> refused = new ArrayList<>();
    for (String line : List.of("frobnicate", "hepl", "help 'x", "help ;", "version --nonsense")) {
      for (JsonNode example : server.send(line).json().at("/error/examples")) {
        if (!server.send(example.asText()).success()) {
          refused.add(example.asText());
        }
      }
    }
    return refused.isEmpty() ? "" : "refuses " + refused;
  }
}
