package dev.escarole.web.agent.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.recipe.handle.CommandHandle;
import dev.escarole.recipe.handle.HandleReader;
import dev.escarole.web.agent.acli.AcliResponse;
import dev.escarole.web.agent.acli.ErrorCode;
import dev.escarole.web.agent.acli.Gateway.AuditEntry;
import dev.escarole.web.agent.command.OfferedRecipes.OfferedRecipe;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Hostile texts in every place where an agent can put one: each is refused with the code for it, or
 * arrives as one argument that is nothing but text. The audit has each.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class InjectionTest {

  private static final String ECHO =
      """
      args: ["text:string", "note=plain"]
      template: printf %s "{text}"
      """;
  private static final String READ =
      """
      args: ["file:path", "files:array=[]"]
      template: printf %s {file}
      """;
  private static final String SAY =
      """
      handle: command
      name: say
      parameters: {type: object, required: [text], properties: {text: {type: string}}}
      command: printf
      arguments: {$encode: args, $use: ["%s", {$: $.text}]}
      """;

  /** What a text may be: after a flag's name and '=', inside a text, and after the end of flags. */
  private static final String FORM =
      """
      handle: command
      name: form
      parameters: {type: object, required: [text], properties: {text: {type: string}}}
      command: printf
      arguments:
        $encode: args
        $use: [{"--note=": {$: $.text}}, "in-{{text}}", {"--": {$: $.text}}]
      """;

  /** Paths that lead out, in a place that is declared as a path. */
  private static final List<String> OUTSIDE =
      List.of(
          "../x",
          "../../../etc/passwd",
          "a/../../x",
          "a/..",
          "..",
          "/etc/passwd",
          "/",
          "//x",
          "C:/x",
          "c:",
          "Z:x",
          "~",
          "~root",
          "%2e%2e/x",
          "%2E%2E%2Fx",
          "..%2fx",
          "%2fetc",
          "%252e%252e/x",
          "%25252e./x",
          " ../x",
          "\t/x",
          "a/b/../../../c",
          "./../x",
          "..//x");

  /** Lines that are broken or out of bounds as a whole. */
  private static final List<String> BROKEN =
      List.of(
          "",
          "   ",
          "'",
          "\"",
          "x-echo --text 'a",
          "x-echo --text \"a",
          "x-echo --text a\\",
          "x-echo --text \"\\q\"",
          "x-echo\nx-echo",
          "x-echo\r\nhelp",
          "x-echo --text 'a\u0000b'",
          "x-echo --text \uD800",
          "x-echo " + "a ".repeat(101),
          "x-echo --text " + "a".repeat(10_000));

  private final AgentLines lines = new AgentLines(EngineOptions.inMemory(), true);
  private final AgentLines open = new AgentLines(EngineOptions.inMemory(), false);

  @BeforeAll
  void offered() {
    for (AgentLines each : List.of(lines, open)) {
      each.with("echo", ECHO).with("read", READ).with(handle());
    }
  }

  private static OfferedRecipe handle() {
    return new OfferedRecipe(
        "say",
        new RecipeReader().read(SAY, "say.handle.yaml"),
        new HandleReader().read(SAY, "say.handle.yaml"),
        null);
  }

  @AfterAll
  void close() {
    lines.close();
    open.close();
  }

  private static String quoted(String text) {
    return '"'
        + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\t", "\\t")
        + '"';
  }

  static Stream<String> texts() {
    return HostileTexts.all().stream();
  }

  static Stream<Arguments> hostile() {
    List<Arguments> all = new ArrayList<>();
    HostileTexts.all().stream()
        .filter(text -> HostileTexts.isForbidden(text) && !HostileTexts.isUnwritable(text))
        .map(InjectionTest::quoted)
        .forEach(
            word -> {
              all.add(Arguments.of("help " + word, ErrorCode.INJECTION_BLOCKED));
              all.add(Arguments.of(word + " --text x", ErrorCode.INJECTION_BLOCKED));
            });
    OUTSIDE.forEach(
        path ->
            all.add(
                Arguments.of("x-read --file " + quoted(path), ErrorCode.PATH_TRAVERSAL_BLOCKED)));
    BROKEN.forEach(line -> all.add(Arguments.of(line, ErrorCode.PARSE_ERROR)));
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void a_hostile_line_is_refused_with_the_right_code_and_nothing_runs(
      String line, ErrorCode expected) {
    refused(lines, line, expected);
  }

  @ParameterizedTest
  @MethodSource("texts")
  void a_hostile_text_on_a_line_is_refused_or_one_inert_argument(String text) {
    for (String line :
        List.of(
            "x-echo --text " + quoted(text) + " --wait 60",
            "run echo --set " + quoted("text=" + text) + " --wait 60")) {
      ErrorCode refusal = refusal(text);
      if (refusal == null) {
        inert(lines, line, text);
      } else {
        refused(lines, line, refusal);
      }
    }
  }

  @ParameterizedTest
  @MethodSource("texts")
  void a_hostile_text_for_a_handle_is_refused_or_one_inert_argument(String text) {
    String line = "x-say --text " + quoted(text) + " --wait 60";
    ErrorCode refusal = refusal(text);
    if (refusal == null && HostileTexts.isFlag(text)) {
      refusal = ErrorCode.VALIDATION_ERROR;
    }
    if (refusal == null) {
      inert(lines, line, text);
    } else {
      refused(lines, line, refusal);
    }
  }

  /** Here the guard is off, so that what it would have caught gets to the handle. */
  @ParameterizedTest
  @MethodSource("texts")
  void without_the_guard_a_handle_itself_refuses_or_passes_one_inert_argument(String text) {
    String line = "x-say --text " + quoted(text) + " --wait 60";
    if (HostileTexts.isUnwritable(text)) {
      refused(open, line, ErrorCode.PARSE_ERROR);
    } else if (HostileTexts.isFlag(text)) {
      refused(open, line, ErrorCode.VALIDATION_ERROR);
    } else {
      inert(open, line, text);
    }
  }

  /** Nothing reaches a gateway here, so there is nothing to audit. */
  @ParameterizedTest
  @MethodSource("texts")
  void a_hostile_text_in_a_tool_form_is_refused_or_one_inert_argument(String text) {
    CommandHandle form = new HandleReader().read(FORM, "form.handle.yaml");
    String joined = text.replace("\\", "\\\\").replace(",", "\\,");
    if (HostileTexts.isBroken(text)) {
      assertThatThrownBy(() -> form.call(Map.of("text", text)))
          .isInstanceOf(RecipeException.class)
          .satisfies(
              e ->
                  assertThat(((RecipeException) e).problems())
                      .extracting(Problem::code)
                      .containsAnyOf("args-nul", "args-bad-unicode"));
      return;
    }
    assertThat(form.call(Map.of("text", text)).argv())
        .containsExactly("printf", "--note=" + joined, "in-" + text, "--", text);
  }

  private static @Nullable ErrorCode refusal(String text) {
    if (HostileTexts.isUnwritable(text)) {
      return ErrorCode.PARSE_ERROR;
    }
    return HostileTexts.isForbidden(text) ? ErrorCode.INJECTION_BLOCKED : null;
  }

  private static void refused(AgentLines agent, String line, ErrorCode expected) {
    int before = agent.audit.size();
    long runs = runs(agent);
    AcliResponse response = agent.send(line);
    assertThat(response.error())
        .as(line)
        .isNotNull()
        .extracting(error -> error.code())
        .isEqualTo(expected);
    assertThat(runs(agent)).isEqualTo(runs);
    assertAudited(agent, before, line, expected);
  }

  private static void inert(AgentLines agent, String line, String text) {
    int before = agent.audit.size();
    AcliResponse response = agent.send(line);
    assertThat(response.error()).as(line).isNull();
    JsonNode data = AgentLines.json(response).get("data");
    assertThat(data.get("status").textValue()).isEqualTo("done");
    RunId run = new RunId(data.get("run").textValue());
    assertThat(agent.engine.records().steps(run).get(0).argv())
        .containsExactly("printf", "%s", text);
    assertAudited(agent, before, line, null);
  }

  private static long runs(AgentLines agent) {
    return agent.engine.records().runs(RunQuery.latest(1)).stream()
        .mapToLong(StoredRun::number)
        .sum();
  }

  private static void assertAudited(
      AgentLines agent, int before, String line, @Nullable ErrorCode expected) {
    assertThat(agent.audit).hasSize(before + 1);
    AuditEntry entry = agent.audit.get(before);
    assertThat(entry.error()).isEqualTo(expected);
    assertThat(entry.command()).isEqualTo(line);
  }

  @Test
  void these_are_more_than_two_hundred_and_each_is_another() {
    assertThat(HostileTexts.all()).hasSizeGreaterThan(200).doesNotHaveDuplicates();
    assertThat(HostileTexts.all().stream().filter(HostileTexts::isForbidden))
        .hasSizeGreaterThan(60);
  }
}
