package dev.escarole.web.live;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Many connections to one stream, read by one thread. */
final class Crowd implements AutoCloseable {

  /** What closes a chunked answer. */
  private static final byte[] TAIL = "\r\n0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final Selector selector = Selector.open();
  private final List<Member> members = new ArrayList<>();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 18);

  /** One connection; what those read that are sampled is kept with the time of its arrival. */
  static final class Member {
    private final SocketChannel channel;
    private final boolean sampled;
    private final ByteArrayOutputStream text = new ByteArrayOutputStream();
    private final List<long[]> arrivals = new ArrayList<>();
    private final byte[] tail = new byte[TAIL.length];
    private long bytes;

    private Member(SocketChannel channel, boolean sampled) {
      this.channel = channel;
      this.sampled = sampled;
    }

    long bytes() {
      return bytes;
    }

    boolean isDone() {
      return Arrays.equals(tail, TAIL);
    }

    String text() {
      return text.toString(StandardCharsets.UTF_8);
    }

    /** When, by {@link System#nanoTime}, the byte at this place arrived. */
    long arrival(long place) {
      for (long[] arrival : arrivals) {
        if (arrival[0] > place) {
          return arrival[1];
        }
      }
      throw new AssertionError("nothing arrived up to " + place);
    }

    private void take(ByteBuffer data) {
      int length = data.remaining();
      byte[] copy = new byte[length];
      data.get(copy);
      bytes += length;
      if (sampled) {
        text.writeBytes(copy);
        arrivals.add(new long[] {bytes, System.nanoTime()});
      }
      byte[] joined = new byte[tail.length + length];
      System.arraycopy(tail, 0, joined, 0, tail.length);
      System.arraycopy(copy, 0, joined, tail.length, length);
      System.arraycopy(joined, joined.length - tail.length, tail, 0, tail.length);
    }
  }

  Crowd() throws IOException {}

  /** Adds a connection. */
  void join(int port, String path, boolean sampled) throws IOException {
    SocketChannel channel =
        SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    String request = "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
    channel.write(ByteBuffer.wrap(request.getBytes(StandardCharsets.US_ASCII)));
    channel.configureBlocking(false);
    Member member = new Member(channel, sampled);
    channel.register(selector, SelectionKey.OP_READ, member);
    members.add(member);
  }

  List<Member> members() {
    return members;
  }

  /** Reads until every connection has got so many bytes, or its end. */
  void readUntilAllHave(long bytes) throws IOException {
    while (members.stream().anyMatch(member -> member.bytes < bytes && !member.isDone())) {
      read();
    }
  }

  /** Reads until every connection has got its end. */
  void readToEnd() throws IOException {
    while (!members.stream().allMatch(Member::isDone)) {
      read();
    }
  }

  private void read() throws IOException {
    selector.select(1000);
    for (SelectionKey key : selector.selectedKeys()) {
      Member member = (Member) key.attachment();
      buffer.clear();
      if (member.channel.read(buffer) < 0) {
        key.cancel();
        if (!member.isDone()) {
          throw new IOException("a connection ended early, after " + member.bytes + " bytes");
        }
      } else {
        member.take(buffer.flip());
      }
    }
    selector.selectedKeys().clear();
  }

  @Override
  public void close() throws IOException {
    for (Member member : members) {
      member.channel.close();
    }
    selector.close();
  }
}
