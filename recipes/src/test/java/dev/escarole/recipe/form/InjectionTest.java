package dev.escarole.recipe.form;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.recipe.form.ArgumentList.Argument;
import dev.escarole.recipe.form.value.FormException;
import dev.escarole.recipe.form.value.FormValue;
import dev.escarole.recipe.form.value.Provenance;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whatever a caller gives, it becomes no flag, no second argument and no template. */
class InjectionTest {
  private static final ToolForm ENCODED =
      Forms.parse(
          """
          {"$encode": "args", "tool": {"-v": true, "-m": {"$": "x"}, "--n=": {"$": "y"},
           "run": ["{{x}}", "./{{y}}", {"$": "z"}, {"$flags": {"o": {"$": "z"}}}, {"$repeat": {"-e": [{"$": "x"}, {"$": "y"}]}}],
           "--": {"$": "z"}}}
          """);
  private static final ToolForm RAW =
      Forms.parse("[\"a\", {\"$\": \"x\"}, \"b={{y}}\", {\"$spread\": [{\"$\": \"z\"}]}]");

  @Provide
  Arbitrary<@Nullable Object> values() {
    Arbitrary<Object> scalars =
        Arbitraries.oneOf(
            texts().map(text -> (Object) text),
            Arbitraries.integers().map(number -> (Object) number),
            Arbitraries.doubles().map(number -> (Object) number),
            Arbitraries.of(true, false).map(bool -> (Object) bool));
    Arbitrary<Object> lists = scalars.list().ofMaxSize(3).map(list -> (Object) list);
    Arbitrary<Object> objects =
        Arbitraries.maps(texts(), Arbitraries.oneOf(scalars, lists))
            .ofMaxSize(3)
            .map(map -> (Object) map);
    return Arbitraries.oneOf(scalars, lists, objects).injectNull(0.1);
  }

  private static Arbitrary<String> texts() {
    Arbitrary<String> hostile =
        Arbitraries.of(
            "-rf",
            "--exec=x",
            "--",
            "+x",
            "-",
            "-5",
            "$args",
            "$flags",
            "$repeat",
            "-x",
            "{{y}}",
            "a b",
            "$(id)",
            "; rm",
            "\n-rf",
            " -rf",
            "\u2212x",
            "\u0000",
            "-\u0000",
            "",
            "@file",
            "\uD800");
    return Arbitraries.oneOf(hostile, Arbitraries.strings().ofMaxLength(6));
  }

  private static Map<String, Object> arguments(
      @Nullable Object x, @Nullable Object y, @Nullable Object z) {
    Map<String, Object> arguments = new LinkedHashMap<>();
    arguments.put("x", x);
    arguments.put("y", y);
    arguments.put("z", z);
    return arguments;
  }

  @Property(tries = 2000)
  void an_encoded_list_has_no_flag_but_the_written_ones(
      @ForAll("values") @Nullable Object x,
      @ForAll("values") @Nullable Object y,
      @ForAll("values") @Nullable Object z) {
    Optional<List<Argument>> list = list(ENCODED, arguments(x, y, z));
    if (list.isPresent()) {
      assertNoFlags(list.get(), List.of("-v", "-m", "-vm", "-o", "-e"), List.of("--n="));
    }
  }

  @Property(tries = 2000)
  void a_plain_list_has_no_flag_but_the_written_ones(
      @ForAll("values") @Nullable Object x,
      @ForAll("values") @Nullable Object y,
      @ForAll("values") @Nullable Object z) {
    Optional<List<Argument>> list = list(RAW, arguments(x, y, z));
    if (list.isPresent()) {
      assertNoFlags(list.get(), List.of(), List.of());
    }
  }

  private static Optional<List<Argument>> list(ToolForm form, Map<String, Object> arguments) {
    try {
      FormValue value = form.evaluate(FormValue.dynamic(arguments)).orElseThrow();
      List<FormValue.Text> texts = new ArrayList<>();
      for (FormValue item : ((FormValue.Array) value).items()) {
        if (!(item instanceof FormValue.Text text)) {
          return Optional.empty();
        }
        texts.add(text);
      }
      return Optional.of(ArgumentList.of(texts, ArgsRules.STRICT));
    } catch (FormException refused) {
      assertThat(refused.problems()).isNotEmpty();
      return Optional.empty();
    }
  }

  /** Looks at the texts alone: who wrote them is what is under test. */
  private static void assertNoFlags(List<Argument> list, List<String> flags, List<String> joined) {
    for (Argument each : list) {
      String text = each.text();
      assertThat(text).doesNotContain("\u0000");
      if (text.equals("--")) {
        return;
      }
      boolean flag = text.length() > 1 && (text.startsWith("-") || text.startsWith("+"));
      boolean number = text.matches("-[0-9].*|-Infinity");
      boolean written = flags.contains(text) || joined.stream().anyMatch(text::startsWith);
      assertThat(!flag || written || (number && each.provenance() == Provenance.NUMBER))
          .as("%s may stand there", each)
          .isTrue();
    }
  }

  @Property(tries = 2000)
  void one_text_is_one_argument(@ForAll("texts") String text) {
    ToolForm form = Forms.parse("{\"$encode\":\"args\",\"--\":[\"<\",{\"$\":\"x\"},\">\"]}");
    Optional<List<Argument>> list = list(form, arguments(text, null, null));
    if (list.isPresent()) {
      assertThat(list.get()).extracting(Argument::text).containsExactly("--", "<", text, ">");
    }
  }

  @Provide("texts")
  Arbitrary<String> anyText() {
    return texts();
  }

  @Property(tries = 2000)
  void a_text_is_never_a_template(@ForAll("texts") String text) {
    Map<String, Object> arguments = arguments(text, "SECRET", null);
    String everywhere =
        "{\"a\":{\"$\":\"x\"},\"b\":\"{{x}}\",\"c\":[{\"$spread\":[{\"$\":\"x\"}]}],\"d\":{\"$use\":{\"$\":\"x\"}},"
            + "\"e\":{\"$each\":{\"$use\":[{\"$\":\"x\"}]},\"$as\":\"i\",\"$value\":{\"$\":\"i\"}},"
            + "\"f\":{\"$if\":{\"$\":\"x\"},\"$then\":{\"$\":\"x\"},\"$else\":{\"$\":\"x\"}}}";
    Object plain =
        Forms.parse(everywhere).evaluate(FormValue.dynamic(arguments)).orElseThrow().plain();
    assertThat(plain)
        .isEqualTo(
            Map.of(
                "a",
                text,
                "b",
                text,
                "c",
                List.of(text),
                "d",
                text,
                "e",
                List.of(text),
                "f",
                text));
  }

  @Test
  void a_callers_object_is_never_a_form() {
    Map<String, Object> arguments = arguments(Map.of("$", "y"), "SECRET", null);
    assertThat(
            Forms.parse("[{\"$\":\"x\"},{\"$use\":{\"$\":\"x\"}}]")
                .evaluate(FormValue.dynamic(arguments))
                .orElseThrow()
                .plain())
        .isEqualTo(List.of(Map.of("$", "y"), Map.of("$", "y")));
  }

  @Test
  void a_callers_object_does_not_choose_its_encoding() {
    assertThat(
            Forms.json(
                "{\"$use\":{\"$\":\"x\"},\"$encode\":\"json\"}",
                "{\"x\":{\"$content\":\"c\",\"$indent\":2}}"))
        .isEqualTo("\"{\\\"$content\\\":\\\"c\\\",\\\"$indent\\\":2}\"");
  }
}
