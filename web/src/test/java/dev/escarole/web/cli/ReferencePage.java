package dev.escarole.web.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.escarole.web.api.DocumentSchemas;
import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.recipe.Finding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Writes the reference of the command line: every command's help, exit codes and JSON, from the
 * code alone. {@code main} writes the file that its argument names.
 */
final class ReferencePage {

  private static final int WIDTH = 100;
  private static final String PLACE = "#/components/schemas/";

  private final StringBuilder page = new StringBuilder();
  private final DocumentSchemas schemas = new DocumentSchemas();
  private final CommandLine root = CommandTree.root().setUsageHelpWidth(WIDTH);

  private ReferencePage() {}

  public static void main(String[] args) throws IOException {
    Files.writeString(Path.of(args[0]), text());
  }

  /** The whole page, always the same for the same code. */
  static String text() {
    ReferencePage reference = new ReferencePage();
    reference.write();
    return reference.page.toString();
  }

  /** The anchor that GitHub gives to a heading. */
  static String anchor(String heading) {
    return heading.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9 _-]", "").replace(' ', '-');
  }

  private void write() {
    List<CommandSpec> commands = CommandTree.commands(root);
    page.append(
        """
        # Reference of the command line

        Every command's help, exit codes and JSON. Generated from the code, and compared with it by \
        `ReferencePageTest`. Do not edit it; write it anew with

        ```shell
        mvn -q -pl web -am test -Dtest=ReferencePageTest -Dsurefire.failIfNoSpecifiedTests=false \
        -Descarole.reference=write
        ```

        """);
    page.append("[Commands](#commands)");
    for (CommandSpec command : commands) {
      String heading = heading(command);
      page.append(" · [").append(CommandTree.words(command)).append("](#");
      page.append(anchor(heading)).append(')');
    }
    page.append(" · [Errors](#errors) · [Documents](#documents)\n\n## Commands\n\n");
    help(root.getCommandSpec());
    commands.forEach(this::command);
    errors();
    documents();
  }

  private static String heading(CommandSpec command) {
    return "escarole " + CommandTree.words(command);
  }

  private void command(CommandSpec command) {
    page.append("### ").append(heading(command)).append("\n\n");
    help(command);
    page.append("| exit code | meaning |\n|---|---|\n");
    CommandTree.exitCodes(command)
        .forEach(
            (code, meaning) ->
                page.append("| ").append(code).append(" | ").append(meaning).append(" |\n"));
    page.append('\n');
    String asked = PrintedDocument.asked(command);
    if (asked != null) {
      PrintedDocument document = PrintedDocument.of(command);
      schemas.reference(document.reply());
      page.append("`").append(asked).append("` prints ").append(document.sentence());
      PrintedDocument.otherwise(command)
          .forEach(
              (option, other) -> {
                schemas.reference(other.reply());
                page.append(", with `").append(option).append("` ").append(other.sentence());
              });
      page.append(".\n\n");
    }
  }

  private void help(CommandSpec command) {
    page.append("```text\n");
    page.append(command.commandLine().getUsageMessage(CommandLine.Help.Ansi.OFF).stripTrailing());
    page.append("\n```\n\n");
  }

  private void errors() {
    schemas.reference(Finding.class);
    page.append(
        """
        ## Errors

        With JSON asked for, a command that cannot do its work prints `{"errors": […]}` instead, each \
        a [Finding](#finding). Its `code` is one of a recipe's problems, or the reason of a refusal:

        | code | exit code | HTTP status |
        |---|---|---|
        """);
    Map<String, RefusalCode> codes = new TreeMap<>();
    for (RefusalCode code : RefusalCode.values()) {
      codes.put(code.word(), code);
    }
    codes.forEach(
        (word, code) ->
            page.append(
                "| `%s` | %d | %d |%n".formatted(word, code.exitCode(), code.httpStatus())));
    page.append('\n');
  }

  private void documents() {
    page.append(
        """
        ## Documents

        What commands print as JSON, and REST answers. There are no other members than these.

        """);
    Map<String, JsonNode> sorted = new TreeMap<>();
    schemas.collected().properties().forEach(each -> sorted.put(each.getKey(), each.getValue()));
    sorted.forEach((name, schema) -> document(name, (ObjectNode) schema));
  }

  private void document(String name, ObjectNode schema) {
    page.append("### ").append(name).append("\n\n");
    if (schema.has("description")) {
      page.append(cell(schema.path("description").asText())).append("\n\n");
    }
    page.append("| member | type | |\n|---|---|---|\n");
    List<String> required = new ArrayList<>();
    schema.path("required").forEach(each -> required.add(each.asText()));
    for (Map.Entry<String, JsonNode> member : schema.path("properties").properties()) {
      JsonNode type = member.getValue();
      page.append("| `").append(member.getKey()).append("` | ").append(type(type));
      page.append(required.contains(member.getKey()) ? "" : ", may be absent").append(" | ");
      page.append(cell(type.path("description").asText())).append(" |\n");
    }
    page.append('\n');
  }

  private static String cell(String text) {
    return text.replace("|", "\\|").replace("\n", " ");
  }

  /** A schema in a few words. */
  private static String type(JsonNode schema) {
    if (schema.has("$ref")) {
      String name = schema.path("$ref").asText().substring(PLACE.length());
      return "[" + name + "](#" + anchor(name) + ")";
    }
    for (String choice : List.of("anyOf", "oneOf", "allOf")) {
      if (schema.has(choice)) {
        List<String> types = new ArrayList<>();
        schema.path(choice).forEach(each -> types.add(type(each)));
        types.removeIf(String::isEmpty);
        return String.join(choice.equals("allOf") ? ", " : " or ", types);
      }
    }
    if (schema.has("enum")) {
      List<String> words = new ArrayList<>();
      schema.path("enum").forEach(each -> words.add(each.isNull() ? "null" : word(each.asText())));
      return String.join(", ", words);
    }
    JsonNode type = schema.path("type");
    List<String> names = new ArrayList<>();
    (type.isArray() ? type : List.of(type)).forEach(each -> names.add(named(each, schema)));
    return String.join(" or ", names);
  }

  private static String word(String text) {
    return "`" + text + "`";
  }

  private static String named(JsonNode type, JsonNode schema) {
    return switch (type.asText()) {
      case "array" -> "list of " + type(schema.path("items"));
      case "object" ->
          schema.path("additionalProperties").isObject()
              ? "object of " + type(schema.path("additionalProperties"))
              : "object";
      case "string" ->
          schema.has("format")
              ? schema.path("format").asText()
              : schema.has("contentEncoding")
                  ? schema.path("contentEncoding").asText() + " text"
                  : "string";
      case "" -> schema.has("description") && schema.size() == 1 ? "" : "any value";
      default -> type.asText();
    };
  }
}
