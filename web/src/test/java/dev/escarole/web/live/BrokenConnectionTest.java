package dev.escarole.web.live;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A client goes away, which shows when something is written to it. */
class BrokenConnectionTest {

  private static final class Connection extends ServletOutputStream {
    private boolean broken;

    @Override
    public boolean isReady() {
      return true;
    }

    @Override
    public void setWriteListener(WriteListener listener) {}

    @Override
    public void write(int one) throws IOException {
      if (broken) {
        throw new IOException("Broken pipe");
      }
    }
  }

  private final Connection connection = new Connection();
  private final Watcher watcher = new Watcher(List.of(), true, new byte[0], () -> true, connection);

  @Test
  void only_the_container_ends_the_answer() {
    watcher.onWritePossible();
    watcher.beat();
    assertThat(watcher.gone()).isNotDone();
    connection.broken = true;
    watcher.beat();
    watcher.beat();
    assertThat(watcher.gone()).isCompleted();
    assertThat(watcher.ended()).isNotDone();
    watcher.onError(new IOException("Broken pipe"));
    assertThat(watcher.ended()).isCompleted();
  }

  @Test
  void a_thread_of_the_container_ends_it_at_once() {
    connection.broken = true;
    watcher.onWritePossible();
    assertThat(watcher.ended()).isCompleted();
  }

  @Test
  void a_server_that_stops_ends_it() {
    watcher.close();
    assertThat(watcher.gone()).isCompleted();
    assertThat(watcher.ended()).isCompleted();
  }
}
