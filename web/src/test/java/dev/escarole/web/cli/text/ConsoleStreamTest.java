package dev.escarole.web.cli.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.Streams.OutputSink.Demand;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.Test;

/** What becomes of output that cannot be written. */
class ConsoleStreamTest {

  private static ConsoleStream failing(String message) {
    return new ConsoleStream(
        new OutputStream() {
          @Override
          public void write(int one) throws IOException {
            throw new IOException(message);
          }
        });
  }

  @Test
  void a_full_disk_is_an_error_and_not_a_reader_who_has_gone() {
    ConsoleStream full = failing("No space left on device");
    assertThat(full.write(new byte[] {1}, 0, 1)).isEqualTo(Demand.NONE);
    assertThatThrownBy(full::end)
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("No space left on device");
  }

  @Test
  void a_reader_who_has_gone_is_no_error() {
    for (String message : new String[] {"Broken pipe", "Connection reset"}) {
      ConsoleStream gone = failing(message);
      assertThat(gone.write(new byte[] {1}, 0, 1)).isEqualTo(Demand.NONE);
      assertThatCode(gone::end).doesNotThrowAnyException();
    }
  }
}
