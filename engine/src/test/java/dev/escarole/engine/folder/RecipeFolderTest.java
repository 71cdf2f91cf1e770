package dev.escarole.engine.folder;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.Subscription;
import dev.escarole.engine.folder.Definition.DefinitionKind;
import dev.escarole.recipe.Problem;
import dev.escarole.recipe.RecipeLimits;
import dev.escarole.recipe.SourceExcerpt;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real files; the test controls the clock and the scans. */
class RecipeFolderTest {

  private static final String CENSUS =
      """
      name: census
      args: ["top:int=5"]
      template: echo {top}
      """;

  private static final String HANDLE =
      """
      {"name": "greet", "handle": "command", "command": "echo",
       "parameters": {"type": "object", "properties": {"who": {"type": "string"}}},
       "arguments": [{"$": "who"}]}
      """;

  /** No automatic scans: only those of the test. */
  private static final FolderOptions.Pace ASLEEP =
      new FolderOptions.Pace(Duration.ofDays(1), Duration.ofHours(1));

  private final List<String> heard = new ArrayList<>();
  private Path directory;
  private Instant now = Instant.now();
  private RecipeFolder folder;

  @BeforeEach
  void setUp(@TempDir Path temporary) {
    directory = temporary;
    folder = open(FolderOptions.defaults());
  }

  private static FolderOptions options(int files, long bytes, int deepest) {
    return new FolderOptions(
        files, bytes, deepest, ASLEEP, RecipeLimits.DEFAULTS, InstantSource.system());
  }

  private RecipeFolder open(FolderOptions options) {
    RecipeFolder opened =
        RecipeFolder.open(
            directory,
            new FolderOptions(
                options.mostFiles(),
                options.mostBytes(),
                options.deepest(),
                ASLEEP,
                options.limits(),
                () -> now));
    Subscription unused =
        opened.listen(change -> heard.add(change.kind() + " " + change.entry().name()));
    return opened;
  }

  private void reopen(FolderOptions options) {
    folder.close();
    folder = open(options);
  }

  @AfterEach
  void close() {
    folder.close();
  }

  private Path file(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  /** Looks until files that changed have been quiet for long enough. */
  private void settle() {
    folder.look();
    now = now.plus(Duration.ofHours(1));
    assertThat(folder.look()).isTrue();
  }

  private FolderEntry entry(String name) {
    return folder.entry(name).orElseThrow();
  }

  private List<String> names() {
    return folder.state().entries().stream().map(FolderEntry::name).toList();
  }

  @Test
  void a_file_that_is_there_at_the_start_is_listed_with_its_typed_inputs() throws IOException {
    Path file = file("reports/census.yaml", CENSUS);
    reopen(FolderOptions.defaults());

    FolderEntry census = entry("census");
    assertThat(census.valid()).isTrue();
    assertThat(census.kind()).isEqualTo(DefinitionKind.RECIPE);
    assertThat(census.file().path()).isEqualTo("reports/census.yaml");
    assertThat(census.file().bytes()).isEqualTo(CENSUS.length());
    assertThat(census.file().modified()).isEqualTo(Files.getLastModifiedTime(file).toInstant());
    assertThat(census.recipe().orElseThrow().parameters())
        .singleElement()
        .satisfies(top -> assertThat(top.type()).asString().contains("INT"));
    assertThat(census.invalidSince()).isNull();
    assertThat(census.handle()).isEmpty();
  }

  @Test
  void a_file_that_is_dropped_changed_and_removed_shows() throws IOException {
    Path file = file("census.yaml", CENSUS);
    settle();
    assertThat(entry("census").recipe().orElseThrow().description()).isNull();

    Files.writeString(file, CENSUS + "description: counts\n");
    settle();
    assertThat(entry("census").recipe().orElseThrow().description()).isEqualTo("counts");

    Files.delete(file);
    folder.look();
    assertThat(folder.entry("census")).isEmpty();
    assertThat(heard).containsExactly("ADDED census", "CHANGED census", "REMOVED census");
  }

  @Test
  void a_file_that_is_still_being_written_is_not_read() throws IOException {
    Path file = file("census.yaml", "name: cen");
    assertThat(folder.look()).isFalse();
    now = now.plus(Duration.ofMinutes(59));
    Files.writeString(file, CENSUS);
    assertThat(folder.look()).isFalse();
    now = now.plus(Duration.ofMinutes(59));
    assertThat(folder.look()).isFalse();
    assertThat(heard).isEmpty();
    now = now.plus(Duration.ofMinutes(1));
    assertThat(folder.look()).isTrue();
    assertThat(heard).containsExactly("ADDED census");
  }

  @Test
  void a_file_that_is_moved_over_another_takes_its_place() throws IOException {
    Path file = file("census.yaml", CENSUS);
    settle();
    Path written = file(".census.tmp", "name: census\ntemplate: echo other\n");
    Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    settle();
    assertThat(entry("census").recipe().orElseThrow().source()).contains("other");
  }

  @Test
  void an_invalid_version_leaves_the_last_good_one_in_force() throws IOException {
    Path file = file("census.yaml", CENSUS);
    settle();
    Files.writeString(file, "name: census\ntemplate: echo 'top\n");
    settle();
    final Instant since = now;
    FolderEntry broken = entry("census");
    assertThat(broken.valid()).isFalse();
    assertThat(broken.recipe().orElseThrow().source()).isEqualTo(CENSUS);
    assertThat(broken.invalidSince()).isEqualTo(since);
    Problem problem = broken.reading().problems().get(0);
    assertThat(problem.file()).isEqualTo("census.yaml");
    assertThat(SourceExcerpt.render(problem, broken.reading().source()))
        .contains("census.yaml:2:")
        .contains("2 | template: echo 'top")
        .containsPattern("\\| +\\^");

    Files.writeString(file, "template: [");
    settle();
    assertThat(entry("census").invalidSince()).as("since the first invalid one").isEqualTo(since);

    Files.writeString(file, CENSUS);
    settle();
    assertThat(entry("census").valid()).isTrue();
    assertThat(entry("census").invalidSince()).isNull();
  }

  @Test
  void a_file_that_was_never_good_has_nothing_in_force() throws IOException {
    file("broken.json", "{\"template\": ");
    settle();
    FolderEntry broken = entry("broken.json");
    assertThat(broken.valid()).isFalse();
    assertThat(broken.definition()).isNull();
    assertThat(broken.reading().problems()).isNotEmpty();
    assertThat(broken.reading().source()).startsWith("{\"template\"");
  }

  @Test
  void a_command_handle_is_told_from_a_recipe() throws IOException {
    file("greet.json", HANDLE);
    settle();
    FolderEntry greet = entry("greet");
    assertThat(greet.reading().problems()).isEmpty();
    assertThat(greet.kind()).isEqualTo(DefinitionKind.HANDLE);
    assertThat(greet.handle().orElseThrow().parameters()).asString().contains("who");
    assertThat(greet.recipe()).isEmpty();
  }

  @Test
  void of_two_files_with_one_name_the_first_counts_and_the_other_says_why() throws IOException {
    file("b.yaml", CENSUS);
    settle();
    Path first = file("a.yaml", CENSUS);
    settle();
    assertThat(entry("census").file().path()).isEqualTo("a.yaml");
    FolderEntry second = entry("b.yaml");
    assertThat(second.valid()).isFalse();
    assertThat(second.definition()).isNull();
    assertThat(second.reading().problems().get(0).message()).contains("'census'", "a.yaml");

    Files.delete(first);
    folder.look();
    assertThat(entry("census").file().path()).isEqualTo("b.yaml");
    assertThat(entry("census").valid()).isTrue();
  }

  @Test
  void hidden_files_and_files_of_other_kinds_are_left_out() throws IOException {
    file(".hidden.yaml", CENSUS);
    file(".git/census.yaml", CENSUS);
    file("census.yaml~", CENSUS);
    file("readme.md", "# hi");
    settle();
    assertThat(folder.state().entries()).isEmpty();
    assertThat(folder.state().warnings()).isEmpty();
  }

  @Test
  void a_link_out_of_the_folder_is_not_read(@TempDir Path outside) throws IOException {
    Path secret = Files.writeString(outside.resolve("secret.yaml"), "name: s3cret\ntemplate: a\n");
    Files.createSymbolicLink(directory.resolve("stolen.yaml"), secret);
    Files.createSymbolicLink(directory.resolve("all"), outside);
    Files.createSymbolicLink(directory.resolve("lost.yaml"), outside.resolve("nothing"));
    settle();
    assertThat(names()).containsExactly("lost.yaml", "stolen.yaml");
    FolderEntry stolen = entry("stolen.yaml");
    assertThat(stolen.valid()).isFalse();
    assertThat(stolen.reading().problems().get(0).message()).contains("leaves the folder");
    assertThat(folder.state().toString()).doesNotContain("s3cret");
  }

  @Test
  void a_link_within_the_folder_is_read_as_mounted_configurations_have_them() throws IOException {
    file("..data_1/census.yaml", CENSUS);
    Files.createSymbolicLink(directory.resolve("..data"), Path.of("..data_1"));
    Files.createSymbolicLink(directory.resolve("census.yaml"), Path.of("..data/census.yaml"));
    settle();
    assertThat(entry("census").file().path()).isEqualTo("census.yaml");

    file("..data_2/census.yaml", "name: census\ntemplate: echo new\n");
    Files.createSymbolicLink(directory.resolve("..tmp"), Path.of("..data_2"));
    Files.move(
        directory.resolve("..tmp"),
        directory.resolve("..data"),
        StandardCopyOption.ATOMIC_MOVE,
        StandardCopyOption.REPLACE_EXISTING);
    settle();
    assertThat(entry("census").recipe().orElseThrow().source()).contains("echo new");
  }

  @Test
  void a_hostile_name_is_carried_as_it_is() throws IOException {
    String name = "<script>alert('x')</script>\"\n\u001b[31m.yaml".replace("/", "\u2215");
    file(name, "echo hi");
    settle();
    assertThat(entry(name).file().path()).isEqualTo(name);
    assertThat(entry(name).valid()).isTrue();
  }

  @Test
  void no_more_files_than_allowed_are_taken_and_the_state_says_so() throws IOException {
    for (int i = 0; i < 5; i++) {
      file("r" + i + ".yaml", "echo " + i);
    }
    reopen(options(3, 64 << 20, 8));
    assertThat(names()).containsExactly("r0.yaml", "r1.yaml", "r2.yaml");
    assertThat(folder.state().warnings()).singleElement().asString().contains("more than 3");
  }

  @Test
  void no_more_bytes_than_allowed_are_taken() throws IOException {
    file("a.yaml", "echo " + "a".repeat(600));
    file("b.yaml", "echo " + "b".repeat(600));
    reopen(options(10, 1000, 8));
    assertThat(names()).containsExactly("a.yaml");
    assertThat(folder.state().warnings()).singleElement().asString().contains("1000 bytes");
  }

  @Test
  void directories_deeper_than_allowed_are_not_looked_into() throws IOException {
    file("1/2/here.yaml", "echo hi");
    file("1/2/3/there.yaml", "echo hi");
    reopen(options(10, 64 << 20, 3));
    assertThat(names()).containsExactly("1/2/here");
    assertThat(folder.state().warnings()).singleElement().asString().contains("1/2/3");
  }

  @Test
  void a_file_that_is_too_large_or_no_text_is_listed_as_such() throws IOException {
    file("large.yaml", "echo " + "a".repeat(2_000_000));
    Files.write(directory.resolve("binary.yaml"), new byte[] {(byte) 0xff, 0, 1});
    settle();
    assertThat(entry("large.yaml").reading().problems().get(0).message()).contains("larger than");
    assertThat(entry("large.yaml").reading().source()).isEmpty();
    assertThat(entry("binary.yaml").reading().problems().get(0).message()).contains("UTF-8");
  }

  @Test
  void a_change_within_the_tick_of_a_coarse_file_system_is_seen() throws IOException {
    Path file = file("census.yaml", "name: census\ntemplate: echo a\n");
    var modified = Files.getLastModifiedTime(file);
    now = modified.toInstant();
    reopen(FolderOptions.defaults());
    Files.write(file, "name: census\ntemplate: echo b\n".getBytes(UTF_8));
    Files.setLastModifiedTime(file, modified);
    settle();
    assertThat(entry("census").recipe().orElseThrow().source()).contains("echo b");
  }

  @Test
  void a_folder_that_goes_away_leaves_in_force_what_it_held() throws IOException {
    file("census.yaml", CENSUS);
    settle();
    Path elsewhere = directory.resolveSibling(directory.getFileName() + "-moved");
    Files.move(directory, elsewhere);
    folder.look();
    assertThat(entry("census").valid()).isTrue();
    assertThat(folder.state().warnings()).singleElement().asString().contains("stays in force");

    Files.move(elsewhere, directory);
    folder.look();
    assertThat(folder.state().warnings()).isEmpty();
  }

  @Test
  void a_folder_that_does_not_exist_is_named() {
    assertThatThrownBy(() -> RecipeFolder.open(directory.resolve("none")))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("none");
  }

  @Test
  void a_listener_that_throws_keeps_nobody_from_hearing() throws IOException {
    List<String> others = new ArrayList<>();
    Subscription first =
        folder.listen(
            change -> {
              throw new IllegalStateException("no");
            });
    final Subscription second = folder.listen(change -> others.add(change.entry().name()));
    file("a.yaml", "echo a");
    settle();
    first.close();
    second.close();
    file("b.yaml", "echo b");
    settle();
    assertThat(others).containsExactly("a.yaml");
    assertThat(heard).containsExactly("ADDED a.yaml", "ADDED b.yaml");
  }

  @Test
  void the_version_grows_only_when_something_changes() throws IOException {
    file("a.yaml", "echo a");
    settle();
    long version = folder.state().version();
    now = now.plusSeconds(60);
    folder.look();
    assertThat(folder.state().version()).isEqualTo(version);
    assertThat(folder.state().lookedAt()).isEqualTo(now);
  }
}
