package dev.escarole.engine.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.Command.Origin;
import dev.escarole.engine.command.CommandRefusedException.Reason;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandRegistryTest {

  private static final ArtifactId ONE = ArtifactId.of(new byte[] {1});
  private static final ArtifactId TWO = ArtifactId.of(new byte[] {2});

  private final CommandRegistry registry =
      new CommandRegistry(
          List.of(
              new Command("wbox", ONE, Origin.BUILT_IN),
              new Command("sort", ONE, Origin.BUILT_IN),
              new Command("uniq", ONE, Origin.BUILT_IN)));

  @Test
  void register_again_meansTheNewArtifact() throws Exception {
    registry.register("mine", ONE);
    Command before = registry.find("mine").orElseThrow();
    registry.register("mine", TWO);

    assertThat(registry.find("mine").orElseThrow().artifact()).isEqualTo(TWO);
    assertThat(before.artifact()).isEqualTo(ONE);
    assertThat(registry.commands())
        .extracting(Command::name)
        .containsExactly("mine", "sort", "uniq", "wbox");
  }

  @Test
  void register_builtInName_isRefused() {
    assertThatThrownBy(() -> registry.register("sort", TWO))
        .hasMessage("reserved_name: 'sort' is the name of a built-in command")
        .extracting(e -> ((CommandRefusedException) e).reason())
        .isEqualTo(Reason.RESERVED_NAME);
    assertThat(registry.find("sort").orElseThrow().artifact()).isEqualTo(ONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", ".", "..", "-x", "a b", "a/b", "jq\n", "ä", "a;b"})
  void register_invalidName_isRefused(String name) {
    assertThatThrownBy(() -> registry.register(name, ONE)).hasMessageStartingWith("invalid_name: ");
    assertThatThrownBy(() -> new Command(name, ONE, Origin.REGISTERED))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void register_beyondCapacity_isRefusedButReplacingIsNot() throws Exception {
    for (int i = 0; i < CommandRegistry.CAPACITY; i++) {
      registry.register("c" + i, ONE);
    }

    assertThatThrownBy(() -> registry.register("more", ONE))
        .hasMessageStartingWith("registry_full: ");
    registry.register("c0", TWO);
    assertThat(registry.find("c0").orElseThrow().artifact()).isEqualTo(TWO);
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
