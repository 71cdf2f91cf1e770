package dev.escarole.engine.store.database;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FailureKindTest {

  @ParameterizedTest
  @ValueSource(
      strings = {"08006", "08001", "40001", "40P01", "53100", "53300", "55P03", "57P01", "58030"})
  void what_waiting_may_mend_passes(String state) {
    assertThat(FailureKind.of(wrapped(new SQLException("x", state))))
        .isEqualTo(FailureKind.TRANSIENT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"22001", "23505", "42703", "42P01", "28P01", "0A000", "57014", "XX000"})
  void what_no_waiting_mends_is_refused(String state) {
    assertThat(FailureKind.of(wrapped(new SQLException("x", state))))
        .isEqualTo(FailureKind.PERMANENT);
  }

  @ParameterizedTest
  @ValueSource(ints = {90007, 90020, 90028, 90031, 90067, 90098, 50200})
  void codes_of_h2_pass(int code) {
    SQLException thrown = new SQLException("x", String.valueOf(code), code);
    assertThat(FailureKind.of(wrapped(thrown))).isEqualTo(FailureKind.TRANSIENT);
  }

  @Test
  void a_file_that_cannot_be_written_passes_whatever_code_h2_gives_it() {
    IOException full = new IOException("No space left on device");
    SQLException general = new SQLException("General error", "HY000", 50000, full);
    assertThat(FailureKind.of(wrapped(general))).isEqualTo(FailureKind.TRANSIENT);
  }

  @Test
  void no_connection_in_time_passes_and_a_mistake_of_ours_does_not() {
    assertThat(FailureKind.of(new SQLTransientConnectionException("none")))
        .isEqualTo(FailureKind.TRANSIENT);
    assertThat(FailureKind.of(new OutOfMemoryError("heap"))).isEqualTo(FailureKind.TRANSIENT);
    assertThat(FailureKind.of(new IllegalStateException("bug"))).isEqualTo(FailureKind.PERMANENT);
  }

  private static Exception wrapped(Exception cause) {
    return new IllegalStateException("outside", cause);
  }
}
