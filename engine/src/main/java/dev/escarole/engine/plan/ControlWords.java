package dev.escarole.engine.plan;

import dev.escarole.recipe.template.Setting;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Describes the settings of a step in the words of recipes. */
public final class ControlWords {

  private static final Set<Setting> OF_WAITS =
      EnumSet.of(Setting.RETRY_DELAY, Setting.RETRY_BACKOFF, Setting.RETRY_MAX_DELAY);

  private ControlWords() {}

  /**
   * The settings of a step, such as {@code timeout 300 ms}, without those that have no effect, and
   * without {@code await}, which its words already say.
   */
  public static List<String> of(Step step) {
    boolean waits = step.controls().retries().waits();
    List<String> texts = new ArrayList<>();
    step.controls()
        .forEach(
            (setting, value) -> {
              if (setting != Setting.AWAIT && (waits || !OF_WAITS.contains(setting))) {
                texts.add(setting.valueForm().words(setting.key(), value));
              }
            });
    return texts;
  }
}
