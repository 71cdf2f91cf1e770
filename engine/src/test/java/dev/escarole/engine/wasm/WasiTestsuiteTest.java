package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.DirectoryGrant.Mode;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.wasm.WasiTestsuite.Case;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * What preview 1 asks of a host, case by case: always our own cases, and those of the public suite
 * where a checkout of it is named.
 */
class WasiTestsuiteTest {

  /** Sets a link's own time to fractions of a microsecond, which not every JDK can. */
  private static final String LINK_TIMES = "rust/symlink_filestat";

  @TempDir Path temporary;

  @TestFactory
  Stream<DynamicTest> ownCases() {
    try (Sandbox sandbox = new Sandbox()) {
      String names =
          sandbox
              .run(sandbox.guests().command("cases.wasm"), invocation -> invocation)
              .stdout()
              .utf8();
      assertThat(names.lines()).hasSizeGreaterThan(20);
      return names.lines().toList().stream()
          .map(name -> DynamicTest.dynamicTest(name, () -> ownCasePasses(name)));
    }
  }

  private void ownCasePasses(String name) throws IOException {
    Path workspace = Files.createDirectories(temporary.resolve(name).resolve("workspace"));
    Path data = Files.createDirectory(workspace.resolveSibling("data"));
    Files.writeString(workspace.resolve("text"), "0123456789");
    Files.writeString(data.resolve("table"), "rows");
    try (Sandbox sandbox = new Sandbox()) {
      sandbox.grant(workspace, "/workspace", Mode.READ_WRITE).grant(data, "/data", Mode.READ_ONLY);
      InvocationResult result =
          sandbox.run(sandbox.guests().command("cases.wasm"), invocation -> invocation, name);
      assertThat(result.stderr().utf8()).isEmpty();
      assertThat(result.outcome().isSuccess()).isTrue();
    }
  }

  @TestFactory
  Stream<DynamicTest> publicSuite() throws IOException {
    var checkout = WasiTestsuite.checkout();
    if (checkout.isEmpty()) {
      return Stream.empty();
    }
    List<Case> cases = WasiTestsuite.cases(checkout.get());
    assertThat(cases).hasSizeGreaterThan(50);
    return cases.stream().map(one -> DynamicTest.dynamicTest(one.name(), () -> passes(one)));
  }

  private void passes(Case one) throws IOException {
    InvocationResult result = run(one);
    if (one.name().equals(LINK_TIMES) && !linkTimesAreExact()) {
      assertThat(result.stderr().utf8()).contains("symlink mtim should change");
      return;
    }
    assertThat(result.outcome().exitCode())
        .as(() -> result.outcome() + "\n" + result.stderr().utf8())
        .isEqualTo(one.exitCode());
    if (one.stdout() != null) {
      assertThat(result.stdout().utf8()).isEqualTo(one.stdout());
    }
  }

  private InvocationResult run(Case one) throws IOException {
    try (Sandbox sandbox = new Sandbox()) {
      if (one.root() != null) {
        Path root = temporary.resolve(one.name().replace('/', '-'));
        copy(one.root(), root);
        sandbox.grant(root, "/", Mode.READ_WRITE);
      }
      return sandbox.run(
          sandbox.guests().command(Files.readAllBytes(one.module())),
          invocation -> invocation.environment(one.environment()),
          one.arguments().toArray(String[]::new));
    }
  }

  private boolean linkTimesAreExact() throws IOException {
    Path link = Files.createSymbolicLink(temporary.resolve("link"), Path.of("nowhere"));
    FileTime exact = FileTime.from(1_234_567_890_123_456_789L, TimeUnit.NANOSECONDS);
    var view =
        Files.getFileAttributeView(link, BasicFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    view.setTimes(exact, exact, null);
    return view.readAttributes().lastModifiedTime().equals(exact);
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : (Iterable<Path>) all::iterator) {
        Files.copy(path, to.resolve(from.relativize(path).toString()));
      }
    }
  }
}
