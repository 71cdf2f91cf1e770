package dev.escarole.web.server;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Closes connections late whose caller was answered before the whole body had come. A connection
 * that is closed while something comes is reset, and the answer is lost with it: so what still
 * comes is thrown away first, up to a size and for a time, and no thread waits for it. For a caller
 * without rights that is little.
 */
final class LingeringClose extends Handler.Wrapper {

  /** Of a caller whom the server does not know, or who lacks the right. */
  static final long MOST_BYTES = 64 << 10;

  /** Of a caller who has the right to send: twice as much as a request may have. */
  static final long MOST_BYTES_OF_ADMITTED = 2 * Intake.MOST_BYTES;

  /** Whoever stops for long in between is given up sooner, as every idle connection is. */
  static final Duration LONGEST = Duration.ofSeconds(10);

  private static final String ADMITTED = "escarole.lingers";

  /** Pieces of a body that are thrown away before the answer, so that the connection can stay. */
  private static final int MOST_PIECES_BEFORE = 16;

  private final InstantSource clock;

  LingeringClose(InstantSource clock) {
    this.clock = clock;
  }

  /** Lets the caller of a request send more in vain than a stranger may. */
  static void admit(Request request) {
    request.setAttribute(ADMITTED, true);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    Late late = new Late(request, response, callback);
    return super.handle(late, response, late);
  }

  /** A request whose end is told only when its rest is away. One thread at a time uses it. */
  private final class Late extends Request.Wrapper implements Callback {

    private final Response response;
    private final Callback callback;
    private volatile boolean over;
    private volatile Instant until = Instant.MAX;
    private long thrownAway;

    Late(Request request, Response response, Callback callback) {
      super(request);
      this.response = response;
      this.callback = callback;
    }

    @Override
    public InvocationType getInvocationType() {
      return callback.getInvocationType();
    }

    @Override
    public Content.Chunk read() {
      Content.Chunk chunk = super.read();
      if (chunk != null && chunk.isLast()) {
        over = true;
      }
      return chunk;
    }

    /** Asked before the answer is sent; the request itself would give up the rest of its body. */
    @Override
    public boolean consumeAvailable() {
      int pieces = MOST_PIECES_BEFORE;
      while (!over && pieces > 0 && thrownAway < MOST_BYTES && threwAway()) {
        pieces--;
      }
      if (!over && !response.isCommitted()) {
        response.getHeaders().put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE.asString());
      }
      return over;
    }

    /** Throws the next piece away; false if none is there yet. */
    private boolean threwAway() {
      Content.Chunk chunk = read();
      if (chunk == null) {
        return false;
      }
      thrownAway += chunk.remaining();
      chunk.release();
      return true;
    }

    /** The answer is on its way. */
    @Override
    public void succeeded() {
      until = clock.instant().plus(LONGEST);
      linger();
    }

    private void linger() {
      long most = getAttribute(ADMITTED) == null ? MOST_BYTES : MOST_BYTES_OF_ADMITTED;
      while (!over && thrownAway < most && clock.instant().isBefore(until)) {
        if (!threwAway()) {
          demand(this::linger);
          return;
        }
      }
      callback.succeeded();
    }

    @Override
    public void failed(Throwable failure) {
      callback.failed(failure);
    }
  }
}
