package dev.escarole.web.share;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class GuestServiceTest {

  /** Of a process that may open no more files for a while. */
  private static final class Exhausted extends ServerSocketChannel {

    private final int failures;
    private int asked;

    Exhausted(int failures) {
      super(SelectorProvider.provider());
      this.failures = failures;
    }

    @Override
    public SocketChannel accept() throws IOException {
      if (asked++ < failures) {
        throw new IOException("Too many open files");
      }
      throw new ClosedChannelException();
    }

    @Override
    public ServerSocketChannel bind(SocketAddress local, int backlog) {
      return this;
    }

    @Override
    public <T> ServerSocketChannel setOption(SocketOption<T> name, T value) {
      return this;
    }

    @Override
    @SuppressWarnings("NullAway") // Nobody asks.
    public <T> T getOption(SocketOption<T> name) {
      return null;
    }

    @Override
    public Set<SocketOption<?>> supportedOptions() {
      return Set.of();
    }

    @Override
    public ServerSocket socket() {
      throw new UnsupportedOperationException();
    }

    @Override
    public @Nullable SocketAddress getLocalAddress() {
      return null;
    }

    @Override
    protected void implCloseSelectableChannel() {}

    @Override
    protected void implConfigureBlocking(boolean block) {}
  }

  private static final class Nobody implements GuestService.Host {
    @Override
    public AutoCloseable serve(Path socket, @Nullable Path recipes) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void resume(Instant since) {}

    @Override
    public Map<String, String> settings() {
      return Map.of();
    }
  }

  @Test
  void guests_that_cannot_be_taken_in_are_tried_again_after_a_pause(@TempDir Path data) {
    int failures = 5;
    Exhausted channel = new Exhausted(failures);
    GuestService service =
        new GuestService(HolderSocket.of(data), channel, new Nobody(), Instant.now());
    long begin = System.nanoTime();
    service.answer();
    assertThat(channel.asked).isEqualTo(failures + 1);
    assertThat(Duration.ofNanos(System.nanoTime() - begin))
        .isGreaterThanOrEqualTo(Duration.ofMillis(failures * GuestService.PAUSE_MILLIS));
  }
}
