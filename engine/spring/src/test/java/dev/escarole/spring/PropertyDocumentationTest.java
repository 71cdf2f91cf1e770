package dev.escarole.spring;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What IDEs and the README say about properties. */
class PropertyDocumentationTest {

  private static final String METADATA = "/META-INF/spring-configuration-metadata.json";

  private static JsonNode properties() throws IOException {
    try (InputStream in =
        Objects.requireNonNull(EscaroleProperties.class.getResourceAsStream(METADATA))) {
      return new ObjectMapper().readTree(in).get("properties");
    }
  }

  @Test
  void every_property_has_a_description() throws IOException {
    assertThat(properties())
        .isNotEmpty()
        .allSatisfy(each -> assertThat(each.path("description").asText()).endsWith("."));
  }

  @Test
  void the_readme_has_every_property_and_no_other() throws IOException {
    List<String> names = properties().findValuesAsText("name");
    TreeSet<String> told = new TreeSet<>();
    Matcher rows =
        Pattern.compile("(?m)^\\| `(escarole\\.[a-z.-]+)` \\|")
            .matcher(Files.readString(Path.of("README.md")));
    while (rows.find()) {
      told.add(rows.group(1));
    }
    assertThat(told).containsExactlyInAnyOrderElementsOf(names);
  }
}
