package dev.escarole.recipe.form;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.recipe.form.value.Budget;
import dev.escarole.recipe.form.value.FormException;
import dev.escarole.recipe.form.value.FormLimits;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.Provenance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries as RFC 9535 defines them, with documents of our own. */
class QueryTest {
  private static final String DOCUMENT =
      """
      {"o":{"a":1,"b":{"c":[5,3]},"j j":{"k.k":4}},"l":["a","b","c","d","e"],"n":[3,5,1,2,4,6],
       "m":[{"b":"j"},{"b":"k"},{"b":{}},{"b":"kilo"},{"k":null},{"b":null},{"b":false}],
       "t":"","☺":"smile","":"empty","q'":1,"big":123456789012345678901234567890,"f":1.0,
       "s":["😀","ﬀ","b","B"]}
      """;

  @ParameterizedTest
  @CsvSource(
      delimiter = '~',
      quoteCharacter = '`',
      value = {
        "$.o['j j']['k.k']            ~ [4]",
        "$.o[\"a\"]                   ~ [1]",
        "$['☺','']                    ~ [\"smile\",\"empty\"]",
        "$.☺                          ~ [\"smile\"]",
        "$['\\u263a']                 ~ [\"smile\"]",
        "$['q\\'']                    ~ [1]",
        "$.l[1:3]                     ~ [\"b\",\"c\"]",
        "$.l[5:]                      ~ []",
        "$.l[1:5:2]                   ~ [\"b\",\"d\"]",
        "$.l[5:1:-2]                  ~ [\"e\",\"c\"]",
        "$.l[::-1]                    ~ [\"e\",\"d\",\"c\",\"b\",\"a\"]",
        "$.l[::0]                     ~ []",
        "$.l[-2:]                     ~ [\"d\",\"e\"]",
        "$.l[0,0,-1,9]                ~ [\"a\",\"a\",\"e\"]",
        "$.l[ 0 , 1 : 2 ]             ~ [\"a\",\"b\"]",
        "$ .l [0]                     ~ [\"a\"]",
        "$.t[0]                       ~ []",
        "$.l.a                        ~ []",
        "$.l['0']                     ~ []",
        "$.o[0]                       ~ []",
        "$.o.b.*                      ~ [[5,3]]",
        "$.o..c[*]                    ~ [5,3]",
        "$.o..[0]                     ~ [5]",
        "$.n[?@ > 3]                  ~ [5,4,6]",
        "$.n[?@ >= 3 && @ < 5]        ~ [3,4]",
        "$.n[?@ == 1.0]               ~ [1]",
        "$.n[?!(@ < 3 || @ > 3)]      ~ [3]",
        "$.m[?@.b]                    ~ [{\"b\":\"j\"},{\"b\":\"k\"},{\"b\":{}},{\"b\":\"kilo\"},{\"b\":null},{\"b\":false}]",
        "$.m[?!@.b]                   ~ [{\"k\":null}]",
        "$.m[?@.b == null]            ~ [{\"b\":null}]",
        "$.m[?@.b == @.x]             ~ [{\"k\":null}]",
        "$.m[?@.b == 'kilo'].b        ~ [\"kilo\"]",
        "$.m[?@.b > 'j' && @.b < 'kk'].b ~ [\"k\",\"kilo\"]",
        "$.m[?@.b == {}]              ~ ERROR",
        "$.m[?@.b == $.m[2].b]        ~ [{\"b\":{}}]",
        "$.m[?@.b < null]             ~ []",
        "$.m[?@.b <= null]            ~ [{\"b\":null}]",
        "$.m[?length(@.b) == 4].b     ~ [\"kilo\"]",
        "$.m[?match(@.b, '[jk]')].b   ~ [\"j\",\"k\"]",
        "$.m[?match(@.b, 'k.{0,2}')].b ~ [\"k\"]",
        "$.m[?search(@.b, 'il')].b    ~ [\"kilo\"]",
        "$[?count(@.*) == 3].a        ~ [1]",
        "$.o[?value(@..c) == $.o.b.c] ~ [{\"c\":[5,3]}]",
        "$[?@ == 123456789012345678901234567890] ~ [123456789012345678901234567890]",
        "$.s[?@ > 'ﬀ']                ~ [\"😀\"]",
        "$[?@['k.k']]                 ~ []",
        "$.o[?@['k.k'] == 4 || false == true] ~ [{\"k.k\":4}]"
      })
  void a_query_selects_what_the_rfc_says(String query, String nodes) {
    FormValue root = Forms.literal(DOCUMENT);
    String told;
    try {
      Query parsed = new Expressions(FormLimits.DEFAULTS).query(query);
      Query.Scope scope = new Query.Scope(root, new Budget(FormLimits.DEFAULTS, () -> {}));
      told = Forms.json(new FormValue.Array(parsed.nodes(scope, root), Provenance.LITERAL));
    } catch (FormException refused) {
      told = "ERROR";
    }
    assertThat(told).isEqualTo(nodes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "l",
        "@",
        "$.",
        "$..",
        "$.1",
        "$. a",
        "$.l[01]",
        "$.l[-0]",
        "$.l[1.0]",
        "$.l[9007199254740992]",
        "$.l[]",
        "$.l[,]",
        "$.l['a]",
        "$['\\x']",
        "$['\\ud800']",
        "$[\"\\'\"]",
        "$.l[?]",
        "$.l[?1]",
        "$.l[?'a']",
        "$.l[?true]",
        "$.l[?@.a == ]",
        "$.l[?@.* == 1]",
        "$.l[?@ = 1]",
        "$.l[?length(@.*) == 1]",
        "$.l[?length(@)]",
        "$.l[?count(1) == 1]",
        "$.l[?match(@, 'a') == true]",
        "$.l[?nope(@)]",
        "$.l[?length (@) == 1]",
        "$.l[?(@.a]",
        "$.l[?@.a && ]",
        "$.l[?!@.a == 1]",
        "$.l[?@.a == 01]",
        "$.l[?@.a == .5]",
        "$.l[?@.a == 1.]",
        "$ | sort",
        "$.l[?@.a == 1e]",
        "$.l x",
        "$.l[(@.length-1)]",
        "$.l[?@.a === 1]",
        "$.l[?@.a =~ /x/]"
      })
  void anything_else_is_refused(String query) {
    String json = Forms.json(new FormValue.Text(query, Provenance.LITERAL));
    assertThat(Forms.code("{\"a\":{\"$spread\":" + json + "}}", "{}")).isEqualTo("form-syntax");
  }
}
