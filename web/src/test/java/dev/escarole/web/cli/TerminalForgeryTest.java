package dev.escarole.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.cli.CliHarness.Call;
import dev.escarole.web.cli.text.Terminal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whatever the command line shows on a terminal, only its own colours get through. */
class TerminalForgeryTest {

  private static final Terminal TERMINAL = new Terminal(false, true, true, 100, 40, true, true);
  private static final String EVIL = "\u001b]0;owned\u0007\u001b[2J\b\r\u009b31m\u202e\u200b\u007f";

  /** The same as a JSON string has it. */
  private static final String EVIL_JSON =
      "\\u001b]0;owned\\u0007\\u001b[2J\\b\\r\\u009b31m\\u202e\\u200b\\u007f";

  private static final String RECIPE =
      """
      {"name": "evil%1$s", "args": ["a=x"], "template": [
        {"label": "l%1$s\\nrun x of y: done", "parallel": true, "template": [
          {"label": "in%1$s", "template": "printf '%%s' 'out%1$s'"},
          {"label": "bad%1$s", "template": "cat '/no%1$s'"}]},
        {"label": "off%1$s", "when": "no", "template": "echo 'x%1$s'"},
        "cat"]}
      """
          .formatted(EVIL_JSON);

  private Path directory;
  private CliHarness cli;

  @BeforeEach
  void setUp(@TempDir Path temporary) {
    directory = temporary;
    cli = new CliHarness(directory).on(TERMINAL);
  }

  private static void assertClean(Call call) {
    for (String text : List.of(call.text(), call.err())) {
      String rest =
          text.replaceAll("\u001b\\[(?:[0123]|3[1236]|21|39)m", "")
              // How the picture of a running tree is drawn.
              .replaceAll("\r\u001b\\[\\d+A|\u001b\\[J|\u001b\\[\\?7[lh]", "");
      assertThat(rest.codePoints().filter(TerminalForgeryTest::isHidden).boxed())
          .as(rest)
          .isEmpty();
      assertThat(rest.lines()).noneMatch(line -> line.startsWith("run x of y: done"));
    }
  }

  private static boolean isHidden(int point) {
    return point != '\n'
        && point != '\t'
        && (Character.isISOControl(point) || Character.getType(point) == Character.FORMAT);
  }

  private Path recipe() {
    return cli.file("evil.json", RECIPE);
  }

  @Test
  void neither_result_nor_summary_of_a_run() {
    Call call = cli.call("run", recipe());
    assertThat(call.text()).contains("out\\u001b]0;owned\\u0007\\u001b[2J");
    assertClean(call);
    assertClean(cli.call("run", recipe(), "--quiet"));
    assertThat(cli.call("run", recipe(), "--quiet").err())
        .contains("missing bad ]0;owned [2J 31m\\u202e");
  }

  @Test
  void nor_json_which_stays_the_same_json() {
    Call shown = cli.call("run", recipe(), "--json");
    assertClean(shown);
    assertThat(shown.json().path("recipe").asText()).isEqualTo("evil" + EVIL);
    assertThat(shown.json().path("stdout").asText()).contains("out" + EVIL);
  }

  @Test
  void nor_what_is_said_of_a_run_later() {
    cli.call("run", recipe(), "--quiet", "--label", "x");
    for (String[] words :
        new String[][] {
          {"runs", "show", "last"},
          {"runs", "show", "last", "--json"},
          {"runs", "list"},
          {"runs", "output", "last"},
          {"runs", "output", "last", "0.0.0"},
          {"runs", "output", "last", "0.0.1", "--stderr"},
          {"runs", "output", "last", "9" + EVIL},
          {"runs", "show", "no" + EVIL},
          {"runs", "list", "--recipe", "no" + EVIL},
          {"runs", "rerun", "last"},
          {"audit"},
          {"audit", "--json"},
          {"audit", "--command", EVIL},
          {"runs", "delete", "last"},
          {"runs", "nonsense" + EVIL}
        }) {
      assertClean(cli.call((Object[]) words));
    }
  }

  @Test
  void nor_plans_problems_and_messages() {
    assertClean(cli.call("plan", recipe()));
    assertClean(cli.call("plan", recipe(), "--format", "json"));
    assertClean(cli.call("plan", recipe(), "--format", "dot"));
    assertClean(cli.call("validate", recipe()));
    Path broken =
        cli.file("broken.json", "{\"template\": \"echo {x" + EVIL_JSON + "}\", \"no\": 1}");
    assertClean(cli.call("validate", broken));
    assertClean(cli.call("run", recipe(), "--set", "zz" + EVIL + "=1"));
    assertClean(cli.call("run", recipe(), "--dir", "/no" + EVIL + "::/x"));
    assertClean(cli.call("run", directory.resolve("no\u001b]0;x\u0007.json")));
    assertClean(cli.call("exec", "no" + EVIL));
  }

  @Test
  void nor_commands_that_are_called_by_hand() {
    String printf = "printf '\\033]0;owned\\007\\033[2J\\302\\233x\\233y'";
    Call sh = cli.call("sh", "-c", printf);
    assertThat(sh.text()).isEqualTo("\\u001b]0;owned\\u0007\\u001b[2J\\u009bx\\x9by");
    assertClean(sh);
    assertClean(cli.call("sh", "-c", "cat '/no" + EVIL + "'"));
    Call exec = cli.call("exec", "printf", "--", "\\033]0;owned\\007\\342\\202");
    assertThat(exec.text()).isEqualTo("\\u001b]0;owned\\u0007\\xe2\\x82");
    assertClean(cli.call("exec", "cat", "--", "/no" + EVIL));
  }

  @Test
  void a_file_and_a_pipe_get_the_exact_bytes() throws IOException {
    cli.on(Terminal.NONE);
    byte[] exact = ("out" + EVIL).getBytes(StandardCharsets.UTF_8);
    Path plain = cli.file("plain.json", "\"printf '%s' 'out" + EVIL_JSON + "'\"");
    assertThat(cli.call("run", plain, "--quiet").out()).isEqualTo(exact);
    assertThat(cli.call("runs", "output", "last").out()).isEqualTo(exact);
    Path bytes = Files.write(directory.resolve("bytes"), new byte[] {0, 27, (byte) 0x9b, '\r', 7});
    assertThat(cli.call("exec", "cat", "--stdin", bytes).out())
        .isEqualTo(Files.readAllBytes(bytes));
    cli.stdin("");
    assertThat(cli.call("sh", "-c", "printf '\\033\\233'").out())
        .isEqualTo(new byte[] {27, (byte) 0x9b});
  }

  @Test
  void a_selected_value_is_shown_like_a_result() {
    Path recipe =
        cli.file(
            "v.json",
            "{\"defaults\": {\"ogg\": \"v"
                + EVIL_JSON
                + "\"}, \"output\": \"ogg\","
                + " \"template\": \"echo {ogg}\"}");
    Call call = cli.call("run", recipe, "--quiet");
    assertThat(call.text()).startsWith("v\\u001b]0;owned\\u0007");
    assertClean(call);
  }
}
