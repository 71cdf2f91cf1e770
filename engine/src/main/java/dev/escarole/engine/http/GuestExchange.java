package dev.escarole.engine.http;

import dev.escarole.engine.broker.Call;
import dev.escarole.engine.broker.HttpDeniedException;
import dev.escarole.engine.broker.HttpGate.GuestHttp;
import dev.escarole.engine.broker.HttpPolicy;
import dev.escarole.engine.broker.WireException;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.OptionalLibrary;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.command.WorkerSlot;
import dev.escarole.engine.http.Exchange.Answer;
import dev.escarole.engine.http.RequestFailure.Reason;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The requests of one guest. A request is made on a thread of its own, as a connection cannot be
 * interrupted otherwise; the guest's thread waits and leaves its worker slot to others meanwhile.
 * Confined to the guest's thread.
 */
final class GuestExchange implements GuestHttp {

  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

  private final HttpCapability host;
  private final Call call;
  private final Invocation guest;
  private final Supplier<HttpPolicy> policy;
  private final Mask mask = new Mask();

  /** The unread rest of the last response. */
  private ByteBuffer unread = NOTHING;

  GuestExchange(HttpCapability host, Call call, Invocation guest, Supplier<HttpPolicy> policy) {
    this.host = host;
    this.call = call;
    this.guest = guest;
    this.policy = policy;
  }

  @Override
  public int answer(ByteBuffer request, ByteBuffer response, Duration left)
      throws InterruptedException {
    if (request.hasRemaining()) {
      if (request.remaining() > WireRequest.MOST_BYTES) {
        unread =
            WireResponse.of(
                Reason.TOO_LARGE.code(),
                "the request is larger than " + WireRequest.MOST_BYTES + " bytes");
      } else {
        WireRequest wanted;
        try {
          wanted = WireRequest.decode(request);
        } catch (WireException e) {
          return e.fault().code();
        }
        unread = madeWithoutSlot(wanted, left);
      }
    }
    int length = Math.min(unread.remaining(), response.remaining());
    response.put(unread.slice(unread.position(), length));
    unread.position(unread.position() + length);
    if (!unread.hasRemaining()) {
      unread = NOTHING;
    }
    return length;
  }

  /** Waiting for the quota and for the response is not work. */
  private ByteBuffer madeWithoutSlot(WireRequest request, Duration left)
      throws InterruptedException {
    WorkerSlot slot = WorkerSlot.ofThisThread();
    boolean given = slot != null && slot.giveBack();
    try {
      return made(request, left);
    } finally {
      if (slot != null && given) {
        slot.takeAgain();
      }
    }
  }

  private ByteBuffer made(WireRequest request, Duration left) throws InterruptedException {
    if (!OptionalLibrary.HTTP.isPresent()) {
      return WireResponse.of(Reason.NOT_CONNECTED.code(), OptionalLibrary.HTTP.missing());
    }
    HttpPolicy rules = policy.get();
    String principal = call.principal().name();
    Exchange exchange =
        new Exchange(
            new Permission(principal, rules, guest.http()),
            new Secrets(host.environment(), guest.directories(), mask),
            mask,
            host);
    HttpCapability.Started started = host.started();
    try {
      long most = Math.min(left.toNanos(), limit(request).toNanos());
      long limit = host.quota().begins(principal, rules.quota(), most);
      if (limit < 0) {
        throw new RequestFailure(
            Reason.TIMED_OUT,
            "'%s' has too many requests; it may begin %d a second and make %d at once"
                .formatted(principal, rules.quota().perSecond(), rules.quota().atOnce()));
      }
      Answer answer;
      Callable<Answer> task =
          () -> {
            try {
              return exchange.make(request, System.nanoTime() + limit);
            } finally {
              host.quota().ended(principal);
            }
          };
      answer = awaited(host.submit(principal, task), exchange, limit);
      String size = answer.status() + ", " + answer.body().bytes().length + " bytes";
      started.record(call, new Outcome(Outcome.Kind.EXITED, 0, exchange.said(size)));
      return WireResponse.of(answer);
    } catch (RequestFailure e) {
      String why = exchange.masked(e.getMessage());
      int code = e.reason().code();
      started.record(call, new Outcome(Outcome.Kind.EXITED, code, exchange.said(why)));
      return WireResponse.of(code, why);
    } catch (InterruptedException e) {
      String how = exchange.said("the command was stopped");
      started.record(call, Outcome.of(Outcome.Kind.CANCELLED, how));
      throw e;
    } catch (HttpDeniedException e) {
      String why = exchange.masked(e.getMessage());
      started.record(call, Outcome.of(Outcome.Kind.HTTP_DENIED, exchange.denied(why)));
      throw new HttpDeniedException(why);
    }
  }

  private static Duration limit(WireRequest request) {
    boolean own = !request.timeout().isZero();
    return own && request.timeout().compareTo(HttpCapability.LIMIT) < 0
        ? request.timeout()
        : HttpCapability.LIMIT;
  }

  private static Answer awaited(Future<Answer> future, Exchange exchange, long nanos)
      throws InterruptedException, RequestFailure {
    try {
      return future.get(nanos, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new RequestFailure(Reason.TIMED_OUT, "the response took too long");
    } catch (ExecutionException e) {
      throw thrown(e.getCause());
    } finally {
      exchange.abort();
    }
  }

  private static RequestFailure thrown(@Nullable Throwable cause) {
    if (cause instanceof RequestFailure failure) {
      return failure;
    }
    if (cause instanceof HttpDeniedException denied) {
      throw denied;
    }
    throw new IllegalStateException("BUG: a request failed: " + cause, cause);
  }
}
