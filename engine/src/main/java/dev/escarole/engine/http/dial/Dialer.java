package dev.escarole.engine.http.dial;

import dev.escarole.engine.http.dial.MachineProxies.ProxyServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens connections. A name is looked up once, its addresses are judged, and one of exactly these
 * is connected to: a second look-up could give another one. Each connection is cut off after a
 * time, whatever its server does. Thread-safe.
 */
public final class Dialer implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(Dialer.class);

  /** Addresses of a name that are tried. */
  private static final int MOST_ADDRESSES = 3;

  /** For the proxy of this machine, which its operator has chosen. */
  private static final AddressRule ANYWHERE =
      new AddressRule() {
        @Override
        public boolean permits(InetAddress address) {
          return true;
        }

        @Override
        public String refusal() {
          return "";
        }
      };

  private final Lookup lookup;
  private final Supplier<SSLSocketFactory> tls;
  private final Duration limit;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final ScheduledThreadPoolExecutor timer;
  private volatile boolean closed;

  /** Looks up the addresses of a name. */
  @FunctionalInterface
  public interface Lookup {
    /** Returns all addresses of a name. */
    InetAddress[] addresses(String host) throws UnknownHostException;
  }

  /** The place must not be connected to. */
  public static final class ForbiddenAddressException extends IOException {
    private static final long serialVersionUID = 1L;

    ForbiddenAddressException(String message) {
      super(message);
    }
  }

  /**
   * Creates a dialer without connections.
   *
   * @param tls makes secure connections where a place has no factory of its own
   * @param limit how long a connection lives at most
   */
  public Dialer(Lookup lookup, Supplier<SSLSocketFactory> tls, Duration limit) {
    this.lookup = lookup;
    this.tls = tls;
    this.limit = limit;
    this.timer =
        new ScheduledThreadPoolExecutor(
            1,
            task -> {
              Thread thread = new Thread(task, "escarole-dialer");
              thread.setDaemon(true);
              return thread;
            });
    timer.setRemoveOnCancelPolicy(true);
  }

  /** A connection that is cut off in time. */
  public static final class Connection implements AutoCloseable {
    private final Dialer dialer;
    private final Socket raw;
    private final Socket socket;
    private final Cut cut;

    private Connection(Dialer dialer, Socket raw, Socket socket, Cut cut) {
      this.dialer = dialer;
      this.raw = raw;
      this.socket = socket;
      this.cut = cut;
    }

    /** Returns the socket to read from and write to. */
    public Socket socket() {
      return socket;
    }

    /** Whether it was cut off because it took too long. */
    public boolean isCut() {
      return cut.done;
    }

    @Override
    public void close() {
      cut.cancel();
      dialer.drop(raw);
    }
  }

  /** Ends a connection in time. */
  private final class Cut {
    private final ScheduledFuture<?> planned;
    private volatile boolean done;

    Cut(Socket raw, Duration after) {
      this.planned =
          timer.schedule(
              () -> {
                done = true;
                drop(raw);
              },
              after.toMillis(),
              TimeUnit.MILLISECONDS);
    }

    void cancel() {
      planned.cancel(false);
    }

    /** A connection that was cut off fails in one way at each of its steps. */
    void check() throws SocketTimeoutException {
      if (done) {
        throw new SocketTimeoutException("it took too long");
      }
    }
  }

  /**
   * A place to connect to.
   *
   * @param host a name or an address, without brackets
   * @param secure whether by TLS
   * @param trusted makes secure connections; null for the dialer's own factory
   */
  public record Place(
      String host, int port, boolean secure, AddressRule rule, @Nullable SSLSocketFactory trusted) {

    /** A place that an operator's channel reaches. */
    public Place(String host, int port, boolean secure, Reach reach) {
      this(host, port, secure, reach, reach.trusted());
    }
  }

  /**
   * Connects. The connection is cut off when the dialer's limit is over.
   *
   * @throws ForbiddenAddressException if the operator does not allow one of its addresses
   * @throws SocketTimeoutException if there is no connection in time
   * @throws SSLException if TLS fails
   * @throws IOException if there is no connection
   */
  public Connection connect(Place place) throws IOException {
    return connect(place, limit);
  }

  /**
   * Connects. The connection is cut off after a time, more than zero.
   *
   * @throws ForbiddenAddressException if the operator does not allow one of its addresses
   * @throws SocketTimeoutException if there is no connection in time
   * @throws SSLException if TLS fails
   * @throws IOException if there is no connection
   */
  public Connection connect(Place place, Duration after) throws IOException {
    long end = System.nanoTime() + after.toNanos();
    List<InetAddress> addresses = judged(place);
    IOException failure = new IOException("the name has no address");
    int tries = Math.min(addresses.size(), MOST_ADDRESSES);
    for (int i = 0; i < tries; i++) {
      Duration left = Duration.ofNanos(end - System.nanoTime());
      if (left.toMillis() <= 0) {
        break;
      }
      try {
        return connect(place, addresses.get(i), left, left.dividedBy(tries - i));
      } catch (IOException e) {
        failure = e;
      }
    }
    throw failure;
  }

  /**
   * Connects through a proxy, which looks the name up itself: the caller has judged the place. The
   * connection is cut off after a time, more than zero.
   *
   * @throws SocketTimeoutException if there is no connection in time
   * @throws SSLException if TLS fails
   * @throws IOException if there is no connection, or the proxy refuses it
   */
  public Connection connect(Place place, Duration after, ProxyServer proxy) throws IOException {
    if (proxy.host().isEmpty()) {
      throw new IOException(
          "the proxy of this machine is malformed: write http_proxy and https_proxy as"
              + " http://HOST:PORT");
    }
    Place first = new Place(proxy.host(), proxy.port(), false, ANYWHERE, null);
    Connection made = connect(first, after);
    try {
      String host = place.host().contains(":") ? "[" + place.host() + "]" : place.host();
      proxy.open(made.raw, host + ":" + place.port());
      Socket socket = place.secure() ? secured(made.raw, place) : made.raw;
      return new Connection(this, made.raw, socket, made.cut);
    } catch (IOException | RuntimeException e) {
      made.close();
      made.cut.check();
      throw e;
    }
  }

  /**
   * @param share how long this address may take to be connected to, so that others follow in time
   */
  private Connection connect(Place place, InetAddress address, Duration after, Duration share)
      throws IOException {
    Socket raw = new Socket();
    open.add(raw);
    if (closed) {
      drop(raw);
      throw new IOException("the engine is being closed");
    }
    Cut cut = new Cut(raw, after);
    try {
      int millis = (int) Math.max(share.toMillis(), 1);
      raw.connect(new InetSocketAddress(address, place.port()), millis);
      Socket socket = place.secure() ? secured(raw, place) : raw;
      return new Connection(this, raw, socket, cut);
    } catch (IOException | RuntimeException e) {
      cut.cancel();
      drop(raw);
      cut.check();
      throw e;
    }
  }

  /** Returns the factory of secure connections to a channel's receiver. */
  public SSLSocketFactory tls(Reach reach) {
    return tls(reach.trusted());
  }

  private SSLSocketFactory tls(@Nullable SSLSocketFactory own) {
    return own == null ? tls.get() : own;
  }

  private Socket secured(Socket raw, Place place) throws IOException {
    SSLSocket socket =
        (SSLSocket) tls(place.trusted()).createSocket(raw, place.host(), place.port(), true);
    SSLParameters parameters = socket.getSSLParameters();
    parameters.setEndpointIdentificationAlgorithm("HTTPS");
    socket.setSSLParameters(parameters);
    try {
      socket.startHandshake();
    } catch (SocketException e) {
      // A reset connection is no SSLException of its own, though only TLS has failed.
      throw new SSLException(e.getMessage(), e);
    }
    return socket;
  }

  /** A name with a forbidden address beside others is not trusted at all. */
  private List<InetAddress> judged(Place place) throws IOException {
    List<InetAddress> addresses = List.of(lookup.addresses(place.host()));
    for (InetAddress each : addresses) {
      if (!place.rule().permits(each)) {
        throw new ForbiddenAddressException(
            "%s is the private address %s, %s"
                .formatted(place.host(), each.getHostAddress(), place.rule().refusal()));
      }
    }
    return addresses;
  }

  private void drop(Socket socket) {
    open.remove(socket);
    try {
      socket.close();
    } catch (IOException e) {
      LOG.debug("A connection does not close", e);
    }
  }

  /** Cuts off all connections; there are no more afterwards. */
  @Override
  public void close() {
    closed = true;
    timer.shutdownNow();
    Set.copyOf(open).forEach(this::drop);
  }
}
