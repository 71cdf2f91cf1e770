package dev.escarole.engine.plan;

import dev.escarole.recipe.template.NodeSettings;
import dev.escarole.recipe.template.Scope;
import dev.escarole.recipe.template.Setting;
import dev.escarole.recipe.template.Template.HandleTemplate;
import dev.escarole.recipe.template.Word;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A mutable step, passed between the passes of the compiler. Confined to the compiling thread. */
final class Draft {

  /** Which of a node's settings apply to a draft. */
  enum Role {
    WHOLE,
    /** The group of a repeated node's copies: only the settings for the group. */
    REPEATED,
    /** One copy inside a repeated parallel node: all settings but those for the fan-out. */
    BRANCH_COPY,
    /** One copy inside a repeated sequence: all settings. */
    SEQUENCE_COPY
  }

  final String pointer;
  final NodeSettings settings;
  final Role role;
  final Scope scope;

  /** Null for a leaf. */
  @Nullable GroupKind groupKind;

  /** The words of a command; empty for handles and groups. */
  List<Word> words = List.of();

  /** The handle that a leaf calls; null for all other drafts. */
  @Nullable HandleTemplate handle;

  final List<Draft> children = new ArrayList<>(0);
  @Nullable Draft recover;
  @Nullable String skipReason;

  List<String> argv = List.of();
  @Nullable HandleSetting setting;
  Controls controls = Controls.NONE;

  Draft(String pointer, NodeSettings settings, Role role, Scope scope) {
    this.pointer = pointer;
    this.settings = settings;
    this.role = role;
    this.scope = scope;
    this.label = role == Role.REPEATED ? null : settings.label();
  }

  boolean isLeaf() {
    return groupKind == null;
  }

  /** Whether it waits instead of running a command. */
  boolean awaits() {
    return isLeaf() && settings.await() != null;
  }

  /** Whether a setting of this reach applies to this step. */
  boolean takes(Setting.Reach reach) {
    return switch (reach) {
      case STEP -> role != Role.REPEATED;
      case NODE -> role != Role.BRANCH_COPY;
      case FAN_OUT -> groupKind == GroupKind.PARALLEL && role != Role.BRANCH_COPY;
      case NOWHERE, BELOW, LEAVES_BELOW -> false;
    };
  }

  /** The node's label; null for the group of a repeated node, whose copies have it. */
  @Nullable String label;
}
