package dev.escarole.web.page.run;

import dev.escarole.web.page.run.RunRecord.Node;
import dev.escarole.web.page.words.Words;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A step, or several siblings that are shown as one. Immutable.
 *
 * @param members at least one, in plan order
 * @param children what is shown below it; empty if it is closed or has none
 * @param key names it in addresses, so that it can be opened and closed
 * @param open whether its members, or its children, are shown
 * @param from of a part: the place of its first member in the fold, from 0
 */
record Folded(
    Kind kind, List<Node> members, List<Folded> children, String key, boolean open, int from) {

  /** Names in a tooltip. */
  static final int LONG = 200;

  private static final int LEAST_NAME = 12;

  /** Why these stand together. */
  enum Kind {
    /** A single step. */
    STEP,
    /** Siblings in the same state, made of the same. */
    ALIKE,
    /** A part of a fold or of a sequence that is too long to be shown at once. */
    PART,
    /** What a filter leaves out. */
    OTHERS
  }

  boolean isMany() {
    return kind != Kind.STEP;
  }

  Node first() {
    return members.get(0);
  }

  boolean canOpen() {
    return isMany() || !first().children().isEmpty();
  }

  /** The member whose state comes first in the order of states. */
  private Node worst() {
    return members.stream()
        .min(Comparator.comparing(node -> StateTally.ORDER.indexOf(node.state())))
        .orElseThrow();
  }

  /** The word for the state of all members, or of the worst of them. */
  String status() {
    return worst().status();
  }

  /** The states of its members in words, such as {@code failed} or {@code 2 failed, 8 done}. */
  String states() {
    boolean same = members.stream().allMatch(node -> node.status().equals(first().status()));
    return same ? first().status() : StateTally.of(members).bar().words();
  }

  /**
   * Its name, such as {@code api}, {@code 12 × api} or {@code 12 branches: api, web, …}.
   *
   * @param longest how many characters there is room for
   */
  String title(int longest) {
    String name = first().name();
    boolean same = members.stream().allMatch(node -> node.name().equals(name));
    String count = count(same);
    int room = Math.max(LEAST_NAME, longest - count.length());
    return count + (same ? Words.brief(name, room) : names(room));
  }

  private String count(boolean same) {
    int number = members.size();
    return switch (kind) {
      case STEP -> "";
      case ALIKE ->
          same ? Words.number(number) + " × " : counted("branch", "branches", "step") + ": ";
      case PART -> Words.number(from + 1) + " to " + Words.number(from + number) + ": ";
      case OTHERS -> counted("other branch", "other branches", "other step") + ": ";
    };
  }

  private String counted(String branch, String branches, String step) {
    return first().isBranch()
        ? Words.count(members.size(), branch, branches)
        : Words.count(members.size(), step, step + "s");
  }

  /** As many different names as there is room for, at least one. */
  private String names(int room) {
    String end = ", …";
    int longest = Math.max(LEAST_NAME, room / 2);
    Set<String> names =
        members.stream()
            .map(Node::name)
            .distinct()
            .limit(room)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    StringBuilder text = new StringBuilder();
    for (String each : names) {
      String name = Words.brief(each, longest);
      if (text.length() == 0) {
        text.append(name);
      } else if (text.length() + name.length() + end.length() < room) {
        text.append(", ").append(name);
      } else {
        return text.append(end).toString();
      }
    }
    return text.toString();
  }
}
