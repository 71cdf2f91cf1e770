package dev.escarole.web.app.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.escarole.engine.run.RunStatus;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExitCodeTest {

  private static int failed(@Nullable String firstOutcome) {
    return ExitCode.of(RunStatus.FAILED, false, firstOutcome, Judgement.AUTHOR).code();
  }

  @ParameterizedTest
  @ValueSource(strings = {"revoked", "rate_limited", "denied", "max_depth", "command_not_granted"})
  void a_run_that_policy_stopped_first_is_denied(String outcome) {
    assertThat(failed(outcome)).isEqualTo(3);
    assertThat(failed("exited")).isEqualTo(1);
  }

  @Test
  void an_unknown_command_is_no_denial() {
    assertThat(failed("unknown_command")).isEqualTo(1);
    assertThat(failed(null)).isEqualTo(1);
  }

  @Test
  void of_a_degraded_run_the_author_decides_unless_the_caller_does() {
    assertThat(degraded(true, Judgement.AUTHOR)).isZero();
    assertThat(degraded(false, Judgement.AUTHOR)).isEqualTo(4);
    assertThat(degraded(null, Judgement.AUTHOR)).as("nobody knows").isEqualTo(4);
    assertThat(degraded(true, Judgement.STRICT)).isEqualTo(4);
    assertThat(degraded(false, Judgement.STRICT)).isEqualTo(4);
    assertThat(degraded(true, Judgement.LENIENT)).isZero();
    assertThat(degraded(false, Judgement.LENIENT)).isZero();
  }

  private static int degraded(@Nullable Boolean accepted, Judgement judgement) {
    return ExitCode.of(RunStatus.DEGRADED, accepted, null, judgement).code();
  }

  @ParameterizedTest
  @EnumSource(Judgement.class)
  void other_ends_are_no_matter_of_consent(Judgement judgement) {
    assertThat(ExitCode.of(RunStatus.DONE, true, null, judgement).code()).isZero();
    assertThat(ExitCode.of(RunStatus.CANCELLED, false, null, judgement).code()).isEqualTo(130);
    assertThat(ExitCode.of(RunStatus.FAILED, false, null, judgement).code()).isEqualTo(1);
  }

  @Test
  void a_run_that_goes_on_has_none() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ExitCode.of(RunStatus.RUNNING, null, null, Judgement.AUTHOR));
  }
}
