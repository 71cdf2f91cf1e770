package dev.escarole.recipe.form;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.Provenance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** URI templates with the variables that RFC 6570 uses in its tables. */
class UriTemplateTest {
  private static final String VARIABLES =
      """
      {"var":"value","hello":"Hello World!","half":"50%","empty":"","base":"http://example.com/home/","path":"/foo/bar",
       "list":["red","green","blue"],"keys":{"semi":";","dot":".","comma":","},"count":["one","two"],"x":1024,"y":768,
       "undef":null,"none":[],"dub":"me/too","t":true}
      """;

  private static String expanded(String template) {
    String form = "{\"$uri\":\"" + template + "\"}";
    return ((FormValue.Text) Forms.something(form, VARIABLES)).value();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "{var} ~ value",
        "{hello} ~ Hello%20World%21",
        "{half} ~ 50%25",
        "O{empty}X ~ OX",
        "O{undef}X ~ OX",
        "O{none}X ~ OX",
        "{x,y} ~ 1024,768",
        "{x,hello,y} ~ 1024,Hello%20World%21,768",
        "?{x,empty} ~ ?1024,",
        "?{x,undef} ~ ?1024",
        "{var:3} ~ val",
        "{var:30} ~ value",
        "{list} ~ red,green,blue",
        "{list*} ~ red,green,blue",
        "{keys} ~ semi,%3B,dot,.,comma,%2C",
        "{keys*} ~ semi=%3B,dot=.,comma=%2C",
        "{+var} ~ value",
        "{+half} ~ 50%25",
        "{base}index ~ http%3A%2F%2Fexample.com%2Fhome%2Findex",
        "{+base}index ~ http://example.com/home/index",
        "{+path:6}/here ~ /foo/b/here",
        "{+keys*} ~ semi=;,dot=.,comma=,",
        "{#path,x}/here ~ #/foo/bar,1024/here",
        "X{#empty} ~ X#",
        "X{.var} ~ X.value",
        "X{.list} ~ X.red,green,blue",
        "X{.list*} ~ X.red.green.blue",
        "X{.none} ~ X",
        "{/var,x}/here ~ /value/1024/here",
        "{/list*,path:4} ~ /red/green/blue/%2Ffoo",
        "{;x,y,empty} ~ ;x=1024;y=768;empty",
        "{;list} ~ ;list=red,green,blue",
        "{;list*} ~ ;list=red;list=green;list=blue",
        "{;keys*} ~ ;semi=%3B;dot=.;comma=%2C",
        "{?x,y,empty} ~ ?x=1024&y=768&empty=",
        "{?x,y,undef} ~ ?x=1024&y=768",
        "{?list*} ~ ?list=red&list=green&list=blue",
        "?fixed=yes{&x} ~ ?fixed=yes&x=1024",
        "{&var:3} ~ &var=val",
        "{t}é%20%zz ~ true%C3%A9%20%25zz"
      })
  void templates_expand_as_in_the_rfc(String template, String uri) {
    assertThat(expanded(template)).isEqualTo(uri);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{", "{}", "{a b}", "{a:0}", "{a:x}", "{a:99999}", "{!a}", "{a", "{a,}"})
  void broken_templates_are_refused(String template) {
    assertThat(Forms.code("{\"$uri\":\"" + template + "\"}", "{}")).isEqualTo("form-syntax");
  }

  @Test
  void structures_inside_variables_are_refused() {
    assertThat(Forms.code("{\"$uri\":\"{a}\"}", "{\"a\":[[1]]}")).isEqualTo("form-evaluation");
  }

  @Test
  void a_uri_knows_who_wrote_its_beginning() {
    assertThat(Forms.something("{\"$uri\":\"{var}/x\"}", VARIABLES).provenance())
        .isEqualTo(Provenance.DYNAMIC);
    assertThat(Forms.something("{\"$uri\":\"/{var}\"}", VARIABLES).provenance())
        .isEqualTo(Provenance.MIXED);
    assertThat(Forms.something("{\"$uri\":\"/x{gone}\"}", VARIABLES).provenance())
        .isEqualTo(Provenance.LITERAL);
  }
}
