package dev.escarole.web.app.remote;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class NetworkTransportTest {

  @Test
  @Timeout(60)
  void a_stream_that_a_server_accepts_and_never_begins_is_given_up() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
      URI address = URI.create("http://127.0.0.1:" + silent.getLocalPort());
      Transport transport = new NetworkTransport(address, "", Duration.ofMillis(200));
      Transport.Request stream =
          new Transport.Request(
              "GET", "/api/v1/runs/events", Map.of("Accept", Server.EVENTS), new byte[0]);
      assertThatThrownBy(() -> transport.send(stream)).isInstanceOf(HttpTimeoutException.class);
    }
  }
}
