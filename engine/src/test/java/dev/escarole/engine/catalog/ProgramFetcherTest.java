package dev.escarole.engine.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.escarole.engine.catalog.CatalogException.Reason;
import dev.escarole.engine.command.ArtifactId;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Fetching from registries that answer well, and from those that lie. */
@Timeout(60)
class ProgramFetcherTest {

  private static final byte[] PROGRAM = "\0asm\1\0\0\0".getBytes(StandardCharsets.ISO_8859_1);

  @TempDir private Path home;
  private HttpServer server;
  private final Map<String, byte[]> files = new ConcurrentHashMap<>();
  private final Map<String, String> redirects = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();
  private final CountDownLatch over = new CountDownLatch(1);

  @BeforeEach
  void serve() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.setExecutor(task -> new Thread(task, "registry").start());
    server.start();
  }

  @AfterEach
  void stop() {
    over.countDown();
    server.stop(0);
  }

  private void answer(HttpExchange call) throws IOException {
    String path = call.getRequestURI().getPath();
    asked.add(path + " " + call.getRequestHeaders().getFirst("Authorization"));
    byte[] file = files.get(path);
    if (redirects.containsKey(path)) {
      call.getResponseHeaders().set("Location", redirects.get(path));
      call.sendResponseHeaders(302, -1);
    } else if (path.contains("slow")) {
      call.sendResponseHeaders(200, 100);
      call.getResponseBody().write(1);
      call.getResponseBody().flush();
      try {
        over.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    } else if (file == null) {
      call.sendResponseHeaders(404, -1);
    } else {
      call.sendResponseHeaders(200, file.length);
      call.getResponseBody().write(file);
    }
    call.close();
  }

  private String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private MachineSettings settings(String... environment) {
    Map<String, String> variables = new ConcurrentHashMap<>(Map.of("HOME", home.toString()));
    for (int i = 0; i < environment.length; i += 2) {
      variables.put(environment[i], environment[i + 1]);
    }
    return new MachineSettings(variables, new Properties());
  }

  private byte[] fetch(MachineSettings settings, String from, byte[] expected)
      throws CatalogException {
    ArtifactId id = ArtifactId.of(expected);
    CatalogRow row =
        new CatalogReader("catalog.yaml", true)
            .read("rows: {tool: {kind: wasm, from: '%s', sha256: %s}}".formatted(from, id))
            .get(0);
    return Objects.requireNonNull(
        new ProgramFetcher(settings, home, null).fetch(row, FetchProgress.NONE).files().get(id));
  }

  private byte[] npm(String from, byte[] expected) throws CatalogException {
    return fetch(settings("npm_config_registry", address() + "/npm"), from, expected);
  }

  private static void assertRefused(Call call, Reason reason, String message) {
    assertThatThrownBy(call::make)
        .isInstanceOfSatisfying(
            CatalogException.class,
            e -> {
              assertThat(e.reason()).isEqualTo(reason);
              assertThat(e.text()).contains(message);
              assertThat(e.hint()).isNotEmpty();
            });
  }

  private interface Call {
    void make() throws Exception;
  }

  private static byte[] tgz(Object... namesAndBytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      for (int i = 0; i < namesAndBytes.length; i += 2) {
        byte[] body = (byte[]) namesAndBytes[i + 1];
        gzip.write(header((String) namesAndBytes[i], body.length, '0'));
        gzip.write(body);
        gzip.write(new byte[(512 - body.length % 512) % 512]);
      }
      gzip.write(new byte[1024]);
    }
    return out.toByteArray();
  }

  private static byte[] header(String name, long size, char type) {
    byte[] header = new byte[512];
    byte[] text = name.getBytes(StandardCharsets.UTF_8);
    System.arraycopy(text, 0, header, 0, text.length);
    byte[] digits = "%011o".formatted(size).getBytes(StandardCharsets.US_ASCII);
    System.arraycopy(digits, 0, header, 124, digits.length);
    header[156] = (byte) type;
    return header;
  }

  @Test
  void wc_56_a_program_of_an_npm_package_is_fetched_and_must_have_its_hash() throws Exception {
    files.put("/npm/@a/tool/-/tool-1.0.tgz", tgz("package/x/t.wasm", PROGRAM));
    assertThat(npm("npm:@a/tool@1.0!x/t.wasm", PROGRAM)).isEqualTo(PROGRAM);
    assertRefused(
        () -> npm("npm:@a/tool@1.0!x/t.wasm", new byte[3]), Reason.WRONG_HASH, "and the row pins");
    assertRefused(() -> npm("npm:@a/tool@1.0!y", PROGRAM), Reason.FETCH_FAILED, "has no file 'y'");
    assertRefused(
        () -> npm("npm:@a/other@1.0!y", PROGRAM), Reason.FETCH_FAILED, "the server answered 404");
    assertThat(home).isEmptyDirectory();
  }

  @Test
  void registry_and_token_come_from_npmrc_and_the_token_stays_with_its_host() throws Exception {
    files.put("/private/tool/-/tool-1.0.tgz", tgz("package/t", PROGRAM));
    redirects.put(
        "/private/moved/-/moved-1.0.tgz", address().replace("127.0.0.1", "localhost") + "/x");
    String host = address().substring("http:".length());
    Files.writeString(
        home.resolve(".npmrc"),
        "registry=%s/private\n%s/private/:_authToken=${TOKEN}\n//elsewhere/:_authToken=no\n"
            .formatted(address(), host));
    MachineSettings settings = settings("TOKEN", "secret");
    assertThat(fetch(settings, "npm:tool@1.0!t", PROGRAM)).isEqualTo(PROGRAM);
    assertThat(asked).containsExactly("/private/tool/-/tool-1.0.tgz Bearer secret");
    assertRefused(
        () -> fetch(settings, "npm:moved@1.0!t", PROGRAM), Reason.FETCH_FAILED, "only https");
    assertThat(asked).noneMatch(each -> each.startsWith("/x"));
  }

  @Test
  void a_jar_comes_from_the_mirror_of_mavens_settings() throws Exception {
    ByteArrayOutputStream jar = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(jar)) {
      zip.putNextEntry(new ZipEntry("tool"));
      zip.write(PROGRAM);
    }
    files.put("/maven/org/x/tool/1/tool-1.jar", jar.toByteArray());
    Files.createDirectory(home.resolve(".m2"));
    Files.writeString(
        home.resolve(".m2/settings.xml"),
        """
        <settings><mirrors>
        <mirror><id>no</id><mirrorOf>*,!central</mirrorOf><url>http://nowhere</url></mirror>
        <mirror><id>yes</id><mirrorOf>central</mirrorOf><url>%s/maven</url></mirror></mirrors>
        <servers><server><id>yes</id><username>u</username><password>p</password></server></servers>
        </settings>
        """
            .formatted(address()));
    assertThat(fetch(settings(), "mvn:org.x:tool:1!tool", PROGRAM)).isEqualTo(PROGRAM);
    assertThat(asked).containsExactly("/maven/org/x/tool/1/tool-1.jar Basic dTpw");
  }

  @Test
  void redirects_are_bounded() throws Exception {
    redirects.put("/npm/t/-/t-1.tgz", address() + "/npm/t/-/t-1.tgz");
    assertRefused(() -> npm("npm:t@1!t", PROGRAM), Reason.FETCH_FAILED, "more than 5 redirects");
    redirects.put("/npm/t/-/t-1.tgz", address() + "/real");
    files.put("/real", tgz("package/t", PROGRAM));
    assertThat(npm("npm:t@1!t", PROGRAM)).isEqualTo(PROGRAM);
  }

  @Test
  void size_and_time_are_bounded() throws Exception {
    Path file = Files.createTempFile(home, "a", "b");
    files.put("/large", new byte[1001]);
    Download download = new Download(settings(), Duration.ofMillis(200), 1000);
    assertRefused(() -> to(download, file, "/large"), Reason.FETCH_FAILED, "more than 1000 bytes");
    assertRefused(() -> to(download, file, "/slow"), Reason.FETCH_FAILED, "took longer");
  }

  private void to(Download download, Path file, String path) throws CatalogException {
    download.to(
        file,
        new MachineSettings.Source(URI.create(address() + path), null),
        "it",
        FetchProgress.NONE);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ht!tp://x/", "https:///x", "mailto:x", "http://a b/", "//"})
  void a_redirect_to_no_address_is_refused(String location) {
    redirects.put("/npm/t/-/t-1.tgz", location);
    assertRefused(() -> npm("npm:t@1!t", PROGRAM), Reason.FETCH_FAILED, "not a valid address");
    assertThat(home).isEmptyDirectory();
  }

  @ParameterizedTest
  @CsvSource({
    "npm_config_registry, user:secret@ho st, npm:t@1!t, the npm registry of this machine",
    "npm_config_registry, registry/npm, npm:t@1!t, the npm registry of this machine",
    "https_proxy, 'http://user:secret@[', 'https://localhost/t', the proxy of this machine",
  })
  void a_setting_of_the_machine_that_cannot_be_used_is_named(
      String variable, String value, String from, String message) {
    assertRefused(
        () -> fetch(settings(variable, value), from, PROGRAM), Reason.FETCH_FAILED, message);
    assertThatThrownBy(() -> fetch(settings(variable, value), from, PROGRAM))
        .hasMessageNotContaining("secret");
  }

  @Test
  void certificates_of_the_machine_that_are_damaged_are_named() throws Exception {
    Path file = Files.writeString(home.resolve("ca.pem"), "-----BEGIN CERTIFICATE-----\nx\n");
    MachineSettings settings = settings("SSL_CERT_FILE", file.toString());
    assertRefused(
        () -> fetch(settings, "https://localhost/t", PROGRAM),
        Reason.FETCH_FAILED,
        "the certificates of this machine cannot be read");
  }

  @Test
  void progress_is_told() throws Exception {
    byte[] archive = tgz("package/t", PROGRAM);
    files.put("/npm/t/-/t-1.tgz", archive);
    List<String> told = new ArrayList<>();
    CatalogRow row =
        new CatalogReader("c", true)
            .read(
                "rows: {t: {kind: wasm, from: 'npm:t@1!t', sha256: %s}}"
                    .formatted(ArtifactId.of(PROGRAM)))
            .get(0);
    new ProgramFetcher(settings("npm_config_registry", address() + "/npm"), home, null)
        .fetch(row, (what, bytes, of) -> told.add(what + " " + bytes + "/" + of));
    assertThat(told).contains("npm:t@1 " + archive.length + "/" + archive.length);
  }

  @Test
  void damaged_and_hostile_archives_are_refused() throws Exception {
    byte[] good = tgz("package/t", PROGRAM);
    files.put("/npm/cut/-/cut-1.tgz", Arrays.copyOf(good, good.length / 2));
    files.put("/npm/two/-/two-1.tgz", tgz("package/t", PROGRAM, "package/t", new byte[3]));
    files.put("/npm/huge/-/huge-1.tgz", gzip(header("package/t", 1L << 32, '0')));
    files.put("/npm/bad/-/bad-1.tgz", gzip(header("package/t", -1, '0')));
    files.put("/npm/link/-/link-1.tgz", gzip(header("package/t", 0, '2')));
    files.put("/npm/none/-/none-1.tgz", new byte[0]);
    for (String name : List.of("cut", "two", "huge", "bad", "link", "none")) {
      assertThatThrownBy(() -> npm("npm:" + name + "@1!t", PROGRAM))
          .as(name)
          .isInstanceOfSatisfying(
              CatalogException.class, e -> assertThat(e.reason()).isEqualTo(Reason.FETCH_FAILED));
    }
    assertThat(home).isEmptyDirectory();
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
      gzip.write(bytes);
    }
    return out.toByteArray();
  }

  @Test
  void a_mirror_takes_the_place_of_the_network() throws Exception {
    ArtifactId id = ArtifactId.of(PROGRAM);
    CatalogRow row =
        new CatalogReader("c", true)
            .read("rows: {t: {kind: wasm, from: 'npm:t@1!t', sha256: %s}}".formatted(id))
            .get(0);
    ProgramFetcher fetcher = new ProgramFetcher(settings(), home, home);
    assertRefused(
        () -> fetcher.fetch(row, FetchProgress.NONE), Reason.FETCH_FAILED, "the mirror has no");
    Files.write(home.resolve(id + ".wasm"), new byte[5]);
    assertRefused(() -> fetcher.fetch(row, FetchProgress.NONE), Reason.WRONG_HASH, "pins");
    Files.write(home.resolve(id + ".wasm"), PROGRAM);
    assertThat(fetcher.fetch(row, FetchProgress.NONE).files()).containsEntry(id, PROGRAM);
    assertThat(asked).isEmpty();
  }

  @Test
  void proxies_come_from_the_environment() {
    MachineSettings settings =
        settings("HTTPS_PROXY", "http://proxy:3128", "no_proxy", "inside.example,.corp");
    var proxies = settings.proxies();
    assertThat(proxies.select(URI.create("https://a.example/")).get(0).address())
        .isEqualTo(InetSocketAddress.createUnresolved("proxy", 3128));
    for (String host : List.of("inside.example", "x.inside.example", "a.corp", "corp")) {
      assertThat(proxies.select(URI.create("https://" + host + "/")))
          .as(host)
          .containsExactly(Proxy.NO_PROXY);
    }
    assertThat(proxies.select(URI.create("https://otherinside.example/")))
        .doesNotContain(Proxy.NO_PROXY);
  }
}
