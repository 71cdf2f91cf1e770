package dev.escarole.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.recipe.template.Setting;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What holds for every setting of a step, those that are still to come included. */
class SettingsOfStepsTest {

  static List<Setting> all() {
    return Setting.OF_STEPS;
  }

  /** Without the one that takes the place of a command, which the words of the step say. */
  static List<Setting> besideCommands() {
    return all().stream().filter(setting -> setting != Setting.AWAIT).toList();
  }

  private static Step step(Plan plan, Setting setting) {
    return plan.steps().stream()
        .filter(step -> step.controls().plain().containsKey(setting.key()))
        .findFirst()
        .orElseThrow();
  }

  private static String printed(Plan plan, PlanFormat format) throws IOException {
    StringBuilder out = new StringBuilder();
    PlanPrinter.print(plan, format, List.of(), out);
    return out.toString();
  }

  @ParameterizedTest
  @MethodSource("all")
  void its_value_is_in_the_plan_once(Setting setting) {
    Plan plan = SettingPlans.with(setting);
    assertThat(step(plan, setting).controls().plain())
        .containsEntry(setting.key(), SettingPlans.value(setting));
    assertThat(plan.steps())
        .filteredOn(step -> step.controls().plain().containsKey(setting.key()))
        .hasSize(1);
  }

  @ParameterizedTest
  @MethodSource("all")
  void it_is_part_of_the_hash(Setting setting) {
    assertThat(SettingPlans.with(setting).hash())
        .isEqualTo(SettingPlans.with(setting).hash())
        .isNotEqualTo(SettingPlans.without(setting).hash());
  }

  @ParameterizedTest
  @MethodSource("besideCommands")
  void the_tree_says_it(Setting setting) throws IOException {
    Plan plan = SettingPlans.with(setting);
    String words = ControlWords.of(step(plan, setting)).toString();
    assertThat(words).contains(setting.key());
    assertThat(printed(plan, PlanFormat.TREE)).contains(words);
    assertThat(printed(SettingPlans.without(setting), PlanFormat.TREE)).doesNotContain(words);
  }

  @ParameterizedTest
  @MethodSource("all")
  void json_has_it_for_every_step(Setting setting) throws IOException {
    JsonNode steps =
        new ObjectMapper()
            .readTree(printed(SettingPlans.with(setting), PlanFormat.JSON))
            .get("steps");
    assertThat(steps).allMatch(step -> step.has(setting.camelKey()));
    assertThat(steps.findValues(setting.camelKey()))
        .extracting(JsonNode::toString)
        .contains(new ObjectMapper().writeValueAsString(SettingPlans.value(setting)));
  }

  @ParameterizedTest
  @MethodSource("besideCommands")
  void a_difference_in_it_is_told(Setting setting) {
    assertThat(
            PlanDiff.between(SettingPlans.without(setting), SettingPlans.with(setting)).entries())
        .flatExtracting(PlanDiff.Entry::changes)
        .singleElement()
        .asString()
        .startsWith(setting.key() + ": ")
        .endsWith(" -> " + SettingPlans.value(setting));
  }

  @ParameterizedTest
  @MethodSource("all")
  void it_comes_back_from_its_plain_form(Setting setting) {
    Controls controls = step(SettingPlans.with(setting), setting).controls();
    assertThat(Controls.ofPlain(controls.plain())).isEqualTo(controls);
  }

  @Test
  void what_is_no_setting_of_a_step_or_out_of_its_range_is_refused() {
    for (Map<String, Object> plain :
        List.<Map<String, Object>>of(
            Map.of("colour", 1L),
            Map.of("label", "x"),
            Map.of("retry", 0L),
            Map.of("retry", "3"),
            Map.of("cache", 1L),
            Map.of("failure", "never"))) {
      assertThatThrownBy(() -> Controls.ofPlain(plain))
          .isInstanceOf(IllegalArgumentException.class);
    }
  }
}
