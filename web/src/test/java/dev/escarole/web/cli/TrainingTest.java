package dev.escarole.web.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A training that fails is lived with, so nobody would see that it does. */
class TrainingTest {

  @Test
  void every_command_of_a_training_succeeds(@TempDir Path directory) throws Exception {
    assertThat(Training.in(directory, true)).isEmpty();
  }
}
