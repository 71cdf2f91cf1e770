package dev.escarole.engine.http;

import dev.escarole.engine.broker.AuditLog;
import dev.escarole.engine.broker.Call;
import dev.escarole.engine.broker.HttpGate;
import dev.escarole.engine.broker.HttpPolicy;
import dev.escarole.engine.command.Invocation;
import dev.escarole.engine.command.Outcome;
import dev.escarole.engine.http.RequestFailure.Reason;
import dev.escarole.engine.http.dial.Dialer;
import dev.escarole.engine.http.dial.MachineProxies;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Makes the HTTP requests of guests, as far as the operator's policy and the recipe both permit
 * them. Connections go out directly, so that the address that was checked is the one that is
 * connected to, unless the policy of a principal sends them through the machine's proxy.
 * Thread-safe.
 */
public final class HttpCapability implements HttpGate, AutoCloseable {

  /** The longest time of a request with all its redirects. */
  static final Duration LIMIT = Duration.ofSeconds(30);

  /** The command under which the audit has requests: no command can have this name. */
  public static final String AUDITED = "http:request";

  /** Includes abandoned look-ups, which cannot be interrupted. */
  private static final int MOST_THREADS = 64;

  private final Surroundings around;
  private final AuditLog audit;
  private final RequestQuota quota;
  private final Dialer dialer;
  private final ResponseFiles files;
  private final ExecutorService threads;

  /**
   * The machine, as requests see it.
   *
   * @param environment looks up environment variables, null for one that is not set
   * @param lookup looks up names
   * @param tls makes secure connections
   */
  public record Surroundings(
      InstantSource clock,
      UnaryOperator<@Nullable String> environment,
      Dialer.Lookup lookup,
      Supplier<SSLSocketFactory> tls) {

    /** Those of this machine. */
    public static Surroundings real(InstantSource clock) {
      return new Surroundings(
          clock,
          System::getenv,
          InetAddress::getAllByName,
          () -> (SSLSocketFactory) SSLSocketFactory.getDefault());
    }
  }

  /**
   * Creates a gate; threads are started as they are needed.
   *
   * @param audit receives each request, also those that are denied
   * @param data the data directory, in which responses are kept for guests that ask for it; null or
   *     missing if they are not
   */
  public HttpCapability(Surroundings around, AuditLog audit, @Nullable Path data) {
    this.around = around;
    this.audit = audit;
    this.quota = new RequestQuota(around.clock());
    this.files = new ResponseFiles(data, around.clock());
    this.dialer = new Dialer(around.lookup(), around.tls(), LIMIT);
    this.threads =
        new ThreadPoolExecutor(
            0,
            MOST_THREADS,
            10,
            TimeUnit.SECONDS,
            new SynchronousQueue<>(),
            task -> {
              Thread thread = new Thread(task, "escarole-http");
              thread.setDaemon(true);
              return thread;
            });
  }

  @Override
  public GuestHttp open(Call call, Invocation guest, Supplier<HttpPolicy> policy) {
    return new GuestExchange(this, call, guest, policy);
  }

  /** The beginning of a request, for the audit. */
  record Started(AuditLog audit, Instant at, long nanos) {

    void record(Call call, Outcome outcome) {
      Duration took = Duration.ofNanos(System.nanoTime() - nanos);
      audit.record(
          new AuditLog.Entry(call, AUDITED, null, at, outcome, new AuditLog.Cost(took, 0)));
    }
  }

  Started started() {
    return new Started(audit, around.clock().instant(), System.nanoTime());
  }

  Dialer dialer() {
    return dialer;
  }

  MachineProxies proxies() {
    return MachineProxies.of(around.environment());
  }

  /**
   * Forgets the responses that are kept in a data directory.
   *
   * @return how many there were
   * @throws UncheckedIOException if one cannot be removed
   */
  public static int forgetResponses(Path data) {
    try {
      return ResponseFiles.clear(data);
    } catch (IOException e) {
      throw new UncheckedIOException("kept HTTP responses cannot be removed: " + e, e);
    }
  }

  ResponseFiles files() {
    return files;
  }

  RequestQuota quota() {
    return quota;
  }

  UnaryOperator<@Nullable String> environment() {
    return around.environment();
  }

  /** Starts a request that the quota has let in. */
  <T> Future<T> submit(String principal, Callable<T> task) throws RequestFailure {
    try {
      return threads.submit(task);
    } catch (RejectedExecutionException e) {
      quota.ended(principal);
      throw new RequestFailure(
          Reason.TIMED_OUT, "the engine makes too many requests at once; try again later");
    }
  }

  /** Ends all requests; there are no more afterwards. */
  @Override
  public void close() {
    threads.shutdownNow();
    dialer.close();
  }
}
