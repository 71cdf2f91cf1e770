package dev.escarole.engine.plan;

import dev.escarole.recipe.template.Condition;
import dev.escarole.recipe.template.Deadline;
import dev.escarole.recipe.template.NodeSettings;
import dev.escarole.recipe.template.Scope;
import dev.escarole.recipe.template.Setting;
import dev.escarole.recipe.template.Template;
import dev.escarole.recipe.template.Template.HandleTemplate;
import dev.escarole.recipe.template.Template.ImportTemplate;
import dev.escarole.recipe.template.Template.LeafTemplate;
import dev.escarole.recipe.template.Template.ListTemplate;
import dev.escarole.recipe.template.Template.NestedTemplate;
import dev.escarole.recipe.template.TemplateException;
import dev.escarole.recipe.template.Text;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * First pass: walks the template, propagates declarations and defaults, evaluates each {@code
 * when}, and makes the copies of each {@code repeat}.
 *
 * <p>All three need one walk, because they depend on each other: a condition reads inherited
 * values, a copy inherits its index, and skipped nodes must not be expanded.
 */
final class Expander {

  private final PlanLimits limits;
  private final PlanSize size;
  private final Problems problems;
  private final Deadline deadline;
  private int drafts;

  Expander(PlanLimits limits, PlanSize size, Problems problems, Deadline deadline) {
    this.limits = limits;
    this.size = size;
    this.problems = problems;
    this.deadline = deadline;
  }

  Draft expand(Template template, Scope outer) {
    NodeSettings settings = template.settings();
    Scope scope = attempt(template.pointer(), () -> outer.enter(settings), outer);
    Text repeat = settings.repeat();
    return repeat == null
        ? node(template, scope, Draft.Role.WHOLE)
        : repeated(template, repeat, scope);
  }

  private Draft repeated(Template template, Text repeat, Scope scope) {
    NodeSettings settings = template.settings();
    Draft group = draft(template.pointer(), settings, Draft.Role.REPEATED, scope);
    group.groupKind = settings.parallel() ? GroupKind.PARALLEL : GroupKind.SEQUENCE;
    int count = attempt(template.pointer(), () -> (int) scope.number(repeat, Setting.REPEAT), 1);
    if (count == 0) {
      group.skipReason = "repeat is 0";
      return group;
    }
    limits.checkFanOut(settings.parallel(), count);
    Draft.Role role = settings.parallel() ? Draft.Role.BRANCH_COPY : Draft.Role.SEQUENCE_COPY;
    for (int index = 0; index < count; index++) {
      group.children.add(node(template, scope.repeated(index, count), role));
    }
    return group;
  }

  private Draft node(Template template, Scope scope, Draft.Role role) {
    Draft draft = draft(template.pointer(), template.settings(), role, scope);
    draft.skipReason = skipReason(template, scope);
    boolean open = draft.skipReason == null;
    template.fold(
        leaf -> leaf(draft, leaf),
        list -> list(draft, list, open),
        nested -> nested(draft, nested, open),
        handle -> handle(draft, handle),
        imported -> imported(draft, imported, open));
    Template recover = template.settings().recover();
    if (recover != null && open) {
      draft.recover = expand(recover, scope);
    }
    return draft;
  }

  private static Draft leaf(Draft draft, LeafTemplate leaf) {
    draft.words = leaf.words();
    return draft;
  }

  private static Draft handle(Draft draft, HandleTemplate handle) {
    draft.handle = handle;
    return draft;
  }

  private Draft list(Draft draft, ListTemplate list, boolean open) {
    boolean parallel = list.settings().parallel();
    draft.groupKind = parallel ? GroupKind.PARALLEL : GroupKind.SEQUENCE;
    if (open) {
      limits.checkFanOut(parallel, list.children().size());
      for (Template child : list.children()) {
        draft.children.add(expand(child, draft.scope));
      }
    }
    return draft;
  }

  private Draft nested(Draft draft, NestedTemplate nested, boolean open) {
    draft.groupKind = GroupKind.NESTED;
    if (open) {
      draft.children.add(expand(nested.inner(), draft.scope));
    }
    return draft;
  }

  private Draft imported(Draft draft, ImportTemplate imported, boolean open) {
    draft.groupKind = GroupKind.NESTED;
    if (open) {
      try {
        Scope inside = imported.call().scope(draft.scope);
        draft.children.add(expand(imported.call().template(), inside));
      } catch (TemplateException mistake) {
        problems.add(imported.pointer(), mistake);
      }
    }
    return draft;
  }

  private @Nullable String skipReason(Template template, Scope scope) {
    Condition when = template.settings().when();
    if (when == null || attempt(template.pointer(), () -> scope.test(when), true)) {
      return null;
    }
    String reason = "when " + when.source() + " is false";
    size.add(reason);
    return reason;
  }

  private Draft draft(String pointer, NodeSettings settings, Draft.Role role, Scope scope) {
    limits.checkSteps(++drafts);
    deadline.run();
    return new Draft(pointer, settings, role, scope);
  }

  private <T> T attempt(String pointer, Supplier<T> work, T otherwise) {
    try {
      return work.get();
    } catch (TemplateException mistake) {
      problems.add(pointer, mistake);
      return otherwise;
    }
  }
}
