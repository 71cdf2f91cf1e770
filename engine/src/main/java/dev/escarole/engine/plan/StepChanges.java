package dev.escarole.engine.plan;

import dev.escarole.recipe.template.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Says in what two steps differ, what is inside them aside. */
final class StepChanges {

  private final List<String> changes = new ArrayList<>();

  private StepChanges() {}

  static List<String> between(Step before, Step after) {
    StepChanges found = new StepChanges();
    found.compare("kind", before.kindWord(), after.kindWord());
    found.compare("label", before.label(), after.label());
    found.compare("command", command(before), command(after));
    found.handle(handle(before), handle(after));
    found.compare("skipped", before.skipReason(), after.skipReason());
    found.controls(before.controls(), after.controls());
    return found.changes;
  }

  private static @Nullable String command(Step step) {
    return step.fold(leaf -> CommandLines.display(leaf.argv()), group -> null);
  }

  private static @Nullable HandleSetting handle(Step step) {
    return step.fold(LeafStep::handle, group -> null);
  }

  private void handle(@Nullable HandleSetting before, @Nullable HandleSetting after) {
    List<String> old = before == null ? List.of() : HandleText.lines(before);
    List<String> now = after == null ? List.of() : HandleText.lines(after);
    old.stream()
        .filter(line -> !now.contains(line))
        .forEach(line -> changes.add("no more " + line));
    now.stream().filter(line -> !old.contains(line)).forEach(line -> changes.add("now " + line));
  }

  private void controls(Controls before, Controls after) {
    for (Setting setting : Setting.OF_STEPS) {
      compare(setting.key(), before.plain(setting), after.plain(setting));
    }
  }

  private void compare(String what, @Nullable Object before, @Nullable Object after) {
    if (!Objects.equals(before, after)) {
      changes.add(what + ": " + shown(before) + " -> " + shown(after));
    }
  }

  private static String shown(@Nullable Object value) {
    return value == null ? "none" : value.toString();
  }
}
