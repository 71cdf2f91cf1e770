package dev.escarole.web.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.plan.Plan;
import dev.escarole.engine.plan.PlanCompiler;
import dev.escarole.engine.plan.PlanLimits;
import dev.escarole.engine.run.StepState;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.cli.text.Glyphs;
import dev.escarole.web.cli.text.Paint;
import dev.escarole.web.cli.text.TextFormat;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Draws states that are made up, at a time that is made up, on a screen of any size. */
class TreeRendererTest {

  private static final Instant START = Instant.parse("2026-11-21T10:00:00Z");

  private static TreeState state(String template) {
    Plan plan =
        new PlanCompiler(PlanLimits.DEFAULTS)
            .compile(new RecipeReader().read(template, "test.yaml"), Map.of());
    return TreeState.pending(StepTree.of(plan));
  }

  private static List<String> draw(TreeState state, int width, int rows, long millis) {
    return new TreeRenderer(width, rows, Glyphs.UNICODE, new Paint(false))
        .lines(state, START.plusMillis(millis), 0);
  }

  private static TreeState wide(int branches) {
    return state(
        "{parallel: true, repeat: " + branches + ", template: \"echo {index}\", label: wide}");
  }

  @Test
  void a_small_tree_is_shown_whole() {
    TreeState state =
        state("{template: [echo a, {label: fan, parallel: true, template: [cat, 'false']}]}");
    state.change(0, StepState.RUNNING, START);
    state.change(1, StepState.RUNNING, START);
    state.change(1, StepState.DONE, START.plusMillis(12));
    state.change(2, StepState.RUNNING, START.plusMillis(12));
    state.change(3, StepState.RUNNING, START.plusMillis(12));
    state.change(4, StepState.RUNNING, START.plusMillis(12));
    state.change(4, StepState.FAILED, START.plusMillis(20));
    state.note(4, "exit code 1");
    assertThat(draw(state, 80, 20, 1_512))
        .containsExactly(
            "⠋ sequence  1 of 2, 1 running  1.5 s",
            "  ✓ echo a  12 ms",
            "  ⠋ fan: parallel  1 of 2, 1 failed, 1 running  1.5 s",
            "    ⠋ cat  1.5 s",
            "    ✗ false  exit code 1  8 ms");
  }

  @Test
  void a_wait_for_the_next_attempt_is_counted_down() {
    TreeState state = state("{template: [echo a]}");
    state.change(0, StepState.RUNNING, START);
    state.change(1, StepState.RUNNING, START);
    state.change(1, StepState.WAITING, START.plusMillis(10));
    state.waitUntil(1, START.plusMillis(3_010));
    assertThat(draw(state, 80, 20, 510).get(1)).endsWith(" echo a  next attempt in 2.5 s  510 ms");
    state.change(1, StepState.RUNNING, START.plusMillis(3_010));
    assertThat(draw(state, 80, 20, 3_010).get(1)).isEqualTo("  ⠋ echo a  3.0 s");
  }

  @Test
  void the_animation_turns_with_the_frame() {
    TreeState state = state("template: cat");
    state.change(0, StepState.RUNNING, START);
    TreeRenderer renderer = new TreeRenderer(80, 5, Glyphs.ASCII, new Paint(false));
    assertThat(renderer.lines(state, START, 0)).containsExactly("| cat");
    assertThat(renderer.lines(state, START, 1)).containsExactly("/ cat");
    assertThat(renderer.lines(state, START, 4)).containsExactly("| cat");
  }

  @Test
  void a_tree_larger_than_the_screen_shows_failed_and_running_first_and_counts_the_rest() {
    TreeState state = wide(1000);
    int parent = state.tree().parent(state.tree().size() - 1);
    state.change(parent, StepState.RUNNING, START);
    for (int i = parent + 1; i <= parent + 500; i++) {
      state.change(i, StepState.RUNNING, START);
      state.change(i, StepState.DONE, START);
    }
    state.change(parent + 400, StepState.FAILED, START);
    state.change(parent + 600, StepState.RUNNING, START);
    List<String> lines = draw(state, 100, 10, 0);
    assertThat(lines).hasSizeLessThanOrEqualTo(10);
    assertThat(lines.get(0)).contains("500 of 1000");
    assertThat(lines)
        .anyMatch(line -> line.contains("✗"))
        .anyMatch(line -> line.contains("⠋ wide: echo"));
    assertThat(lines.get(lines.size() - 1)).contains("more: ").contains("pending");
  }

  @Test
  void many_failures_leave_room_for_what_runs() {
    TreeState state = wide(100);
    int parent = state.tree().parent(state.tree().size() - 1);
    for (int i = parent + 1; i < parent + 90; i++) {
      state.change(i, StepState.FAILED, START);
    }
    state.change(parent + 95, StepState.RUNNING, START);
    assertThat(draw(state, 80, 8, 0)).hasSize(8).anyMatch(line -> line.contains("⠋ wide: echo"));
  }

  @Test
  void no_picture_is_larger_than_its_screen() {
    TreeState state =
        state(
            "{parallel: true, repeat: 7, template: [echo a, {parallel: true, repeat: 5,"
                + " template: [echo b, 'echo {index}']}]}");
    List<StepState> all = List.copyOf(EnumSet.allOf(StepState.class));
    for (int i = 0; i < state.tree().size(); i++) {
      state.change(i, all.get(i % all.size()), START);
      for (int rows = 3; rows < 60; rows += 7) {
        for (int width : new int[] {20, 40, 200}) {
          List<String> lines = draw(state, width, rows, 50);
          assertThat(lines).hasSizeBetween(1, rows);
          assertThat(lines).allMatch(line -> TextFormat.columns(line) <= Math.max(width, 30));
        }
      }
    }
  }

  @Test
  void a_recovery_shows_only_once_it_is_needed() {
    TreeState state = state("{template: cat x, retry: 2, recover: touch x}");
    assertThat(draw(state, 80, 5, 0)).hasSize(1);
    state.change(1, StepState.RUNNING, START);
    assertThat(draw(state, 80, 5, 0)).hasSize(2).anyMatch(line -> line.contains("recovery: touch"));
  }

  @Test
  void wide_characters_and_control_characters_are_measured_and_made_harmless() {
    assertThat(TextFormat.columns("日本")).isEqualTo(4);
    assertThat(TextFormat.fit("日本語テキスト", 7, "…")).isEqualTo("日本語…");
    assertThat(TextFormat.plain("a\u001b[2Jb\nc\u202e")).isEqualTo("a\\u001b[2Jb\\u000ac\\u202e");
  }

  @Test
  void durations_are_as_exact_as_they_matter() {
    assertThat(TextFormat.duration(999)).isEqualTo("999 ms");
    assertThat(TextFormat.duration(3_440)).isEqualTo("3.4 s");
    assertThat(TextFormat.duration(312_000)).isEqualTo("5 min 12 s");
    assertThat(TextFormat.duration(7_500_000)).isEqualTo("2 h 5 min");
    assertThat(TextFormat.percent(0.9999)).isEqualTo("99.9 %");
  }
}
