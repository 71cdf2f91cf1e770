package dev.escarole.engine.plan;

import dev.escarole.recipe.RecipeException;
import dev.escarole.recipe.handle.CommandHandle;
import dev.escarole.recipe.handle.HandleCall;
import dev.escarole.recipe.handle.RecipeHandles;
import dev.escarole.recipe.template.ControlValue;
import dev.escarole.recipe.template.Deadline;
import dev.escarole.recipe.template.FailureScope;
import dev.escarole.recipe.template.HandleTemplate;
import dev.escarole.recipe.template.NodeSettings;
import dev.escarole.recipe.template.Scope;
import dev.escarole.recipe.template.SuccessCodes;
import dev.escarole.recipe.template.TemplateException;
import dev.escarole.recipe.template.Text;
import org.jspecify.annotations.Nullable;

/** Second pass: gives every draft its argv and its control numbers. */
final class Resolver {

  private final Problems problems;
  private final RecipeHandles handles;
  private final PlanSize size;
  private final Deadline deadline;

  Resolver(Problems problems, RecipeHandles handles, PlanSize size, Deadline deadline) {
    this.problems = problems;
    this.handles = handles;
    this.size = size;
    this.deadline = deadline;
  }

  void resolve(Draft draft) {
    resolve(draft, Caching.UNSAID, SuccessCodes.ZERO);
  }

  private void resolve(Draft draft, Caching around, SuccessCodes codesAround) {
    deadline.run();
    draft.caching = around.within(draft.settings.cache());
    SuccessCodes own = draft.settings.successCodes();
    draft.successCodes = own == null ? codesAround : own;
    resolveLabel(draft);
    if (draft.skipReason == null) {
      resolveControls(draft);
      if (draft.handle != null) {
        resolveCall(draft, draft.handle);
      } else if (draft.isLeaf()) {
        resolveArgv(draft);
      }
    }
    size.add(draft);
    draft.children.forEach(child -> resolve(child, draft.caching, draft.successCodes));
    if (draft.recover != null) {
      resolve(draft.recover, draft.caching, draft.successCodes);
    }
  }

  /** What a skipped node would have needed may be missing; its label then stays as written. */
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

  /** What is wrong with the handle itself is told of already; then there is nothing to call. */
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

  private void resolveControls(Draft draft) {
    try {
      draft.controls = controls(draft);
    } catch (TemplateException mistake) {
      problems.add(draft.pointer, mistake);
    }
  }

  private static Controls controls(Draft draft) {
    NodeSettings settings = draft.settings;
    Scope scope = draft.scope;
    boolean own = draft.role != Draft.Role.REPEATED;
    boolean fansOut = draft.groupKind == GroupKind.PARALLEL && draft.role != Draft.Role.BRANCH_COPY;
    FailureScope failure = draft.role == Draft.Role.BRANCH_COPY ? null : settings.failure();
    Controls controls =
        new Controls(
            own ? millis(scope, settings.delay(), "delay") : 0,
            own ? millis(scope, settings.timeout(), "timeout") : 0,
            own ? retry(scope, settings) : Retry.ONCE,
            failure,
            fansOut ? count(scope, settings.concurrency(), "concurrency", 0) : 0,
            fansOut
                ? count(scope, settings.minSuccessful(), "min_successful", Controls.NO_QUORUM)
                : Controls.NO_QUORUM,
            draft.isLeaf() ? draft.successCodes : SuccessCodes.ZERO);
    checkQuorum(controls, draft);
    return controls.orNone();
  }

  private static Retry retry(Scope scope, NodeSettings settings) {
    ControlValue most = settings.retryMaxDelay();
    return new Retry(
        count(scope, settings.retry(), "retry", 1),
        millis(scope, settings.retryDelay(), "retry_delay"),
        count(scope, settings.retryBackoff(), "retry_backoff", 1),
        most == null ? Retry.UNBOUNDED : scope.milliseconds(most, "retry_max_delay"));
  }

  private static void checkQuorum(Controls controls, Draft draft) {
    if (controls.minSuccessful() > draft.children.size()) {
      throw new TemplateException(
          "quorum-too-large",
          "min_successful is %d, but there are only %d branches"
              .formatted(controls.minSuccessful(), draft.children.size()),
          "Lower min_successful to at most %d.".formatted(draft.children.size()));
    }
  }

  private static long millis(Scope scope, @Nullable ControlValue value, String field) {
    return value == null ? 0 : scope.milliseconds(value, field);
  }

  private static int count(
      Scope scope, @Nullable ControlValue value, String field, int whenAbsent) {
    return value == null ? whenAbsent : scope.count(value, field);
  }
}
