package dev.escarole.web.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.access.Proxies;
import java.io.IOException;
import java.net.Socket;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** One address cannot have all connections, unless it is a proxy that asks for others. */
@Timeout(120)
class CrowdedDoorTest {

  private static final int MOST = 5;

  private final Server server = new Server();
  private @Nullable RawRequests requests;

  private void start(Proxies proxies) throws Exception {
    ServerConnector connector = new ServerConnector(server);
    connector.setHost("127.0.0.1");
    server.addConnector(connector);
    ConnectionGuard guard = new ConnectionGuard(proxies, MOST, InstantSource.system());
    guard.setHandler(
        new Handler.Abstract() {
          @Override
          public boolean handle(Request request, Response response, Callback callback) {
            response.setStatus(204);
            callback.succeeded();
            return true;
          }
        });
    server.setHandler(guard);
    server.start();
    requests = new RawRequests(connector.getLocalPort());
  }

  @AfterEach
  void stop() throws Exception {
    if (requests != null) {
      requests.close();
    }
    server.stop();
  }

  private String ask() throws IOException {
    return Objects.requireNonNull(requests).say(RawRequests.get("/", ""));
  }

  private List<Socket> crowd() throws IOException {
    List<Socket> all = new ArrayList<>();
    for (int i = 0; i < MOST; i++) {
      Socket socket =
          Objects.requireNonNull(requests).begin("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
      assertThat(socket.getInputStream().read()).isEqualTo('H');
      all.add(socket);
    }
    return all;
  }

  @Test
  void an_address_with_too_many_connections_gets_no_more_until_one_ends() throws Exception {
    start(new Proxies(List.of()));
    List<Socket> crowd = crowd();
    assertThat(ask()).isEmpty();
    crowd.get(0).close();
    String answer = ask();
    while (answer.isEmpty()) {
      // The server has not heard yet that it has ended.
      answer = ask();
    }
    assertThat(answer).startsWith("HTTP/1.1 204");
  }

  @Test
  void a_trusted_proxy_asks_for_many() throws Exception {
    start(new Proxies(List.of("127.0.0.1")));
    List<Socket> unused = crowd();
    assertThat(ask()).startsWith("HTTP/1.1 204");
  }
}
