package dev.escarole.web.page.run;

import java.util.List;

/**
 * A step, or several equal siblings that are shown as one. Immutable.
 *
 * @param members at least one, in plan order
 * @param children what is shown below it; empty if it is closed or has none
 * @param key names it in addresses, so that it can be opened and closed
 * @param open whether its members, or its children, are shown
 */
record Folded(List<Node> members, List<Folded> children, String key, boolean open) {

  Folded {
    members = List.copyOf(members);
    children = List.copyOf(children);
  }

  /** Whether it stands for more than one step. */
  boolean isMany() {
    return members.size() > 1;
  }

  Node first() {
    return members.get(0);
  }

  /** Whether there is something to open. */
  boolean canOpen() {
    return isMany() || !first().children().isEmpty();
  }
}
