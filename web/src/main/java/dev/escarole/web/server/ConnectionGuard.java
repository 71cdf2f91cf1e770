package dev.escarole.web.server;

import dev.escarole.web.access.Proxies;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.thread.ScheduledExecutorScheduler;

/**
 * Closes connections that send their headers too slowly, such as a byte now and then, and those
 * above the limit of one address. Thread-safe.
 */
final class ConnectionGuard extends Handler.Wrapper implements Connection.Listener {

  /** How long a connection may take to send the headers of a request. */
  static final Duration HEADERS_WITHIN = Duration.ofSeconds(20);

  private static final long LOOK_MILLIS = 500;

  private final Proxies proxies;
  private final int mostOfOne;
  private final InstantSource clock;
  private final ScheduledExecutorScheduler scheduler =
      new ScheduledExecutorScheduler("connections", true);
  private final Map<Connection, State> states = new ConcurrentHashMap<>();
  private final Map<String, Integer> ofAddress = new HashMap<>();

  /** The limit is for the connections of one address, unless it is a trusted proxy. */
  ConnectionGuard(Proxies proxies, int mostOfOne, InstantSource clock) {
    this.proxies = proxies;
    this.mostOfOne = mostOfOne;
    this.clock = clock;
    addBean(scheduler);
  }

  private static final class State {
    private final String address;
    private long quietSince;
    private long bytesThen;
    private int requests;

    State(String address, long now) {
      this.address = address;
      this.quietSince = now;
      // A connection that has sent nothing yet is late, too.
      this.bytesThen = -1;
    }
  }

  @Override
  protected void doStart() throws Exception {
    getServer().addEventListener(this);
    for (var connector : getServer().getConnectors()) {
      connector.addEventListener(this);
    }
    super.doStart();
    lookAgain();
  }

  private void lookAgain() {
    scheduler.schedule(this::look, LOOK_MILLIS, TimeUnit.MILLISECONDS);
  }

  private void look() {
    try {
      states.forEach(
          (connection, state) -> {
            if (isLate(connection, state)) {
              connection.getEndPoint().close();
            }
          });
    } finally {
      lookAgain();
    }
  }

  private boolean isLate(Connection connection, State state) {
    synchronized (state) {
      long quiet = clock.millis() - state.quietSince;
      return state.requests == 0
          && connection.getBytesIn() > state.bytesThen
          && quiet > HEADERS_WITHIN.toMillis();
    }
  }

  @Override
  public void onOpened(Connection connection) {
    String address = address(connection);
    states.put(connection, new State(address, clock.millis()));
    int open;
    synchronized (ofAddress) {
      open = ofAddress.merge(address, 1, Integer::sum);
    }
    if (open > mostOfOne && !proxies.trusts(address)) {
      connection.getEndPoint().close();
    }
  }

  @Override
  public void onClosed(Connection connection) {
    State state = states.remove(connection);
    if (state != null) {
      synchronized (ofAddress) {
        ofAddress.computeIfPresent(state.address, (key, open) -> open == 1 ? null : open - 1);
      }
    }
  }

  private static String address(Connection connection) {
    return connection.getEndPoint().getRemoteSocketAddress() instanceof InetSocketAddress inet
            && inet.getAddress() != null
        ? inet.getAddress().getHostAddress()
        : "unknown";
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    Connection connection = request.getConnectionMetaData().getConnection();
    State state = states.get(connection);
    if (state != null) {
      synchronized (state) {
        state.requests++;
      }
      Request.addCompletionListener(request, unused -> ended(connection, state));
    }
    return super.handle(request, response, callback);
  }

  private void ended(Connection connection, State state) {
    synchronized (state) {
      state.requests--;
      state.quietSince = clock.millis();
      state.bytesThen = connection.getBytesIn();
    }
  }
}
