package dev.escarole.engine.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.Limits;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a policy file says about HTTP requests. */
class HttpPolicyTest {

  private static PolicyFile read(String text) {
    return new PolicyReader(Limits.defaults()).parse(text, "policy.yaml");
  }

  private static HttpPolicy ofCi(String members, String top) {
    String text = "principals:\n  ci:\n    allow: true\n" + members.indent(4) + top;
    return read(text).of(new Principal("ci", false)).grants().http();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "http: https://a | 4:7 'http' must be a list | Write for example [\"https://",
        "http: [a.example] | 4:8 'a.example' is not an origin | write scheme, host and port",
        "http: ['https://127.1'] | 4:8 'https://127.1' | four decimal numbers",
        "http: ['https://a/../x'] | 4:8 '/../x' is not a path | begins with one slash",
        "http: ['CONNECT https://a'] | 4:8 the method CONNECT | cannot be granted",
        "http: [{paths: [/x]}] | 4:8 an entry of 'http' has no 'origin' | Add origin: https://host",
        "http: [{origin: https://a, path: /x}] | 4:28 unknown key 'path' | Did you mean paths?",
        "http: [{origin: https://a, methods: [get]}] | 4:17 'get' is not | such as POST",
        "http: [[x]] | 4:8 an entry of 'http' must be a mapping | of keys to values",
        "http_private: [localhost] | 4:16 'localhost' must be a host and a port | localhost:8080",
        "http_private: ['a:0'] | 4:16 'http://a:0' is not an origin | ports are 1 to 65535",
        "http_private: ['a:65536'] | 4:16 'http://a:65536' | ports are 1 to 65535",
        "http_private: ['10.0.0.0/8'] | 4:16 '10.0.0.0/8' must be a host and a port | 10.1.2.3:443",
        "http_private: ['127.1:80'] | 4:16 'http://127.1:80' | four decimal numbers",
        "http_secrets: [kye] | 4:16 there is no secret 'kye' | Did you mean key?",
        "http_per_second: 0 | 4:18 'http_per_second' must be 1 to 1000000 | was 0",
        "http_at_once: many | 4:15 'http_at_once' must be a whole number | was 'many'",
        "http_at_once: 1000001 | 4:15 'http_at_once' must be 1 to 1000000 | was 1000001",
        "htpp: [] | 4:1 unknown key 'htpp' | Did you mean http?"
      })
  void mistakes_of_a_principal_have_a_place_a_reason_and_a_way_out(
      String member, String problem, String wayOut) {
    String place = problem.substring(0, problem.indexOf(' '));
    int column = Integer.parseInt(place.substring(place.indexOf(':') + 1)) + 4;
    assertThatThrownBy(() -> ofCi(member, "secrets:\n  key: {env: X, origins: [\"https://a\"]}\n"))
        .isInstanceOf(PolicyException.class)
        .hasMessageStartingWith("policy.yaml:4:" + column + ":" + problem.substring(place.length()))
        .hasMessageContaining(wayOut);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "key: x | the secret 'key' must be a mapping",
        "key: {env: X} | the secret 'key' needs 'origins' and one of 'file', 'env' and 'directory'",
        "key: {env: X, origins: []} | the secret 'key' needs 'origins'",
        "key: {origins: ['https://a']} | Write for example {file: /etc/escarole/key, origins:",
        "key: {env: X, file: /y, origins: ['https://a']} | the secret 'key' needs",
        "key: {file: y, origins: ['https://a']} | 'y' must be an absolute path",
        "key: {env: X, origins: ['a']} | 'a' is not an origin",
        "key: {env: X, origins: ['https://a/path']} | 'https://a/path' is not an origin",
        "key: {env: X, origins: 'https://a'} | 'origins' must be a list",
        "key: {env: '', origins: ['https://a']} | '' must be the name of an environment variable",
        "key: {env: 'A=B', origins: ['https://a']} | 'A=B' must be the name of an environment",
        "key: {env: X, orgins: ['https://a']} | Did you mean origins?",
        "'a b': {env: X, origins: ['https://a']} | a secret's name has letters, digits"
      })
  void mistakes_of_a_secret_have_a_place_and_a_reason(String secret, String problem) {
    assertThatThrownBy(() -> read("# first\nsecrets:\n  " + secret + "\n"))
        .isInstanceOf(PolicyException.class)
        .hasMessageStartingWith("policy.yaml:3:")
        .hasMessageContaining(problem);
  }

  @Test
  void a_mistake_is_told_once() {
    assertThatThrownBy(() -> read("secrets:\n  a: {env: X, origins: [b]}\n  c: d\n"))
        .isInstanceOfSatisfying(
            PolicyException.class, each -> assertThat(each.problems()).hasSize(2));
  }

  @Test
  void places_have_the_form_that_urls_have() {
    HttpPolicy policy = ofCi("http_private: ['LOCALHOST:08080', '[::1]:80', '10.0.0.1:443']", "");
    assertThat(policy.privatePlaces())
        .containsExactlyInAnyOrder("localhost:8080", "[::1]:80", "10.0.0.1:443");
  }
}
