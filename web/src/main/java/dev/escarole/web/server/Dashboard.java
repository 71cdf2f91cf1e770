package dev.escarole.web.server;

import dev.escarole.web.access.Gate;
import dev.escarole.web.access.Hosts;
import dev.escarole.web.access.Prefix;
import dev.escarole.web.access.Proxies;
import dev.escarole.web.access.Sessions;
import dev.escarole.web.access.SignInLink;
import dev.escarole.web.access.TokenBook;
import dev.escarole.web.access.TokenFile;
import dev.escarole.web.app.Actor;
import dev.escarole.web.app.EscaroleFactory;
import dev.escarole.web.app.system.NoInput;
import dev.escarole.web.live.LiveEvents;
import dev.escarole.web.metrics.Metrics;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import jakarta.servlet.Servlet;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletRegistration;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The pages, the REST interface and the live events of an installation, to be mounted in another
 * application under a path, such as {@code /ops/escarole}. Connections, threads and slow bodies are
 * the business of the application's server; everything else is as in {@link WebServer}. To be
 * closed before the engine. Thread-safe.
 */
public final class Dashboard implements AutoCloseable {

  private static final String NAME = "escarole";

  private final LiveEvents live;
  private final Metrics metrics;
  private final HealthCheck health;
  private final Servlet servlet;

  private Dashboard(EscaroleFactory escaroles, DashboardOptions dashboard) {
    ServerOptions options = dashboard.server();
    Path file = options.entrance().tokenFile();
    Gate gate =
        new Gate(
            new Hosts(options.allowedHosts()),
            file == null ? null : new TokenBook(new TokenFile(file), options.clock()),
            dashboard.signIn(),
            new Sessions(options.entrance().sessionFile(), options.clock()),
            new Proxies(options.entrance().trustedProxies()),
            new SignInLink(options.clock()),
            options.requestsPerSecond(),
            false);
    this.live = new LiveEvents(escaroles, options.live());
    this.metrics = new Metrics(escaroles.as(Actor.SERVER), live::watching);
    this.health = new HealthCheck(() -> escaroles.as(Actor.SERVER).health(NoInput.NONE), metrics);
    Javalin javalin =
        Javalin.create(
            config -> {
              WebServer.configure(config);
              config.http.maxRequestSize = Intake.MOST_BYTES;
              // It is never started: the application's server calls it.
              config.startup.startupWatcherEnabled = false;
              gate.install(config.routes);
              health.install(config.routes);
              new Faces(escaroles, gate, live, metrics, options).install(config);
            });
    this.servlet =
        new MountedServlet(gate, javalin.javalinServlet(), javalin.unsafe.internalRouter);
  }

  /**
   * Opens a dashboard.
   *
   * @param escaroles such as {@code new Installation(engine, folder, InstantSource.system())}; they
   *     stay the caller's
   * @throws dev.escarole.web.access.TokenFileException if the tokens cannot be read
   */
  public static Dashboard open(EscaroleFactory escaroles, DashboardOptions options) {
    return new Dashboard(escaroles, options);
  }

  /**
   * Mounts it in a Javalin application that has not started yet.
   *
   * @param path such as {@code /ops/escarole}
   * @throws IllegalArgumentException if that is not a path
   */
  public void mount(JavalinConfig application, String path) {
    String pattern = pattern(path);
    application.jetty.modifyServletContextHandler(
        handler ->
            mounted(handler.getServletContext().addServlet(NAME + pattern, servlet), pattern));
  }

  /**
   * Mounts it in a servlet application, from a {@code ServletContextListener} or initializer.
   *
   * @param path below that of the application; empty for the application's own
   * @throws IllegalArgumentException if that is not a path
   */
  public void mount(ServletContext application, String path) {
    String pattern = pattern(path);
    mounted(application.addServlet(NAME + pattern, servlet), pattern);
  }

  private static String pattern(String path) {
    return Prefix.checked(path) + "/*";
  }

  private static void mounted(ServletRegistration.@Nullable Dynamic registration, String pattern) {
    if (registration == null) {
      throw new IllegalStateException("a dashboard is mounted at " + pattern + " already");
    }
    registration.setAsyncSupported(true);
    registration.addMapping(pattern);
  }

  /**
   * The dashboard as a servlet, for a mapping {@code PATH/*} that supports asynchronous answers.
   */
  public Servlet servlet() {
    return servlet;
  }

  /** Ends live events. Requests that still come are answered as far as the engine is open. */
  @Override
  public void close() {
    live.close();
    metrics.close();
    health.close();
  }
}
