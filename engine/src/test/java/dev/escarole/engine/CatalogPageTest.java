package dev.escarole.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.catalog.Catalog;
import dev.escarole.engine.catalog.CatalogRow;
import dev.escarole.engine.catalog.CatalogRow.Kind;
import dev.escarole.engine.catalog.CatalogRow.Program;
import dev.escarole.engine.command.Needs;
import java.nio.file.Files;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Holds {@code CATALOG.md} to the catalogue. With {@code -Descarole.thorough=true} the rows that
 * need no more than the default limits are fetched and proved as well. Those that do, and programs
 * from source, need a larger heap and minutes, and are proved when the page is made.
 */
class CatalogPageTest {

  private static final boolean THOROUGH = Boolean.getBoolean("escarole.thorough");

  @Test
  void the_page_lists_every_program_as_it_was_measured() throws Exception {
    List<String> lines = Files.readAllLines(CatalogPage.FILE);
    List<String> facts = lines.stream().map(CatalogPage::facts).collect(Collectors.toList());
    int programs = 0;
    for (CatalogRow row : Catalog.shipped().rows()) {
      for (Program program : row.programs()) {
        assertThat(facts).contains(CatalogPage.facts(CatalogPage.line(row, program, null)));
        programs++;
      }
    }
    assertThat(lines).filteredOn(line -> line.startsWith("| ")).hasSize(programs + 1);
    assertThat(lines).as("measured").noneMatch(line -> line.contains("| – |"));
  }

  @Test
  @Timeout(600)
  void every_row_of_the_default_limits_is_fetched_and_proved() throws Exception {
    for (CatalogRow row : Catalog.shipped().rows()) {
      if (THOROUGH && row.needs().equals(Needs.NONE) && row.kind() != Kind.C) {
        assertThat(CatalogPage.prove(row)).hasSize(row.programs().size());
      }
    }
  }
}
