package dev.escarole.web.app.local.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.app.local.history.LineDiff.Edit;
import dev.escarole.web.app.local.history.LineDiff.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The difference between two texts: it holds both of them, and is as short as it can be. */
class LineDiffTest {

  private static List<String> without(Kind kind, List<Edit> edits) {
    return edits.stream().filter(each -> each.kind() != kind).map(Edit::text).toList();
  }

  private static long changes(List<Edit> edits) {
    return edits.stream().filter(each -> each.kind() != Kind.SAME).count();
  }

  /** Both texts can be read from it. */
  private static List<Edit> sound(List<String> before, List<String> after) {
    List<Edit> edits = LineDiff.of(before, after);
    assertThat(without(Kind.ADDED, edits)).isEqualTo(before);
    assertThat(without(Kind.REMOVED, edits)).isEqualTo(after);
    return edits;
  }

  /** By the longest common subsequence, of which each line is in a table. */
  private static int fewest(List<String> before, List<String> after) {
    int[][] common = new int[before.size() + 1][after.size() + 1];
    for (int i = before.size() - 1; i >= 0; i--) {
      for (int j = after.size() - 1; j >= 0; j--) {
        common[i][j] =
            before.get(i).equals(after.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    return before.size() + after.size() - 2 * common[0][0];
  }

  @Test
  void random_texts_differ_by_as_few_lines_as_can_be() {
    Random random = new Random(16);
    for (int round = 0; round < 3_000; round++) {
      List<String> before = lines(random);
      List<String> after = lines(random);
      assertThat(changes(sound(before, after)))
          .as("from %s to %s", before, after)
          .isEqualTo(fewest(before, after));
    }
  }

  private static List<String> lines(Random random) {
    return random.ints(random.nextInt(14), 0, 4).mapToObj(n -> "line " + n).toList();
  }

  @Test
  void a_changed_line_is_removed_and_added_between_equal_ones() {
    assertThat(LineDiff.of(List.of("a", "b", "c"), List.of("a", "x", "c")))
        .containsExactly(
            new Edit(Kind.SAME, "a"),
            new Edit(Kind.REMOVED, "b"),
            new Edit(Kind.ADDED, "x"),
            new Edit(Kind.SAME, "c"));
    assertThat(LineDiff.of(List.of(), List.of())).isEmpty();
  }

  @Test
  void long_texts_that_have_nothing_in_common_are_shown_as_replaced() {
    List<String> before = IntStream.range(0, 20_000).mapToObj(n -> "old " + n).toList();
    List<String> after = IntStream.range(0, 20_000).mapToObj(n -> "new " + n).toList();
    assertThat(changes(sound(before, after))).isEqualTo(40_000);
    List<String> one = new ArrayList<>(before);
    one.set(10_000, "other");
    assertThat(changes(sound(before, one))).isEqualTo(2);
  }
}
