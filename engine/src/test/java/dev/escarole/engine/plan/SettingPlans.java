package dev.escarole.engine.plan;

import dev.escarole.recipe.RecipeReader;
import dev.escarole.recipe.template.Literal;
import dev.escarole.recipe.template.Setting;
import dev.escarole.recipe.template.WholeNumber;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Plans with one arbitrary setting, for properties that apply to all settings. */
public final class SettingPlans {

  private SettingPlans() {}

  /** A plan of which one step has the setting, with another value than where nothing is said. */
  public static Plan with(Setting setting) {
    Map<String, String> node = node(setting);
    node.put(setting.key(), written(setting));
    if (setting == Setting.AWAIT) {
      node.remove("template");
    }
    return plan(node);
  }

  /** The same plan without it. */
  static Plan without(Setting setting) {
    return plan(node(setting));
  }

  /** That value, as JSON has it. */
  static Object value(Setting setting) {
    return setting.form() instanceof WholeNumber number
        ? (Object) (number.least() + 2)
        : setting
            .valueForm()
            .plain(setting.valueForm().read(setting.key(), literal((Literal) setting.form())));
  }

  private static Object literal(Literal form) {
    return switch (form) {
      case FLAG -> true;
      case FAILURE -> "root";
      case AWAIT -> "approval";
      case CODES -> List.of(0L, 7L);
    };
  }

  /** A number takes the way through a placeholder. */
  private static String written(Setting setting) {
    Object value = value(setting);
    if (setting.form() instanceof WholeNumber) {
      return "\"{n?" + value + ":}\"";
    }
    return value instanceof String ? "\"" + value + "\"" : value.toString();
  }

  private static Map<String, String> node(Setting setting) {
    Map<String, String> node = new LinkedHashMap<>();
    boolean group = setting.home() == Setting.Home.PARALLEL_NODE;
    node.put("defaults", "{\"n\": true}");
    if (group) {
      node.put("parallel", "true");
    }
    if (setting.key().startsWith("retry_")) {
      // What is said of waits has no effect without a wait.
      node.put("retry", "3");
      node.put("retry_delay", "1");
    }
    if (setting.home() == Setting.Home.APPROVAL_NODE) {
      node.put("await", "\"approval\"");
      return node;
    }
    // What leaves inherit is said of each of them.
    boolean several = group && setting.reach() != Setting.Reach.LEAVES_BELOW;
    node.put("template", several ? "[\"a\", \"b\", \"c\"]" : group ? "[\"a\"]" : "\"a\"");
    return node;
  }

  private static Plan plan(Map<String, String> node) {
    StringBuilder text = new StringBuilder();
    node.forEach(
        (key, json) -> text.append(text.isEmpty() ? "" : ", ").append('"' + key + "\": " + json));
    return new PlanCompiler(PlanLimits.DEFAULTS)
        .compile(new RecipeReader().read("[{" + text + "}, \"z\"]", "test.json"), Map.of());
  }
}
