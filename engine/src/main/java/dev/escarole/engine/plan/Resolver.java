package dev.escarole.engine.plan;

import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.handle.CommandHandle;
import dev.escarole.recipe.handle.HandleCall;
import dev.escarole.recipe.handle.RecipeHandles;
import dev.escarole.recipe.template.Deadline;
import dev.escarole.recipe.template.NodeSettings;
import dev.escarole.recipe.template.Setting;
import dev.escarole.recipe.template.Template.HandleTemplate;
import dev.escarole.recipe.template.TemplateException;
import dev.escarole.recipe.template.Text;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Second pass: resolves the argv and settings of every draft. */
final class Resolver {

  /** A setting whose placeholders are empty, so that it is not set. */
  private static final Object EMPTY = new Object();

  private final Problems problems;
  private final RecipeHandles handles;
  private final PlanSize size;
  private final Deadline deadline;
  private Controls last = Controls.NONE;
  private Map<Setting, Object> lastAround = Map.of();
  private Map<Setting, Object> lastInside = new EnumMap<>(Setting.class);

  Resolver(Problems problems, RecipeHandles handles, PlanSize size, Deadline deadline) {
    this.problems = problems;
    this.handles = handles;
    this.size = size;
    this.deadline = deadline;
  }

  void resolve(Draft draft) {
    resolve(draft, Map.of());
  }

  /**
   * @param around settings that leaves inherit from enclosing nodes
   */
  private void resolve(Draft draft, Map<Setting, Object> around) {
    deadline.run();
    Map<Setting, Object> inside = within(draft, around);
    resolveLabel(draft);
    if (draft.skipReason == null) {
      resolveControls(draft, inside);
      if (draft.handle != null) {
        resolveCall(draft, draft.handle);
      } else if (draft.isLeaf()) {
        resolveArgv(draft);
      }
    }
    size.add(draft);
    draft.children.forEach(child -> resolve(child, inside));
    if (draft.recover != null) {
      resolve(draft.recover, inside);
    }
  }

  private Map<Setting, Object> within(Draft draft, Map<Setting, Object> around) {
    // Each copy of a repeated node has these settings, so its group can ignore them.
    if (draft.role == Draft.Role.REPEATED || draft.skipReason != null) {
      return around;
    }
    List<NodeSettings.SettingValue> written = draft.settings.written();
    Map<Setting, Object> inside = around;
    for (int i = 0; i < written.size(); i++) {
      if (written.get(i).setting().reach() == Setting.Reach.LEAVES_BELOW) {
        inside = with(inside, written.get(i), draft);
      }
    }
    return inside;
  }

  private Map<Setting, Object> with(
      Map<Setting, Object> around, NodeSettings.SettingValue written, Draft draft) {
    Object value = value(written, draft);
    if (value == null || value == EMPTY || value.equals(around.get(written.setting()))) {
      return around;
    }
    // Copies mostly have the same values, so they share them.
    if (!around.equals(lastAround) || !value.equals(lastInside.get(written.setting()))) {
      lastAround = around;
      lastInside = new EnumMap<>(Setting.class);
      lastInside.putAll(around);
      lastInside.put(written.setting(), value);
    }
    return lastInside;
  }

  /** The value, or EMPTY; null after an error, which is reported. */
  private @Nullable Object value(NodeSettings.SettingValue written, Draft draft) {
    try {
      return written.inScope(draft.scope);
    } catch (TemplateException mistake) {
      if (isEmpty(written, draft)) {
        return EMPTY;
      }
      problems.add(draft.pointer, mistake);
      return null;
    }
  }

  private static boolean isEmpty(NodeSettings.SettingValue written, Draft draft) {
    try {
      return written.isEmptyIn(draft.scope);
    } catch (TemplateException mistake) {
      return false;
    }
  }

  /** The label of a skipped node stays as written if it cannot be resolved. */
  private void resolveLabel(Draft draft) {
    Text label = draft.settings.labelText();
    if (draft.label == null || label == null) {
      return;
    }
    try {
      draft.label = draft.scope.label(label);
    } catch (TemplateException mistake) {
      if (draft.skipReason == null) {
        problems.add(draft.pointer, mistake);
      }
    }
  }

  private void resolveArgv(Draft draft) {
    try {
      draft.argv = draft.scope.argv(draft.words);
    } catch (TemplateException mistake) {
      problems.add(draft.pointer, mistake);
    }
  }

  /** Errors in the handle itself are already reported. */
  private void resolveCall(Draft draft, HandleTemplate template) {
    handles.calledBy(template).ifPresent(handle -> resolveCall(draft, template, handle));
  }

  private void resolveCall(Draft draft, HandleTemplate template, CommandHandle handle) {
    try {
      HandleCall call = handle.call(handle.typed(template.arguments().in(draft.scope)), deadline);
      draft.argv = call.argv();
      draft.setting = HandleSetting.of(handle.name(), call);
    } catch (TemplateException mistake) {
      problems.add(draft.pointer, mistake);
    } catch (RecipeException refused) {
      problems.add(refused.problems());
    }
  }

  private void resolveControls(Draft draft, Map<Setting, Object> inside) {
    // What leaves inherit is about commands.
    boolean inherits = draft.isLeaf() && !draft.awaits() && !inside.isEmpty();
    if (draft.settings.written().isEmpty() && !inherits) {
      return;
    }
    Controls.Builder values = new Controls.Builder();
    if (inherits) {
      inside.forEach(values::set);
    }
    if (!take(draft, values)) {
      return;
    }
    Controls controls = values.build();
    checkQuorum(controls, draft);
    // Copies mostly have the same values, so they share them.
    draft.controls = last = controls.equals(last) ? last : controls;
  }

  /** Whether all settings of the draft could be resolved; reports the first that could not. */
  private boolean take(Draft draft, Controls.Builder into) {
    List<NodeSettings.SettingValue> written = draft.settings.written();
    for (int i = 0; i < written.size(); i++) {
      if (draft.takes(written.get(i).setting().reach())) {
        Object value = value(written.get(i), draft);
        if (value == null) {
          return false;
        }
        if (value != EMPTY) {
          into.set(written.get(i).setting(), value);
        }
      }
    }
    return true;
  }

  private void checkQuorum(Controls controls, Draft draft) {
    int branches = draft.children.size();
    if (controls.minSuccessful() > branches) {
      problems.add(
          draft.pointer,
          new TemplateException(
              "quorum-too-large",
              "min_successful is %d, but there are only %d branches"
                  .formatted(controls.minSuccessful(), branches),
              "Reduce min_successful to at most %d.".formatted(branches)));
    }
  }
}
