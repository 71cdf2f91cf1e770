package dev.escarole.samples;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.samples.CommandsPage.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of WebAssembly commands is complete, names tests that exist, and is up to date. */
class CommandsPageTest {

  private static final int LAST = 77;
  private static final Pattern NAMED = Pattern.compile("`(\\w+Test)`");

  @Test
  void page_ofTheRowsAndTests_isTheOneOnFile() throws IOException {
    assertThat(Files.readString(CommandsPage.PAGE))
        .describedAs("run the main class CommandsPage in samples")
        .isEqualTo(CommandsPage.text());
  }

  @Test
  void rows_areAllThere_inOrder() throws IOException {
    assertThat(CommandsPage.rows().stream().map(Row::number).toList())
        .isEqualTo(IntStream.rangeClosed(1, LAST).boxed().toList());
  }

  @Test
  void everyRow_hasATest_orIsOpen() throws IOException {
    Map<Integer, Set<String>> tests = CommandsPage.tests();
    assertThat(tests.keySet()).allMatch(row -> row >= 1 && row <= LAST);
    for (Row row : CommandsPage.rows()) {
      boolean shown = tests.containsKey(row.number()) || NAMED.matcher(row.note()).find();
      assertThat(shown)
          .describedAs("row %d is open in wasm-rows.txt: %b", row.number(), row.isOpen())
          .isNotEqualTo(row.isOpen());
    }
  }

  @Test
  void testsInNotes_exist() throws IOException {
    Set<String> classes = new TreeSet<>();
    try (Stream<Path> files = Files.walk(Path.of(".."))) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith("Test.java"))
          .forEach(name -> classes.add(name.replace(".java", "")));
    }
    for (Row row : CommandsPage.rows()) {
      Matcher named = NAMED.matcher(row.note());
      while (named.find()) {
        assertThat(classes).contains(named.group(1));
      }
    }
  }

  @Test
  void rowsOf_names_readsSingleOnesListsAndRanges() {
    assertThat(CommandsPage.rowsOf("wc_7_rows_beyond_the_cap_of_wc_8_are_skipped"))
        .isEqualTo(List.of(7));
    assertThat(CommandsPage.rowsOf("wc_25_wc_76_the_ninth")).isEqualTo(List.of(25, 76));
    assertThat(CommandsPage.rowsOf("wc_21_to_24_execute")).isEqualTo(List.of(21, 22, 23, 24));
  }
}
