package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRegistry;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Programs that always get some arguments first. */
@Timeout(60)
class PresetArgumentsTest {

  private static byte[] echo() throws Exception {
    BuiltInCommands builtIns = BuiltInCommands.load();
    return builtIns.read(new CommandRegistry(builtIns.all()).find("wbox").orElseThrow().artifact());
  }

  private static InvocationResult run(byte[] module, String... arguments) {
    try (WasmRunner runner = new WasmRunner(id -> module.clone())) {
      Command command = new Command("mine", ArtifactId.of(module), Command.Origin.REGISTERED);
      return runner.run(command, Invocation.of("mine").arguments(arguments).build());
    }
  }

  @Test
  void they_come_before_the_callers() throws Exception {
    byte[] module = new PresetArguments(echo(), List.of("echo", "Grüße", "")).module();
    assertThat(run(module, "a", "b").stdout().utf8()).isEqualTo("Grüße  a b\n");
    assertThat(run(module).stdout().utf8()).isEqualTo("Grüße \n");
    assertThat(ProgramCheck.problem(module, RunnerOptions.defaults())).isEmpty();
  }

  @Test
  void a_program_that_is_not_built_in_can_have_them() throws Exception {
    byte[] module = new PresetArguments(Guests.bytes("probe.wasm"), List.of("argv", "x")).module();
    assertThat(run(module, "y").stdout().utf8()).isEqualTo("[mine][argv][x][y]");
    assertThat(ProgramCheck.problem(module, RunnerOptions.defaults())).isEmpty();
  }

  @Test
  void without_the_section_at_the_end_a_module_is_as_it_is() throws Exception {
    assertThat(PresetArguments.of(echo())).isNull();
    assertThat(PresetArguments.of(new byte[0])).isNull();
    assertThat(PresetArguments.of("not a module".getBytes(StandardCharsets.US_ASCII))).isNull();
    byte[] once = new PresetArguments(echo(), List.of("x")).module();
    byte[] twice = new PresetArguments(once, List.of("y")).module();
    assertThat(Objects.requireNonNull(PresetArguments.of(twice)).arguments()).containsExactly("y");
    assertThat(run(twice).outcome().kind()).isNotEqualTo(Outcome.Kind.TRAPPED);
  }

  @Test
  void damage_anywhere_in_the_section_is_named_or_harmless() throws Exception {
    byte[] program = echo();
    byte[] module = new PresetArguments(program, List.of("echo", "hello")).module();
    for (int i = program.length; i < module.length; i++) {
      byte[] damaged = module.clone();
      damaged[i] ^= (byte) 0x80;
      Outcome outcome = run(damaged).outcome();
      assertThat(outcome.kind())
          .as("byte %d: %s", i - program.length, outcome)
          .isIn(Outcome.Kind.EXITED, Outcome.Kind.UNUSABLE_PROGRAM);
    }
    for (int end = program.length + 1; end < module.length; end++) {
      assertThat(run(Arrays.copyOf(module, end)).outcome().kind())
          .isEqualTo(Outcome.Kind.UNUSABLE_PROGRAM);
    }
  }

  @Test
  void nul_and_more_than_four_megabytes_are_refused() {
    for (String argument : List.of("a\0b", "x".repeat(PresetArguments.MOST_BYTES))) {
      assertThatThrownBy(() -> new PresetArguments(new byte[8], List.of(argument)).module())
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
