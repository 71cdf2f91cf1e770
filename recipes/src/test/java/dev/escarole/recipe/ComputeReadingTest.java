package dev.escarole.recipe;

import static dev.escarole.recipe.Reading.codes;
import static dev.escarole.recipe.Reading.errors;
import static dev.escarole.recipe.Reading.read;
import static dev.escarole.recipe.Reading.warnings;
import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.recipe.template.ArgumentType;
import dev.escarole.recipe.template.Codes;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Issue 11, B8: what the reader makes of {@code compute}. */
class ComputeReadingTest {

  @Test
  void a_computed_input_is_never_required_and_has_its_type_from_args_or_use() {
    Recipe recipe =
        read(
            "{\"args\": [\"n:int\"], \"compute\": {\"n\": \"ls\", \"files\": [\"ls {dir}\", \"sort\"]},"
                + " \"repeat\": \"{files.length}\", \"template\": \"show {n} {files[index]}\"}");
    ArgumentType array = ArgumentType.parse("array");
    assertThat(recipe.parameters())
        .contains(
            new Parameter("n", ArgumentType.parse("int"), false, null),
            new Parameter("files", array, false, null),
            new Parameter("dir", null, true, null));
    assertThat(recipe.computed())
        .extracting(ComputedInput::name, ComputedInput::pointer)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("n", "/compute/n"),
            org.assertj.core.groups.Tuple.tuple("files", "/compute/files"));
    assertThat(recipe.computed(Map.of("n", 3))).hasSize(1);
    assertThat(recipe.warnings()).extracting(Problem::code).doesNotContain(Codes.NO_EFFECT);
  }

  @Test
  void entries_need_what_stands_before_them_and_not_themselves() {
    assertThat(errors("{\"compute\": {\"a\": \"x {b}\", \"b\": \"y\"}, \"template\": \"z {a}\"}"))
        .singleElement()
        .satisfies(
            error -> {
              assertThat(error.code()).isEqualTo(Codes.COMPUTE_ORDER);
              assertThat(error.pointer()).isEqualTo("/compute/a");
            });
    assertThat(codes("{\"compute\": {\"a\": [\"x\", \"y {a}\"]}, \"template\": \"z {a}\"}"))
        .containsExactly(Codes.COMPUTE_ORDER);
    assertThat(
            codes("{\"compute\": {\"a\": \"x {b}\", \"b\": \"y {a}\"}, \"template\": \"z {a}\"}"))
        .as("a cycle")
        .containsExactly(Codes.COMPUTE_ORDER);
    assertThat(read("{\"compute\": {\"a\": \"x\", \"ab\": \"y {a}\"}, \"template\": \"z {ab}\"}"))
        .isNotNull();
  }

  @Test
  void names_that_are_taken_or_no_names_are_refused() {
    assertThat(
            codes(
                "{\"compute\": {\"run_id\": \"x\", \"index\": \"x\", \"a b\": \"x\"}, \"template\": \"z\"}"))
        .containsExactly(Codes.RUN_FACT, Codes.RESERVED_NAME, Codes.BAD_NAME);
    assertThat(codes("{\"args\": [\"a=1\"], \"compute\": {\"a\": \"x\"}, \"template\": \"z {a}\"}"))
        .containsExactly(Codes.DUPLICATE_DEFAULT);
    assertThat(
            codes(
                "{\"defaults\": {\"a\": 1}, \"compute\": {\"a\": \"x\"}, \"template\": \"z {a}\"}"))
        .containsExactly(Codes.DUPLICATE_DEFAULT);
  }

  @Test
  void what_is_no_template_and_what_stands_elsewhere_is_refused() {
    assertThat(codes("{\"compute\": {\"a\": 5, \"b\": \"\", \"c\": {}}, \"template\": \"z\"}"))
        .contains(Codes.WRONG_TYPE, Codes.EMPTY_COMMAND, Codes.MISSING_TEMPLATE);
    assertThat(codes("{\"compute\": [\"a\"], \"template\": \"z\"}"))
        .containsExactly(Codes.WRONG_TYPE);
    assertThat(codes("{\"template\": {\"compute\": {\"a\": \"x\"}, \"template\": \"z\"}}"))
        .containsExactly(Codes.MISPLACED_FIELD);
    assertThat(codes("{\"computed\": {\"a\": \"x\"}, \"template\": \"z\"}"))
        .containsExactly(Codes.UNKNOWN_FIELD);
  }

  @Test
  void there_are_at_most_32() {
    assertThat(read(many(32)).computed()).hasSize(32);
    assertThat(codes(many(33))).containsExactly(Codes.OUT_OF_RANGE);
  }

  private static String many(int entries) {
    String each =
        IntStream.range(0, entries)
            .mapToObj(i -> "\"a" + i + "\": \"x\"")
            .collect(Collectors.joining(", "));
    return "{\"compute\": {" + each + "}, \"template\": \"z\"}";
  }

  @Test
  void a_computed_name_counts_as_declared() {
    assertThat(
            warnings(
                "{\"args\": [\"b\"], \"compute\": {\"a\": \"x {b}\"}, \"template\": \"z {a} {b}\"}"))
        .isEqualTo(List.of());
  }
}
