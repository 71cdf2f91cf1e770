package dev.escarole.engine.catalog;

import dev.escarole.engine.catalog.CatalogException.Reason;
import dev.escarole.engine.catalog.MachineSettings.Source;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Fetches files over HTTPS. Certificates are verified against Java's trust store and those that the
 * machine's settings add. Sizes, redirects and time are bounded. Thread-safe.
 */
final class Download {

  static final long MOST_BYTES = 512L << 20;

  /** Helps if nothing can be fetched. */
  static final String WAY_OUT =
      "Check the registry, proxy and certificates of this machine, or name a directory with"
          + " programs: --mirror DIR.";

  private static final int MOST_REDIRECTS = 5;
  private static final int BLOCK = 1 << 16;
  private static final int OK = 200;
  private static final Duration CONNECTING = Duration.ofSeconds(20);
  private static final Duration ANSWERING = Duration.ofSeconds(60);

  private final HttpClient client;
  private final Duration whole;
  private final long mostBytes;

  /**
   * Creates a downloader.
   *
   * @param whole time for one file
   * @param mostBytes size of one file
   * @throws IllegalArgumentException if a setting of the machine cannot be used
   */
  Download(MachineSettings settings, Duration whole, long mostBytes) {
    this.client =
        HttpClient.newBuilder()
            .connectTimeout(CONNECTING)
            .followRedirects(HttpClient.Redirect.NEVER)
            .proxy(settings.proxies())
            .sslContext(trusting(settings.certificates()))
            .build();
    this.whole = whole;
    this.mostBytes = mostBytes;
  }

  /**
   * Fetches a file from the first of several places that has it.
   *
   * @param sources at least one
   * @throws CatalogException if it cannot be fetched; the message is that of the first place
   */
  void to(Path file, List<Source> sources, String what, FetchProgress progress)
      throws CatalogException {
    CatalogException first = null;
    for (Source source : sources) {
      try {
        to(file, source, what, progress);
        return;
      } catch (CatalogException e) {
        first = first == null ? e : first;
        if (Thread.currentThread().isInterrupted()) {
          break;
        }
      }
    }
    throw Objects.requireNonNull(first, "no source");
  }

  /**
   * Fetches a file.
   *
   * @param what names it in messages
   * @param progress is told how many bytes have arrived
   * @throws CatalogException if it cannot be fetched
   */
  void to(Path file, Source source, String what, FetchProgress progress) throws CatalogException {
    long deadline = System.nanoTime() + whole.toNanos();
    try {
      HttpResponse<InputStream> response = follow(source, what);
      try (InputStream body = response.body();
          OutputStream out = Files.newOutputStream(file)) {
        long announced = response.headers().firstValueAsLong("content-length").orElse(-1);
        copy(body, out, new Copying(what, announced, deadline, progress));
      }
    } catch (IOException e) {
      throw failed(what, source.address(), reason(e));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failed(what, source.address(), "it was interrupted");
    }
  }

  private static String reason(IOException e) {
    String message = e.getMessage();
    return message == null ? e.getClass().getSimpleName() : message;
  }

  private HttpResponse<InputStream> follow(Source source, String what)
      throws IOException, InterruptedException, CatalogException {
    URI address = source.address();
    String authorization = source.authorization();
    for (int hop = 0; hop <= MOST_REDIRECTS; hop++) {
      mustBeSecure(address, source.address(), what);
      HttpRequest.Builder request =
          HttpRequest.newBuilder(address).timeout(ANSWERING).header("User-Agent", "escarole");
      if (authorization != null) {
        request.header("Authorization", authorization);
      }
      HttpResponse<InputStream> response =
          client.send(request.GET().build(), BodyHandlers.ofInputStream());
      String location = response.headers().firstValue("location").orElse("");
      if (response.statusCode() == OK) {
        return response;
      }
      response.body().close();
      if (response.statusCode() / 100 != 3 || location.isEmpty()) {
        throw failed(what, address, "the server answered " + response.statusCode());
      }
      URI next = redirected(address, location, what);
      // Credentials are for the origin that they were configured for.
      authorization = sameOrigin(address, next) ? authorization : null;
      address = next;
    }
    throw failed(what, source.address(), "there were more than " + MOST_REDIRECTS + " redirects");
  }

  private static URI redirected(URI address, String location, String what) throws CatalogException {
    try {
      URI next = address.resolve(location);
      if (next.getHost() != null) {
        return next;
      }
    } catch (IllegalArgumentException e) {
      // Said below.
    }
    throw failed(what, address, "the server redirects to what is not a valid address");
  }

  private static boolean sameOrigin(URI one, URI other) {
    return one.getScheme().equals(other.getScheme())
        && String.valueOf(one.getAuthority()).equals(other.getAuthority());
  }

  /** Plain HTTP is only for a registry of this machine's own configuration, never by a redirect. */
  private static void mustBeSecure(URI address, URI configured, String what)
      throws CatalogException {
    boolean own = "http".equals(address.getScheme()) && sameOrigin(address, configured);
    if (!own && !"https".equals(address.getScheme())) {
      throw failed(what, address, "only https is used");
    }
  }

  private record Copying(String what, long announced, long deadline, FetchProgress progress) {}

  private void copy(InputStream in, OutputStream out, Copying how)
      throws IOException, CatalogException {
    if (how.announced() > mostBytes) {
      throw tooLarge(how.what());
    }
    // A read that waits is ended by closing the stream.
    AtomicBoolean late = new AtomicBoolean();
    CompletableFuture<Void> watch =
        CompletableFuture.runAsync(
            () -> {
              late.set(true);
              closeQuietly(in);
            },
            CompletableFuture.delayedExecutor(
                how.deadline() - System.nanoTime(), TimeUnit.NANOSECONDS));
    try {
      byte[] block = new byte[BLOCK];
      long copied = 0;
      for (int read = in.read(block); read >= 0; read = in.read(block)) {
        copied += read;
        if (copied > mostBytes) {
          throw tooLarge(how.what());
        }
        out.write(block, 0, read);
        how.progress().fetched(how.what(), copied, how.announced());
      }
      if (how.announced() >= 0 && copied != how.announced()) {
        throw new IOException("the connection ended early");
      }
    } catch (IOException e) {
      throw late.get() ? new IOException("it took longer than " + whole.toSeconds() + " s") : e;
    } finally {
      watch.cancel(false);
    }
  }

  private static void closeQuietly(InputStream in) {
    try {
      in.close();
    } catch (IOException e) {
      // The reader fails and says so.
    }
  }

  private CatalogException tooLarge(String what) {
    return new CatalogException(
        Reason.FETCH_FAILED,
        what + " has more than " + mostBytes + " bytes",
        "Fetch it yourself and add the file: commands add NAME FILE.wasm.");
  }

  private static CatalogException failed(String what, URI address, String why) {
    return new CatalogException(
        Reason.FETCH_FAILED,
        "%s cannot be fetched from %s: %s".formatted(what, shown(address), why),
        WAY_OUT);
  }

  /** An address without credentials and query. */
  private static String shown(URI address) {
    return address.getScheme()
        + "://"
        + address.getHost()
        + (address.getPort() < 0 ? "" : ":" + address.getPort())
        + address.getPath();
  }

  private static SSLContext trusting(List<Path> files) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trustManagers(files), null);
      return context;
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalArgumentException(
          "the certificates of this machine cannot be read: " + e.getMessage(), e);
    }
  }

  private static TrustManager @Nullable [] trustManagers(List<Path> files)
      throws GeneralSecurityException, IOException {
    if (files.isEmpty()) {
      return null;
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init((KeyStore) null);
    KeyStore all = KeyStore.getInstance(KeyStore.getDefaultType());
    all.load(null, null);
    int number = 0;
    for (TrustManager manager : factory.getTrustManagers()) {
      if (manager instanceof X509TrustManager usual) {
        for (X509Certificate each : usual.getAcceptedIssuers()) {
          all.setCertificateEntry("java-" + number++, each);
        }
      }
    }
    for (Path file : files) {
      if (Files.isReadable(file)) {
        try (InputStream in = Files.newInputStream(file)) {
          for (Certificate each :
              CertificateFactory.getInstance("X.509").generateCertificates(in)) {
            all.setCertificateEntry("machine-" + number++, each);
          }
        }
      }
    }
    factory.init(all);
    return factory.getTrustManagers();
  }
}
