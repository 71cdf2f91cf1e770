package dev.escarole.samples.bench.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.web.cli.Main;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class AcliConformanceTest {

  private static List<String> java(Class<?> main, String... arguments) {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    List<String> command = new ArrayList<>();
    command.add(java.toString());
    command.add("-cp");
    command.add(System.getProperty("java.class.path"));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    return command;
  }

  private static String checked(List<String> command, boolean passes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    PrintStream print = new PrintStream(out, true, StandardCharsets.UTF_8);
    boolean passed = AcliConformance.run(command, print);
    String report = out.toString(StandardCharsets.UTF_8);
    assertThat(passed).as(report).isEqualTo(passes);
    return report;
  }

  @Test
  void ac_42_to_ac_46_escarole_keeps_all_that_a_client_can_see(@TempDir Path directory)
      throws IOException {
    Path recipes = Files.createDirectory(directory.resolve("recipes"));
    Files.writeString(
        recipes.resolve("say.yaml"), "args: ['text:string']\ntemplate: printf %s '{text}'\n");
    String data = directory.resolve("data").toString();
    String report =
        checked(
            java(
                Main.class,
                "mcp",
                "--strict-lines",
                "--recipes",
                recipes.toString(),
                "--data",
                data),
            true);
    assertThat(report).contains("level: FULL").doesNotContain("FAIL");
    assertThat(report.lines().filter(line -> line.startsWith("ok")).count()).isGreaterThan(50);
  }

  @Test
  void ac_45_a_server_that_says_yes_to_everything_fails_in_every_category() throws IOException {
    String report = checked(java(WrongServer.class), false);
    assertThat(report).contains("level: none");
    for (Check.Category category : Check.Category.values()) {
      assertThat(report).containsPattern("FAIL " + category.name().toLowerCase(Locale.ROOT));
    }
  }

  @Test
  void a_server_that_cannot_be_started_is_told_of() {
    assertThatThrownBy(() -> AcliConformance.run(List.of("/no/such/program"), System.out))
        .isInstanceOf(IOException.class);
  }
}
