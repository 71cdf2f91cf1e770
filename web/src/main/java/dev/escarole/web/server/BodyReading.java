package dev.escarole.web.server;

import dev.escarole.web.app.RefusalCode;
import dev.escarole.web.app.RefusedException;
import io.javalin.http.HttpResponseException;
import java.io.EOFException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Request;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of one request into memory without blocking a thread. Bytes are copied, because a
 * network buffer may hold a single one. Confined to one thread at a time.
 */
final class BodyReading implements Runnable {

  /** For this long a body may come at any rate. */
  static final Duration GRACE = Duration.ofSeconds(20);

  /** The average rate of a body after that, in bytes a second. */
  static final int SLOWEST_RATE = 8 << 10;

  private static final int PIECE = 64 << 10;
  private static final int FIRST_PIECE = 1 << 10;

  /** How many bytes a body may have, and the refusal of a larger one. */
  record Bounds(long most, RefusedException tooLarge) {}

  private final Request request;
  private final Bounds bounds;
  private final BodyBudget.Share share;
  private final InstantSource clock;
  private final Consumer<BodyReading> then;
  private final long begunAt;
  private final Queue<ByteBuffer> pieces = new ArrayDeque<>();
  private @Nullable ByteBuffer filling;
  private long received;
  private @Nullable RuntimeException refusal;

  BodyReading(
      Request request,
      Bounds bounds,
      BodyBudget.Share share,
      InstantSource clock,
      Consumer<BodyReading> then) {
    this.request = request;
    this.bounds = bounds;
    this.share = share;
    this.clock = clock;
    this.then = then;
    this.begunAt = clock.millis();
  }

  /** Why the body is missing; null if it is complete. */
  @Nullable RuntimeException refusal() {
    return refusal;
  }

  /** Reads what has arrived, and asks to be called again if more is to come. */
  @Override
  public void run() {
    boolean last = request.getLength() > bounds.most();
    if (last) {
      refusal = bounds.tooLarge();
    }
    while (!last) {
      Content.Chunk chunk = request.read();
      if (chunk == null) {
        request.demand(this);
        return;
      }
      last = Content.Chunk.isFailure(chunk) ? failed(chunk) : taken(chunk);
    }
    if (filling != null) {
      pieces.add(filling.flip());
      filling = null;
    }
    if (refusal != null) {
      pieces.clear();
    }
    then.accept(this);
  }

  private boolean failed(Content.Chunk chunk) {
    refusal = chunk.getFailure() instanceof TimeoutException ? tooSlow() : Intake.broken();
    return true;
  }

  private boolean taken(Content.Chunk chunk) {
    int more = chunk.remaining();
    received += more;
    long allowed = GRACE.toMillis() + received * 1000 / SLOWEST_RATE;
    if (received > bounds.most()) {
      refusal = bounds.tooLarge();
    } else if (!chunk.isLast() && clock.millis() - begunAt > allowed) {
      refusal = tooSlow();
    } else if (!share.take(more)) {
      refusal = busy();
    } else {
      copy(chunk.getByteBuffer());
    }
    boolean last = chunk.isLast() || refusal != null;
    chunk.release();
    return last;
  }

  private void copy(ByteBuffer from) {
    while (from.hasRemaining()) {
      if (filling == null) {
        filling = ByteBuffer.allocate(pieceSize(from.remaining()));
      }
      int fits = Math.min(filling.remaining(), from.remaining());
      filling.put(from.slice(from.position(), fits));
      from.position(from.position() + fits);
      if (!filling.hasRemaining()) {
        pieces.add(filling.flip());
        filling = null;
      }
    }
  }

  /** Small pieces at first, because the body may never arrive. */
  private int pieceSize(int wanted) {
    return Math.max(Math.min(wanted, PIECE), received > PIECE ? PIECE : FIRST_PIECE);
  }

  private static RuntimeException tooSlow() {
    return new HttpResponseException(408, "the body came too slowly");
  }

  private static RuntimeException busy() {
    return new RefusedException(
        RefusalCode.TOO_MANY_BODIES,
        "too many large requests of this caller come at once",
        "Send at most %d at a time.".formatted(BodyBudget.MOST_LARGE));
  }

  /** The request with its complete body. */
  Request whole() {
    return new Given(request, pieces, Content.Chunk.EOF);
  }

  /** The request without its body: reading it fails at once. */
  static Request withheld(Request request) {
    EOFException reason = new EOFException("the body is not read");
    return new Given(request, new ArrayDeque<>(), Content.Chunk.from(reason, true));
  }

  /** A request whose body is in memory. */
  private static final class Given extends Request.Wrapper {
    private final Queue<ByteBuffer> pieces;
    private final Content.Chunk end;

    Given(Request request, Queue<ByteBuffer> pieces, Content.Chunk end) {
      super(request);
      this.pieces = pieces;
      this.end = end;
    }

    @Override
    public Content.Chunk read() {
      ByteBuffer next = pieces.poll();
      return next == null ? end : Content.Chunk.from(next, pieces.isEmpty());
    }

    @Override
    public void demand(Runnable demandCallback) {
      getComponents().getExecutor().execute(demandCallback);
    }
  }
}
