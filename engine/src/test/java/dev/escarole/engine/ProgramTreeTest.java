package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.broker.Principal;
import dev.escarole.engine.catalog.Catalog;
import dev.escarole.engine.catalog.CatalogException;
import dev.escarole.engine.catalog.CatalogException.Reason;
import dev.escarole.engine.catalog.CatalogRow;
import dev.escarole.engine.catalog.FetchProgress;
import dev.escarole.engine.catalog.MachineSettings;
import dev.escarole.engine.catalog.ProgramFetcher;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.DirectoryGrant.Mode;
import dev.escarole.engine.command.DirectoryHash;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.command.Outcome;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Directories and variables that come with a program. */
@Timeout(120)
class ProgramTreeTest {

  private static final Principal OPERATOR = Principal.localOperator();

  @TempDir Path data;
  @TempDir Path other;
  private CommandHost host;

  @BeforeEach
  void open() {
    host = CommandHost.open(data, warning -> {});
  }

  @AfterEach
  void close() {
    host.close();
  }

  private static byte[] zip(String... files) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      for (int i = 0; i < files.length; i += 2) {
        zip.putNextEntry(new ZipEntry(files[i]));
        zip.write(files[i + 1].getBytes(StandardCharsets.UTF_8));
      }
    }
    return out.toByteArray();
  }

  /** The hash of a directory with the file {@code greeting} in {@code sub}. */
  private String tree(String greeting) throws IOException {
    Path made = Files.createTempDirectory(other, "tree");
    Files.writeString(Files.createDirectory(made.resolve("sub")).resolve("greeting"), greeting);
    return DirectoryHash.of(made);
  }

  /** Adds {@code show}, which prints files, with an archive as its directory {@code /lib}. */
  private void row(byte[] archive, String tree) throws Exception {
    byte[] program = program("cat");
    Files.write(data.resolve("cat.wasm"), program);
    Files.write(data.resolve("lib.zip"), archive);
    Files.writeString(
        data.resolve(Catalog.FILE),
        """
        rows:
          show:
            kind: wasm
            from: file:cat.wasm
            sha256: %s
            needs:
              directories:
                /lib: {from: 'file:lib.zip', sha256: %s, path: pack/lib, tree: %s}
        """
            .formatted(ArtifactId.of(program), ArtifactId.of(archive), tree));
  }

  private byte[] program(String builtIn) throws Exception {
    return host.bytes(host.registry().find(builtIn).orElseThrow());
  }

  private void add(String name, @Nullable Path mirror) throws Exception {
    CatalogRow row = host.catalog().open().find(name);
    ProgramFetcher fetcher =
        new ProgramFetcher(
            new MachineSettings(Map.of(), new Properties()), host.catalog().directory(), mirror);
    List<Command> unused =
        host.addAll(CatalogCommands.fetch(host, row, fetcher, FetchProgress.NONE));
  }

  private InvocationResult show(String name, DirectoryGrant... directories) {
    return host.execute(
        OPERATOR,
        Invocation.of(name)
            .arguments("cat", "/lib/sub/greeting")
            .directories(List.of(directories))
            .build());
  }

  @Test
  void every_call_sees_the_directory_of_its_program() throws Exception {
    row(zip("pack/lib/sub/greeting", "hello", "pack/other", "no"), tree("hello"));
    add("show", null);
    assertThat(show("show").stdout().utf8()).isEqualTo("hello");
    assertThat(data.resolve("commands/trees")).isDirectoryContaining("glob:**/" + tree("hello"));
    // Another program does not.
    assertThat(show("head").stdout().utf8()).isEmpty();
    // A caller may mount another one there.
    Path own = Files.createDirectories(other.resolve("own/sub"));
    Files.writeString(own.resolve("greeting"), "mine");
    assertThat(
            show("show", new DirectoryGrant(other.resolve("own"), "/lib", Mode.READ_ONLY))
                .stdout()
                .utf8())
        .isEqualTo("mine");
  }

  @Test
  void a_call_that_has_no_room_for_it_is_refused() throws Exception {
    row(zip("pack/lib/sub/greeting", "hello"), tree("hello"));
    add("show", null);
    DirectoryGrant[] many = new DirectoryGrant[64];
    for (int i = 0; i < many.length; i++) {
      many[i] = new DirectoryGrant(other, "/d" + i, Mode.READ_ONLY);
    }
    assertThat(show("show", many).outcome().kind()).isEqualTo(Outcome.Kind.DENIED);
    assertThat(show("show", many).outcome().detail()).contains("at most 64 fit");
  }

  @Test
  void nobody_can_change_it_or_be_granted_it() throws Exception {
    row(zip("pack/lib/sub/greeting", "hello"), tree("hello"));
    add("show", null);
    InvocationResult result =
        host.execute(
            OPERATOR,
            Invocation.of("show").arguments("tee", "/lib/sub/greeting").stdin("changed").build());
    assertThat(result.outcome()).isNotEqualTo(Outcome.exited(0));
    Path kept = data.resolve("commands/trees").resolve(tree("hello"));
    assertThat(kept.resolve("sub/greeting")).hasContent("hello");
    for (DirectoryGrant grant :
        List.of(
            new DirectoryGrant(kept, "/x", Mode.READ_ONLY),
            DirectoryGrant.tree(kept.resolve("sub"), "/x"),
            new DirectoryGrant(kept, "/x", Mode.READ_WRITE, true))) {
      assertThat(show("cat", grant).outcome().kind()).isEqualTo(Outcome.Kind.DENIED);
    }
  }

  @Test
  void a_damaged_or_missing_directory_stops_the_call_and_is_mended_by_adding_again()
      throws Exception {
    row(zip("pack/lib/sub/greeting", "hello"), tree("hello"));
    add("show", null);
    Path kept = data.resolve("commands/trees").resolve(tree("hello"));
    Files.writeString(kept.resolve("sub/greeting"), "evil");
    assertThat(show("show").outcome().kind()).isEqualTo(Outcome.Kind.ARTIFACT_INTEGRITY);
    assertThat(show("show").outcome().detail()).contains("damaged", "commands add");
    add("show", null);
    assertThat(show("show").stdout().utf8()).isEqualTo("hello");
    Files.move(kept, other.resolve("gone"));
    assertThat(show("show").outcome().detail()).contains("is missing", "/lib");
  }

  @Test
  void archives_that_are_not_the_pinned_ones_or_lead_elsewhere_are_refused() throws Exception {
    row(zip("pack/lib/sub/greeting", "other"), tree("hello"));
    assertRefused(Reason.WRONG_HASH, "not the one that its row pins");
    row(zip("pack/lib/../../../evil", "x"), tree("hello"));
    assertRefused(Reason.FETCH_FAILED, "has the name 'pack/lib/../../../evil'");
    row(zip("pack/lib//etc/evil", "x"), tree("hello"));
    assertRefused(Reason.FETCH_FAILED, "has the name");
    row(zip("pack/lib/" + "a/".repeat(100) + "b", "x"), tree("hello"));
    assertRefused(Reason.FETCH_FAILED, "has the name");
    row(zip("pack/lib/a", "x", "./pack/lib/a", "y"), tree("hello"));
    assertRefused(Reason.FETCH_FAILED, "twice");
    row(zip("elsewhere", "x"), tree("hello"));
    assertRefused(Reason.FETCH_FAILED, "no files below 'pack/lib'");
    row(zip("pack/lib/sub/greeting", "hello"), tree("hello"));
    Files.write(data.resolve("lib.zip"), zip("pack/lib/sub/greeting", "hellO"));
    assertRefused(Reason.WRONG_HASH, "archive for the directory /lib");
    assertThat(data.resolve("commands/trees")).isEmptyDirectory();
    assertThat(host.registry().find("show")).isEmpty();
  }

  private void assertRefused(Reason reason, String message) {
    assertThatThrownBy(() -> add("show", null))
        .isInstanceOfSatisfying(
            CatalogException.class,
            e -> {
              assertThat(e.reason()).as(e.text()).isEqualTo(reason);
              assertThat(e.text()).contains(message);
            });
  }

  @Test
  void the_commands_of_another_data_directory_are_a_mirror() throws Exception {
    row(zip("pack/lib/sub/greeting", "hello"), tree("hello"));
    add("show", null);
    Path mirror = other.resolve("mirror");
    Files.move(data.resolve("commands"), mirror);
    Files.delete(data.resolve("lib.zip"));
    add("show", mirror);
    assertThat(show("show").stdout().utf8()).isEqualTo("hello");
    Files.writeString(mirror.resolve("trees/" + tree("hello") + "/sub/greeting"), "evil");
    Files.move(data.resolve("commands"), other.resolve("gone"));
    assertThatThrownBy(() -> add("show", mirror)).hasMessageContaining("not the one");
  }

  @Test
  void variables_of_the_row_are_defaults() throws Exception {
    byte[] env = program("env");
    Files.write(data.resolve("env.wasm"), env);
    Files.writeString(
        data.resolve(Catalog.FILE),
        """
        rows: {vars: {kind: wasm, from: 'file:env.wasm', sha256: %s,
          needs: {environment: {HOME: /lib, DEPTH: 3}}}}
        """
            .formatted(ArtifactId.of(env)));
    add("vars", null);
    Invocation call =
        Invocation.of("vars").arguments("env").environment(Map.of("HOME", "/own")).build();
    assertThat(host.execute(OPERATOR, call).stdout().utf8().lines())
        .containsExactlyInAnyOrder("HOME=/own", "DEPTH=3");
    List<String> bad = new ArrayList<>();
    for (String environment : List.of("{'': x}", "{'A=B': x}", "[A]", "{A: [1]}")) {
      Files.writeString(
          data.resolve(Catalog.FILE),
          "rows: {vars: {kind: wasm, from: 'file:e', sha256: %s, needs: {environment: %s}}}"
              .formatted(ArtifactId.of(env), environment));
      try {
        add("vars", null);
      } catch (CatalogException e) {
        bad.add(e.reason().word());
      }
    }
    assertThat(bad).hasSize(4).containsOnly("bad_catalog");
  }
}
