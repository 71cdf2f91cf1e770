package dev.escarole.web.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.escarole.engine.run.RunStatus;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExitCodeTest {

  private static FailureView failure(String outcome) {
    return new FailureView("0", null, List.of("x"), new Ending(outcome, 126, ""), "");
  }

  private static int failed(String... outcomes) {
    List<FailureView> failures = List.of(outcomes).stream().map(ExitCodeTest::failure).toList();
    return ExitCode.of(RunStatus.FAILED, failures, false).code();
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
  void degraded_counts_only_when_strict() {
    assertThat(ExitCode.of(RunStatus.DEGRADED, List.of(), false)).isEqualTo(ExitCode.OK);
    assertThat(ExitCode.of(RunStatus.DEGRADED, List.of(), true)).isEqualTo(ExitCode.DEGRADED);
    assertThat(ExitCode.of(RunStatus.DONE, List.of(), true)).isEqualTo(ExitCode.OK);
    assertThat(ExitCode.of(RunStatus.CANCELLED, List.of(), true).code()).isEqualTo(130);
  }

  @Test
  void a_run_that_goes_on_has_none() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ExitCode.of(RunStatus.RUNNING, List.of(), false));
  }
}
