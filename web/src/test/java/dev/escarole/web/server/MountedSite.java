package dev.escarole.web.server;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.folder.RecipeFolder;
import dev.escarole.web.access.Caller;
import dev.escarole.web.access.HostSignIn;
import dev.escarole.web.app.Role;
import dev.escarole.web.app.local.Installation;
import io.javalin.Javalin;
import io.javalin.http.Context;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** An application of its own that has the dashboard under a path. */
public final class MountedSite implements AutoCloseable {

  /** Where it is. */
  /** Without one, browsers ask the host for an icon. */
  private static final String ICON = "<link rel=\"icon\" href=\"data:,\">";

  public static final String PATH = "/ops/escarole";

  private final RecipeFolder folder;
  private final Engine engine;
  private final Dashboard dashboard;
  private final Javalin host;

  /** With these options, of which the recipe {@code greet} is part. */
  public MountedSite(Path directory, DashboardOptions options) throws IOException {
    Path recipes = Files.createDirectories(directory.resolve("recipes"));
    Files.writeString(
        recipes.resolve("greet.yaml"),
        "name: greet\nargs: [\"who=world\"]\ntemplate: [\"echo hello {who}\", \"cat\"]\n");
    folder = RecipeFolder.open(recipes);
    Path policy = directory.resolve("policy.yaml");
    Files.writeString(policy, "principals:\n  otto: {allow: true, commands: [\"*\"]}\n");
    engine = Engine.open(EngineOptions.inMemory().withPolicyFile(policy));
    dashboard = Dashboard.open(new Installation(engine, folder, InstantSource.system()), options);
    host =
        Javalin.create(
                config -> {
                  config.startup.showJavalinBanner = false;
                  config.jetty.host = "127.0.0.1";
                  config.jetty.port = 0;
                  dashboard.mount(config, PATH);
                  config.routes.get("/", ctx -> ctx.html(ICON + "<h1>The host</h1>"));
                  config.routes.get("/signin", MountedSite::signIn);
                })
            .start();
  }

  private static void signIn(Context ctx) {
    String user = ctx.queryParam("user");
    if (user == null) {
      ctx.html(
          ICON
              + "<h1>Sign in to the host</h1><a href=\"/signin?user=otto:operator&to=%s\">As Otto</a>"
                  .formatted(ctx.queryParam("to")));
    } else {
      ctx.cookie("host_user", user);
      ctx.redirect(String.valueOf(ctx.queryParam("to")));
    }
  }

  /** The host keeps its user in a cookie of its own, such as {@code otto:operator}. */
  public static HostSignIn hostSignIn() {
    return new HostSignIn() {
      @Override
      public Optional<Caller> caller(HttpServletRequest request) {
        Cookie[] cookies = request.getCookies();
        return Arrays.stream(cookies == null ? new Cookie[0] : cookies)
            .filter(each -> each.getName().equals("host_user"))
            .map(each -> each.getValue().split(":", 2))
            .map(each -> Caller.ofHost(each[0], Role.ofWord(each[1])))
            .findFirst();
      }

      @Override
      public Optional<String> signInAddress(String to) {
        return Optional.of("/signin?to=" + to);
      }
    };
  }

  /** A host that signs its users in. */
  public static MountedSite signedInByHost(Path directory) throws IOException {
    return signedInByHost(directory, options -> options);
  }

  /** A host that signs its users in, with other options. */
  public static MountedSite signedInByHost(Path directory, UnaryOperator<DashboardOptions> options)
      throws IOException {
    return new MountedSite(directory, options.apply(DashboardOptions.signedInBy(hostSignIn())));
  }

  public Engine engine() {
    return engine;
  }

  /** The address of a path of the host. */
  public URI at(String path) {
    return URI.create("http://127.0.0.1:" + host.port() + path);
  }

  @Override
  public void close() {
    dashboard.close();
    host.stop();
    engine.close();
    folder.close();
  }
}
