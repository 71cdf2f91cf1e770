package dev.escarole.engine.plan;

import dev.escarole.engine.plan.PlanDiff.Entry;
import dev.escarole.engine.plan.PlanDiff.Kind;
import dev.escarole.recipe.template.Setting;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

final class StepMatcher {

  /** Maximum table size for matching equal children; larger groups are matched in order. */
  private static final long MOST_CELLS = 4_000_000;

  private final int[] oldShapes;
  private final int[] newShapes;
  private final List<Entry> entries;

  StepMatcher(int[] oldShapes, int[] newShapes, List<Entry> entries) {
    this.oldShapes = oldShapes;
    this.newShapes = newShapes;
    this.entries = entries;
  }

  List<Entry> entries() {
    return entries;
  }

  void match(@Nullable Step before, @Nullable Step after) {
    if (before != null && after != null) {
      List<String> changes = StepChanges.between(before, after);
      entries.add(new Entry(changes.isEmpty() ? Kind.SAME : Kind.CHANGED, before, after, changes));
      children(before.children(), after.children());
      match(before.recover(), after.recover());
    } else if (before != null) {
      entries.add(new Entry(Kind.REMOVED, before, null, List.of()));
      before.children().forEach(child -> match(child, null));
      match(before.recover(), null);
    } else if (after != null) {
      entries.add(new Entry(Kind.ADDED, null, after, List.of()));
      after.children().forEach(child -> match(null, child));
      match(null, after.recover());
    }
  }

  private void children(List<Step> before, List<Step> after) {
    int start = 0;
    while (start < Math.min(before.size(), after.size())
        && equal(before.get(start), after.get(start))) {
      match(before.get(start), after.get(start));
      start++;
    }
    int oldEnd = before.size();
    int newEnd = after.size();
    while (oldEnd > start
        && newEnd > start
        && equal(before.get(oldEnd - 1), after.get(newEnd - 1))) {
      oldEnd--;
      newEnd--;
    }
    middle(before.subList(start, oldEnd), after.subList(start, newEnd));
    for (int i = 0; i < before.size() - oldEnd; i++) {
      match(before.get(oldEnd + i), after.get(newEnd + i));
    }
  }

  private boolean equal(Step before, Step after) {
    return oldShapes[before.index()] == newShapes[after.index()];
  }

  /** Matches equal children by longest common subsequence, then the others in between. */
  private void middle(List<Step> before, List<Step> after) {
    int[][] longest = longestCommon(before, after);
    int i = 0;
    int j = 0;
    int gapOld = 0;
    int gapNew = 0;
    while (longest != null && i < before.size() && j < after.size()) {
      if (equal(before.get(i), after.get(j))) {
        gap(before.subList(gapOld, i), after.subList(gapNew, j));
        match(before.get(i++), after.get(j++));
        gapOld = i;
        gapNew = j;
      } else if (longest[i + 1][j] >= longest[i][j + 1]) {
        i++;
      } else {
        j++;
      }
    }
    gap(before.subList(gapOld, before.size()), after.subList(gapNew, after.size()));
  }

  private int @Nullable [][] longestCommon(List<Step> before, List<Step> after) {
    if ((before.size() + 1L) * (after.size() + 1L) > MOST_CELLS) {
      return null;
    }
    int[][] longest = new int[before.size() + 1][after.size() + 1];
    for (int i = before.size() - 1; i >= 0; i--) {
      for (int j = after.size() - 1; j >= 0; j--) {
        longest[i][j] =
            equal(before.get(i), after.get(j))
                ? longest[i + 1][j + 1] + 1
                : Math.max(longest[i + 1][j], longest[i][j + 1]);
      }
    }
    return longest;
  }

  private void gap(List<Step> before, List<Step> after) {
    List<Step> left = new ArrayList<>(before);
    Step[] partners = new Step[after.size()];
    if (after.size() == 1 && left.size() == 1 && kind(left.get(0)).equals(kind(after.get(0)))) {
      partners[0] = left.remove(0);
    } else if ((long) left.size() * after.size() > MOST_CELLS) {
      pairByKey(left, after, partners, (step, shapes) -> shapes[step.index()]);
      pairByKey(left, after, partners, (step, shapes) -> step.label());
      pairInOrder(left, partners);
    }
    pair(
        left, after, partners, (a, b) -> a.label() != null && Objects.equals(a.label(), b.label()));
    pair(left, after, partners, (a, b) -> kind(a).equals(kind(b)) && command(a).equals(command(b)));
    for (int i = 0; i < after.size(); i++) {
      match(partners[i], after.get(i));
    }
    left.forEach(step -> match(step, null));
  }

  /** In wide groups, pairs steps with the same key, in order; steps without a key stay. */
  private void pairByKey(
      List<Step> left,
      List<Step> after,
      @Nullable Step[] partners,
      BiFunction<Step, int[], @Nullable Object> key) {
    Map<Object, Deque<Step>> byKey = new HashMap<>();
    for (Step step : left) {
      Object known = key.apply(step, oldShapes);
      if (known != null) {
        byKey.computeIfAbsent(known, unused -> new ArrayDeque<>()).add(step);
      }
    }
    Set<Integer> paired = new HashSet<>();
    for (int i = 0; i < partners.length; i++) {
      Object wanted = partners[i] == null ? key.apply(after.get(i), newShapes) : null;
      Deque<Step> same = wanted == null ? null : byKey.get(wanted);
      Step partner = same == null ? null : same.poll();
      if (partner != null) {
        partners[i] = partner;
        paired.add(partner.index());
      }
    }
    left.removeIf(step -> paired.contains(step.index()));
  }

  private static void pairInOrder(List<Step> left, @Nullable Step[] partners) {
    int next = 0;
    for (int i = 0; i < partners.length && next < left.size(); i++) {
      if (partners[i] == null) {
        partners[i] = left.get(next++);
      }
    }
    left.subList(0, next).clear();
  }

  /** Pairs each unmatched step with the first remaining candidate that fits. */
  private static void pair(
      List<Step> left, List<Step> after, @Nullable Step[] partners, BiPredicate<Step, Step> fits) {
    for (int i = 0; i < partners.length; i++) {
      Iterator<Step> candidates = left.iterator();
      while (partners[i] == null && candidates.hasNext()) {
        Step candidate = candidates.next();
        if (fits.test(candidate, after.get(i))) {
          partners[i] = candidate;
          candidates.remove();
        }
      }
    }
  }

  /** Distinguishes nested nodes from sequences. */
  static String kind(Step step) {
    return step.fold(leaf -> "leaf", group -> group.kind().name());
  }

  private static String command(Step step) {
    return step.fold(leaf -> leaf.argv().isEmpty() ? "" : leaf.argv().get(0), group -> "");
  }

  private static final class StepChanges {

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
          .forEach(line -> changes.add("removed " + line));
      now.stream()
          .filter(line -> !old.contains(line))
          .forEach(line -> changes.add("added " + line));
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
}
