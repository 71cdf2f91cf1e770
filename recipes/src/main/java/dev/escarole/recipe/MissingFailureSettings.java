package dev.escarole.recipe;

import dev.escarole.recipe.template.NodeSettings;
import dev.escarole.recipe.template.Template;
import dev.escarole.recipe.template.Template.HandleTemplate;
import dev.escarole.recipe.template.Template.ListTemplate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Finds sequences whose steps read each other's output and that do not set {@code failure}: if a
 * step fails, the next one reads empty input and the run continues.
 */
final class MissingFailureSettings {
  private final List<String> found = new ArrayList<>();

  private MissingFailureSettings() {}

  /** Returns their JSON pointers in document order. */
  static List<String> in(Template template) {
    MissingFailureSettings walk = new MissingFailureSettings();
    walk.node(template);
    return walk.found;
  }

  /** Skips recoveries, which end at their first failure. */
  private void node(Template template) {
    NodeSettings settings = template.settings();
    boolean copies = settings.repeat() != null && !settings.parallel();
    boolean reads = !(template instanceof HandleTemplate);
    if (copies && reads && settings.failure() == null && !isOne(settings)) {
      found.add(template.pointer());
    }
    template.<Void>fold(
        leaf -> null,
        list -> list(list, copies),
        nested -> {
          node(nested.inner());
          return null;
        },
        handle -> null);
  }

  private static boolean isOne(NodeSettings settings) {
    return settings.repeat() == null || settings.repeat().source().strip().matches("[01]");
  }

  private @Nullable Void list(ListTemplate list, boolean told) {
    boolean sequence = !list.settings().parallel();
    if (sequence && list.settings().failure() == null && !told && feeds(list.children())) {
      found.add(list.pointer());
    }
    list.children().forEach(this::node);
    return null;
  }

  /** A handle reads the previous step's output only if it asks to, which is checked elsewhere. */
  private static boolean feeds(List<Template> steps) {
    for (int i = 1; i < steps.size(); i++) {
      boolean reads = !(steps.get(i) instanceof HandleTemplate);
      if (reads && steps.get(i - 1).settings().failure() == null) {
        return true;
      }
    }
    return false;
  }
}
