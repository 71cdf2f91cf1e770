package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.ArtifactId;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class GuestHashesTest {

  @Test
  void guests_committed_areTheOnesThatWereBuilt() {
    String list = new String(Guests.bytes("guests.sha256"), StandardCharsets.UTF_8);

    assertThat(list.lines()).isNotEmpty();
    list.lines()
        .map(line -> line.split(" +"))
        .forEach(pin -> assertThat(ArtifactId.of(Guests.bytes(pin[1])).sha256()).isEqualTo(pin[0]));
  }
}
