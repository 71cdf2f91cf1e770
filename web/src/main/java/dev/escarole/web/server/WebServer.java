package dev.escarole.web.server;

import dev.escarole.web.access.Gate;
import dev.escarole.web.access.Hosts;
import dev.escarole.web.access.Proxies;
import dev.escarole.web.access.Sessions;
import dev.escarole.web.access.SignInLink;
import dev.escarole.web.access.TokenBook;
import dev.escarole.web.access.TokenFile;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.AgentSupport;
import dev.escarole.web.app.Documents;
import dev.escarole.web.app.EscaroleFactory;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.audit.SentLine;
import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.live.LiveEvents;
import dev.escarole.web.metrics.Metrics;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.HttpStatus;
import java.net.URI;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.unixdomain.server.UnixDomainServerConnector;
import org.jspecify.annotations.Nullable;

/** A server for people, programs and agents over one installation. Thread-safe. */
public final class WebServer implements AutoCloseable {

  private final ServerOptions options;
  final Javalin javalin;
  private final LiveEvents live;
  private final Metrics metrics;
  private final HealthCheck health;
  private final @Nullable TokenBook tokens;
  private final SignInLink link;

  private WebServer(
      ServerOptions options,
      Javalin javalin,
      LiveEvents live,
      Metrics metrics,
      HealthCheck health,
      @Nullable TokenBook tokens,
      SignInLink link) {
    this.options = options;
    this.javalin = javalin;
    this.live = live;
    this.metrics = metrics;
    this.health = health;
    this.tokens = tokens;
    this.link = link;
  }

  /**
   * Starts a server.
   *
   * @param escaroles stay the caller's, who closes what is behind them after the server
   * @throws io.javalin.util.JavalinBindException if the port is taken or may not be used
   * @throws dev.escarole.web.access.TokenFileException if the tokens cannot be read
   */
  public static WebServer start(ServerOptions options, EscaroleFactory escaroles) {
    return start(options, escaroles, routes -> {});
  }

  /**
   * Starts a server with additional routes.
   *
   * @param more adds them, such as those for agents
   */
  public static WebServer start(
      ServerOptions options, EscaroleFactory escaroles, Consumer<RoutesConfig> more) {
    return start(options, escaroles, more, null);
  }

  /**
   * Starts a server at a Unix domain socket that only processes of this user can reach. They say in
   * a header for whom they ask.
   *
   * @param socket nothing is there yet
   * @param support stays the caller's
   */
  public static WebServer startAt(Path socket, ServerOptions options, AgentSupport support) {
    return start(options, support, routes -> serveGuests(routes, support), socket);
  }

  /**
   * What other processes of the same user ask beside the verbs, to serve agents of their own. Never
   * part of a server that anybody else can reach: a line on record says who sent it.
   */
  private static void serveGuests(RoutesConfig routes, AgentSupport support) {
    routes.post(
        AgentSupport.QUOTA_PATH,
        ctx -> {
          boolean admitted = support.admits(Objects.requireNonNull(ctx.queryParam("principal")));
          ctx.status(admitted ? HttpStatus.NO_CONTENT : HttpStatus.TOO_MANY_REQUESTS);
        },
        Role.ADMIN);
    routes.post(
        AgentSupport.LINES_PATH,
        ctx -> {
          support.heard(Documents.read(ctx.bodyAsBytes(), SentLine.class));
          ctx.status(HttpStatus.NO_CONTENT);
        },
        Role.ADMIN);
  }

  private static WebServer start(
      ServerOptions options,
      EscaroleFactory escaroles,
      Consumer<RoutesConfig> more,
      @Nullable Path socket) {
    TokenBook tokens = tokens(options);
    SignInLink link = new SignInLink(options.clock());
    Proxies proxies = new Proxies(options.entrance().trustedProxies());
    Gate gate =
        new Gate(
            new Hosts(options.allowedHosts()),
            tokens,
            null,
            new Sessions(options.entrance().sessionFile(), options.clock()),
            proxies,
            link,
            options.requestsPerSecond(),
            socket != null);
    LiveEvents live = new LiveEvents(escaroles, options.live());
    Metrics metrics = new Metrics(escaroles.as(Actor.SERVER), live::watching);
    HealthCheck health =
        new HealthCheck(() -> escaroles.as(Actor.SERVER).health(NoInput.NONE), metrics);
    try {
      AtomicReference<@Nullable Javalin> itself = new AtomicReference<>();
      Reception reception =
          new Reception(
              gate,
              () -> Objects.requireNonNull(itself.get()).unsafe.internalRouter,
              health,
              options);
      int ofOneAddress = Intake.mostConnections() / 2;
      ConnectionGuard guard = new ConnectionGuard(proxies, ofOneAddress, options.clock());
      Javalin javalin =
          Javalin.create(
              config -> {
                configure(config, options, socket);
                Intake.configure(config, reception, guard, options.clock());
                BreakingOff.install(config);
                gate.install(config.routes);
                new Faces(escaroles, gate, live, metrics, options).install(config);
                more.accept(config.routes);
              });
      itself.set(javalin);
      javalin.start();
      return new WebServer(options, javalin, live, metrics, health, tokens, link);
    } catch (RuntimeException e) {
      live.close();
      metrics.close();
      health.close();
      throw e;
    }
  }

  private static @Nullable TokenBook tokens(ServerOptions options) {
    Path file = options.entrance().tokenFile();
    return file == null ? null : new TokenBook(new TokenFile(file), options.clock());
  }

  private static Connector connector(Server server, HttpConfiguration http, Path socket) {
    UnixDomainServerConnector connector =
        new UnixDomainServerConnector(server, 1, 1, new HttpConnectionFactory(http));
    connector.setUnixDomainPath(socket);
    return connector;
  }

  private static void configure(
      JavalinConfig config, ServerOptions options, @Nullable Path socket) {
    if (socket == null) {
      config.jetty.host = options.host();
      config.jetty.port = options.port();
    } else {
      config.jetty.addConnector((server, http) -> connector(server, http, socket));
    }
    configure(config);
  }

  static void configure(JavalinConfig config) {
    config.http.prefer405over404 = true;
    config.http.compressionStrategy = CompressionStrategy.GZIP;
    config.startup.showJavalinBanner = false;
    config.startup.showOldJavalinVersionWarning = false;
  }

  /** The server's address for a browser on this machine. */
  public URI address() {
    boolean local = ServerOptions.isLoopback(options.host());
    String host = local ? options.host() : "localhost";
    return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port());
  }

  /**
   * Returns an address that signs in the server's owner once, within ten minutes. It contains a
   * secret.
   *
   * @return empty if the server requires no token, or the owner's token was revoked
   */
  public Optional<URI> signInLink() {
    return tokens != null && tokens.hasOwner()
        ? Optional.of(address().resolve("/login?once=" + link.make()))
        : Optional.empty();
  }

  /**
   * Returns a token of the owner for programs on this machine. It is valid while this server runs.
   *
   * @return empty if the server requires no token
   */
  public Optional<String> tokenForPrograms() {
    return Optional.ofNullable(tokens).map(TokenBook::forPrograms);
  }

  public int port() {
    return javalin.port();
  }

  /** Accepts no more requests and ends the running ones. */
  @Override
  public void close() {
    // Streams do not end by themselves, and the server would wait for them.
    live.close();
    metrics.close();
    javalin.stop();
    health.close();
  }
}
