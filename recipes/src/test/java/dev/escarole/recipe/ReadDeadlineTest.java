package dev.escarole.recipe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.escarole.recipe.handle.HandleReader;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Reading ends in time for any input; the clock advances at each check. */
class ReadDeadlineTest {
  private static final RecipeLimits SHORT =
      new RecipeLimits(1 << 20, 64, 1000, Duration.ofMillis(100));

  private final AtomicLong millis = new AtomicLong();
  private final InstantSource clock = () -> Instant.ofEpochMilli(millis.incrementAndGet());

  @Test
  void aRecipeOfManyNodes_isReadByTheDeadlineOrRefused() {
    assertLate("[" + "'true',".repeat(500) + "'true']");
  }

  @Test
  void aRecipeOfManyProblems_isReadByTheDeadlineOrRefused() {
    String unknown =
        IntStream.range(0, 500).mapToObj(i -> "{nam" + i + "}").collect(Collectors.joining(" "));
    assertLate("{args: [name], template: 'echo {name} " + unknown + "'}");
  }

  @Test
  void aHandleOfManyForms_isReadByTheDeadlineOrRefused() {
    String form = "{$encode: json, a: 1},";
    String handle =
        "{handle: command, name: n, command: echo, arguments: [" + form.repeat(500) + "]}";

    RecipeException refused =
        catchThrowableOfType(
            RecipeException.class, () -> new HandleReader(SHORT, clock).read(handle, "h.yaml"));

    assertThat(refused.problems()).extracting(Problem::code).containsExactly("deadline-exceeded");
  }

  @Test
  void problemsBeyondTheFirstThousand_areNotListed() {
    String template = "[" + "'rm -rf {x}',".repeat(3000) + "'true']";

    Recipe recipe = new RecipeReader().read(template, "r.yaml");

    assertThat(recipe.warnings()).hasSize(1000);
  }

  @Test
  void valuesThatNobodyTakes_areListedByTheHundred() {
    String names = IntStream.range(0, 500).mapToObj(i -> "n" + i).collect(Collectors.joining(","));
    Recipe recipe = new RecipeReader().read("{args: [" + names + "], template: 'true'}", "r.yaml");
    Map<String, Object> values = new HashMap<>();
    IntStream.range(0, 5000).forEach(i -> values.put("other" + i, "x"));

    RecipeException refused =
        catchThrowableOfType(RecipeException.class, () -> recipe.bind(values));

    assertThat(refused.problems()).hasSize(100);
    assertThat(refused.problems()).allMatch(problem -> ("" + problem.hint()).length() < 200);
  }

  private void assertLate(String recipe) {
    RecipeException refused =
        catchThrowableOfType(
            RecipeException.class, () -> new RecipeReader(SHORT, clock).read(recipe, "r.yaml"));

    assertThat(refused.problems()).hasSize(1);
    assertThat(refused.problems().get(0).code()).isEqualTo("deadline-exceeded");
    assertThat(refused.problems().get(0).message()).contains("100 ms (limit read-time)");
    assertThat(millis.get()).isLessThan(110);
  }
}
