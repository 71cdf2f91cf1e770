package dev.escarole.web.app.remote;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** To a server at an address of the network, with a token. */
final class NetworkTransport implements Transport {

  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final URI address;
  private final String token;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();

  /**
   * @param address without a slash at its end
   * @param token empty for none
   */
  NetworkTransport(URI address, String token) {
    this.address = address;
    this.token = token;
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
    HttpResponse<InputStream> response = client.send(request.build(), BodyHandlers.ofInputStream());
    return new Answer(response.statusCode(), response.headers()::firstValue, response.body());
  }
}
