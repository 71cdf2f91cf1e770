package dev.escarole.web.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.escarole.engine.run.RunStatus;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExitCodeTest {

  private static FailureView failure(String outcome) {
    return new FailureView("0", null, List.of("x"), new Ending(outcome, 126, ""), "");
  }

  private static int failed(String... outcomes) {
    List<FailureView> failures = List.of(outcomes).stream().map(ExitCodeTest::failure).toList();
    return ExitCode.of(RunStatus.FAILED, false, failures, Judgement.AUTHOR).code();
  }

  @ParameterizedTest
  @ValueSource(strings = {"revoked", "rate_limited", "denied", "max_depth", "command_not_granted"})
  void a_run_that_policy_stopped_first_is_denied(String outcome) {
    assertThat(failed(outcome, "exited")).isEqualTo(3);
    assertThat(failed("exited", outcome)).isEqualTo(1);
  }

  @Test
  void an_unknown_command_is_no_denial() {
    assertThat(failed("unknown_command")).isEqualTo(1);
    assertThat(failed()).isEqualTo(1);
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
    return ExitCode.of(RunStatus.DEGRADED, accepted, List.of(), judgement).code();
  }

  @ParameterizedTest
  @EnumSource(Judgement.class)
  void other_ends_are_no_matter_of_consent(Judgement judgement) {
    assertThat(ExitCode.of(RunStatus.DONE, true, List.of(), judgement).code()).isZero();
    assertThat(ExitCode.of(RunStatus.CANCELLED, false, List.of(), judgement).code()).isEqualTo(130);
    assertThat(ExitCode.of(RunStatus.FAILED, false, List.of(), judgement).code()).isEqualTo(1);
  }

  @Test
  void a_run_that_goes_on_has_none() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ExitCode.of(RunStatus.RUNNING, null, List.of(), Judgement.AUTHOR));
  }
}
