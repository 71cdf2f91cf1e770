package dev.escarole.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.recipe.template.FailureScope;
import dev.escarole.recipe.template.SuccessCodes;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Controls that say nothing are one object; any that say something are not. */
class ControlsTest {

  private static final int NO_QUORUM = Controls.NO_QUORUM;
  private static final SuccessCodes ZERO = SuccessCodes.ZERO;

  @Test
  void controls_that_say_nothing_are_none() {
    Controls nothing =
        new Controls(0, 0, Retry.times(1), null, 0, NO_QUORUM, SuccessCodes.of(List.of(0L)));
    assertThat(nothing.orNone()).isSameAs(Controls.NONE);
  }

  @Test
  void each_setting_by_itself_is_kept() {
    List<Controls> each =
        List.of(
            new Controls(1, 0, Retry.ONCE, null, 0, NO_QUORUM, ZERO),
            new Controls(0, 1, Retry.ONCE, null, 0, NO_QUORUM, ZERO),
            new Controls(0, 0, Retry.times(2), null, 0, NO_QUORUM, ZERO),
            new Controls(0, 0, new Retry(1, 1, 1, Retry.UNBOUNDED), null, 0, NO_QUORUM, ZERO),
            new Controls(0, 0, new Retry(1, 0, 2, Retry.UNBOUNDED), null, 0, NO_QUORUM, ZERO),
            new Controls(0, 0, new Retry(1, 0, 1, 5), null, 0, NO_QUORUM, ZERO),
            new Controls(0, 0, Retry.ONCE, FailureScope.BRANCH, 0, NO_QUORUM, ZERO),
            new Controls(0, 0, Retry.ONCE, null, 1, NO_QUORUM, ZERO),
            new Controls(0, 0, Retry.ONCE, null, 0, 0, ZERO),
            new Controls(0, 0, Retry.ONCE, null, 0, NO_QUORUM, new SuccessCodes(List.of(1))),
            new Controls(0, 0, Retry.ONCE, null, 0, NO_QUORUM, new SuccessCodes(List.of(0, 1))));
    for (Controls controls : each) {
      assertThat(controls.orNone()).isSameAs(controls).isNotEqualTo(Controls.NONE);
    }
  }
}
