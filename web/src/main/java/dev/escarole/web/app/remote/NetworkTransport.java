package dev.escarole.web.app.remote;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** To a server at an address of the network, with a token. */
final class NetworkTransport implements Transport {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final URI address;
  private final String token;
  private final Duration patience;
  private final HttpClient client;

  /**
   * @param address without a slash at its end
   * @param token empty for none
   */
  NetworkTransport(URI address, String token) {
    this(address, token, PATIENCE);
  }

  /**
   * @param patience how long to wait for a connection, and for the head of a stream of events
   */
  NetworkTransport(URI address, String token, Duration patience) {
    this.address = address;
    this.token = token;
    this.patience = patience;
    this.client =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(patience)
            .build();
  }

  @Override
  public String inWords() {
    return address.toString();
  }

  @Override
  public Answer send(Request asked) throws IOException, InterruptedException {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address + asked.path()));
    asked.headers().forEach(request::header);
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    request.method(
        asked.method(),
        asked.body().length == 0
            ? BodyPublishers.noBody()
            : BodyPublishers.ofByteArray(asked.body()));
    boolean stream = Server.EVENTS.equals(asked.headers().get("Accept"));
    HttpResponse<InputStream> response =
        stream
            ? begin(request.build())
            : client.send(request.build(), BodyHandlers.ofInputStream());
    return new Answer(response.statusCode(), response.headers()::firstValue, response.body());
  }

  /**
   * Streams begin at once, unless a server has accepted the connection while it ended. Not by the
   * timeout of a request, which in newer Javas covers the body as well.
   */
  private HttpResponse<InputStream> begin(HttpRequest request)
      throws IOException, InterruptedException {
    CompletableFuture<HttpResponse<InputStream>> answer =
        client.sendAsync(request, BodyHandlers.ofInputStream());
    try {
      return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      answer.cancel(true);
      throw new HttpTimeoutException("it does not begin to answer");
    } catch (InterruptedException e) {
      answer.cancel(true);
      throw e;
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IOException(e.getCause());
    }
  }
}
