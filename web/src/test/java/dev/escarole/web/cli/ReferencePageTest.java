package dev.escarole.web.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.escarole.web.api.DocumentSchemas;
import dev.escarole.web.app.recipe.Finding;
import dev.escarole.web.cli.CliHarness.Call;
import dev.escarole.web.cli.text.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Holds the reference page to the code: its text, and the documents that commands really print.
 * With {@code -Descarole.reference=write} the page is written first.
 */
class ReferencePageTest {

  private static final Path PAGE = Path.of("REFERENCE.md");

  @TempDir private Path temporary;
  private CliHarness cli;

  @BeforeEach
  void files() {
    cli = new CliHarness(temporary);
    cli.file("good.yaml", "[seq 3, {parallel: true, template: [echo a, echo b]}]");
    cli.file("good.test.yaml", "tests: [{name: runs, otherwise: {run: true}}]");
    cli.file("bad.yaml", "{template: \"false\"}");
    cli.file("wrong.yaml", "{template: [], tempalte: 1}");
    cli.file("policy.yaml", "principals: {ci: {capabilities: [exec]}}");
    cli.file(
        "c.handle.yaml",
        """
        name: say
        handle: command
        command: echo
        parameters:
          type: object
          properties:
            message: {type: string}
        arguments:
          $encode: args
          echo: [{$: message}]
        """);
  }

  /** Calls that print JSON, in an order in which each finds what it needs. */
  private Map<String, List<String>> calls() {
    Map<String, List<String>> calls = new LinkedHashMap<>();
    String good = temporary.resolve("good.yaml").toString();
    calls.put("run", List.of(good, "--cache"));
    calls.put("plan", List.of(good));
    calls.put("test", List.of(temporary.resolve("good.test.yaml").toString()));
    calls.put("validate", List.of(good, temporary.resolve("wrong.yaml").toString()));
    calls.put(
        "handle show",
        List.of(temporary.resolve("c.handle.yaml").toString(), "--arg", "message=x"));
    calls.put("runs list", List.of());
    calls.put("approvals", List.of());
    calls.put("runs show", List.of("last"));
    calls.put("runs output", List.of("last", "0.0"));
    calls.put("runs logs", List.of("last"));
    calls.put("runs family", List.of("last"));
    calls.put("runs compare", List.of("last", "last"));
    calls.put("runs files", List.of("last"));
    calls.put("runs workspace", List.of("last"));
    calls.put("runs rerun", List.of("last"));
    calls.put("runs prune", List.of("--older-than", "30d", "--dry-run"));
    calls.put("runs delete", List.of("last"));
    calls.put("commands", List.of());
    calls.put("policy check", List.of(temporary.resolve("policy.yaml").toString()));
    calls.put("audit", List.of());
    calls.put("notifications list", List.of());
    calls.put("nodes", List.of());
    calls.put("config show", List.of("serve"));
    calls.put("version", List.of("--verbose"));
    calls.put("cache stats", List.of());
    calls.put("cache clear", List.of());
    calls.put("inputs", List.of(good));
    calls.put("init", List.of(temporary.resolve("begin.yaml").toString()));
    calls.put("exec", List.of("seq", "3"));
    calls.put("sh", List.of(cli.file("lines", "seq 3 | tac\n").toString()));
    calls.put("token create", List.of("ci"));
    calls.put("token list", List.of());
    calls.put("token revoke", List.of("ci"));
    calls.put("commands add", List.of("mine", Programs.file(temporary, "upper").toString()));
    String source = Programs.encoded(temporary).toString();
    calls.put("commands build", List.of("tables", "base64", source));
    calls.put("toolkit build-inline", List.of("tables", "base64", source));
    calls.put("toolkit promote", List.of("tables", "--to", "registry"));
    calls.put("toolkit install", List.of("tables"));
    String kit = cli.data().resolve("toolkits/tables").toString();
    calls.put("toolkit build", List.of(kit));
    calls.put("commands search", List.of("compiler"));
    calls.put("commands verify", List.of("mine"));
    String bundle = temporary.resolve("mine.bundle").toString();
    calls.put("commands export", List.of("mine", "-o", bundle));
    calls.put("commands import", List.of(bundle));
    calls.put("commands remove", List.of("mine"));
    return calls;
  }

  /**
   * These need a run that is under way, waits or was interrupted, a server with an inbox or with
   * schedules, or the packaged file; other tests have such.
   */
  private static final Set<String> CALLED_ELSEWHERE =
      Set.of(
          "inbox list",
          "inbox retry",
          "runs cancel",
          "runs resume",
          "warmup",
          "commands freeze",
          "approve",
          "reject",
          "callback",
          "notifications resend",
          "notifications test",
          "schedules list",
          "schedules coming",
          "schedules history",
          "schedules pause",
          "schedules resume",
          "schedules run",
          "schedules backfill");

  @Test
  void page_is_what_the_code_says() throws IOException {
    String text = ReferencePage.text();
    if ("write".equals(System.getProperty("escarole.reference"))) {
      Files.writeString(PAGE, text);
    }
    assertThat(text)
        .as("web/REFERENCE.md is out of date; its beginning says how to write it anew")
        .isEqualTo(Files.readString(PAGE));
  }

  @Test
  void page_shows_the_help_that_each_command_prints() throws IOException {
    String page = Files.readString(PAGE);
    cli.on(new Terminal(false, false, false, 100, 0, false, true));
    for (CommandSpec command : CommandTree.commands(CommandTree.root())) {
      String words = CommandTree.words(command);
      String help = cli.call((Object[]) (words + " --help").split(" ")).text();
      assertThat(page).as(words).contains("```text\n" + help.stripTrailing() + "\n```");
    }
  }

  @Test
  void every_command_prints_the_document_and_the_exit_code_that_the_page_names() {
    Set<String> tried = new TreeSet<>(CALLED_ELSEWHERE);
    Map<String, CommandSpec> commands =
        CommandTree.commands(CommandTree.root()).stream()
            .filter(command -> PrintedDocument.asked(command) != null)
            .collect(Collectors.toMap(CommandTree::words, command -> command));
    calls()
        .forEach(
            (words, rest) -> {
              assertThat(commands).as("prints JSON").containsKey(words);
              tried.add(words);
              call(Objects.requireNonNull(commands.get(words)), rest);
            });
    assertThat(tried).as("add a call for each").isEqualTo(new TreeSet<>(commands.keySet()));
    assertThat(commands.keySet()).containsAll(PrintedDocument.listed());
  }

  @Test
  void options_that_change_the_document_print_what_the_page_names() {
    assertThat(cli.call("run", temporary.resolve("good.yaml")).exit()).isZero();
    Map<String, List<String>> rest =
        Map.of(
            "init", List.of("--list"),
            "plan", List.of(temporary.resolve("good.yaml").toString(), "--diff", "last"),
            "runs resume", List.of("--all"));
    Set<String> tried = new TreeSet<>();
    for (CommandSpec command : CommandTree.commands(CommandTree.root())) {
      PrintedDocument.otherwise(command)
          .forEach(
              (option, document) -> {
                String words = CommandTree.words(command);
                tried.add(words);
                List<String> given = Objects.requireNonNull(rest.get(words), words);
                assertThat(given).contains(option);
                call(command, given, document);
              });
    }
    assertThat(tried).isEqualTo(new TreeSet<>(rest.keySet()));
  }

  private void call(CommandSpec command, List<String> rest) {
    call(command, rest, PrintedDocument.of(command));
  }

  private void call(CommandSpec command, List<String> rest, PrintedDocument document) {
    String line =
        CommandTree.words(command)
            + " "
            + String.join(" ", rest)
            + " "
            + PrintedDocument.asked(command);
    Call call = cli.call((Object[]) line.replaceAll(" +", " ").split(" "));
    assertThat(CommandTree.exitCodes(command)).as(line).containsKey(call.exit());
    assertThat(call.exit()).as(line + call.text()).isEqualTo(line.startsWith("validate") ? 2 : 0);
    DocumentSchemas schemas = new DocumentSchemas();
    assertFits(line, document.schema(schemas), schemas, call.text());
  }

  @Test
  void errors_are_printed_as_the_page_says_and_have_its_exit_codes() {
    Call refused = cli.call("runs", "show", "nothing", "--json");
    assertThat(refused.exit()).isEqualTo(2);
    DocumentSchemas schemas = new DocumentSchemas();
    ObjectNode schema = new ObjectMapper().createObjectNode();
    schema.put("type", "object").putArray("required").add("errors");
    schema
        .putObject("properties")
        .putObject("errors")
        .put("type", "array")
        .set("items", schemas.reference(Finding.class));
    assertFits("errors", schema, schemas, refused.text());
    assertThat(cli.call("run", temporary.resolve("bad.yaml"), "--json").exit()).isEqualTo(1);
  }

  @Test
  void document_with_a_member_that_the_page_lacks_does_not_fit() {
    CommandSpec list =
        CommandTree.commands(CommandTree.root()).stream()
            .filter(command -> CommandTree.words(command).equals("runs list"))
            .findFirst()
            .orElseThrow();
    DocumentSchemas schemas = new DocumentSchemas();
    ObjectNode schema = PrintedDocument.of(list).schema(schemas);
    assertThatThrownBy(() -> assertFits("runs", schema, schemas, "{\"runs\": [{\"run\": \"x\"}]}"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("startedAt");
  }

  private static void assertFits(
      String what, ObjectNode schema, DocumentSchemas schemas, String text) {
    // References are filled in when all schemas are collected.
    ObjectNode collected = schemas.collected();
    ObjectNode whole = schema.deepCopy();
    for (String words : PrintedDocument.listed()) {
      PrintedDocument.ofTable(words).leaveOut(collected);
    }
    whole.putObject("components").set("schemas", collected);
    assertThat(
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(whole)
                .validate(text, InputFormat.JSON, context -> {}))
        .as(what + ": " + text)
        .isEmpty();
  }
}
