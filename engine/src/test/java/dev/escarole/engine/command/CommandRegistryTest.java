package dev.escarole.engine.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.Command.Origin;
import dev.escarole.engine.command.CommandRefusedException.Reason;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandRegistryTest {

  private static final ArtifactId ONE = ArtifactId.of(new byte[] {1});
  private static final ArtifactId TWO = ArtifactId.of(new byte[] {2});

  private final Map<String, Command> registered = new HashMap<>();
  private final CommandRegistry registry =
      new CommandRegistry(
          List.of(
              new Command("wbox", ONE, Origin.BUILT_IN),
              new Command("sort", ONE, Origin.BUILT_IN),
              new Command("uniq", ONE, Origin.BUILT_IN)),
          () -> registered);

  private void register(String name, ArtifactId artifact) {
    registered.put(name, new Command(name, artifact, Origin.REGISTERED));
  }

  @Test
  void register_again_meansTheNewArtifact() {
    register("mine", ONE);
    Command before = registry.find("mine").orElseThrow();
    register("mine", TWO);

    assertThat(registry.find("mine").orElseThrow().artifact()).isEqualTo(TWO);
    assertThat(before.artifact()).isEqualTo(ONE);
    assertThat(registry.commands())
        .extracting(Command::name)
        .containsExactly("mine", "sort", "uniq", "wbox");
  }

  @Test
  void register_builtInName_isRefusedAndNeverFound() {
    assertThatThrownBy(() -> registry.mustBeFree("sort"))
        .hasMessage("reserved_name: 'sort' is the name of a built-in command")
        .extracting(e -> ((CommandRefusedException) e).reason())
        .isEqualTo(Reason.RESERVED_NAME);
    register("sort", TWO);
    assertThat(registry.find("sort").orElseThrow().artifact()).isEqualTo(ONE);
    assertThat(registry.commands()).extracting(Command::artifact).containsOnly(ONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "-x", "a b", "a/b", "jq\n", "ä", "a;b"})
  void register_invalidName_isRefused(String name) {
    assertThatThrownBy(() -> registry.mustBeFree(name)).hasMessageStartingWith("invalid_name: ");
    assertThatThrownBy(() -> new Command(name, ONE, Origin.REGISTERED))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void nearest_misspelt_findsWhatWasMeant() {
    assertThat(registry.nearest("srot")).containsExactly("sort");
    assertThat(registry.nearest("unique")).containsExactly("uniq");
    assertThat(registry.nearest("frobnicate")).isEmpty();
    assertThat(registry.nearest("")).isEmpty();
    assertThat(registry.nearest("x".repeat(100_000))).isEmpty();
  }
}
