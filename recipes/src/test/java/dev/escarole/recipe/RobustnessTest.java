package dev.escarole.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.escarole.recipe.template.TemplateException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class RobustnessTest {
  private static final List<String> SEEDS =
      List.of(
          """
          {"name": "n", "parallel": true, "concurrency": 2, "repeat": "{items.length}", "when": "!x",
           "args": ["items:array", "m:enum(a,b)=a", "d={m}x"], "defaults": {"y": ["{items[0]}", 1.5e3, null]},
           "retry": 2, "recover": "clean {_(index+1)}", "template": ["a '{m}' \\\\ {y??z}", {"template": "b"}]}
          """,
          """
          name: n
          defaults: &d {a: !!str 5, b: [1, 2.5, ~, "x\\u0041"]}
          template:
            - echo {a} "{b[0]}" {index}
            - template: {when: '{a?1:}', template: >-
                folded {x:int=5}
                text}
          """);

  @Provide
  Arbitrary<String> mutations() {
    Arbitrary<String> snippets =
        Arbitraries.of(
            "{",
            "}",
            "[",
            "]",
            "\"",
            "'",
            ":",
            ",",
            "\\",
            "\n",
            "\t",
            "&a",
            "*a",
            "!!int ",
            "|",
            ">",
            "-",
            "{index",
            "{a[",
            "{a?",
            "null",
            "1e999999999",
            "-",
            "\u0000",
            "\uD800",
            "\uFEFF",
            "...",
            "---\n",
            "%YAML 9.9\n",
            "? ",
            "0x",
            "\u2028",
            "{x:enum(",
            "<<: ",
            "template");
    return Arbitraries.oneOf(snippets, Arbitraries.strings().ofMaxLength(4));
  }

  @Property(tries = 3000)
  void mutated_recipes_are_read_or_refused_with_places(
      @ForAll @IntRange(max = 1) int seed,
      @ForAll @IntRange(max = 400) int at,
      @ForAll @IntRange(max = 12) int removed,
      @ForAll("mutations") String inserted) {
    String text = SEEDS.get(seed);
    int from = at % text.length();
    String mutated =
        text.substring(0, from)
            + inserted
            + text.substring(Math.min(text.length(), from + removed));
    readOrRefuse(mutated, seed == 0 ? "m.json" : "m.yaml");
  }

  @Property(tries = 1000)
  void noise_is_read_or_refused(@ForAll String noise) {
    readOrRefuse(noise, "n.json");
    readOrRefuse(noise, "n.yaml");
    readOrRefuse(noise, "n");
  }

  private static void readOrRefuse(String text, String fileName) {
    try {
      assertThat(new RecipeReader().read(text, fileName).template()).isNotNull();
    } catch (RecipeException refused) {
      assertThat(refused.problems()).isNotEmpty().allMatch(p -> p.line() >= 0 && p.column() >= 0);
      refused.problems().forEach(problem -> SourceExcerpt.render(problem, text));
    }
  }

  @Test
  void hostile_files_are_refused_quickly() {
    int most = (1 << 20) - 100;
    List<String> hostile =
        List.of(
            "[".repeat(most),
            "{\"a\":".repeat(most / 5),
            "\"a " + "{".repeat(most / 2) + "\"",
            "\"a " + "{}".repeat(most / 4) + "x\"",
            "\"a {" + "(".repeat(most / 2) + "}\"",
            "\"a {" + "index+".repeat(most / 8) + "}\"",
            "\"a " + "'".repeat(most / 2) + "\"",
            "\"a " + "{x=".repeat(most / 4) + "\"",
            "\"a " + "}".repeat(most / 2) + "\"",
            "{\"template\": \"a\", \"defaults\": {\"x\": " + "9".repeat(most / 2) + "}}",
            "{\"template\": \"a\", \"delay\": 1e-999999999}",
            "{\"template\": \"a\", \"args\": [\"x:enum(" + "a,".repeat(most / 4) + "\"]}",
            "- ".repeat(most / 4),
            "? ".repeat(most / 4),
            "&a ".repeat(most / 4),
            "{".repeat(most));
    assertTimeoutPreemptively(
        Duration.ofMinutes(2), () -> hostile.forEach(text -> readOrRefuse(text, "h.yaml")));
    assertTimeoutPreemptively(
        Duration.ofMinutes(2), () -> hostile.forEach(text -> readOrRefuse(text, "h.json")));
  }

  @Test
  void many_names_cost_no_more_than_they_should() {
    StringBuilder template = new StringBuilder("x");
    StringBuilder args = new StringBuilder("\"a\"");
    for (int i = 0; i < 30_000; i++) {
      template.append(" {missing").append(i).append('}');
      args.append(",\"name").append(i).append('"');
    }
    String recipe = "{\"args\": [" + args + "], \"template\": \"" + template + "\"}";
    assertTimeoutPreemptively(
        Duration.ofMinutes(2),
        () -> {
          Recipe read = new RecipeReader().read(recipe, "many.json");
          assertThat(read.warnings()).hasSize(1_000);
          assertThat(new RecipeReader().read("\"" + template + "\"", "m").parameters())
              .hasSize(30_000);
          assertThatThrownBy(() -> Commands.of(read, Map.of()))
              .isInstanceOf(TemplateException.class);
        });
  }

  @Test
  void a_hundred_thousand_copies_resolve_quickly() {
    Recipe recipe =
        new RecipeReader()
            .read(
                """
                {"repeat": 100000, "defaults": {"dir": "{root}/pages", "root": "/srv"},
                 "template": "render {dir}/page{_(index+1)}.html --next '{_(next+1)}' --lang {lang=en}"}
                """,
                "pages.json");
    List<List<String>> commands =
        assertTimeoutPreemptively(Duration.ofMinutes(2), () -> Commands.of(recipe, Map.of()));
    assertThat(commands).hasSize(100_000);
    assertThat(commands.get(99_999))
        .containsExactly("render", "/srv/pages/page100000.html", "--next", "01", "--lang", "en");
  }
}
