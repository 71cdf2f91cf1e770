package dev.escarole.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.catalog.CatalogException.Reason;
import dev.escarole.engine.catalog.CatalogRow.Program;
import dev.escarole.engine.command.ArtifactId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** Rows of kind c: what they say, and how their sources are fetched and verified. */
class SourceBuildTest {

  private static final String HASH = "a".repeat(64);

  @TempDir private Path home;
  private ProgramFetcher fetcher;

  @BeforeEach
  void open() {
    fetcher = new ProgramFetcher(new MachineSettings(Map.of(), new Properties()), home, null);
  }

  private static byte[] tar(String... namesAndTexts) {
    ByteArrayOutputStream tar = new ByteArrayOutputStream();
    for (int i = 0; i < namesAndTexts.length; i += 2) {
      byte[] text = namesAndTexts[i + 1].getBytes(StandardCharsets.UTF_8);
      byte[] header = Arrays.copyOf(namesAndTexts[i].getBytes(StandardCharsets.UTF_8), 512);
      byte[] size = Integer.toOctalString(text.length).getBytes(StandardCharsets.UTF_8);
      System.arraycopy(size, 0, header, 124, size.length);
      header[156] = '0';
      tar.writeBytes(header);
      tar.writeBytes(Arrays.copyOf(text, (text.length + 511) / 512 * 512));
    }
    tar.writeBytes(new byte[1024]);
    return tar.toByteArray();
  }

  /** Compresses bytes. */
  private interface Packing {
    OutputStream over(OutputStream out) throws IOException;
  }

  private static byte[] packed(byte[] bytes, Packing packing) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (OutputStream packed = packing.over(out)) {
      packed.write(bytes);
    }
    return out.toByteArray();
  }

  private static Program program(String source, String file, byte[] archive)
      throws CatalogException {
    return new CatalogReader("c", true)
        .read(
            "rows: {t: {kind: c, from: 'file:%s', sha256: %s, source: {sha256: %s, %s}}}"
                .formatted(file, HASH, ArtifactId.of(archive), source))
        .get(0)
        .programs()
        .get(0);
  }

  private Map<String, byte[]> sources(Program program) throws CatalogException {
    return fetcher.sources(program, FetchProgress.NONE);
  }

  @Test
  void the_compiler_sees_the_files_that_match_and_those_of_the_row() throws Exception {
    byte[] archive =
        packed(
            tar("t-1/src/a.c", "A", "t-1/src/b.c", "B", "t-1/src/x/c.c", "C", "t-1/a.c", "D"),
            GZIPOutputStream::new);
    Files.write(home.resolve("t.tgz"), archive);
    Program program =
        program(
            "files: ['src/*.c'], except: [src/b.c], write: {src/own.h: 'O', src/a.c: 'mine'}",
            "t.tgz",
            archive);
    assertThat(sources(program).keySet()).containsExactly("src/a.c", "src/own.h");
    assertThat(sources(program).get("src/a.c")).asString().isEqualTo("mine");
  }

  @Test
  void sources_can_be_packed_by_xz_in_another_archive_and_in_several() throws Exception {
    byte[] inner = packed(tar("t-1/a.c", "A"), out -> new XZOutputStream(out, new LZMA2Options(0)));
    byte[] more = tar("m-1/b.c", "B");
    byte[] outer = packed(tar("package/deps/t.tar.xz", "-"), GZIPOutputStream::new);
    Files.write(home.resolve("more.tar"), more);
    Files.write(home.resolve("outer.tgz"), outer);
    Files.write(home.resolve("t.tar.xz"), inner);
    Program program =
        program(
            "files: ['*.c', m/b.c], more: [{from: 'file:more.tar', sha256: %s, below: m}]"
                .formatted(ArtifactId.of(more)),
            "t.tar.xz",
            inner);
    assertThat(sources(program).keySet()).containsExactly("a.c", "m/b.c");
    Program nested =
        program("files: ['*']", "outer.tgz!deps/t.tar.xz", "-".getBytes(StandardCharsets.UTF_8));
    assertThat(sources(nested)).isEmpty();
  }

  @Test
  void the_file_that_is_run_comes_first_and_must_be_there() throws Exception {
    byte[] archive = tar("p-1/a.py", "A", "p-1/src/main.py", "M");
    Files.write(home.resolve("p.tar"), archive);
    String row =
        "rows: {p: {kind: python, from: 'file:p.tar', sha256: %s, source: {sha256: %s, files: [a.py, 'src/*.py'], main: %s}}}";
    for (String main : List.of("src/main.py", "src/absent.py")) {
      Program program =
          new CatalogReader("c", true)
              .read(row.formatted(HASH, ArtifactId.of(archive), main))
              .get(0)
              .programs()
              .get(0);
      if (main.contains("absent")) {
        assertThatThrownBy(() -> sources(program)).hasMessageContaining("no file 'src/absent.py'");
      } else {
        assertThat(sources(program).keySet()).containsExactly("src/main.py", "a.py");
      }
    }
  }

  @Test
  void an_archive_that_differs_from_its_pin_is_not_read() throws Exception {
    byte[] archive = tar("t-1/a.c", "A");
    Files.write(home.resolve("t.tar"), tar("t-1/a.c", "B"));
    Program program = program("files: ['*.c']", "t.tar", archive);
    assertThatThrownBy(() -> sources(program))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.reason()).isEqualTo(Reason.WRONG_HASH))
        .hasMessageContaining("archive of sources");
  }

  @Test
  void a_damaged_archive_is_refused() throws Exception {
    byte[] whole = packed(tar("t-1/a.c", "A"), out -> new XZOutputStream(out, new LZMA2Options(0)));
    byte[] archive = Arrays.copyOf(whole, whole.length / 2);
    Files.write(home.resolve("t.tar.xz"), archive);
    Program program = program("files: ['*.c']", "t.tar.xz", archive);
    assertThatThrownBy(() -> sources(program))
        .isInstanceOfSatisfying(
            CatalogException.class, e -> assertThat(e.reason()).isEqualTo(Reason.FETCH_FAILED));
  }

  @Test
  void wc_70_a_row_of_source_is_built_or_comes_from_a_mirror() throws Exception {
    byte[] made = {0, 'a', 's', 'm', 1, 0, 0, 0};
    CatalogRow row =
        new CatalogReader("c", true)
            .read(
                "rows: {t: {kind: c, from: 'file:t.tgz', sha256: %s, source: {sha256: %s, files: [a.c]}}}"
                    .formatted(ArtifactId.of(made), HASH))
            .get(0);
    assertThatThrownBy(() -> fetcher.fetch(row, FetchProgress.NONE))
        .isInstanceOfSatisfying(
            CatalogException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(Reason.LANE_UNAVAILABLE);
              assertThat(e.hint()).contains("commands add t");
            });
    Files.write(home.resolve(ArtifactId.of(made) + ".wasm"), made);
    ProgramFetcher mirrored =
        new ProgramFetcher(new MachineSettings(Map.of(), new Properties()), home, home);
    assertThat(mirrored.fetch(row, FetchProgress.NONE).files())
        .containsOnlyKeys(ArtifactId.of(made));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "kind: c, from: 'file:x'",
        "kind: wasm, from: 'file:x', source: {sha256: HASH, files: [a]}",
        "kind: c, from: 'file:x', source: {sha256: 1, files: [a]}",
        "kind: c, from: 'file:x', source: {sha256: HASH}",
        "kind: c, from: 'file:x', source: {sha256: HASH, files: [a], more: 1}",
        "kind: c, from: 'file:x', source: {sha256: HASH, files: [a], write: [a]}",
        "kind: c, from: 'file:x', source: {sha256: HASH, files: [a], flags: [a]}",
        "kind: c, from: 'file:x', source: {sha256: HASH, files: [a], main: a}",
        "kind: js, from: 'file:x', source: {sha256: HASH, files: [a]}",
        "kind: python, from: 'file:x'",
        "kind: python, from: 'file:x', source: {sha256: HASH, files: [a], main: a, included: [a]}",
        "kind: c, from: 'file:x', mode: stdin1, source: {sha256: HASH, files: [a]}",
        "kind: wasm, from: 'file:x', resources: {a: b}",
        "kind: wasm, from: 'file:x', resources: [{path: a}]"
      })
  void mistakes_are_refused(String row) {
    String text = "rows: {t: {" + row + ", sha256: HASH}}";
    assertThatThrownBy(() -> new CatalogReader("c", true).read(text.replace("HASH", HASH)))
        .isInstanceOf(CatalogException.class)
        .hasMessageContaining("row 't'");
  }

  @Test
  void files_that_come_with_a_program_are_verified_with_it() throws Exception {
    byte[] made = {0, 'a', 's', 'm', 1, 0, 0, 0};
    byte[] library = "library".getBytes(StandardCharsets.UTF_8);
    byte[] archive =
        tar("p/t.wasm", new String(made, StandardCharsets.ISO_8859_1), "p/lib.tar", "library");
    Files.write(home.resolve("t.tar"), archive);
    String rows =
        "rows: {t: {kind: wasm, from: 'file:t.tar!t.wasm', sha256: %s, resources: [{path: lib.tar, sha256: %s}]}}";
    CatalogRow row =
        new CatalogReader("c", true)
            .read(rows.formatted(ArtifactId.of(made), ArtifactId.of(library)))
            .get(0);
    assertThat(fetcher.fetch(row, FetchProgress.NONE).files())
        .containsOnlyKeys(ArtifactId.of(made), ArtifactId.of(library));
    CatalogRow wrong =
        new CatalogReader("c", true).read(rows.formatted(ArtifactId.of(made), HASH)).get(0);
    assertThatThrownBy(() -> fetcher.fetch(wrong, FetchProgress.NONE))
        .hasMessageContaining("the file 'lib.tar'");
  }
}
