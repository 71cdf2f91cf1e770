package dev.escarole.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.core.util.Separators;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * What is written from the table of settings: the JSON Schema of recipes, and the table in
 * README.md. With {@code -Descarole.write=true} this test writes both; else it compares.
 */
class WrittenFromSettingsTest {
  private static final Path README = Path.of("README.md");
  private static final Path SCHEMAS = Path.of("src/main/resources/dev/escarole/recipe");
  private static final String START = "<!-- written from the table of settings -->\n";
  private static final String END = "<!-- end -->\n";

  private static final ObjectWriter JSON =
      new ObjectMapper()
          .writer(
              new DefaultPrettyPrinter(
                      Separators.createDefaultInstance()
                          .withObjectFieldValueSpacing(Separators.Spacing.AFTER))
                  .withObjectIndenter(new DefaultIndenter("  ", "\n"))
                  .withArrayIndenter(new DefaultIndenter("  ", "\n")));

  @Test
  void the_json_schema_is_what_the_settings_say() throws IOException {
    Object handle =
        new ObjectMapper()
            .readValue(
                Files.readString(SCHEMAS.resolve("handle/handle.schema.json")), Object.class);
    check(
        SCHEMAS.resolve("recipe.schema.json"),
        JSON.writeValueAsString(RecipeSchema.of(handle)) + "\n");
  }

  @Test
  void the_table_of_the_page_is_what_the_settings_say() throws IOException {
    String page = Files.readString(README);
    int start = page.indexOf(START) + START.length();
    int end = page.indexOf(END, start);
    assertThat(page).contains(START);
    assertThat(end).as("the table stands between its marks").isNotNegative();
    check(README, page.substring(0, start) + RecipeSchema.table() + page.substring(end));
  }

  private static void check(Path file, String expected) throws IOException {
    if (Boolean.getBoolean("escarole.write")) {
      Files.writeString(file, expected);
    }
    assertThat(Files.readString(file))
        .as(
            "%s, which `mvn -pl recipes test -Dtest=WrittenFromSettingsTest -Descarole.write=true` writes",
            file)
        .isEqualTo(expected);
  }
}
