package dev.escarole.recipe.handle;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.template.JsonText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

/** Any file and any call gives a handle, a call, or errors with positions. */
class HandleRobustnessTest {
  private static final String SEED =
      """
      {"name": "t", "handle": "command", "command": {"$if": "$.a == 'x'", "$then": "a", "$else": "b"},
       "parameters": {"type": "object", "properties": {"a": {"type": "string", "pattern": "^x+$"}}},
       "arguments": {"$encode": "args", "t": {"-a": true, "--b=": {"$": "a | length"}, "$$x": [{"$spread": "$.l"}],
          "c": {"$each": "$.l[?@ > 1]", "$as": "i", "$key": "k{{i}}", "$value": {"$uri": "/{i}{?a*}"}}}},
       "directory": "d/{{a}}", "environment": {"V": {"$": "l", "$join": ",", "$transform": ["sort", "last"]}},
       "io": {"stdin": {"$use": {"a": "{{l}}"}, "$encode": ["json", "base64"]}, "stdout": "pipe", "encoding": "utf8"}}
      """;

  @Provide
  Arbitrary<String> mutations() {
    Arbitrary<String> snippets =
        Arbitraries.of(
            "{",
            "}",
            "[",
            "]",
            "\"",
            ":",
            ",",
            "\\\\",
            "{{",
            "}}",
            "$",
            "\"$\":",
            "\"$use\":",
            "\"$spread\":",
            "\"$each\":",
            "\"$if\":",
            "\"$when\":",
            "\"$uri\":",
            "\"$include\":\"#\"",
            "\"$match\":[{}]",
            "\"$encode\":\"args\",",
            "\"$encode\":\"json\",",
            "\"$flags\":",
            "\"$repeat\":",
            "\"$args\":",
            "$..",
            "[?",
            "@",
            "==",
            "null",
            "1e999",
            "-1",
            "\\u0000",
            "\\ud800",
            "length(",
            "match(",
            "|",
            "*");
    return Arbitraries.oneOf(snippets, Arbitraries.strings().ofMaxLength(3));
  }

  @Property(tries = 3000)
  void mutated_handles_are_called_or_refused_with_places(
      @ForAll @IntRange(max = 900) int at,
      @ForAll @IntRange(max = 10) int removed,
      @ForAll("mutations") String inserted) {
    int from = at % SEED.length();
    String mutated =
        SEED.substring(0, from)
            + inserted
            + SEED.substring(Math.min(SEED.length(), from + removed));
    callOrRefuse(mutated, Map.of("a", "x", "l", List.of(1, 2, 3)));
  }

  private static final List<Object> SCALARS =
      List.of("x", "$.a", "a", "{{a}}", "", "-x", "args", "json", 1, 2.5, true, false, "$");
  private static final List<String> NAMES =
      List.of(
          "$",
          "$use",
          "$spread",
          "$if",
          "$then",
          "$else",
          "$when",
          "$each",
          "$as",
          "$value",
          "$key",
          "$uri",
          "$include",
          "$join",
          "$transform",
          "$encode",
          "$match",
          "$matches",
          "$case",
          "$meta",
          "$comment",
          "$args",
          "$flags",
          "$repeat",
          "$$x",
          "-a",
          "--b=",
          "c",
          "+d",
          "--");

  @Provide
  Arbitrary<Object> json() {
    return Arbitraries.randomValue(random -> json(random, 4));
  }

  private static Object json(Random random, int depth) {
    int kind = depth == 0 ? 0 : random.nextInt(4);
    if (kind < 2) {
      return SCALARS.get(random.nextInt(SCALARS.size()));
    }
    List<Object> list = new ArrayList<>();
    Map<String, Object> object = new LinkedHashMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      list.add(json(random, depth - 1));
      object.put(NAMES.get(random.nextInt(NAMES.size())), json(random, depth - 1));
    }
    return kind == 2 ? list : object;
  }

  @Property(tries = 3000)
  void random_forms_are_called_or_refused_with_places(@ForAll("json") Object form) {
    String text = JsonText.write(form);
    callOrRefuse(Handles.tool("\"arguments\":" + text), Map.of("a", List.of("-y", 2)));
  }

  private static void callOrRefuse(String handle, Map<String, Object> arguments) {
    try {
      assertThat(Handles.read(handle).call(arguments).argv()).isNotEmpty();
    } catch (RecipeException refused) {
      assertThat(refused.problems())
          .isNotEmpty()
          .allMatch(problem -> problem.line() > 0 && problem.column() > 0);
    }
  }
}
