package dev.escarole.engine.build.toolkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.build.toolkit.ToolkitException.Reason;
import dev.escarole.engine.command.ArtifactId;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ToolkitTest {

  private static final byte[] SOURCE = "int main() {}".getBytes(StandardCharsets.UTF_8);

  @TempDir Path directory;

  private static Toolkit toolkit(String name, Manifest.Trust trust) {
    Manifest manifest =
        new Manifest(
            name,
            trust,
            "c",
            List.of("-O2", "-DX=\"a b\""),
            Map.of("sub/main.c", ArtifactId.of(SOURCE)),
            Optional.of(ArtifactId.of(new byte[1])));
    return Toolkit.of(manifest, Map.of("sub/main.c", SOURCE));
  }

  private Path written() throws Exception {
    return toolkit("mine", Manifest.Trust.FIRST_PARTY).write(directory, false);
  }

  private static void assertRefused(Path kit, Reason reason) {
    assertThatThrownBy(() -> Toolkit.read(kit))
        .isInstanceOfSatisfying(
            ToolkitException.class, e -> assertThat(e.reason()).isEqualTo(reason));
  }

  @Test
  void wc_74_wc_75_a_written_toolkit_is_read_back_with_its_sources() throws Exception {
    Toolkit made = toolkit("mine", Manifest.Trust.FIRST_PARTY);
    Path kit = made.write(directory, false);
    Toolkit read = Toolkit.read(kit);

    assertThat(kit).isEqualTo(directory.resolve("mine"));
    assertThat(read.manifest()).isEqualTo(made.manifest());
    assertThat(read.pin()).isEqualTo(made.pin());
    assertThat(read.sources().get("sub/main.c")).isEqualTo(SOURCE);
    assertThat(kit.resolve("SKILL.md")).content().startsWith("---\nname: mine\n");
  }

  @Test
  void changed_missing_and_linked_sources_are_refused() throws Exception {
    Path kit = written();
    Path source = kit.resolve("src/sub/main.c");
    Files.writeString(source, "int main() { return 1; }");
    assertRefused(kit, Reason.INVALID_PROVENANCE);
    Files.delete(source);
    assertRefused(kit, Reason.INVALID_PROVENANCE);
    Path elsewhere = Files.write(directory.resolve("main.c"), SOURCE);
    Files.createSymbolicLink(source, elsewhere);
    assertRefused(kit, Reason.INVALID_PROVENANCE);
    Files.delete(source);
    Files.delete(source.getParent());
    Files.createSymbolicLink(source.getParent(), directory);
    assertRefused(kit, Reason.INVALID_PROVENANCE);
    Files.delete(source.getParent());
    Files.createDirectories(source);
    assertRefused(kit, Reason.INVALID_PROVENANCE);
  }

  @Test
  void a_linked_or_missing_manifest_is_refused() throws Exception {
    Path kit = written();
    Path manifest = kit.resolve(Manifest.FILE);
    Path moved = Files.move(manifest, directory.resolve("moved"));
    assertThatThrownBy(() -> Toolkit.read(kit)).isInstanceOf(IOException.class);
    Files.createSymbolicLink(manifest, moved);
    assertThatThrownBy(() -> Toolkit.read(kit)).hasMessageContaining("is a link");
    Files.delete(manifest);
    Files.write(manifest, new byte[(1 << 20) + 1]);
    assertThatThrownBy(() -> Toolkit.read(kit)).hasMessageContaining("more than 1048576 bytes");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "#+SOURCE: HASH ../../etc/passwd",
        "#+SOURCE: HASH /etc/passwd",
        "#+SOURCE: HASH .git/config",
        "#+SOURCE: short a.c",
        "#+SOURCE: HASH",
        "#+EXEC: recipe",
        "#+TRUST: operator",
        "#+CLI_BIN: a/b",
        "#+CLI_BIN: ..",
        "#+ARTIFACT: ../x",
        "#+INSTALL: rm",
        "#+LANGUAGE:",
        "#+"
      })
  void hostile_manifests_are_refused(String line) throws Exception {
    Path kit = written();
    String key = line.replaceFirst(":.*", ":");
    StringBuilder text = new StringBuilder(line.replace("HASH", "a".repeat(64))).append('\n');
    Files.readString(kit.resolve(Manifest.FILE))
        .lines()
        .filter(each -> !each.startsWith(key) || key.equals("#+"))
        .forEach(each -> text.append(each).append('\n'));
    Files.writeString(kit.resolve(Manifest.FILE), text);
    assertRefused(kit, Reason.INVALID_TOOLKIT);
  }

  @Test
  void a_fact_that_stands_there_twice_is_refused() throws Exception {
    Path kit = written();
    String text = Files.readString(kit.resolve(Manifest.FILE));
    Files.writeString(kit.resolve(Manifest.FILE), text + "#+TRUST: first-party\n");
    assertThatThrownBy(() -> Toolkit.read(kit)).hasMessageContaining("stands there twice");
  }

  @Test
  void nobody_is_trusted_without_a_pin() throws Exception {
    ToolkitRegistry registry = new ToolkitRegistry(directory.resolve("data"));
    for (Manifest.Trust trust : Manifest.Trust.values()) {
      Toolkit kit = toolkit("kit", trust);
      assertThatThrownBy(() -> registry.requireTrust(kit, Optional.empty()))
          .isInstanceOfSatisfying(
              ToolkitException.class,
              e -> assertThat(e.hint()).contains("--pin " + kit.pin().sha256()));
      assertThatThrownBy(() -> registry.requireTrust(kit, Optional.of("0".repeat(64))))
          .hasMessageContaining("not the one that is given");
      registry.requireTrust(kit, Optional.of(kit.pin().sha256()));
      registry.pin(kit.pin());
      registry.requireTrust(kit, Optional.empty());
    }
    assertThatThrownBy(
            () ->
                registry.requireTrust(
                    toolkit("other", Manifest.Trust.FIRST_PARTY), Optional.empty()))
        .hasMessageContaining("was not promoted here");
  }

  @Test
  void writing_replaces_nothing_but_a_toolkit_of_the_same_name() throws Exception {
    Path kit = written();
    Toolkit made = toolkit("mine", Manifest.Trust.FIRST_PARTY);
    assertThatThrownBy(() -> made.write(directory, false)).hasMessageContaining("exists");
    Files.writeString(kit.resolve("src/old.c"), "left");
    assertThat(made.write(directory, true)).isEqualTo(kit);
    assertThat(kit.resolve("src/old.c")).doesNotExist();
    assertThatThrownBy(() -> toolkit("MINE", Manifest.Trust.FIRST_PARTY).write(directory, true))
        .hasMessageContaining("only in case");
    Path thesis = Files.createDirectory(directory.resolve("thesis")).resolve("text");
    Files.writeString(thesis, "years of work");
    assertThatThrownBy(() -> toolkit("thesis", Manifest.Trust.FIRST_PARTY).write(directory, true))
        .hasMessageContaining("is not a toolkit");
    assertThat(thesis).hasContent("years of work");
    assertThat(directory.toFile().list((d, name) -> name.startsWith("."))).isEmpty();
  }
}
