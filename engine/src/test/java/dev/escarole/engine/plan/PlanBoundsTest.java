package dev.escarole.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.escarole.recipe.Problem;
import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.RecipeReader;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Limits of memory and time for any plan. */
class PlanBoundsTest {

  private static final PlanLimits SMALL = PlanLimits.DEFAULTS.withMaxBytes(100_000);
  private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);

  @Test
  void argumentsOfAllSteps_together_areBounded() {
    String recipe = "{template: 'echo " + "x".repeat(1000) + "', repeat: %d}";

    assertThat(compile(recipe.formatted(90), SMALL).steps()).hasSize(91);
    assertRefused(recipe.formatted(110), SMALL, "plan-too-large", "limit plan-size");
  }

  @Test
  void aLaunchValueThatEveryCopyTakes_countsForEachOfThem() {
    Problem problem =
        refusal(
            "{template: 'echo {text}', repeat: 1000}",
            Map.of("text", "x".repeat(1000)),
            new PlanCompiler(SMALL));

    assertThat(problem.code()).isEqualTo("plan-too-large");
  }

  @Test
  void labelsAndReasonsOfSkipping_countLikeArguments() {
    String text = "x".repeat(2000);

    assertRefused(
        "{template: 'true', label: " + "x".repeat(190) + ", repeat: 2000}",
        SMALL,
        "plan-too-large",
        "");
    assertRefused(
        "{template: 'true', when: \"{a" + text + "}\", repeat: 100}", SMALL, "plan-too-large", "");
  }

  @Test
  void whatHandlesGiveToTheirCommands_countsLikeArguments() {
    String handle = "{repeat: 100, template: {handle: command, name: n, command: cat, %s: %s}}";
    String text = "x".repeat(2000);

    assertRefused(
        handle.formatted("io", "{stdin: " + text + "}"), SMALL, "plan-too-large", "plan-size");
    assertRefused(
        handle.formatted("environment", "{A: " + text + "}"), SMALL, "plan-too-large", "");
    assertRefused(handle.formatted("directory", "/" + text), SMALL, "plan-too-large", "");
  }

  @Test
  void anArrayOfDefaultsThatMultiply_isRefusedBeforeItIsMade() {
    String items = "'{big}',".repeat(9_000);
    String recipe =
        "{template: 'echo {all}', defaults: {all: [" + items + "], big: " + big(900_000) + "}}";

    assertRefused(recipe, PlanLimits.DEFAULTS, "text-too-long", "more than 1048576 characters");
  }

  @Test
  void anErrorAboutAnArrayOfDefaultsThatMultiply_quotesItsBeginningOnly() {
    String items = "'{big}',".repeat(9_000);
    String recipe =
        "{template: 'echo {all:int}', defaults: {all: [" + items + "], big: " + big(900_000) + "}}";

    assertRefused(recipe, PlanLimits.DEFAULTS, "bad-value", "'all' must be a whole number");
  }

  @Test
  void argumentsOfAHandleThatMultiply_areRefusedBeforeTheyAreMade() {
    String items = "'-{big}',".repeat(9_000);
    String recipe =
        "{defaults: {big: "
            + big(400_000)
            + "}, with: {a: ["
            + items
            + "]}, template: {handle: command, name: n, command: echo}}";

    assertRefused(recipe, SMALL, "plan-too-large", "limit plan-size");
  }

  @Test
  void textsThatDefaultsDoubleFiveTimes_areBounded() {
    String tenfold = "%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s%1$s";
    String recipe =
        "{repeat: 1000, template: 'echo {a}', defaults: {a: '"
            + tenfold.formatted("{b}")
            + "', b: '"
            + tenfold.formatted("{c}")
            + "', c: '"
            + tenfold.formatted("{d}")
            + "', d: '"
            + "x".repeat(1000)
            + "'}}";

    assertRefused(recipe, PlanLimits.DEFAULTS, "plan-too-large", "limit plan-size");
  }

  @Test
  void aPlanThatTakesTooLong_isRefusedWithTheNameOfTheLimit() {
    assertLate("{template: 'true', repeat: 5000}");
    assertLate("{template: {template: 'true', when: 'no'}, repeat: 5000}");
  }

  @Test
  void oneLeaf_withTooMuchToResolve_isRefusedAsLate() {
    String choices =
        IntStream.range(0, 20_000).mapToObj(i -> "c" + i).collect(Collectors.joining(","));
    assertLate(
        "{args: ['e:enum(" + choices + ")'], template: '" + "echo {e=c1} ".repeat(1000) + "'}");
    String unknown =
        IntStream.range(0, 5_000).mapToObj(i -> "{u" + i + "}").collect(Collectors.joining(" "));
    assertLate("{template: 'echo " + unknown + "'}");
    String json = "[" + "1,".repeat(20_000) + "1]";
    assertLate(
        "{args: ['a:array'], defaults: {a: '"
            + json
            + "'}, template: '"
            + "echo {a[0]} ".repeat(500)
            + "'}");
  }

  @Test
  void handlesThatTakeLongToRead_areRefusedAsLate() {
    String handle = "{handle: command, name: n, command: echo, arguments: [a]}";

    assertLate("[" + (handle + ",").repeat(3000) + handle + "]");
  }

  @Test
  void aFormThatTakesLongToEvaluate_isRefusedAsLate() {
    String values = "[" + "{a: 1},".repeat(3000) + "{}]";
    String recipe =
        "{with: {v: "
            + values
            + "}, template: {handle: command, name: n, command: echo, arguments:"
            + " {$each: '$.v[*]', $as: x, $value: {$: '$.v[?@.a == 2]'}}}}";

    assertLate(recipe);
  }

  @Test
  void aSchemaWithMoreWaysThanAnybodyCouldWalk_isRefusedAtOnce() {
    StringBuilder defs = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      String next = "{$ref: '#/$defs/d" + (i + 1) + "'}";
      defs.append("d%d: {allOf: [%s, %s]}, ".formatted(i, next, next));
    }
    String recipe =
        "{template: {handle: command, name: n, command: 'true', parameters: {type: object,"
            + " $defs: {"
            + defs
            + "d40: {}}, $ref: '#/$defs/d0'}}}";

    assertRefused(recipe, PlanLimits.DEFAULTS, "form-limit", "limit schema-visits");
  }

  private static String big(int size) {
    return "'" + "y".repeat(size) + "'";
  }

  private static void assertRefused(
      String recipe, PlanLimits limits, String code, String inMessage) {
    Problem problem =
        assertTimeoutPreemptively(
            LONG_ENOUGH, () -> refusal(recipe, Map.of(), new PlanCompiler(limits)));
    assertThat(problem.code()).isEqualTo(code);
    assertThat(problem.message()).contains(inMessage);
    assertThat(problem.hint() + problem.message()).hasSizeLessThan(1000);
  }

  /** A clock that advances by a millisecond at each reading, so that readings are counted. */
  private static void assertLate(String recipe) {
    AtomicLong millis = new AtomicLong();
    InstantSource clock = () -> Instant.ofEpochMilli(millis.incrementAndGet());
    PlanLimits limits = PlanLimits.DEFAULTS.withMaxTime(Duration.ofMillis(200));
    Problem problem =
        assertTimeoutPreemptively(
            LONG_ENOUGH, () -> refusal(recipe, Map.of(), new PlanCompiler(limits, clock)));
    assertThat(problem.code()).isEqualTo("deadline-exceeded");
    assertThat(problem.message()).isEqualTo("it takes longer than 200 ms (limit plan-time)");
    assertThat(millis.get()).isLessThan(210);
  }

  private static Problem refusal(String recipe, Map<String, Object> values, PlanCompiler compiler) {
    RecipeException refused =
        catchThrowableOfType(
            RecipeException.class,
            () -> compiler.compile(new RecipeReader().read(recipe, "test.yaml"), values));
    return refused.problems().get(0);
  }

  private static Plan compile(String recipe, PlanLimits limits) {
    return new PlanCompiler(limits).compile(new RecipeReader().read(recipe, "test.yaml"), Map.of());
  }
}
