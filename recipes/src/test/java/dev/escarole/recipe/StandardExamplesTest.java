package dev.escarole.recipe;

import static dev.escarole.recipe.Reading.read;
import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.recipe.template.FailureScope;
import dev.escarole.recipe.template.Setting;
import dev.escarole.recipe.template.Template;
import dev.escarole.recipe.template.Template.ListTemplate;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/**
 * The examples in the text of the standard, as far as they can be told without running anything.
 */
class StandardExamplesTest {

  @Test
  @DisplayName("Shape: the compact string form is equivalent to the object form")
  void compact_and_object_form() {
    String compact = "\"/path/to/stt --file {file} --lang {lang=ru}\"";
    Map<String, Object> values = Map.of("file", "a.ogg");
    assertThat(Commands.of(compact, values))
        .isEqualTo(Commands.of("{\"template\": " + compact + "}", values))
        .containsExactly(List.of("/path/to/stt", "--file", "a.ogg", "--lang", "ru"));
  }

  @Test
  @DisplayName("Composition: leaves share one value map; output names an artifact")
  void composition() {
    Recipe recipe =
        read(
            """
            {"template": ["/path/to/tts --text {text} --lang {lang=ru} --out {mp3}",
                          "ffmpeg -y -i {mp3} -c:a libopus {ogg}"],
             "output": "ogg"}
            """);
    assertThat(Commands.of(recipe, Map.of("text", "hi", "mp3", "a.mp3", "ogg", "a.ogg")))
        .containsExactly(
            List.of("/path/to/tts", "--text", "hi", "--lang", "ru", "--out", "a.mp3"),
            List.of("ffmpeg", "-y", "-i", "a.mp3", "-c:a", "libopus", "a.ogg"));
    assertThat(recipe.template().settings().output()).isEqualTo("ogg");
  }

  @Test
  @DisplayName(
      "Composition: top-level args and defaults apply to every leaf unless the leaf defines its"
          + " own")
  void inherited_defaults() {
    Recipe recipe =
        read(
            """
            {"template": ["/path/to/tts --text {text} --lang {lang} --out {mp3}",
                          {"defaults": {"codec": "libopus"}, "template": "ffmpeg -y -i {mp3} -c:a {codec} {ogg}"}],
             "args": ["text", "lang", "mp3", "ogg"], "defaults": {"lang": "en"}, "output": "ogg"}
            """);
    assertThat(recipe.warnings()).isEmpty();
    assertThat(Commands.of(recipe, Map.of("text", "t", "mp3", "m", "ogg", "o")))
        .containsExactly(
            List.of("/path/to/tts", "--text", "t", "--lang", "en", "--out", "m"),
            List.of("ffmpeg", "-y", "-i", "m", "-c:a", "libopus", "o"));
  }

  @Test
  @DisplayName("Repeat: page{_(index+1)}.html and its neighbours")
  void repeat() {
    String recipe =
        """
        {"parallel": true, "repeat": 8,
         "template": "render page{_(index+1)}.html --prev page{_(prev+1)}.html --next page{_(next+1)}.html --zero page{_index}.html"}
        """;
    List<List<String>> commands = Commands.of(recipe, Map.of());
    assertThat(commands).hasSize(8);
    assertThat(commands.get(0))
        .containsExactly(
            "render",
            "page01.html",
            "--prev",
            "page08.html",
            "--next",
            "page02.html",
            "--zero",
            "page00.html");
  }

  @Test
  @DisplayName(
      "Placeholders: {items.length} determines the width, a default picks {prompts[index]}")
  void fan_out_over_an_array() {
    String recipe =
        """
        {"args": ["prompts:array"], "defaults": {"prompt": "{prompts[index]}"}, "parallel": true,
         "repeat": "{prompts.length}", "template": "ask {prompt}"}
        """;
    assertThat(Commands.of(recipe, Map.of("prompts", List.of("a b", "c"))))
        .containsExactly(List.of("ask", "a b"), List.of("ask", "c"));
    assertThat(Commands.of(recipe, Map.of("prompts", List.of()))).isEmpty();
  }

  @Test
  @DisplayName("Parallel nodes use the same object shape")
  void parallel_branches() {
    ListTemplate root =
        (ListTemplate)
            read("""
            {"template": ["prepare {out_dir}",
              {"parallel": true, "template": [
                {"label": "gpt-5.5", "timeout": 300000, "template": "review-gpt {scope}"},
                {"label": "kimi", "timeout": 300000, "template": "review-kimi {scope}"}]},
              "merge {out_dir}"]}
            """)
                .template();
    ListTemplate fan = (ListTemplate) root.children().get(1);
    assertThat(fan.settings().parallel()).isTrue();
    assertThat(fan.children())
        .extracting(child -> child.settings().label())
        .containsExactly("gpt-5.5", "kimi");
  }

  @Test
  @DisplayName("Failure, retry, recover and delay: the nodes carry what is written on them")
  void control_fields() {
    Template node =
        read("""
        {"failure": "branch", "retry": 3, "recover": "git -C {work_dir} reset --hard HEAD",
         "template": ["pi -p --tools read,edit,bash {scope_file}", "npm test"]}
        """)
            .template();
    assertThat(node.settings().failure()).isEqualTo(FailureScope.BRANCH);
    assertThat(node.settings().number(Setting.RETRY)).hasToString("3");
    ListTemplate delayed =
        (ListTemplate)
            read("{\"template\": [\"p {s}\", {\"delay\": 1000, \"template\": \"r {s}\"}]}")
                .template();
    assertThat(delayed.children().get(1).settings().number(Setting.DELAY)).hasToString("1000");
    assertThat(delayed.children().get(0).settings().number(Setting.DELAY)).isNull();
  }

  @Test
  @DisplayName("Older pipe and critical shapes are not part of the standard")
  void retired_shapes() {
    assertThat(Reading.codes("{\"pipe\": [\"a\", \"b\"]}")).containsExactly("retired-field");
    assertThat(read("{\"critical\": true, \"template\": \"a\"}").warnings())
        .extracting(Problem::code)
        .containsExactly("retired-field");
  }

  @Test
  @DisplayName("node with repeat and when: the condition applies to each copy")
  void when_applies_to_each_copy() {
    assertThat(
            Commands.of(
                "{\"repeat\": 4, \"when\": \"{index%2}\", \"template\": \"a {index}\"}", Map.of()))
        .containsExactly(List.of("a", "1"), List.of("a", "3"));
  }

  @Test
  @DisplayName(
      "nested repeats: {\"outer\": \"{index}\"} captures the outer index; count 0 gives nothing")
  void nested_repeats() {
    String recipe =
        """
        {"repeat": 2, "template":
          {"repeat": "{index+1}", "defaults": {"outer": "{index}"}, "template": "a {outer} {index}"}}
        """;
    assertThat(Commands.of(recipe, Map.of()))
        .containsExactly(List.of("a", "0", "0"), List.of("a", "1", "0"), List.of("a", "1", "1"));
    assertThat(Commands.of("{\"repeat\": 0, \"template\": \"a {index}\"}", Map.of())).isEmpty();
  }

  @Test
  @DisplayName("labels take values like other text of their node")
  void labels_take_values() {
    assertThat(read("{\"label\": \"for {x}\", \"template\": \"a\"}").parameters())
        .extracting(Parameter::name)
        .containsExactly("x");
  }
}
