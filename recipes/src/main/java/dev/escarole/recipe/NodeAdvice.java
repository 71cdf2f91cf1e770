package dev.escarole.recipe;

import dev.escarole.recipe.Place.Mark;
import dev.escarole.recipe.SourceValue.SourceObject;
import dev.escarole.recipe.SourceValue.SourceScalar;
import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.ControlValue;
import dev.escarole.recipe.template.NodeSettings;
import dev.escarole.recipe.template.Setting;
import dev.escarole.recipe.template.SuccessCodes;
import org.jspecify.annotations.Nullable;

/** Warns about fields that have no effect, or more effect than they seem to. */
final class NodeAdvice {
  private final SourceObject node;
  private final String pointer;
  private final Problems problems;

  private NodeAdvice(SourceObject node, String pointer, Problems problems) {
    this.node = node;
    this.pointer = pointer;
    this.problems = problems;
  }

  static void warn(NodeSettings settings, SourceObject node, String pointer, Problems problems) {
    NodeAdvice advice = new NodeAdvice(node, pointer, problems);
    SourceValue template = node.get(Setting.TEMPLATE.key());
    boolean single = template instanceof SourceScalar || HandleNodes.isHandle(template);
    if (settings.parallel() && single && settings.repeat() == null) {
      advice.idle(
          Setting.PARALLEL,
          "on a single command",
          "Add \"repeat\", or make the template an array.");
    }
    ControlValue retry = settings.number(Setting.RETRY);
    boolean once = retry == null || retry.source().equals("1");
    if (settings.recover() != null && once) {
      advice.idle(Setting.RECOVER, "without a second attempt", "Add \"retry\".");
    }
    advice.aboutWaits(settings, once);
    advice.aboutSuccess(settings.successCodes());
    if (settings.output() != null && !settings.output().equals("stdout") && !pointer.isEmpty()) {
      advice.idle(
          Setting.OUTPUT,
          "inside the recipe, because standard output always flows between steps",
          null);
    }
  }

  private void aboutWaits(NodeSettings settings, boolean once) {
    boolean waits = settings.number(Setting.RETRY_DELAY) != null;
    if (waits && once) {
      idle(Setting.RETRY_DELAY, "without a second attempt", "Add \"retry\".");
    }
    if (!waits) {
      String hint = "Add \"retry_delay\".";
      if (settings.number(Setting.RETRY_BACKOFF) != null) {
        idle(Setting.RETRY_BACKOFF, "without a wait", hint);
      }
      if (settings.number(Setting.RETRY_MAX_DELAY) != null) {
        idle(Setting.RETRY_MAX_DELAY, "without a wait", hint);
      }
    }
  }

  private void aboutSuccess(@Nullable SuccessCodes codes) {
    SourceValue written = node.get(Setting.SUCCESS_CODES.key());
    if (codes != null && written != null && !codes.contains(0)) {
      problems.warning(
          Codes.ZERO_FAILS,
          "'success_codes' does not include 0, so exit code 0 is a failure",
          "Add 0, unless this is intended.",
          Place.of(Pointers.child(pointer, Setting.SUCCESS_CODES.key()), written));
    }
  }

  private void idle(Setting setting, String where, @Nullable String hint) {
    SourceObject.Member member = node.members().get(setting.key());
    Mark mark = member == null ? node.mark() : member.keyMark();
    problems.warning(
        Codes.NO_EFFECT,
        "'" + setting.key() + "' has no effect " + where,
        hint,
        new Place(Pointers.child(pointer, setting.key()), mark));
  }
}
