package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program that embeds the engine and chose no SLF4J provider. */
class LogBindingTest {

  @TempDir Path directory;

  @Test
  void an_engine_without_a_provider_prints_nothing_about_it() throws Exception {
    assertThat(printed("engine")).containsExactly("hi");
  }

  @Test
  void neither_do_commands_without_an_engine() throws Exception {
    assertThat(printed("commands")).containsExactly("true");
  }

  @Test
  void neither_does_a_folder_of_recipes() throws Exception {
    assertThat(printed("folder")).containsExactly("0");
  }

  private List<String> printed(String what) throws Exception {
    List<String> lines = new ArrayList<>();
    // Where SLF4J prints its warnings is a setting of its own.
    List<String> options = List.of("-Dslf4j.internal.report.stream=System.out");
    try (ChildJvm child =
        ChildJvm.start(List.of(), options, LogBindingTest.class, what, directory.toString())) {
      for (String line = child.line(); line != null; line = child.line()) {
        lines.add(line);
      }
    }
    return lines;
  }

  public static void main(String[] args) throws Exception {
    Path directory = Path.of(args[1]);
    switch (args[0]) {
      case "engine" -> {
        try (Engine engine = Engine.open(EngineOptions.at(directory))) {
          RunRequest request =
              RunRequest.of(new RecipeReader().read("{\"template\": \"echo hi\"}", "hi.json"))
                  .build();
          System.out.print(engine.run(request).stdout().text());
        }
      }
      case "commands" -> {
        try (CommandHost host = CommandHost.open(directory, warning -> {})) {
          System.out.println(!host.verify().isEmpty());
        }
      }
      default -> {
        try (RecipeFolder folder =
            RecipeFolder.open(Files.createDirectory(directory.resolve("r")))) {
          System.out.println(folder.state().entries().size());
        }
      }
    }
  }
}
