package dev.escarole.recipe.flow;

import dev.escarole.recipe.template.AwaitKind;
import dev.escarole.recipe.template.ImportCall;
import dev.escarole.recipe.template.NodeSettings;
import dev.escarole.recipe.template.Template;
import dev.escarole.recipe.template.Template.ImportTemplate;
import dev.escarole.recipe.template.Template.LeafTemplate;
import dev.escarole.recipe.template.Template.ListTemplate;
import dev.escarole.recipe.template.Text;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds sequences that do not say what a failure means, and in which the step behind a failed one
 * may read the empty output of that.
 */
public final class EmptyInputs {

  private final List<String> found = new ArrayList<>();

  /** Whether an imported recipe may read, by its path. */
  private final Map<String, Boolean> reading = new HashMap<>();

  private EmptyInputs() {}

  /** Their pointers, in document order; recoveries, which end at their first failure, are not. */
  public static List<String> in(Template template) {
    EmptyInputs inputs = new EmptyInputs();
    inputs.look(template);
    return inputs.found;
  }

  private void look(Template template) {
    NodeSettings settings = template.settings();
    Text repeat = settings.repeat();
    String times = repeat == null ? "1" : repeat.source().strip();
    boolean within =
        !times.equals("0") && template instanceof ListTemplate list && feeds(list.children());
    boolean between = !times.matches("[01]") && reads(template);
    if (settings.failure() == null && !settings.parallel() && (within || between)) {
      found.add(template.pointer());
    }
    template.children().forEach(this::look);
  }

  private boolean feeds(List<Template> steps) {
    for (int i = 1; i < steps.size(); i++) {
      if (reads(steps.get(i)) && continues(steps.get(i - 1).settings())) {
        return true;
      }
    }
    return false;
  }

  /** Nothing follows a rejected approval unless the author says so. */
  private static boolean continues(NodeSettings settings) {
    return settings.failure() == null && settings.await() == null;
  }

  /**
   * Whether it may read what it is given. A handle does so only if it asks to, which is checked
   * elsewhere.
   */
  private boolean reads(Template template) {
    if (template.settings().recover() != null) {
      return true;
    }
    if (template instanceof LeafTemplate leaf) {
      if (leaf.settings().await() == AwaitKind.CALLBACK) {
        return false;
      }
      return InputUse.mayRead(leaf.words().stream().map(word -> word.text().source()).toList());
    }
    if (template instanceof ImportTemplate imported) {
      return reads(imported.call());
    }
    boolean parallel = template.settings().parallel();
    for (Template child : template.children()) {
      if (reads(child)) {
        return true;
      }
      if (!parallel && !mayBeLeftOut(child)) {
        // It stands between the input and the rest.
        return false;
      }
    }
    return false;
  }

  /** Each imported recipe is looked at once: there may be very many ways to it. */
  private boolean reads(ImportCall call) {
    Boolean known = reading.get(call.path());
    if (known == null) {
      known = reads(call.template());
      reading.put(call.path(), known);
    }
    return known;
  }

  private static boolean mayBeLeftOut(Template template) {
    return template.settings().when() != null || template.settings().repeat() != null;
  }
}
