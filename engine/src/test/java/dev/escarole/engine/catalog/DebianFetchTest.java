package dev.escarole.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.escarole.engine.catalog.CatalogException.Reason;
import dev.escarole.engine.command.ArtifactId;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files of Debian's pool come from where apt is configured to fetch, or the operator says. */
@Timeout(60)
class DebianFetchTest {

  private static final byte[] PROGRAM = "\0asm\1\0\0\0".getBytes(StandardCharsets.ISO_8859_1);
  private static final String FILE = "main/h/hello/hello_2.1~rc1+dfsg.orig.tar.gz";

  @TempDir private Path apt;
  private HttpServer server;
  private final Map<String, byte[]> files = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        call -> {
          String path = call.getRequestURI().getPath();
          asked.add(path);
          byte[] file = files.get(path);
          call.sendResponseHeaders(file == null ? 404 : 200, file == null ? -1 : file.length);
          if (file != null) {
            call.getResponseBody().write(file);
          }
          call.close();
        });
    server.start();
    Files.createDirectory(apt.resolve("sources.list.d"));
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private void configure(String file, String text) throws IOException {
    Files.writeString(apt.resolve(file), text.replace("MIRROR", address()));
  }

  private List<URI> archives(String component) {
    return new AptSources(apt).archives(component);
  }

  private byte[] fetch(Map<String, String> environment) throws CatalogException {
    ArtifactId id = ArtifactId.of(PROGRAM);
    CatalogRow row =
        new CatalogReader("catalog.yaml", true)
            .read("rows: {hello: {kind: wasm, from: 'deb:%s', sha256: %s}}".formatted(FILE, id))
            .get(0);
    MachineSettings settings = new MachineSettings(environment, new Properties(), apt);
    return Objects.requireNonNull(
        new ProgramFetcher(settings, apt, null).fetch(row, FetchProgress.NONE).files().get(id));
  }

  @Test
  void lines_of_apt_name_archives() throws Exception {
    configure(
        "sources.list",
        """
        # deb https://commented.example.org/debian stable main
        deb https://one.example.org/debian stable main contrib # the first
          deb-src [arch=amd64 signed-by=/a.gpg] https://two.example.org/debian/ sid  non-free main
        deb https://one.example.org/debian/ stable-updates main
        deb https://flat.example.org/debian ./
        deb https://other.example.org/debian stable contrib
        deb cdrom:[Debian]/ stable main
        deb http://not\\valid/ stable main
        rpm https://no.example.org/debian stable main
        """);
    assertThat(archives("main"))
        .containsExactly(
            URI.create("https://one.example.org/debian/"),
            URI.create("https://two.example.org/debian/"));
    assertThat(archives("contrib"))
        .containsExactly(
            URI.create("https://one.example.org/debian/"),
            URI.create("https://other.example.org/debian/"));
  }

  @Test
  void stanzas_of_apt_name_archives_unless_they_are_disabled() throws Exception {
    configure("sources.list.d/list.txt", "https://three.example.org/debian 1\n");
    configure(
        "sources.list.d/b.sources",
        """
        # comment
        Types: deb deb-src
        URIs: https://one.example.org/debian
         https://two.example.org/debian
        # within the stanza
        Suites: stable
        components: main
        Signed-By:
         -----BEGIN PGP PUBLIC KEY BLOCK-----
         .
         main: x

        Enabled: no
        URIs: https://off.example.org/debian
        Components: main
        \t
        URIs: https://flat.example.org/debian
        Suites: ./

        URIs: mirror+file:%s/sources.list.d/list.txt
        Components: main
        """
            .formatted(apt));
    configure("sources.list.d/a.list", "deb https://first.example.org/debian stable main\n");
    configure("sources.list.d/c.list.save", "deb https://old.example.org/debian stable main\n");
    assertThat(archives("main"))
        .extracting(URI::getHost)
        .containsExactly(
            "first.example.org", "one.example.org", "two.example.org", "three.example.org");
  }

  @Test
  void the_first_archive_that_has_the_file_is_used() throws Exception {
    configure("sources.list", "deb MIRROR/security stable main\ndeb MIRROR/debian stable main\n");
    files.put("/debian/pool/" + FILE, PROGRAM);
    assertThat(fetch(Map.of())).isEqualTo(PROGRAM);
    assertThat(asked).containsExactly("/security/pool/" + FILE, "/debian/pool/" + FILE);
  }

  @Test
  void the_operators_mirror_takes_the_place_of_apt() throws Exception {
    configure("sources.list", "deb MIRROR/debian stable main\n");
    files.put("/mine/pool/" + FILE, PROGRAM);
    assertThat(fetch(Map.of("ESCAROLE_DEBIAN_MIRROR", address() + "/mine"))).isEqualTo(PROGRAM);
    assertThat(asked).containsExactly("/mine/pool/" + FILE);
  }

  @Test
  void without_an_archive_the_error_names_the_way_out() throws Exception {
    assertRefused(
        Map.of(), "apt of this machine is not configured with an archive that has 'main'");
    assertRefused(Map.of("ESCAROLE_DEBIAN_MIRROR", "mirror"), "the Debian mirror of this machine");
    configure("sources.list", "deb MIRROR/one stable main\ndeb MIRROR/two stable main\n");
    assertRefused(Map.of(), "/one/pool/" + FILE + ": the server answered 404");
    assertThat(asked).hasSize(2);
  }

  private void assertRefused(Map<String, String> environment, String message) {
    assertThatThrownBy(() -> fetch(environment))
        .isInstanceOfSatisfying(
            CatalogException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(Reason.FETCH_FAILED);
              assertThat(e.text()).contains("deb:" + FILE, message);
              assertThat(e.hint()).contains("ESCAROLE_DEBIAN_MIRROR", "--mirror DIR");
            });
  }
}
