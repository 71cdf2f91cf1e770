package dev.escarole.recipe;

import dev.escarole.recipe.template.Codes;
import dev.escarole.recipe.template.NodeSettings;
import org.jspecify.annotations.Nullable;

/** Warns of fields that change nothing where they stand. */
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
    SourceValue template = node.get(Field.TEMPLATE.key());
    boolean single = template instanceof SourceScalar || HandleNodes.isHandle(template);
    if (settings.parallel() && single && settings.repeat() == null) {
      advice.idle(
          Field.PARALLEL, "on a single command", "Add \"repeat\", or make the template an array.");
    }
    boolean once = settings.retry() == null || settings.retry().source().equals("1");
    if (settings.recover() != null && once) {
      advice.idle(Field.RECOVER, "without a second attempt", "Add \"retry\".");
    }
    advice.aboutWaits(settings, once);
    if (settings.output() != null && !settings.output().equals("stdout") && !pointer.isEmpty()) {
      advice.idle(
          Field.OUTPUT,
          "below the top of the recipe, because standard output always flows between steps",
          null);
    }
  }

  private void aboutWaits(NodeSettings settings, boolean once) {
    if (settings.retryDelay() != null && once) {
      idle(Field.RETRY_DELAY, "without a second attempt", "Add \"retry\".");
    }
    if (settings.retryDelay() == null) {
      String hint = "Add \"retry_delay\".";
      if (settings.retryBackoff() != null) {
        idle(Field.RETRY_BACKOFF, "without a wait", hint);
      }
      if (settings.retryMaxDelay() != null) {
        idle(Field.RETRY_MAX_DELAY, "without a wait", hint);
      }
    }
  }

  private void idle(Field field, String where, @Nullable String hint) {
    SourceObject.Member member = node.members().get(field.key());
    Mark mark = member == null ? node.mark() : member.keyMark();
    problems.warning(
        Codes.NO_EFFECT,
        "'" + field.key() + "' has no effect " + where,
        hint,
        new Place(Pointers.child(pointer, field.key()), mark));
  }
}
