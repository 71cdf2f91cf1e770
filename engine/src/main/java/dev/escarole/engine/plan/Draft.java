package dev.escarole.engine.plan;

import dev.escarole.recipe.template.NodeSettings;
import dev.escarole.recipe.template.Scope;
import dev.escarole.recipe.template.Setting;
import dev.escarole.recipe.template.Template.HandleTemplate;
import dev.escarole.recipe.template.Word;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A step in the making: what one pass of the compiler hands to the next. Confined to the thread
 * that compiles.
 */
final class Draft {

  /** Which of a node's settings a draft takes over. */
  enum Role {
    /** The node as written. */
    WHOLE,
    /** The group that holds the copies of a repeated node: only what governs their running. */
    REPEATED,
    /** One copy inside a repeated parallel node: all but what governs the fan-out. */
    BRANCH_COPY,
    /** One copy inside a repeated sequence: everything. */
    SEQUENCE_COPY
  }

  final String pointer;
  final NodeSettings settings;
  final Role role;
  final Scope scope;

  /** Null for a leaf. */
  @Nullable GroupKind groupKind;

  /** The words of a leaf; empty for one that calls a handle, and for a group. */
  List<Word> words = List.of();

  /** What a leaf calls that runs no words; null for all other drafts. */
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

  /** Whether what the node says of a setting of this reach steers this step itself. */
  boolean takes(Setting.Reach reach) {
    return switch (reach) {
      case STEP -> role != Role.REPEATED;
      case NODE -> role != Role.BRANCH_COPY;
      case FAN_OUT -> groupKind == GroupKind.PARALLEL && role != Role.BRANCH_COPY;
      case NOWHERE, BELOW, LEAVES_BELOW -> false;
    };
  }

  /** What the label of the node says; the group around copies leaves it to them. */
  @Nullable String label;
}
