package dev.escarole.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.springframework.boot.json.JsonParserFactory;

/** What IDEs and the README say about properties. */
class PropertyDocumentationTest {

  private static final String METADATA = "/META-INF/spring-configuration-metadata.json";

  private static List<Map<?, ?>> properties() throws IOException {
    List<Map<?, ?>> properties = new ArrayList<>();
    try (InputStream in =
        Objects.requireNonNull(EscaroleProperties.class.getResourceAsStream(METADATA))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      Object all = JsonParserFactory.getJsonParser().parseMap(text).get("properties");
      ((List<?>) Objects.requireNonNull(all)).forEach(each -> properties.add((Map<?, ?>) each));
    }
    return properties;
  }

  @Test
  void every_property_has_a_description() throws IOException {
    assertThat(properties())
        .isNotEmpty()
        .allSatisfy(each -> assertThat(String.valueOf(each.get("description"))).endsWith("."));
  }

  @Test
  void the_readme_has_every_property_and_no_other() throws IOException {
    List<String> names =
        properties().stream().map(each -> String.valueOf(each.get("name"))).toList();
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
