package dev.escarole.web.server;

import dev.escarole.web.access.Gate;
import dev.escarole.web.access.Hosts;
import dev.escarole.web.access.TokenBook;
import dev.escarole.web.access.TokenFile;
import dev.escarole.web.service.Service;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import java.net.URI;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A server for people, programs and agents over one engine. Thread-safe. */
public final class WebServer implements AutoCloseable {

  private final ServerOptions options;
  private final Javalin javalin;
  private final Watching watching;

  private WebServer(ServerOptions options, Javalin javalin, Watching watching) {
    this.options = options;
    this.javalin = javalin;
    this.watching = watching;
  }

  /**
   * Starts a server.
   *
   * @param service stays the caller's, who closes it after the server
   * @throws io.javalin.util.JavalinBindException if the port is taken or may not be used
   * @throws dev.escarole.web.access.TokenFileException if the tokens cannot be read
   */
  public static WebServer start(ServerOptions options, Service service) {
    return start(options, service, routes -> {});
  }

  /**
   * Starts a server with more than it always has.
   *
   * @param more installs that, such as what agents use
   */
  public static WebServer start(
      ServerOptions options, Service service, Consumer<RoutesConfig> more) {
    Gate gate =
        new Gate(
            new Hosts(options.allowedHosts()),
            tokens(options),
            options.requestsPerSecond(),
            options.clock());
    Watching watching = new Watching(service);
    try {
      Javalin javalin =
          Javalin.create(
              config -> {
                configure(config, options);
                gate.install(config.routes);
                new Faces(service, gate, watching, options).install(config);
                more.accept(config.routes);
              });
      javalin.start();
      return new WebServer(options, javalin, watching);
    } catch (RuntimeException e) {
      watching.close();
      throw e;
    }
  }

  private static @Nullable TokenBook tokens(ServerOptions options) {
    Path file = options.tokenFile();
    return file == null ? null : new TokenBook(new TokenFile(file), options.clock());
  }

  private static void configure(JavalinConfig config, ServerOptions options) {
    config.jetty.host = options.host();
    config.jetty.port = options.port();
    Intake.configure(config, options.clock());
    config.http.prefer405over404 = true;
    config.http.compressionStrategy = CompressionStrategy.GZIP;
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
  }

  /** Where a browser on this machine finds it. */
  public URI address() {
    boolean local = ServerOptions.isLoopback(options.host());
    String host = local ? options.host() : "localhost";
    return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port());
  }

  public int port() {
    return javalin.port();
  }

  /** Takes no more requests and ends those that go on. */
  @Override
  public void close() {
    // Streams have no end of their own that the server could wait for.
    watching.close();
    javalin.stop();
  }
}
