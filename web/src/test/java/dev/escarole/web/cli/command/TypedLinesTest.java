package dev.escarole.web.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jline.terminal.impl.ExternalTerminal;
import org.junit.jupiter.api.Test;

/** What the keys of an editor come to. */
class TypedLinesTest {

  @Test
  void lines_come_out_as_they_were_typed() throws IOException {
    assertThat(typed("echo 'a  b' !x \\$A\n\n(\u00e9 \"\n"))
        .containsExactly("echo 'a  b' !x \\$A", "", "(\u00e9 \"");
  }

  @Test
  void tab_completes_where_a_command_may_stand() throws IOException {
    assertThat(typed("up\ta\n")).containsExactly("upper a");
    assertThat(typed("ls | up\tb\n")).containsExactly("ls | upper b");
  }

  @Test
  void earlier_lines_come_back() throws IOException {
    assertThat(typed("one\n\u0010\n")).containsExactly("one", "one");
  }

  private static List<String> typed(String keys) throws IOException {
    List<String> lines = new ArrayList<>();
    try (TypedLines source =
        new TypedLines(
            new ExternalTerminal(
                "test",
                "xterm",
                new ByteArrayInputStream(keys.getBytes(StandardCharsets.UTF_8)),
                new ByteArrayOutputStream(),
                StandardCharsets.UTF_8),
            () -> List.of("ls", "upper"))) {
      for (String line = source.next(); line != null; line = source.next()) {
        lines.add(line);
      }
    }
    return lines;
  }
}
