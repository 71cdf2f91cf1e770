package dev.escarole.engine.build;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.Outcome.Kind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a compiler that fails advises depends on why it failed. */
class BuildFailedExceptionTest {

  @ParameterizedTest
  @CsvSource({
    "EXITED,           Correct the sources",
    "TRAPPED,          Correct the sources",
    "UNUSABLE_PROGRAM, larger heap",
    "OUT_OF_MEMORY,    larger heap",
    "TIMED_OUT,        Split the largest sources",
    "OUT_OF_FUEL,      Split the largest sources"
  })
  void sources_are_to_be_corrected_only_if_they_can_be_the_reason(Kind kind, String advice) {
    Outcome outcome = kind == Kind.EXITED ? Outcome.exited(1) : Outcome.of(kind, "why");
    assertThat(new BuildFailedException("clang", outcome).hint()).contains(advice);
  }
}
