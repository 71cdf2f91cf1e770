package dev.escarole.engine.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.build.BuildFailedException.Reason;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.InvocationResult.Purity;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Output;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** How the lane calls its compiler; the catalogue's smoke test proves the compiler. */
class WatLaneTest {

  private static final Sources SOURCES =
      new Sources("n", "wat", Map.of("n.wat", new byte[] {'('}), List.of("--enable-threads"));

  private final List<Invocation> calls = new ArrayList<>();

  /** Answers every call alike. */
  private final class Fixed extends NoTools {
    private final Outcome outcome;

    Fixed(Outcome outcome) {
      this.outcome = outcome;
    }

    @Override
    public boolean has(String command) {
      return outcome.kind() != Outcome.Kind.UNKNOWN_COMMAND;
    }

    @Override
    public InvocationResult execute(Invocation invocation) {
      calls.add(invocation);
      return new InvocationResult(
          outcome, Output.of("\0asm"), Output.of("a.wat:1: error\n"), 0, 0, 0, Purity.IMPURE);
    }

    @Override
    public void progress(String line) {}
  }

  @Test
  void wc_72_text_goes_through_the_compiler_and_needs_no_directory() throws Exception {
    byte[] module = new WatLane().build(SOURCES, new Fixed(Outcome.exited(0)));

    assertThat(module).isEqualTo(new byte[] {0, 'a', 's', 'm'});
    assertThat(calls)
        .singleElement()
        .satisfies(
            call -> {
              assertThat(call.commandName()).isEqualTo("wat2wasm");
              assertThat(call.arguments()).containsExactly("--enable-threads", "-", "--output=-");
              assertThat(call.stdin()).isEqualTo(new byte[] {'('});
              assertThat(call.directories()).isEmpty();
            });
  }

  @Test
  void failures_say_what_the_compiler_said() {
    assertThatThrownBy(() -> new WatLane().build(SOURCES, new Fixed(Outcome.exited(1))))
        .hasMessage("wat2wasm: exited with 1\na.wat:1: error");
    Sources two = new Sources("n", "wat", Map.of("a", new byte[1], "b", new byte[1]), List.of());
    assertThatThrownBy(() -> new WatLane().build(two, new Fixed(Outcome.exited(0))))
        .isInstanceOfSatisfying(
            BuildFailedException.class, e -> assertThat(e.reason()).isEqualTo(Reason.BAD_SOURCES));
    assertThat(new WatLane().missing(new Fixed(Outcome.of(Outcome.Kind.UNKNOWN_COMMAND, ""))))
        .hasValueSatisfying(text -> assertThat(text).contains("escarole commands add wat2wasm"));
  }
}
