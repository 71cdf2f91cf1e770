package dev.escarole.web.app.remote;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpParser;
import org.eclipse.jetty.http.HttpVersion;
import org.jspecify.annotations.Nullable;

/**
 * Reads one answer off a connection, as it comes; Jetty's parser knows where a body ends. The
 * connection is closed with the body. Confined to one thread, but for closing.
 */
final class SocketAnswer extends InputStream implements HttpParser.ResponseHandler {

  private static final int PIECE = 16 << 10;

  private final SocketChannel channel;
  private final SocketTransport.OpenConnections connections;
  private final HttpParser parser = new HttpParser(this);
  private final HttpFields.Mutable fields = HttpFields.build();
  private final ByteBuffer read = ByteBuffer.allocate(PIECE).flip();

  /** A piece of the body that has not been read yet. */
  private ByteBuffer piece = ByteBuffer.allocate(0);

  private int status;
  private boolean headed;
  private boolean complete;
  private @Nullable IOException broken;

  SocketAnswer(SocketChannel channel, SocketTransport.OpenConnections connections) {
    this.channel = channel;
    this.connections = connections;
  }

  /** Waits for the head of the answer. */
  Transport.Answer answer(boolean withoutBody) throws IOException {
    parser.setHeadResponse(withoutBody);
    while (!headed) {
      advance();
    }
    return new Transport.Answer(status, name -> Optional.ofNullable(fields.get(name)), this);
  }

  /** Goes on until there is something new, or waits for more of it. */
  private void advance() throws IOException {
    if (!read.hasRemaining()) {
      read.clear();
      int count = channel.read(read);
      read.flip();
      if (count < 0) {
        parser.atEOF();
      }
    }
    parser.parseNext(read);
    if (broken != null) {
      throw broken;
    }
    if (parser.isClosed() && !complete) {
      throw new EOFException("the connection broke off");
    }
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] target, int offset, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (!piece.hasRemaining()) {
      if (complete) {
        return -1;
      }
      advance();
    }
    int count = Math.min(length, piece.remaining());
    piece.get(target, offset, count);
    return count;
  }

  @Override
  public void close() throws IOException {
    connections.close(channel);
  }

  @Override
  public void startResponse(HttpVersion version, int code, String reason) {
    status = code;
  }

  @Override
  public void parsedHeader(HttpField field) {
    fields.add(field);
  }

  @Override
  public boolean headerComplete() {
    headed = true;
    return true;
  }

  @Override
  public boolean content(ByteBuffer content) {
    piece = ByteBuffer.allocate(content.remaining()).put(content).flip();
    return true;
  }

  @Override
  public boolean contentComplete() {
    return false;
  }

  @Override
  public boolean messageComplete() {
    complete = true;
    return true;
  }

  @Override
  public void earlyEOF() {
    broken = new EOFException("the connection broke off");
  }

  @Override
  public void badMessage(HttpException failure) {
    broken = new IOException("that is not an HTTP server: " + failure.getReason());
  }
}
