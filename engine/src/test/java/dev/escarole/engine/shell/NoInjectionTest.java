package dev.escarole.engine.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.Invocation;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** No value of a variable can become a second word, a sign, a redirection or another variable. */
class NoInjectionTest {

  @Provide
  Arbitrary<String> hostile() {
    Arbitrary<String> pieces =
        Arbitraries.of(
            "a",
            " ",
            "\t",
            "\n",
            "|",
            "||",
            "&",
            "&&",
            ";",
            "<",
            ">",
            ">>",
            "2>&1",
            "2>/dev/null",
            "'",
            "\"",
            "\\",
            "$A",
            "${A}",
            "$(show x)",
            "`show x`",
            "(",
            ")",
            "#",
            "A=1",
            "=",
            "*",
            "~",
            "-e",
            "\u00e9",
            "\ud83e\udd6c",
            "show",
            "/etc/passwd",
            "\r",
            "{a,b}",
            "!");
    Arbitrary<String> mixed = pieces.list().ofMaxSize(12).map(each -> String.join("", each));
    return Arbitraries.oneOf(
        mixed, Arbitraries.strings().ofMaxLength(30).filter(ShellSafe::isText));
  }

  @Property(tries = 2_000)
  void a_value_stays_what_it_is(@ForAll("hostile") String value) {
    Scripted commands = new Scripted();
    Shell shell = commands.shell(ShellOptions.defaults());
    LineResult result =
        shell.evaluate("A=" + quoted(value) + "; B=$A; show $A \"$B\" x${A}y '$A' | show $B \\$B");
    assertThat(result.error()).isEmpty();
    assertThat(commands.calls).extracting(Invocation::commandName).containsExactly("show", "show");
    assertThat(commands.calls.get(0).arguments())
        .isEqualTo(List.of(value, value, "x" + value + "y", "$A"));
    assertThat(commands.calls.get(1).arguments()).isEqualTo(List.of(value, "$B"));
  }

  @Property(tries = 1_000)
  void a_value_as_a_command_is_one_name(@ForAll("hostile") String value) {
    Scripted commands = new Scripted();
    Shell shell = commands.shell(ShellOptions.defaults());
    LineResult result = shell.evaluate("A=" + quoted(value) + "; $A; show on");
    if (!value.equals("show")) {
      assertThat(result.error().orElseThrow().word()).isEqualTo("unknown_command");
      assertThat(commands.calls).isEmpty();
    }
  }

  @Property(tries = 1_000)
  void a_value_as_a_file_is_one_path(@ForAll("hostile") String value) {
    Scripted commands = new Scripted();
    Shell shell = commands.shell(ShellOptions.defaults());
    LineResult result = shell.evaluate("A=" + quoted(value) + "; show on > ./$A");
    assertThat(result.error().orElseThrow())
        .isInstanceOfSatisfying(
            ShellError.File.class, error -> assertThat(error.file()).isEqualTo("./" + value));
    assertThat(commands.calls).isEmpty();
  }

  @Property(tries = 3_000)
  void any_line_ends_with_a_named_result(@ForAll("hostile") String line) {
    LineResult result = new Scripted().shell(ShellOptions.defaults()).evaluate(line);
    result.error().ifPresent(error -> assertThat(error.word()).matches("[a-z_]+"));
    assertThat(result.exitCode()).isBetween(0, 255);
  }

  private static String quoted(String value) {
    return "'" + value.replace("'", "'\\''") + "'";
  }

  /** What a line can hold at all. */
  private static final class ShellSafe {
    static boolean isText(String text) {
      return text.indexOf('\0') < 0;
    }
  }
}
