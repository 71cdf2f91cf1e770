package dev.escarole.web.cli.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.web.cli.text.Console;
import dev.escarole.web.cli.text.Terminal;
import dev.escarole.web.cli.text.UsageException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class PipedInputTest {

  private static final Duration SHORT = Duration.ofMillis(20);
  private static final Duration LONG = Duration.ofSeconds(50);

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private PipedInput over(InputStream in) {
    return new PipedInput(
        new Console(
            in,
            OutputStream.nullOutputStream(),
            new PrintStream(err, true, StandardCharsets.UTF_8),
            Terminal.NONE,
            Map.of(),
            InstantSource.system()),
        1 << 20);
  }

  private static InputStream of(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void an_open_pipe_without_data_is_refused_loudly_after_a_while() throws IOException {
    PipedInput input = over(new PipedInputStream(new PipedOutputStream()));
    assertThatThrownBy(() -> input.readAll(SHORT, SHORT.multipliedBy(2)))
        .isInstanceOf(UsageException.class)
        .hasMessageContaining("open pipe without data");
    assertThat(err.toString(StandardCharsets.UTF_8)).contains("waiting for standard input");
  }

  @Test
  void a_slow_writer_is_waited_for() throws IOException {
    PipedOutputStream writer = new PipedOutputStream();
    PipedInput input = over(new PipedInputStream(writer));
    CompletableFuture<byte[]> read =
        CompletableFuture.supplyAsync(() -> input.readAll(SHORT, LONG));
    while (err.size() == 0) {
      Thread.onSpinWait();
    }
    writer.write('a');
    writer.close();
    assertThat(read.join()).containsExactly('a');
  }

  @Test
  void reads_are_filled_completely_and_what_is_left_is_counted() throws Exception {
    PipedInput input = over(of("abcdef"));
    byte[] into = new byte[4];
    assertThat(input.read(into, 1, 3)).isEqualTo(3);
    assertThat(into).containsExactly(0, 'a', 'b', 'c');
    assertThat(input.available()).isEqualTo(3);
    assertThat(input.read(into, 0, 4)).isEqualTo(3);
    assertThat(input.read(into, 0, 4)).isZero();
  }

  @Test
  void nothing_is_read_beyond_the_limit() throws Exception {
    InputStream in =
        new InputStream() {
          @Override
          public int read() {
            return 'x';
          }

          @Override
          public int read(byte[] bytes, int offset, int length) {
            Arrays.fill(bytes, offset, offset + length, (byte) 'x');
            return length;
          }
        };
    assertThat(over(in).readAll(LONG, LONG)).hasSize(1 << 20);
  }

  @Test
  void a_failure_to_read_is_told() {
    InputStream broken =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw new IOException("gone");
          }

          @Override
          public int read(byte[] bytes, int offset, int length) throws IOException {
            throw new IOException("gone");
          }
        };
    assertThatThrownBy(() -> over(broken).readAll(LONG, LONG)).hasMessageContaining("gone");
  }
}
