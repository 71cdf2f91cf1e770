package dev.escarole.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.notify.TestCertificate;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Certificates of servers that programs are fetched from. */
@Timeout(60)
class SecureFetchTest {

  private static final byte[] PROGRAM = "a program".getBytes(StandardCharsets.UTF_8);

  @TempDir private Path directory;

  private byte[] fetch(String name, Map<String, String> environment) throws Exception {
    Path pem = directory.resolve("server.pem");
    HttpsServer server =
        HttpsServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(TestCertificate.make(pem, name)));
    server.createContext(
        "/",
        call -> {
          call.sendResponseHeaders(200, PROGRAM.length);
          call.getResponseBody().write(PROGRAM);
          call.close();
        });
    server.start();
    try {
      ArtifactId id = ArtifactId.of(PROGRAM);
      String from = "https://localhost:" + server.getAddress().getPort() + "/t.wasm";
      CatalogRow row =
          new CatalogReader("c", true)
              .read("rows: {t: {kind: wasm, from: '%s', sha256: %s}}".formatted(from, id))
              .get(0);
      MachineSettings settings = new MachineSettings(environment, new Properties());
      return Objects.requireNonNull(
          new ProgramFetcher(settings, directory, null)
              .fetch(row, FetchProgress.NONE)
              .files()
              .get(id));
    } finally {
      server.stop(0);
      Files.delete(directory.resolve("server.pem.p12"));
    }
  }

  @Test
  void wc_62_a_server_that_nobody_trusts_gives_nothing() {
    assertThatThrownBy(() -> fetch("dns:localhost", Map.of()))
        .isInstanceOf(CatalogException.class)
        .hasMessageContaining("PKIX path building failed");
  }

  @Test
  void certificates_of_the_machine_are_trusted_for_their_name_alone() throws Exception {
    for (String variable : new String[] {"SSL_CERT_FILE", "NODE_EXTRA_CA_CERTS"}) {
      Map<String, String> trusting = Map.of(variable, directory.resolve("server.pem").toString());
      assertThat(fetch("dns:localhost", trusting)).isEqualTo(PROGRAM);
      assertThatThrownBy(() -> fetch("dns:elsewhere.example", trusting))
          .isInstanceOf(CatalogException.class)
          .hasMessageContaining("localhost");
    }
  }
}
