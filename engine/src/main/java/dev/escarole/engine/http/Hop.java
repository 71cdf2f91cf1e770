package dev.escarole.engine.http;

import dev.escarole.engine.http.RequestFailure.Reason;
import dev.escarole.engine.http.WireRequest.Field;
import dev.escarole.engine.http.dial.AddressRule;
import dev.escarole.engine.http.dial.Dialer;
import dev.escarole.engine.http.dial.Dialer.Connection;
import dev.escarole.engine.http.dial.Dialer.Place;
import dev.escarole.engine.http.dial.MachineProxies.ProxyServer;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ConnectionClosedException;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.impl.io.DefaultBHttpClientConnection;
import org.apache.hc.core5.http.impl.io.HttpRequestExecutor;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.http.message.BasicClassicHttpRequest;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.jspecify.annotations.Nullable;

/**
 * Makes one request over a connection of its own, without following redirects. Used on one thread;
 * any other may {@link #abort} it.
 */
final class Hop {

  /** Upper limit of a response's body. */
  static final int MOST_BODY = 10 << 20;

  /** Responses such as 103 before the one that counts. */
  private static final int MOST_EARLY = 20;

  private static final Http1Config BOUNDS =
      Http1Config.custom()
          .setMaxLineLength(16_384)
          .setMaxHeaderCount(100)
          .setMaxEmptyLineCount(4)
          .build();

  private final Dialer dialer;
  private volatile @Nullable Connection connection;
  private volatile boolean aborted;

  Hop(Dialer dialer) {
    this.dialer = dialer;
  }

  /** The request. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Sent(String method, Target target, List<Field> fields, byte[] body) {}

  /**
   * The way to a host.
   *
   * @param rule judges its addresses; not used with a proxy
   * @param proxy null for none
   */
  record Way(AddressRule rule, @Nullable ProxyServer proxy) {}

  /** The response. */
  @SuppressWarnings("ArrayRecordComponent") // Never compared.
  record Received(int status, String head, @Nullable String location, byte[] body) {

    /** The value of a header, all its values if it is repeated; empty without it. */
    String field(String name) {
      return head.lines()
          .skip(1)
          .filter(line -> line.regionMatches(true, 0, name + ":", 0, name.length() + 1))
          .map(line -> line.substring(name.length() + 1).strip())
          .collect(Collectors.joining(", "));
    }
  }

  /** Ends the request from another thread. */
  void abort() {
    aborted = true;
    Connection open = connection;
    if (open != null) {
      open.close();
    }
  }

  /**
   * Makes a request.
   *
   * @param limit after which the connection is cut off, more than zero
   * @throws Dialer.ForbiddenAddressException if the name leads to an address that is not permitted
   * @throws RequestFailure if there is no whole response in time
   */
  Received make(Sent sent, Way way, Duration limit)
      throws RequestFailure, Dialer.ForbiddenAddressException {
    try (Connection made = connected(sent.target(), way, limit)) {
      connection = made;
      if (aborted) {
        throw new RequestFailure(Reason.TIMED_OUT, "the request was ended");
      }
      return answered(made, sent);
    } finally {
      connection = null;
    }
  }

  private Connection connected(Target target, Way way, Duration limit)
      throws RequestFailure, Dialer.ForbiddenAddressException {
    String host = target.bareHost();
    try {
      Place place = new Place(host, target.port(), target.isSecure(), way.rule(), null);
      ProxyServer proxy = way.proxy();
      return proxy == null ? dialer.connect(place, limit) : dialer.connect(place, limit, proxy);
    } catch (Dialer.ForbiddenAddressException e) {
      throw e;
    } catch (UnknownHostException e) {
      String name = way.proxy() == null ? "name " + host : "name of this machine's proxy";
      throw new RequestFailure(Reason.UNKNOWN_HOST, "the " + name + " is not known");
    } catch (SSLException e) {
      throw new RequestFailure(
          Reason.NOT_SECURE, "no secure connection to " + host + ": " + e.getMessage());
    } catch (SocketTimeoutException e) {
      throw new RequestFailure(
          Reason.TIMED_OUT, "no connection to " + target.authority() + " in time");
    } catch (IOException e) {
      throw new RequestFailure(
          Reason.NOT_CONNECTED, "no connection to " + target.authority() + ": " + e.getMessage());
    }
  }

  private static Received answered(Connection made, Sent sent) throws RequestFailure {
    try (DefaultBHttpClientConnection http = new DefaultBHttpClientConnection(BOUNDS)) {
      http.bind(made.socket());
      int[] early = {0};
      return received(
          new HttpRequestExecutor()
              .execute(
                  request(sent),
                  http,
                  (response, connection, context) -> {
                    if (++early[0] > MOST_EARLY) {
                      throw new HttpException("there are too many informational responses");
                    }
                  },
                  HttpCoreContext.create()));
    } catch (NoHttpResponseException e) {
      throw late(made, Reason.NO_RESPONSE, "the server closed the connection without a response");
    } catch (ConnectionClosedException | EOFException e) {
      throw late(made, Reason.CUT_SHORT, "the response ended too early");
    } catch (SSLException e) {
      throw late(made, Reason.NOT_SECURE, "the secure connection broke: " + e.getMessage());
    } catch (IOException | HttpException e) {
      throw late(made, Reason.BROKEN, "the response cannot be read: " + e.getMessage());
    }
  }

  private static RequestFailure late(Connection made, Reason otherwise, String message) {
    return made.isCut()
        ? new RequestFailure(Reason.TIMED_OUT, "the response took too long")
        : new RequestFailure(otherwise, message);
  }

  private static ClassicHttpRequest request(Sent sent) {
    Target target = sent.target();
    ClassicHttpRequest request =
        new BasicClassicHttpRequest(sent.method(), target.path() + target.query());
    request.addHeader("Host", target.authority());
    boolean named = false;
    boolean typed = false;
    for (Field each : sent.fields()) {
      request.addHeader(each.name(), each.value());
      named |= each.is("User-Agent");
      typed |= each.is("Content-Type");
    }
    if (!named) {
      request.addHeader("User-Agent", "Escarole");
    }
    request.addHeader("Accept-Encoding", "gzip");
    request.addHeader("Connection", "close");
    boolean mayHaveBody = !sent.method().equals("GET") && !sent.method().equals("HEAD");
    if (sent.body().length > 0 || mayHaveBody) {
      request.addHeader("Content-Length", String.valueOf(sent.body().length));
    }
    if (sent.body().length > 0) {
      ContentType type = typed ? null : ContentType.APPLICATION_OCTET_STREAM;
      request.setEntity(new ByteArrayEntity(sent.body(), type));
      if (!typed) {
        request.addHeader("Content-Type", "application/octet-stream");
      }
    }
    return request;
  }

  private static Received received(ClassicHttpResponse response)
      throws IOException, RequestFailure {
    StringBuilder head = new StringBuilder();
    head.append("HTTP/1.1 ").append(response.getCode()).append(' ');
    head.append(response.getReasonPhrase() == null ? "" : response.getReasonPhrase());
    head.append("\r\n");
    for (Header each : response.getHeaders()) {
      head.append(each.getName()).append(": ");
      head.append(each.getValue() == null ? "" : each.getValue()).append("\r\n");
    }
    Header[] encodings = response.getHeaders("Content-Encoding");
    Header location = response.getFirstHeader("Location");
    HttpEntity entity = response.getEntity();
    byte[] body = new byte[0];
    if (entity != null) {
      try (InputStream content = entity.getContent()) {
        // Of a body that was encoded more than once, nothing is decoded.
        String encoding = encodings.length == 1 ? encodings[0].getValue() : null;
        body = BoundedBody.read(content, encoding, MOST_BODY);
      }
    }
    return new Received(
        response.getCode(),
        head.append("\r\n").toString(),
        location == null ? null : location.getValue(),
        body);
  }
}
