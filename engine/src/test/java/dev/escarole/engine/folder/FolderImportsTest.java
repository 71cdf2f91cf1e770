package dev.escarole.engine.folder;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.recipe.Problem;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeFile;
import dev.escarole.recipe.RecipeLimits;
import dev.escarole.recipe.template.Codes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Imports in the recipe folder. Real files; the test controls the clock and the scans. */
class FolderImportsTest {
  private final List<String> heard = new ArrayList<>();
  private Path directory;
  private Instant now = Instant.now();
  private RecipeFolder folder;

  @BeforeEach
  void open(@TempDir Path temporary) throws IOException {
    directory = temporary;
    file("team/recipes/greet.json", "{\"args\": [\"who\"], \"template\": \"echo hello {who}\"}");
    file(
        "team/recipes/main.yaml",
        "imports: {greet: team/greet}\ntemplate: {name: greet, values: {who: '{name}'}}\n");
    FolderOptions.Pace asleep = new FolderOptions.Pace(Duration.ofDays(1), Duration.ofHours(1));
    folder =
        RecipeFolder.open(
            directory,
            new FolderOptions(100, 1 << 20, 8, asleep, RecipeLimits.DEFAULTS, () -> now));
    var unused = folder.listen(change -> heard.add(change.kind() + " " + change.entry().name()));
  }

  @AfterEach
  void close() {
    folder.close();
  }

  private void file(String name, String text) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void settle() {
    folder.look();
    now = now.plus(Duration.ofHours(2));
    assertThat(folder.look()).isTrue();
  }

  private FolderEntry entry(String name) {
    return folder.entry(name).orElseThrow();
  }

  private String imported(String name) {
    Recipe recipe = entry(name).recipe().orElseThrow();
    return recipe.imported().iterator().next().source();
  }

  @Test
  void a_recipe_is_named_after_its_space_and_can_be_imported_by_that_name() {
    assertThat(folder.state().entries())
        .extracting(FolderEntry::name)
        .containsExactly("team/greet", "team/main");
    Recipe main = entry("team/main").recipe().orElseThrow();
    assertThat(main.sources())
        .extracting(RecipeFile::path)
        .containsExactly("team/recipes/main.yaml", "team/recipes/greet.json");
    assertThat(main.parameters()).singleElement().extracting("name").isEqualTo("name");
  }

  @Test
  void a_change_of_an_imported_file_changes_its_importers_and_nobody_else() throws IOException {
    file("other.yaml", "template: echo other\n");
    settle();
    heard.clear();
    file("team/recipes/greet.json", "{\"args\": [\"who\"], \"template\": \"echo hi {who}\"}");
    settle();
    assertThat(imported("team/main")).contains("echo hi");
    assertThat(heard).containsExactly("CHANGED team/greet", "CHANGED team/main");
    heard.clear();
    file("another.yaml", "template: echo more\n");
    settle();
    assertThat(heard).containsExactly("ADDED another.yaml");
  }

  @Test
  void an_invalid_imported_file_leaves_its_last_valid_version_in_force() throws IOException {
    file("team/recipes/greet.json", "{\"template\":");
    settle();
    assertThat(entry("team/greet").valid()).isFalse();
    assertThat(entry("team/main").valid()).isTrue();
    assertThat(imported("team/main")).contains("echo hello");
  }

  @Test
  void a_vanished_import_is_an_error_and_the_last_valid_version_stays_in_force()
      throws IOException {
    Files.delete(directory.resolve("team/recipes/greet.json"));
    settle();
    FolderEntry main = entry("team/main");
    assertThat(main.valid()).isFalse();
    assertThat(main.reading().problems())
        .extracting(Problem::code)
        .containsExactly(Codes.IMPORT_NOT_FOUND);
    assertThat(imported("team/main")).contains("echo hello");
    file("team/recipes/greet.json", "{\"args\": [\"who\"], \"template\": \"echo back {who}\"}");
    settle();
    assertThat(entry("team/main").valid()).isTrue();
    assertThat(imported("team/main")).contains("echo back");
  }

  @Test
  void a_second_file_of_the_name_makes_the_import_ambiguous_until_it_is_gone() throws IOException {
    Path second = directory.resolve("team/greet.md");
    Files.writeString(second, "---\nargs: [who]\n---\n```template\necho md {who}\n```\n");
    settle();
    FolderEntry main = entry("team/main");
    assertThat(main.valid()).isFalse();
    assertThat(main.reading().problems().toString())
        .contains("team/greet.md and team/recipes/greet.json");
    assertThat(imported("team/main")).contains("echo hello");
    Files.delete(second);
    settle();
    assertThat(entry("team/main").valid()).isTrue();
  }

  @Test
  void imports_follow_the_names_that_files_give_themselves() throws IOException {
    file("a.yaml", "name: census\ntemplate: echo a\n");
    file("b.yaml", "name: other\ntemplate: echo b\n");
    file("use.yaml", "name: use\nimports: {c: census}\ntemplate: {name: c}\n");
    settle();
    assertThat(imported("use")).contains("echo a");
    file("a.yaml", "name: elsewhere\ntemplate: echo a\n");
    settle();
    assertThat(entry("use").valid()).isFalse();
    file("b.yaml", "name: census\ntemplate: echo b\n");
    settle();
    assertThat(entry("use").valid()).isTrue();
    assertThat(imported("use")).contains("echo b");
    file("recipes/census.json", "\"echo by path\"");
    settle();
    assertThat(imported("use")).contains("by path");
    Files.delete(directory.resolve("recipes/census.json"));
    settle();
    assertThat(imported("use")).contains("echo b");
  }

  @Test
  void a_path_without_extension_follows_what_appears_and_vanishes() throws IOException {
    file("use.yaml", "imports: {c: ./lib/c}\ntemplate: {name: c}\n");
    settle();
    assertThat(entry("use.yaml").valid()).isFalse();
    file("lib/c.yaml", "template: echo yaml\n");
    settle();
    assertThat(imported("use.yaml")).contains("echo yaml");
    file("lib/c.json", "\"echo json\"");
    settle();
    assertThat(entry("use.yaml").valid()).isFalse();
    Files.delete(directory.resolve("lib/c.yaml"));
    settle();
    assertThat(entry("use.yaml").valid()).isTrue();
    assertThat(imported("use.yaml")).contains("echo json");
  }

  @Test
  void a_change_reaches_importers_of_importers() throws IOException {
    file("top.yaml", "name: top\nimports: {m: team/main}\ntemplate: {name: m}\n");
    settle();
    heard.clear();
    file("team/recipes/greet.json", "{\"args\": [\"who\"], \"template\": \"echo hi {who}\"}");
    settle();
    assertThat(heard).containsExactly("CHANGED team/greet", "CHANGED team/main", "CHANGED top");
    assertThat(entry("top").recipe().orElseThrow().imported())
        .extracting(Recipe::source)
        .anySatisfy(text -> assertThat(text).contains("echo hi"));
  }

  @Test
  void a_change_elsewhere_resolves_nothing_again() throws IOException {
    for (int i = 0; i < 60; i++) {
      file("many/r%d.yaml".formatted(i), "imports: {greet: team/greet}\ntemplate: {name: greet}\n");
    }
    settle();
    long before = folder.resolutions();
    file("other.yaml", "template: echo other\n");
    settle();
    file("another.yaml", "imports: {o: ./other}\ntemplate: {name: o}\n");
    settle();
    Files.delete(directory.resolve("many/r7.yaml"));
    settle();
    assertThat(folder.resolutions() - before).isEqualTo(1);
    file("team/recipes/greet.json", "{\"args\": [\"who\"], \"template\": \"echo hi {who}\"}");
    settle();
    assertThat(folder.resolutions() - before).isEqualTo(1 + 59 + 1);
  }

  @Test
  void pages_for_people_are_no_recipes() throws IOException {
    file("README.md", "# Recipes\n");
    file("team/SKILL.md", "---\nname: team\n---\n```json\n{}\n```\n");
    file("team/notes.md", "Some notes.\n");
    file("team/recipes/keep.md", "---\nargs: [f]\n---\n```template\ntee {f}\n```\n");
    settle();
    assertThat(folder.state().entries())
        .extracting(FolderEntry::name)
        .containsExactly("team/greet", "team/keep", "team/main");
  }

  @Test
  void a_link_out_of_the_folder_cannot_be_imported(@TempDir Path outside) throws IOException {
    Path secret = Files.writeString(outside.resolve("secret.json"), "\"echo secret\"");
    Files.createSymbolicLink(directory.resolve("team/recipes/link.json"), secret);
    file("up.yaml", "imports: {x: team/link}\ntemplate: {name: x}\n");
    file("out.yaml", "imports: {x: ../secret.json}\ntemplate: {name: x}\n");
    settle();
    assertThat(entry("up.yaml").valid()).isFalse();
    assertThat(entry("out.yaml").valid()).isFalse();
    assertThat(entry("up.yaml").reading().problems().toString()).doesNotContain("echo secret");
  }
}
