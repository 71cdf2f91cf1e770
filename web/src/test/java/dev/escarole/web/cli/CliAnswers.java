package dev.escarole.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.cli.FacesContractTest.Came;
import java.util.Arrays;
import java.util.List;

/** What the command line says, in the form in which faces are compared. */
final class CliAnswers {
  private CliAnswers() {}

  /** What the command line says, without rows. */
  static Came answered(CliHarness cli, String words) {
    Object[] args =
        Arrays.stream(words.split(" "))
            .map(
                word ->
                    word.matches(".*\\.(yaml|wasm|b64)") ? cli.data().resolveSibling(word) : word)
            .toArray();
    CliHarness.Call call = cli.call(args);
    List<String> rows = List.of();
    boolean json = words.contains("--json") || words.contains("--format json");
    boolean findings = words.startsWith("validate");
    if (json && !findings && call.text().contains("\"errors\"")) {
      String code = call.json().path("errors").path(0).path("code").asText();
      int status = RefusalCode.ofWord(code).orElseThrow().exitCode();
      assertThat(call.exit()).as(words).isEqualTo(status);
      return new Came(code, NullNode.getInstance(), rows);
    }
    if (!json && call.exit() != 0) {
      assertThat(call.err()).as(words).startsWith("error: ");
      return new Came("exit " + call.exit(), NullNode.getInstance(), rows);
    }
    JsonNode reply =
        json
            ? call.text().isEmpty() || words.contains("--all")
                ? JsonNodeFactory.instance.objectNode()
                : call.json()
            : words.matches(FacesContractTest.BYTES)
                ? new TextNode(call.text())
                : JsonNodeFactory.instance.objectNode();
    return new Came(null, reply, rows);
  }
}
