package dev.escarole.recipe;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.recipe.http.HttpRule;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The HTTP requests that a recipe asks for. */
class HttpRuleTest {

  private static Recipe read(String http) {
    return new RecipeReader().read("{\"http\": " + http + ", \"template\": \"echo a\"}", "a.json");
  }

  @Test
  void an_entry_has_an_origin_paths_and_methods() {
    assertThat(
            read("""
                    [{"origin": "https://api.example.com"},
                     {"origin": "http://[::1]:8080", "paths": ["/v1", "/v2/"], "methods": ["POST"]}]
                    """)
                .http())
        .containsExactly(
            new HttpRule("https://api.example.com", List.of("/"), List.of("GET", "HEAD")),
            new HttpRule("http://[::1]:8080", List.of("/v1", "/v2/"), List.of("POST")));
    assertThat(read("[]").http()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | wrong-type",
        "[1] | bad-http",
        "[{}] | bad-http",
        "[{\"origin\": \"api.example.com\"}] | bad-http",
        "[{\"origin\": \"https://API.example.com\"}] | bad-http",
        "[{\"origin\": \"https://*.example.com\"}] | bad-http",
        "[{\"origin\": \"https://{host}\"}] | bad-http",
        "[{\"origin\": \"https://a.example/v1\"}] | bad-http",
        "[{\"origin\": \"https://u@a.example\"}] | bad-http",
        "[{\"origin\": \"https://a.example.\"}] | bad-http",
        "[{\"origin\": \"https://a.example:70000\"}] | bad-http",
        "[{\"origin\": \"https://a.example\", \"paths\": []}] | bad-http",
        "[{\"origin\": \"https://a.example\", \"paths\": [\"/a/../b\"]}] | bad-http",
        "[{\"origin\": \"https://a.example\", \"paths\": [\"//a\"]}] | bad-http",
        "[{\"origin\": \"https://a.example\", \"paths\": [\"/%2e\"]}] | bad-http",
        "[{\"origin\": \"https://a.example\", \"paths\": [\"a\"]}] | bad-http",
        "[{\"origin\": \"https://a.example\", \"methods\": \"POST\"}] | bad-http",
        "[{\"origin\": \"https://a.example\", \"methods\": [\"post\"]}] | bad-http",
        "[{\"origin\": \"https://a.example\", \"methods\": [\"CONNECT\"]}] | bad-http",
        "[{\"origin\": \"https://a.example\", \"method\": [\"GET\"]}] | unknown-field"
      })
  void what_asks_for_nothing_definite_is_an_error(String http, String code) {
    assertThat(Reading.codes("{\"http\": " + http + ", \"template\": \"a\"}"))
        .containsExactly(code);
  }

  @Test
  void requests_of_imported_recipes_count_too() {
    String text =
        """
        {"bundle": "a.json", "files": {
          "a.json": "{\\"imports\\": {\\"b\\": \\"./b.json\\"}, \\"http\\": [{\\"origin\\": \\"http://a\\"}], \\"template\\": [{\\"name\\": \\"b\\"}]}",
          "b.json": "{\\"http\\": [{\\"origin\\": \\"http://b\\"}], \\"template\\": \\"echo\\"}"}}
        """;
    assertThat(new RecipeReader().read(text, "a.json").http())
        .extracting(HttpRule::origin)
        .containsExactly("http://a", "http://b");
  }
}
