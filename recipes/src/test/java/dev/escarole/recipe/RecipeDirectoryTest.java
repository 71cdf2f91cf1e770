package dev.escarole.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.escarole.recipe.template.Codes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Imports from a real directory with hostile content. */
@Timeout(60)
class RecipeDirectoryTest {
  private Path root;

  @BeforeEach
  void make(@TempDir Path temporary) throws IOException {
    root = Files.createDirectory(temporary.resolve("root"));
    Files.writeString(temporary.resolve("secret.json"), "\"echo secret\"");
    file("good.json", "\"echo good\"");
  }

  private void file(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private Recipe importing(String from) {
    RecipeDirectory library = RecipeDirectory.folder(root, Path.of("shown"), RecipeLimits.DEFAULTS);
    String text = "{\"imports\": {\"x\": \"%s\"}, \"template\": {\"name\": \"x\"}}".formatted(from);
    Document main = Document.read(text, "main.json", RecipeLimits.DEFAULTS);
    return new RecipeReader().read(main, library, "main.json");
  }

  private String refusal(String from) {
    List<Problem> problems =
        catchThrowableOfType(RecipeException.class, () -> importing(from)).problems();
    assertThat(problems.toString()).doesNotContain("echo secret");
    assertThat(problems)
        .as("each is told at the import")
        .anySatisfy(each -> assertThat(each.location()).hasToString("main.json:1:19"));
    return problems.toString();
  }

  @Test
  void what_is_no_file_is_not_read() throws Exception {
    Process pipe = new ProcessBuilder("mkfifo", root.resolve("pipe.json").toString()).start();
    assertThat(pipe.waitFor()).isZero();
    Files.createDirectory(root.resolve("directory.json"));
    Files.createSymbolicLink(root.resolve("zero.json"), Path.of("/dev/zero"));
    Files.createSymbolicLink(root.resolve("loop.json"), Path.of("loop.json"));
    assertThat(refusal("./pipe.json")).contains("is not a regular file");
    assertThat(refusal("pipe")).contains("is not a regular file");
    assertThat(refusal("./directory.json")).contains("is not a regular file");
    assertThat(refusal("directory")).contains("names no recipe");
    assertThat(refusal("./zero.json")).contains("is a link that leaves");
    assertThat(refusal("./loop.json")).contains("cannot be read");
    assertThat(Commands.of(importing("good"), Map.of())).containsExactly(List.of("echo", "good"));
  }

  @Test
  void nothing_outside_can_be_named() throws IOException {
    Files.createSymbolicLink(root.resolve("up"), root.getParent());
    Files.createSymbolicLink(root.resolve("link.json"), Path.of("../secret.json"));
    for (String from :
        List.of(
            "../secret.json",
            "./../secret",
            "a/../../secret.json",
            "/etc/passwd",
            "up/secret.json",
            "./up/secret",
            "link",
            "up/secret",
            "./link.json")) {
      assertThat(refusal(from)).as(from).containsPattern("leaves|must be a relative|names no");
    }
  }

  @Test
  void what_is_no_text_or_too_large_is_told_at_the_import() throws IOException {
    Files.write(root.resolve("bytes.json"), new byte[] {'"', (byte) 0xff, '"'});
    Files.write(root.resolve("large.json"), new byte[RecipeLimits.DEFAULTS.maxBytes() + 1]);
    Files.createFile(root.resolve("empty.yaml"));
    assertThat(refusal("bytes")).contains(Codes.NOT_UTF8, "shown/bytes.json");
    assertThat(refusal("large")).contains(Codes.FILE_TOO_LARGE, "shown/large.json");
    assertThat(refusal("empty")).contains("shown/empty.yaml");
  }

  @Test
  void a_recipe_is_what_it_was_when_it_was_read() throws IOException {
    Recipe before = importing("good");
    file("good.json", "\"echo changed\"");
    assertThat(Commands.of(before, Map.of())).containsExactly(List.of("echo", "good"));
    assertThat(new RecipeReader().read(before.portable(), "kept").sources())
        .isEqualTo(
            before.sources().stream()
                .map(each -> new RecipeFile(each.path(), each.sha256(), null))
                .toList());
    assertThat(importing("good").sources()).isNotEqualTo(before.sources());
  }

  @Test
  void hidden_files_and_pages_have_no_name() throws IOException {
    file(".hidden/x.json", "\"echo a\"");
    file("team/.x.json", "\"echo a\"");
    file("team/README.md", "---\n---\n```template\necho a\n```\n");
    assertThat(refusal("team/README")).contains("names no recipe");
    assertThat(refusal("team/.x")).contains("names no recipe");
    assertThat(refusal(".hidden/x")).contains("names no recipe");
    assertThat(Commands.of(importing("team/README.md"), Map.of()))
        .containsExactly(List.of("echo", "a"));
  }
}
