package dev.escarole.engine.shell;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.Cancellation;
import dev.escarole.engine.command.Streams.InputSource;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What bounds a line as a whole, with commands whose time is only told. */
class LineClockTest {

  private final Scripted commands = new Scripted();
  private final ShellOptions options = ShellOptions.defaults();

  @Test
  void the_clock_of_the_line_stops_it_between_commands() {
    LineResult result = commands.shell(options).evaluate("show a;".repeat(20));
    assertThat(result.error().orElseThrow().word()).isEqualTo("line_timed_out");
    assertThat(result.exitCode()).isEqualTo(124);
    assertThat(commands.calls).hasSize(12);
    assertThat(result.stdout().utf8()).isEqualTo("a".repeat(12));
  }

  @Test
  void no_command_gets_more_time_than_the_line_has_left() {
    Shell shell =
        commands.shell(
            new ShellOptions(
                List.of(),
                List.of(),
                options.limits(),
                Duration.ofSeconds(25),
                options.lineOutputBytes()));
    LineResult result = shell.evaluate("show | late && show");
    assertThat(result.error().orElseThrow().word()).isEqualTo("line_timed_out");
    assertThat(commands.calls.get(0).limits().wallClock()).isEqualTo(Duration.ofSeconds(25));
    assertThat(commands.calls.get(1).limits().wallClock()).isEqualTo(Duration.ofSeconds(15));
    assertThat(commands.calls).hasSize(2);
  }

  @Test
  void a_command_that_runs_out_of_its_own_time_is_told_apart() {
    LineResult result = commands.shell(options).evaluate("late; show");
    assertThat(result.error().orElseThrow().word()).isEqualTo("timed_out");
    assertThat(result.exitCode()).isEqualTo(124);
    assertThat(commands.calls).hasSize(1);
  }

  @Test
  void cut_output_is_never_handed_on_as_if_it_were_whole() {
    for (String line : new String[] {"cut a | show", "cut a"}) {
      LineResult result = commands.shell(options).evaluate(line);
      assertThat(result.error().orElseThrow().word()).isEqualTo("output_too_large");
    }
    assertThat(commands.calls).hasSize(2);
  }

  @Test
  void the_first_command_reads_what_the_caller_gives() {
    byte[] stdin = "in".getBytes(StandardCharsets.UTF_8);
    commands.shell(options).evaluate("A=1; show | show; show", stdin, new Cancellation());
    assertThat(commands.calls).extracting(each -> each.stdin().length).containsExactly(2, 0, 0);
  }

  @Test
  void waiting_for_the_callers_input_takes_none_of_the_lines_time() {
    InputSource slow =
        new InputSource() {
          @Override
          public int read(byte[] into, int offset, int length) {
            commands.pass(Duration.ofHours(1));
            return 0;
          }

          @Override
          public int available() {
            return 0;
          }
        };
    LineResult read = commands.shell(options).evaluate("take | show", slow, new Cancellation());
    assertThat(read.error()).isEmpty();
    LineResult unread = commands.shell(options).evaluate("show; show", slow, new Cancellation());
    assertThat(unread.error()).isEmpty();
    assertThat(commands.calls.get(3).streams().input()).isNull();
  }

  @Test
  void values_that_double_are_stopped() {
    Shell shell = commands.shell(options);
    assertThat(shell.evaluate("A=0123456789").error()).isEmpty();
    LineResult result = shell.evaluate("A=$A$A;".repeat(40) + "show $A");
    assertThat(result.error().orElseThrow().word()).isEqualTo("expansion_too_large");
    assertThat(shell.evaluate("show" + " $A".repeat(500_000)).error().orElseThrow().word())
        .isEqualTo("parse_error");
    assertThat(shell.evaluate("show" + " $A".repeat(300_000)).error().orElseThrow().word())
        .isEqualTo("expansion_too_large");
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 50; i++) {
      many.append("B").append(i).append("=$A;");
    }
    assertThat(shell.evaluate(many.toString()).error().orElseThrow().word())
        .isEqualTo("variables_too_large");
    assertThat(commands.calls).isEmpty();
  }
}
