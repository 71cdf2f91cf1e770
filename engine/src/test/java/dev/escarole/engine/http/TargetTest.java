package dev.escarole.engine.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.broker.HttpDeniedException;
import dev.escarole.engine.broker.HttpPolicy;
import dev.escarole.engine.broker.HttpPolicy.HttpQuota;
import dev.escarole.engine.command.HttpGrant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a URL means, and whether it is permitted. */
class TargetTest {

  private static Permission both(String... grants) {
    List<HttpGrant> all = List.of(grants).stream().map(HttpGrant::parse).toList();
    return new Permission(
        "ci", new HttpPolicy(all, Set.of(), Map.of(), HttpQuota.DEFAULT, false), all);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ftp://a.example/",
        "https:/a.example",
        "https://user@a.example/",
        "https://a.example@evil.example/",
        "https://a.example\\@evil.example/",
        "https://a.example./",
        "https://bücher.example/",
        "https://a.example:0/",
        "https://a.example:99999/",
        "https://a.example:/",
        "https://a.example:65536/",
        "https://2130706433/",
        "https://0x7f000001/",
        "https://0177.0.0.1/",
        "https://127.1/",
        "https://127.0.0.256/",
        "https://1.2.3.4.5/",
        "https://a.0x7f/",
        "https://[::1%25lo]/",
        "https://[127.0.0.1]/",
        "https://[::1/",
        "https://a.example\u3002evil.example/",
        "https://a.example\u2044x/",
        "https://*.example/",
        "https:///x",
        "https://a.example/v1/../admin",
        "https://a.example/v1/%2e%2e/admin",
        "https://a.example/v1/%252e%252e/admin",
        "https://a.example/v1/..%2fadmin",
        "https://a.example/v1/..;/admin",
        "https://a.example/v1/./x",
        "https://a.example//v1",
        "https://a.example/v1%2f%2fx",
        "https://a.example/v1\\x",
        "https://a.example/v1/%5cx",
        "https://a.example/v1/%zz",
        "https://a.example/a b",
        "https://a.example/ä",
        "https://a.example/\r\nX: y"
      })
  void urls_that_can_mean_two_things_are_refused(String url) {
    assertThatThrownBy(() -> Target.of(url)).isInstanceOf(RequestFailure.class);
  }

  @ParameterizedTest
  @CsvSource({
    "HTTPS://A.Example:443/v1, https://a.example, /v1",
    "http://a.example:80, http://a.example, /",
    "http://a.example:8080/x?y#z, http://a.example:8080, /x",
    "https://[::1]:8443/x, https://[::1]:8443, /x",
    "https://xn--bcher-kva.example/%20, https://xn--bcher-kva.example, /%20"
  })
  void urls_have_one_form(String url, String origin, String path) throws Exception {
    Target target = Target.of(url);
    assertThat(target.origin()).isEqualTo(origin);
    assertThat(target.path()).isEqualTo(path);
  }

  @ParameterizedTest
  @CsvSource({
    "https://a.example/v1, true",
    "https://a.example/v1/x, true",
    "https://a.example/v1?x=/v2, true",
    "https://a.example/v10, false",
    "https://a.example/, false",
    "https://a.example/V1, false",
    "http://a.example/v1, false",
    "https://a.example:8443/v1, false",
    "https://b.a.example/v1, false",
    "https://a.example.evil.example/v1, false"
  })
  void origins_are_exact_and_paths_are_whole_prefixes(String url, boolean permitted)
      throws Exception {
    Target target = Target.of(url);
    Permission permission = both("https://a.example/v1");
    if (permitted) {
      permission.check("GET", target, "");
      permission.check("HEAD", target, "");
      assertThatThrownBy(() -> permission.check("POST", target, ""))
          .isInstanceOf(HttpDeniedException.class)
          .hasMessageContaining("methods: [POST]");
    } else {
      assertThatThrownBy(() -> permission.check("GET", target, ""))
          .isInstanceOf(HttpDeniedException.class);
    }
  }

  @Test
  void a_denial_says_which_side_lacks_what() throws Exception {
    Target target = Target.of("https://a.example/x");
    HttpPolicy policy = both("https://a.example").policy();
    assertThatThrownBy(() -> new Permission("ci", policy, List.of()).check("GET", target, ""))
        .hasMessage(
            "GET https://a.example/x is not permitted: the recipe does not list it (http: [{origin:"
                + " \"https://a.example\"}]; on a command line --http 'https://a.example')");
    assertThatThrownBy(
            () ->
                new Permission("ci", HttpPolicy.NOTHING, policy.grants()).check("PUT", target, ""))
        .hasMessageContaining("the recipe does not list it")
        .hasMessageContaining("and the operator's policy does not grant it to 'ci'");
  }

  @Test
  void redirects_are_resolved_against_the_url() throws Exception {
    Target from = Target.of("https://a.example/v1/x?q");
    assertThat(from.at("/y").url()).isEqualTo("https://a.example/y");
    assertThat(from.at("y?z#f").url()).isEqualTo("https://a.example/v1/y?z");
    assertThat(from.at("?z").url()).isEqualTo("https://a.example/v1/x?z");
    assertThat(from.at("//b.example/y").url()).isEqualTo("https://b.example/y");
    assertThat(from.at("http://b.example").url()).isEqualTo("http://b.example/");
    assertThatThrownBy(() -> from.at("../y")).isInstanceOf(RequestFailure.class);
    assertThatThrownBy(() -> from.at("javascript:alert(1)")).isInstanceOf(RequestFailure.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://a.example/v1/../x",
        "https://a.example//x",
        "https://*.example",
        "a.example",
        "https://user@a.example",
        "get https://a.example",
        "CONNECT https://a.example",
        "https://a.example/x?y"
      })
  void grants_that_mean_nothing_are_refused(String text) {
    assertThatThrownBy(() -> HttpGrant.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
