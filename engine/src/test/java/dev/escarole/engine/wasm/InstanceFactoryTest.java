package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InstanceFactoryTest {

  @Test
  void directFactory_pinnedRuntime_isAvailable() {
    assertThat(DirectInstanceFactory.isAvailable()).isTrue();
  }
}
