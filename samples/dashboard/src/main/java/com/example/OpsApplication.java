package com.example;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.web.access.Caller;
import dev.escarole.web.access.HostSignIn;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.server.Dashboard;
import dev.escarole.web.server.DashboardOptions;
import io.javalin.Javalin;
import io.javalin.http.Context;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpSession;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;

/**
 * An application with pages and a sign-in of its own, which has the dashboard of Escarole under
 * {@code /ops/escarole}. A real one would ask for passwords.
 */
public final class OpsApplication implements AutoCloseable {

  private static final String PATH = "/ops/escarole";
  private static final String USER = "user";
  private static final Map<String, Role> USERS =
      Map.of("ada", Role.OPERATOR, "vera", Role.VIEWER);

  private final RecipeFolder recipes;
  private final Engine engine;
  private final Dashboard dashboard;
  private final Javalin server;

  /**
   * Starts it on this machine.
   *
   * @param directory has the recipes, and a policy that says what each user may run
   * @param port 0 for any that is free
   */
  public OpsApplication(Path directory, int port) {
    recipes = RecipeFolder.open(directory.resolve("recipes"));
    engine =
        Engine.open(EngineOptions.inMemory().withPolicyFile(directory.resolve("policy.yaml")));
    dashboard =
        Dashboard.open(
            new Installation(engine, recipes, InstantSource.system()),
            DashboardOptions.signedInBy(new SessionUsers()));
    server =
        Javalin.create(
                config -> {
                  config.startup.showJavalinBanner = false;
                  config.jetty.host = "127.0.0.1";
                  config.jetty.port = port;
                  dashboard.mount(config, PATH);
                  config.routes.get("/", OpsApplication::home);
                  config.routes.post("/sign-in", OpsApplication::signIn);
                })
            .start();
  }

  /** Tells the dashboard who sends a request: the user who is signed in to this application. */
  private static final class SessionUsers implements HostSignIn {

    @Override
    public Optional<Caller> caller(HttpServletRequest request) {
      HttpSession session = request.getSession(false);
      Object user = session == null ? null : session.getAttribute(USER);
      return user instanceof String name && USERS.containsKey(name)
          ? Optional.of(Caller.ofHost(name, USERS.get(name)))
          : Optional.empty();
    }

    @Override
    public Optional<String> signInAddress(String to) {
      return Optional.of("/?to=" + URLEncoder.encode(to, StandardCharsets.UTF_8));
    }
  }

  private static void home(Context ctx) {
    String to = ctx.queryParam("to");
    // An address of this server, and nothing that could end the attribute.
    String safe = to != null && to.matches(PATH + "/[A-Za-z0-9/?=&._%+-]*") ? to : PATH + "/";
    ctx.html(
        """
        <!DOCTYPE html>
        <html lang="en"><title>Ops</title><link rel="icon" href="data:,">
        <h1>Ops</h1>
        <p><a href="%s/">Workflows</a></p>
        <form method="post" action="/sign-in">
          <input type="hidden" name="to" value="%s">
          <button name="user" value="ada">Sign in as Ada, operator</button>
          <button name="user" value="vera">Sign in as Vera, viewer</button>
        </form>
        </html>
        """
            .formatted(PATH, safe.replace("&", "&amp;")));
  }

  private static void signIn(Context ctx) {
    String user = ctx.formParam(USER);
    String to = ctx.formParam("to");
    if (user == null || !USERS.containsKey(user)) {
      ctx.status(400).result("Nobody has this name.");
      return;
    }
    // A new session, so that nobody can know its id from before.
    ctx.req().getSession(true);
    ctx.req().changeSessionId();
    ctx.sessionAttribute(USER, user);
    ctx.redirect(to != null && to.startsWith(PATH + "/") ? to : PATH + "/");
  }

  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    // Live events do not end by themselves, and the server would wait for them.
    dashboard.close();
    server.stop();
    engine.close();
    recipes.close();
  }

  /** Arguments: the directory with recipes and policy, and a port. */
  public static void main(String[] args) {
    Path directory = Path.of(args.length > 0 ? args[0] : ".");
    OpsApplication application =
        new OpsApplication(directory, args.length > 1 ? Integer.parseInt(args[1]) : 8080);
    Runtime.getRuntime().addShutdownHook(new Thread(application::close));
    System.out.println("Open http://127.0.0.1:" + application.port() + PATH + "/");
  }
}
