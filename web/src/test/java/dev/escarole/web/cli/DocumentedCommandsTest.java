package dev.escarole.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.cli.CliHarness.Call;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs every command line of the README, the cookbook and the page for newcomers, and compares its
 * output. Each section (from one {@code ##} heading to the next) has a directory of its own:
 *
 * <ul>
 *   <li>a block with a file name behind its language is written there,
 *   <li>each line of an {@code sh} block is run,
 *   <li>a {@code text} block is the standard output of the {@code sh} block before it, {@code text
 *       summary} lines of its standard error, in order; {@code exit N} is the exit code of its last
 *       command, 0 unless given,
 *   <li>{@code shell} blocks, and any other block without a file name, are not run.
 * </ul>
 */
class DocumentedCommandsTest {

  private static final Path CHECKOUT = Path.of("..").toAbsolutePath().normalize();
  private static final Pattern FENCE =
      Pattern.compile("^```(\\w+) ?([^\\n]*)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);
  private static final Pattern WORD = Pattern.compile("(?:[^\\s'\"]|'[^']*'|\"[^\"]*\")+");
  private static final Pattern EXIT = Pattern.compile("exit (\\d+)");
  private static final Pattern COMMAND = Pattern.compile("(?:web/bin/)?escarole (.*)");

  @TempDir private Path temporary;

  private record Section(String title, String text) {}

  private static List<Section> sections(String page) throws IOException {
    List<Section> sections = new ArrayList<>();
    for (String text : Files.readString(CHECKOUT.resolve(page)).split("(?m)^(?=## )", -1)) {
      sections.add(new Section(text.lines().findFirst().orElse(""), text));
    }
    return sections;
  }

  @TestFactory
  Stream<DynamicTest> readme() throws IOException {
    return tests("README.md", Set.of());
  }

  @TestFactory
  Stream<DynamicTest> cookbook() throws IOException {
    return tests("recipes/COOKBOOK.md", Set.of("# Cookbook"));
  }

  @TestFactory
  Stream<DynamicTest> coming_from() throws IOException {
    return tests("recipes/COMING-FROM.md", Set.of());
  }

  @Test
  void readme_shows_one_command_and_the_degraded_join_that_it_prints_on_its_first_screen()
      throws IOException {
    Section first = sections("README.md").get(0);
    assertThat(first.text().lines()).hasSizeLessThan(45);
    assertThat(first.text())
        .containsOnlyOnce("```sh\n")
        .containsPattern("(?m)^```sh\nweb/bin/escarole run \\S+\n```$")
        .contains("--- parallel_status: degraded", ": degraded after ");
  }

  @Test
  void cookbook_has_twenty_recipes_and_each_shows_a_file_a_command_and_its_output()
      throws IOException {
    List<Section> recipes = sections("recipes/COOKBOOK.md");
    assertThat(recipes.subList(1, recipes.size()))
        .hasSizeGreaterThanOrEqualTo(20)
        .allSatisfy(
            recipe ->
                assertThat(recipe.text())
                    .containsPattern("(?m)^```(yaml|json) \\S+\\.(yaml|json)$")
                    .containsPattern("(?m)^escarole run ")
                    .containsPattern("(?m)^```text( summary| exit|$)"));
  }

  @Test
  void coming_from_has_a_table_and_an_example_for_each_tool() throws IOException {
    List<Section> tools = sections("recipes/COMING-FROM.md");
    assertThat(tools.subList(1, tools.size()))
        .extracting(Section::title)
        .containsExactly("## make", "## Dagu", "## GitHub Actions", "## Spring Batch");
    assertThat(tools.subList(1, tools.size()))
        .allSatisfy(
            tool ->
                assertThat(tool.text())
                    .contains("|---|---|")
                    .containsPattern("(?m)^escarole run ")
                    .containsPattern("(?m)^```text$"));
  }

  private Stream<DynamicTest> tests(String page, Set<String> withoutCommands) throws IOException {
    CliHarness cli = new CliHarness(temporary);
    List<DynamicTest> tests = new ArrayList<>();
    for (Section section : sections(page)) {
      if (!withoutCommands.contains(section.title()) && section.text().contains("\n```sh\n")) {
        Path directory = Files.createDirectory(temporary.resolve("section" + tests.size()));
        tests.add(
            DynamicTest.dynamicTest(
                section.title(), () -> new Walk(cli, directory).through(section)));
      }
    }
    assertThat(tests).isNotEmpty();
    return tests.stream();
  }

  /** One section on its way: what its last {@code sh} block came to. */
  private static final class Walk {
    private final CliHarness cli;
    private final Path directory;
    private final StringBuilder out = new StringBuilder();
    private String err = "";
    private int exit;

    Walk(CliHarness cli, Path directory) {
      this.cli = cli;
      this.directory = directory;
    }

    void through(Section section) throws IOException {
      String block = "";
      for (Matcher fence = FENCE.matcher(section.text()); fence.find(); ) {
        String mark = fence.group(2);
        String body = fence.group(3);
        if (mark.contains(".") || mark.contains("/")) {
          Path file = directory.resolve(mark);
          Files.createDirectories(file.getParent());
          Files.writeString(file, body);
        } else if (fence.group(1).equals("sh")) {
          assertThat(exit).as("exit code of: %s%n%s", block, err).isZero();
          block = body;
          run(body);
        } else if (fence.group(1).equals("text")) {
          compare(block, mark, body);
        }
      }
      assertThat(exit).as("exit code of: %s%n%s", block, err).isZero();
    }

    private void run(String lines) throws IOException {
      out.setLength(0);
      for (String line : lines.replace("\\\n", " ").lines().toList()) {
        assertThat(exit).as("exit code before: %s%n%s", line, err).isZero();
        if (line.startsWith("mkdir ")) {
          Files.createDirectory(directory.resolve(line.substring("mkdir ".length())));
          continue;
        }
        Matcher command = COMMAND.matcher(line);
        assertThat(command.matches()).as("a line that can be run: %s", line).isTrue();
        Call call = cli.call(words(command.group(1)));
        out.append(call.text());
        err = call.err();
        exit = call.exit();
      }
    }

    /** The words of a line; files of the section or the checkout are named in full. */
    private Object[] words(String line) {
      return WORD.matcher(line)
          .results()
          .map(word -> located(word.group().replaceAll("'([^']*)'|\"([^\"]*)\"", "$1$2")))
          .toArray();
    }

    private String located(String word) {
      String name = word.replaceFirst("::.*", "");
      String rest = word.substring(name.length());
      if (name.isEmpty() || name.startsWith("/") || name.contains("\n")) {
        return word;
      }
      if (Files.exists(directory.resolve(name))) {
        return directory.resolve(name) + rest;
      }
      boolean inCheckout = name.startsWith("samples/") && Files.exists(CHECKOUT.resolve(name));
      return inCheckout ? CHECKOUT.resolve(name) + rest : word;
    }

    private void compare(String block, String mark, String body) {
      Matcher given = EXIT.matcher(mark);
      if (mark.startsWith("summary")) {
        List<String> shown = timeless(body).lines().toList();
        assertThat(timeless(err).lines()).as(block).containsSubsequence(shown);
      } else {
        // A block ends with a line end, also where the output has none.
        String text = out.toString();
        assertThat(text.endsWith("\n") ? text : text + "\n").as(block + err).isEqualTo(body);
      }
      if (given.find() || !mark.startsWith("summary")) {
        int expected = given.reset().find() ? Integer.parseInt(given.group(1)) : 0;
        assertThat(exit).as("exit code of: %s%n%s", block, err).isEqualTo(expected);
        exit = 0;
      }
    }

    /** Without what is another in each run: ids and durations. */
    private static String timeless(String text) {
      return text.replaceAll("\\d{8}-\\d{6}-[0-9a-z]{6}", "RUN").replaceAll("\\d+ ms", "N ms");
    }
  }
}
