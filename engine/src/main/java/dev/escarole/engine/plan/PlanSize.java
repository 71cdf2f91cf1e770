package dev.escarole.engine.plan;

import dev.escarole.recipe.handle.CapturedBytes;

/**
 * Counts the texts of a plan during compilation: arguments, labels, skip reasons and handle
 * settings. A text counts for each step that has it, as in the database. Confined to one
 * compilation.
 */
final class PlanSize {

  private final PlanLimits limits;
  private long bytes;

  PlanSize(PlanLimits limits) {
    this.limits = limits;
  }

  void add(Draft draft) {
    draft.argv.forEach(this::add);
    String label = draft.label;
    if (label != null) {
      add(label);
    }
    if (draft.setting != null) {
      add(draft.setting);
    }
  }

  private void add(HandleSetting setting) {
    add(setting.handle());
    if (setting.directory() != null) {
      add(setting.directory());
    }
    setting.environment().forEach((name, value) -> add(name + '=' + value));
    CapturedBytes stdin = setting.stdin();
    if (stdin != null) {
      add(stdin.length());
    }
  }

  void add(String text) {
    add(utf8(text));
  }

  private void add(long more) {
    bytes += more;
    limits.checkBytes(bytes);
  }

  /** Bytes in UTF-8, without encoding; each surrogate of a pair counts as two. */
  private static long utf8(String text) {
    long bytes = text.length();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      bytes += c < 0x80 ? 0 : c < 0x800 || Character.isSurrogate(c) ? 1 : 2;
    }
    return bytes;
  }
}
