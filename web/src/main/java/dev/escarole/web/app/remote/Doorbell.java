package dev.escarole.web.app.remote;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.time.Duration;

/** Asks whether some process holds a data directory and answers for others. */
public final class Doorbell {

  /** What the process behind the door says once it can be asked. */
  public static final byte READY = '!';

  private Doorbell() {}

  /**
   * Rings, and waits until the process behind the door can be asked.
   *
   * @param patience for how long
   * @return whether somebody is there; then requests are answered at {@link SocketPlace#api}
   */
  public static boolean ring(SocketPlace place, Duration patience) {
    if (!Files.exists(place.door(), LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      place.check();
      channel.connect(UnixDomainSocketAddress.of(place.door()));
      return answers(channel, patience);
    } catch (IOException | UnsupportedOperationException e) {
      // What is left of a process that is gone, or a system without such sockets.
      return false;
    }
  }

  private static boolean answers(SocketChannel channel, Duration patience) throws IOException {
    channel.configureBlocking(false);
    try (Selector selector = Selector.open()) {
      channel.register(selector, SelectionKey.OP_READ);
      ByteBuffer said = ByteBuffer.allocate(1);
      return selector.select(patience.toMillis()) > 0
          && channel.read(said) == 1
          && said.get(0) == READY;
    }
  }
}
