package dev.escarole.web.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.web.agent.command.OfferedRecipes.OfferedRecipe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderRecipesTest {

  private static final String HANDLE =
      """
      handle: command
      name: say
      description: Says it.
      parameters:
        type: object
        required: [text]
        properties:
          text: {type: string}
      command: printf
      arguments: ["%s", {$: $.text}]
      """;

  @TempDir private Path directory;

  @Test
  void recipes_and_handles_of_a_folder_are_commands() throws IOException {
    Files.writeString(directory.resolve("say.handle.yaml"), HANDLE);
    Files.writeString(directory.resolve("count.yaml"), "args: [top:int=3]\ntemplate: seq {top}\n");
    Files.writeString(directory.resolve("broken.yaml"), "template: {\n");
    try (RecipeFolder folder = RecipeFolder.open(directory);
        AgentLines lines = new AgentLines()) {
      FolderRecipes offered = new FolderRecipes(folder);
      assertThat(offered.all())
          .extracting(OfferedRecipe::name)
          .containsExactly("count.yaml", "say");
      offered.all().forEach(lines::with);
      assertThat(lines.data("x-count --top 2 --wait 60").at("/result/text").textValue())
          .isEqualTo("1\n2\n");
      assertThat(lines.data("help x-say").get("description").textValue()).isEqualTo("Says it.");
      assertThat(lines.data("x-say --text 'a  b' --wait 60").at("/result/text").textValue())
          .isEqualTo("a  b");
      assertThat(lines.error("x-say").message()).contains("--text is required");
    }
  }

  @Test
  void a_recipe_of_a_folder_has_its_directory() throws IOException {
    Files.createDirectories(directory.resolve("team"));
    Files.writeString(directory.resolve("team/near.yaml"), "template: cat {recipe_dir}/w.txt\n");
    Files.writeString(directory.resolve("team/w.txt"), "near\n");
    try (RecipeFolder folder = RecipeFolder.open(directory);
        AgentLines lines = new AgentLines()) {
      new FolderRecipes(folder).all().forEach(lines::with);
      assertThat(lines.data("run team/near --wait 60").at("/result/text").textValue())
          .isEqualTo("near\n");
      assertThat(lines.data("plan team/near").toString())
          .contains("cat /recipe/team/w.txt")
          .doesNotContain(directory.toString());
    }
  }

  @Test
  void a_disabled_recipe_is_listed_as_such_and_refused() throws IOException {
    Files.writeString(directory.resolve("off.yaml"), "disabled: true\ntemplate: echo off\n");
    Files.writeString(directory.resolve("keep.md"), "---\n---\n```template\necho kept\n```\n");
    try (RecipeFolder folder = RecipeFolder.open(directory);
        AgentLines lines = new AgentLines()) {
      new FolderRecipes(folder).all().forEach(lines::with);
      assertThat(lines.data("x-keep --wait 60").at("/result/text").textValue()).isEqualTo("kept\n");
      assertThat(lines.data("recipes").toString()).contains("\"trouble\":\"disabled\"");
      assertThat(lines.error("x-off").message()).contains("x-off");
      assertThat(lines.error("run off.yaml").message()).contains("is disabled");
      assertThat(lines.error("plan off.yaml").message()).contains("is disabled");
    }
  }

  @Test
  void a_recipe_of_a_folder_runs_with_its_imports() throws IOException {
    Files.createDirectories(directory.resolve("team/recipes"));
    Files.writeString(
        directory.resolve("team/recipes/greet.md"),
        "---\nargs: [who]\n---\n```template\necho hello {who}\n```\n");
    Files.writeString(
        directory.resolve("team/recipes/main.yaml"),
        "imports: {greet: ./greet.md}\nargs: [name]\n"
            + "template: {name: greet, values: {who: '{name}'}}\n");
    try (RecipeFolder folder = RecipeFolder.open(directory);
        AgentLines lines = new AgentLines()) {
      new FolderRecipes(folder).all().forEach(lines::with);
      assertThat(
              lines.data("run team/main --set name=Ada --wait 60").at("/result/text").textValue())
          .isEqualTo("hello Ada\n");
      assertThat(lines.data("plan team/main --set name=Ada").toString())
          .contains("echo hello Ada", "from team/recipes/greet.md");
    }
  }
}
