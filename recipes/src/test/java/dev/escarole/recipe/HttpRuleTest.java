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

  private static Recipe importing(String http) {
    String text =
        """
        {"bundle": "a.json", "files": {
          "a.json": "{\\"imports\\": {\\"b\\": \\"./b.json\\"}, \\"http\\": [%s], \\"template\\": [{\\"name\\": \\"b\\"}]}",
          "b.json": "{\\"http\\": [{\\"origin\\": \\"http://b\\", \\"paths\\": [\\"/v1/x\\"]}], \\"template\\": \\"echo\\"}"}}
        """;
    return new RecipeReader().read(text.formatted(http.replace("\"", "\\\"")), "a.json");
  }

  @Test
  void an_imported_recipe_reaches_no_further_than_its_importer() {
    Recipe recipe = importing("{\"origin\": \"http://a\"}");
    assertThat(recipe.http()).extracting(HttpRule::origin).containsExactly("http://a");
    assertThat(recipe.warnings())
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.code()).isEqualTo("unlisted-request");
              assertThat(each.pointer()).isEqualTo("/imports/b");
              assertThat(each.message())
                  .isEqualTo(
                      "the import 'b' asks for GET,HEAD http://b /v1/x, which this recipe does not"
                          + " list");
            });
  }

  @ParameterizedTest
  @CsvSource({
    "/v1, GET HEAD, true",
    "/v1/, GET HEAD POST, true",
    "/v1/x, GET HEAD, true",
    "/v1/x/y, GET HEAD, false",
    "/v1/xy, GET HEAD, false",
    "/v1, GET, false"
  })
  void what_the_importer_lists_is_no_warning(String path, String methods, boolean covered) {
    String http =
        "{\"origin\": \"http://b\", \"methods\": [\"PUT\"]}, {\"origin\": \"http://b\", \"paths\": [\"%s\"], \"methods\": [\"%s\"]}"
            .formatted(path, methods.replace(" ", "\", \""));
    assertThat(importing(http).warnings().isEmpty()).isEqualTo(covered);
  }

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1, true",
    "http://127.0.0.1:80, true",
    "http://10.com, true",
    "http://0x.com, true",
    "http://127.1, false",
    "http://2130706433, false",
    "http://0x7f000001, false",
    "http://0177.0.0.1, false",
    "http://1.2.3.256:80, false",
    "http://a.0x7f:80, false",
    "http://[::1], true",
    "http://[127.0.0.1], false"
  })
  void addresses_have_one_form(String origin, boolean valid) {
    String text = "{\"http\": [{\"origin\": \"%s\"}], \"template\": \"a\"}".formatted(origin);
    if (valid) {
      assertThat(new RecipeReader().read(text, "a.json").http()).hasSize(1);
    } else {
      assertThat(Reading.codes(text)).containsExactly("bad-http");
    }
  }
}
