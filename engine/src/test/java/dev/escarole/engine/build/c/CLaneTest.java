package dev.escarole.engine.build.c;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.escarole.engine.build.BuildFailedException;
import dev.escarole.engine.build.BuildFailedException.Reason;
import dev.escarole.engine.build.Sources;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.command.DirectoryGrant.Mode;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recipes, objects that are kept, and options of the C lane; the compiler is a fake. */
class CLaneTest {

  private static final Map<String, String> TWO = Map.of("a.c", "A", "b.c", "B", "h.h", "H");

  @TempDir private Path root;
  private FakeToolchain tools;
  private final CLane lane = new CLane();

  @BeforeEach
  void open() throws Exception {
    tools = new FakeToolchain(root, archive("include/stdio.h", "share/x", "lib/w/libc++.a"));
  }

  /** A tar archive of empty files. */
  private static byte[] archive(String... names) {
    ByteArrayOutputStream tar = new ByteArrayOutputStream();
    for (String name : names) {
      byte[] header = Arrays.copyOf(name.getBytes(StandardCharsets.UTF_8), 512);
      header[124] = '0';
      header[156] = '0';
      tar.writeBytes(header);
    }
    tar.writeBytes(new byte[1024]);
    return tar.toByteArray();
  }

  private String build(Map<String, String> texts, String... options) throws Exception {
    Map<String, byte[]> files = new LinkedHashMap<>();
    texts.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            each -> files.put(each.getKey(), each.getValue().getBytes(StandardCharsets.UTF_8)));
    Sources sources = new Sources("tool", "c", files, List.of(options));
    return new String(lane.build(sources, tools), StandardCharsets.UTF_8);
  }

  private static Map<String, String> changed(String path, String text) {
    Map<String, String> files = new LinkedHashMap<>(TWO);
    files.put(path, text);
    return files;
  }

  @Test
  void wc_58_wc_72_a_build_is_a_recipe_that_compiles_side_by_side_and_links_at_the_end()
      throws Exception {
    assertThat(build(TWO)).isEqualTo("AB");
    JsonNode steps = tools.recipes.get(0).path("template");
    JsonNode compile = steps.get(0);
    assertThat(compile.path("parallel").asBoolean()).isTrue();
    assertThat(compile.path("failure").asText()).isEqualTo("branch");
    assertThat(compile.path("concurrency").asInt()).isBetween(1, 8);
    assertThat(compile.path("template").get(1).path("template").asText())
        .isEqualTo(
            "clang -cc1 @/build/clang.args -main-file-name b.c -dependency-file"
                + " /build/dependencies/1 -o /build/objects/1.o b.c");
    assertThat(steps.get(1).path("template").asText()).isEqualTo("wasm-ld @/build/wasm-ld.args");
    assertThat(tools.granted)
        .containsExactly(
            new DirectoryGrant(tools.scratch(), "/build", Mode.READ_WRITE),
            new DirectoryGrant(tools.cache(), "/lane", Mode.READ_ONLY));
  }

  @Test
  void guests_get_a_stack_of_1_mib_below_their_data() throws Exception {
    String unused = build(TWO);
    assertThat(Files.readAllLines(tools.scratch().resolve("wasm-ld.args")))
        .containsSubsequence("\"-z\"", "\"stack-size=1048576\"", "\"--stack-first\"");
  }

  @Test
  void a_program_that_holds_the_time_of_its_build_does_not_depend_on_the_clock() throws Exception {
    String unused = build(TWO);
    assertThat(Files.readAllLines(tools.scratch().resolve("clang.args")))
        .containsSequence("\"-source-date-epoch\"", "\"0\"");
  }

  @Test
  void only_headers_and_libraries_of_c_are_unpacked_once() throws Exception {
    String unused = build(TWO);
    try (Stream<Path> all = Files.walk(tools.cache())) {
      assertThat(all.filter(Files::isRegularFile).map(each -> each.getFileName().toString()))
          .contains("stdio.h")
          .doesNotContain("x", "libc++.a");
    }
    String again = build2(TWO);
    assertThat(again).isEqualTo("AB");
    try (Stream<Path> all = Files.list(tools.cache())) {
      assertThat(all).hasSize(2);
    }
  }

  private String build2(Map<String, String> files, String... options) throws Exception {
    FakeToolchain unused = tools.again();
    return build(files, options);
  }

  @Test
  void an_archive_with_a_path_that_leads_out_is_refused() throws Exception {
    tools.archive = Optional.of(archive("include/../../../out.h"));
    assertThatThrownBy(() -> build(TWO))
        .hasRootCauseMessage("it has a file with the path 'include/../../../out.h'");
    assertThat(root.resolve("out.h")).doesNotExist();
    assertThat(tools.cache()).isEmptyDirectory();
  }

  @Test
  void a_file_is_compiled_again_only_if_it_or_what_it_may_see_has_changed() throws Exception {
    assertThat(build(TWO)).isEqualTo("AB");
    assertThat(build2(TWO)).isEqualTo("AB");
    assertThat(tools.compiled()).isEmpty();
    assertThat(build2(changed("b.c", "C"))).isEqualTo("AC");
    assertThat(tools.compiled()).containsExactly("b.c");
    String unused = build2(changed("h.h", "I"));
    assertThat(tools.compiled()).containsExactly("a.c", "b.c");
    unused = build2(TWO, "-DX=1");
    assertThat(tools.compiled()).containsExactly("a.c", "b.c");
    tools.clang = Optional.of(ArtifactId.of(new byte[] {2}));
    unused = build2(TWO);
    assertThat(tools.compiled()).containsExactly("a.c", "b.c");
    unused = build2(TWO);
    assertThat(tools.compiled()).isEmpty();
    tools.archive = Optional.of(archive("include/stdlib.h"));
    unused = build2(TWO);
    assertThat(tools.compiled()).containsExactly("a.c", "b.c");
  }

  @ParameterizedTest
  @ValueSource(strings = {"b.c", "./b.c", "x/../b.c", "/build/src/b.c"})
  void an_object_that_depends_on_another_compiled_file_is_not_kept(String read) throws Exception {
    tools.reads.put("a.c", read);
    String unused = build(TWO);
    unused = build2(TWO);
    assertThat(tools.compiled()).containsExactly("a.c");
  }

  @Test
  void a_list_of_dependencies_that_holds_no_paths_does_not_end_the_build() throws Exception {
    tools.reads.put("a.c", "x\0y");
    assertThat(build(TWO)).isEqualTo("AB");
  }

  @Test
  void a_file_that_is_only_included_counts_as_a_header() throws Exception {
    assertThat(build(TWO, "--included=b.c")).isEqualTo("A");
    assertThat(build2(changed("b.c", "C"), "--included=b.c")).isEqualTo("A");
    assertThat(tools.compiled()).containsExactly("a.c");
  }

  @Test
  void after_a_failure_only_what_was_wrong_is_compiled_again() throws Exception {
    tools.refused.add("b.c");
    assertThatThrownBy(() -> build(TWO)).hasMessageContaining("b.c:1:1: error: refused");
    tools.refused.clear();
    assertThat(build2(TWO)).isEqualTo("AB");
    assertThat(tools.compiled()).containsExactly("b.c");
  }

  @Test
  void a_link_that_a_guest_has_left_is_not_kept() throws Exception {
    tools.link = Optional.of(Files.writeString(root.resolve("secret"), "secret"));
    String unused = build(TWO);
    tools.link = Optional.empty();
    assertThat(build2(TWO)).isEqualTo("AB");
    assertThat(tools.compiled()).containsExactly("a.c", "b.c");
  }

  @Test
  void what_is_missing_is_named_with_what_adds_it() {
    assertThat(lane.missing(tools)).isEmpty();
    tools.archive = Optional.empty();
    assertThat(lane.missing(tools))
        .hasValueSatisfying(
            each -> assertThat(each).contains("headers").contains("commands add llvm"));
    tools.clang = Optional.empty();
    assertThat(lane.missing(tools))
        .hasValue("the command clang is not registered. Add it: escarole commands add llvm");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Wl,--export-all", "-fplugin=x.so", "-I/lane", "-I../x", "-I", "@/build/clang.args", "-o",
        "-include", "-mllvm", "--sysroot=/", "-D1X", "a.c", "-working-directory=/", ""
      })
  void other_options_are_refused(String option) {
    assertThatThrownBy(() -> build(TWO, option))
        .isInstanceOfSatisfying(
            BuildFailedException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(Reason.BAD_SOURCES);
              assertThat(e.hint()).contains("-DNAME");
            });
  }

  @Test
  void options_reach_the_compiler_in_its_own_words() throws Exception {
    String unused =
        build(TWO, "-DS=\"a b\\c\"", "-Isub", "-O0", "-lm", "-fno-strict-aliasing", "-std=c99");
    assertThat(Files.readAllLines(tools.scratch().resolve("clang.args")))
        .containsSubsequence(
            "\"-O2\"",
            "\"-DS=\\\"a b\\\\c\\\"\"",
            "\"-I\"",
            "\"sub\"",
            "\"-O0\"",
            "\"-relaxed-aliasing\"",
            "\"-std=c99\"");
  }

  @Test
  void sources_without_a_file_to_compile_are_refused() {
    assertThatThrownBy(() -> build(Map.of("h.h", "H")))
        .hasMessageContaining("none of the files is C to compile");
    assertThatThrownBy(() -> build(TWO, "--included=c.c"))
        .hasMessageContaining("--included=c.c names none of the files");
  }
}
