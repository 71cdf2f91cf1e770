package dev.escarole.engine.files;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.recipe.template.FilePattern;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Workspaces that commands made to use up the memory of the engine. */
class WorkspaceFilesTest {

  @Test
  void search_remembers_a_bounded_number_of_characters_however_long_paths_are(
      @TempDir Path workspace) throws Exception {
    Path deep = workspace;
    for (int i = 0; i < 14; i++) {
      deep = Files.createDirectory(deep.resolve("d".repeat(250)));
    }
    for (int i = 0; i < 5_000; i++) {
      Files.createFile(deep.resolve("f".repeat(100) + i));
    }
    WorkspaceFiles.Found found =
        new WorkspaceFiles(workspace, 200_000).find(List.of(FilePattern.parse("**")));
    assertThat(found.files().keySet().stream().mapToInt(String::length).sum())
        .isBetween(WorkspaceFiles.MOST_CHARACTERS / 2, WorkspaceFiles.MOST_CHARACTERS + 10_000);
    assertThat(found.unread().values())
        .allMatch(why -> why.contains("were looked at"))
        .isNotEmpty();
  }
}
