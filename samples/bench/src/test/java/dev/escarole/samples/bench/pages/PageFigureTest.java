package dev.escarole.samples.bench.pages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.plan.PlanCompiler;
import dev.escarole.engine.plan.PlanLimits;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is measured of pages, and of which runs. */
class PageFigureTest {

  private static PageFigure figure(String fault, double shift) {
    PageFigure figure = new PageFigure("runs");
    for (PageMode mode : PageMode.values()) {
      List<String> faults =
          mode == PageMode.PHONE_DARK && !fault.isEmpty() ? List.of(fault) : List.of();
      figure.add(mode, new PageFigure.Look(10_240, 51_200, 450.4, faults));
      figure.shifted(mode, mode == PageMode.PHONE_LIGHT ? shift : 0);
    }
    return figure;
  }

  @Test
  void a_row_has_all_modes_in_their_order() {
    assertThat(figure("label × 2", 0.0123).row())
        .isEqualTo(
            "| runs | 10 | 50 | 450 · 450 · 450 · 450 | 0.000 · 0.000 · 0.012 · 0.000 | 0 · 0 · 0 · 1 |");
  }

  @Test
  void a_fault_or_a_shift_in_one_mode_is_enough() {
    assertThat(figure("", 0.09).isGood()).isTrue();
    assertThat(figure("", 0.1).isGood()).isFalse();
    assertThat(figure("label × 2", 0).isGood()).isFalse();
    assertThat(figure("label × 2", 0).faults()).containsExactly("runs, phone dark: label × 2");
  }

  @Test
  void the_large_run_has_about_as_many_steps_as_were_asked_for(@TempDir Path directory)
      throws Exception {
    PageRecipes.write(directory, 15_000, 120);
    for (String name : List.of("watering", "review", "harvest", "weighing", PageRecipes.SLOW)) {
      Recipe recipe = new RecipeReader().read(directory.resolve(name + ".yaml"));
      assertThat(recipe.name()).isEqualTo(name);
    }
    Recipe large = new RecipeReader().read(directory.resolve(PageRecipes.LARGE + ".yaml"));
    assertThat(new PlanCompiler(PlanLimits.DEFAULTS).compile(large, Map.of()).steps().size())
        .isBetween(14_990, 15_010);
    assertThat(Files.readString(directory.resolve(PageRecipes.SLOW + ".yaml"))).contains("112000");
  }

  @Test
  void options_are_read_and_wrong_ones_refused() {
    assertThat(PageOptions.read(List.of("--runs", "7", "--screenshots", "shots")))
        .isEqualTo(new PageOptions(7, 15_000, 120, 3, Path.of("shots")));
    assertThatThrownBy(() -> PageOptions.read(List.of("--pages")))
        .hasMessage("there is no option --pages");
  }
}
