package dev.escarole.python;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.CommandRegistry;
import java.io.FileNotFoundException;
import org.junit.jupiter.api.Test;

class PythonCommandsTest {

  private final PythonCommands pack = new PythonCommands();

  @Test
  void both_names_are_built_in_and_one_program() throws Exception {
    BuiltInCommands builtIns = BuiltInCommands.load();
    CommandRegistry registry = new CommandRegistry(builtIns.all());
    Command python = registry.find("python").orElseThrow();
    assertThat(python.origin()).isEqualTo(Command.Origin.BUILT_IN);
    assertThat(registry.find("python3").orElseThrow().artifact()).isEqualTo(python.artifact());
    assertThat(builtIns.holdsBuiltIn(python.artifact())).isTrue();
    assertThat(builtIns.packOf(python.artifact())).isInstanceOf(PythonCommands.class);
    assertThat(builtIns.verified(python.artifact())).hasSizeGreaterThan(10_000_000);
  }

  @Test
  void the_engines_own_artifacts_are_of_no_pack() {
    BuiltInCommands builtIns = BuiltInCommands.load();
    Command upper = new CommandRegistry(builtIns.all()).find("upper").orElseThrow();
    assertThat(builtIns.packOf(upper.artifact())).isNull();
  }

  @Test
  void other_artifacts_are_refused() {
    ArtifactId other = ArtifactId.of(new byte[] {1});
    assertThatThrownBy(() -> pack.read(other))
        .isInstanceOf(FileNotFoundException.class)
        .hasMessageContaining("is not Python's");
  }
}
