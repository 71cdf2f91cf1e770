package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.DirectoryGrant.Mode;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.wasm.WasiTestsuite.Case;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * What preview 1 asks of a host, case by case: always our own cases, and those of the public suite
 * where a checkout of it is named.
 */
class WasiTestsuiteTest {

  @TempDir Path temporary;

  @TestFactory
  Stream<DynamicTest> publicSuite() throws IOException {
    var checkout = WasiTestsuite.checkout();
    if (checkout.isEmpty()) {
      return Stream.empty();
    }
    var cases = WasiTestsuite.cases(checkout.get());
    assertThat(cases).hasSizeGreaterThan(50);
    return cases.stream()
        .map(one -> DynamicTest.dynamicTest(one.name(), () -> passes(one)));
  }

  private void passes(Case one) throws IOException {
    try (Sandbox sandbox = new Sandbox()) {
      if (one.root() != null) {
        Path root = temporary.resolve(one.name().replace('/', '-'));
        copy(one.root(), root);
        sandbox.grant(root, "/", Mode.READ_WRITE);
      }
      InvocationResult result =
          sandbox.run(
              sandbox.guests().command(Files.readAllBytes(one.module())),
              invocation -> invocation.environment(one.environment()),
              one.arguments().toArray(String[]::new));
      assertThat(result.outcome().exitCode())
          .as(() -> result.outcome() + "\n" + result.stderr().utf8())
          .isEqualTo(one.exitCode());
      if (one.stdout() != null) {
        assertThat(result.stdout().utf8()).isEqualTo(one.stdout());
      }
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : (Iterable<Path>) all::iterator) {
        Files.copy(path, to.resolve(from.relativize(path).toString()));
      }
    }
  }
}
