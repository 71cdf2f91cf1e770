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
 * Delays closing a connection that was answered before its whole body had arrived. Closing it while
 * data arrives resets it, and the answer is lost. So the rest is read and discarded first, up to a
 * size and for a time, without blocking a thread. For a caller without rights the size is small.
 */
final class LingeringClose extends Handler.Wrapper {

  /** For unknown callers, and those without the required role. */
  static final long MOST_BYTES = 64 << 10;

  /** For callers who may send: twice the largest request. */
  static final long MOST_BYTES_OF_ADMITTED = 2 * Intake.MOST_BYTES;

  /** A connection that stops sending ends sooner, as every idle connection does. */
  static final Duration LONGEST = Duration.ofSeconds(10);

  private static final String ADMITTED = "escarole.lingers";

  /** Pieces that are discarded before the answer, so that the connection can be kept. */
  private static final int MOST_PIECES_BEFORE = 16;

  private final InstantSource clock;

  LingeringClose(InstantSource clock) {
    this.clock = clock;
  }

  /** Allows the caller of a request the larger size. */
  static void admit(Request request) {
    request.setAttribute(ADMITTED, true);
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    Late late = new Late(request, response, callback);
    return super.handle(late, response, late);
  }

  /** A request that completes when its rest is discarded. Confined to one thread at a time. */
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

    /** Called before the answer is sent; the wrapped request would drop the rest of its body. */
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

    /** Discards the next piece; returns false if none has arrived yet. */
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
