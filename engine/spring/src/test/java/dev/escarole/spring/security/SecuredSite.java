package dev.escarole.spring.security;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.spring.PostgresServer;
import dev.escarole.web.server.Dashboard;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.jdbc.core.JdbcTemplate;

/** {@link SecuredApplication} in Tomcat, with its runs in a PostgreSQL of its own. */
final class SecuredSite implements AutoCloseable {

  private final ConfigurableApplicationContext context;

  private SecuredSite(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /**
   * Starts it.
   *
   * @param directory for what is files
   * @param more properties such as {@code name=value}
   */
  static SecuredSite start(Path directory, String... more) throws IOException {
    Path policy = directory.resolve("policy.yaml");
    Files.writeString(policy, "principals:\n  ada: {allow: true, commands: [\"*\"]}\n");
    List<String> properties = new ArrayList<>(List.of(PostgresServer.newDatabase()));
    properties.add("server.port=0");
    properties.add("server.address=127.0.0.1");
    properties.add("spring.main.banner-mode=off");
    properties.add("escarole.recipes=src/test/recipes");
    properties.add("escarole.data=" + directory.resolve("data"));
    properties.add("escarole.policy-file=" + policy);
    properties.add("escarole.dashboard.path=" + SecuredApplication.DASHBOARD);
    properties.addAll(List.of(more));
    String[] arguments = properties.stream().map(each -> "--" + each).toArray(String[]::new);
    return new SecuredSite(new SpringApplicationBuilder(SecuredApplication.class).run(arguments));
  }

  /** The address of a path of the application. */
  URI at(String path) {
    int port = ((ServletWebServerApplicationContext) context).getWebServer().getPort();
    return URI.create("http://127.0.0.1:" + port + path);
  }

  /** The address of a path of the dashboard. */
  URI dashboard(String path) {
    return at(SecuredApplication.DASHBOARD + path);
  }

  /** Lets browsers connect anew for live events. */
  void endLiveEvents() {
    context.getBean(Dashboard.class).close();
  }

  /** The run as it is on record when it is over, which it may be before one can wait for it. */
  StoredRun end(RunId id) throws InterruptedException {
    Engine engine = context.getBean(Engine.class);
    Optional<RunHandle> live = engine.handle(id);
    if (live.isPresent()) {
      RunResult unused = live.get().await();
    }
    return engine.records().run(id).orElseThrow();
  }

  /** Carries out a recipe on behalf of the application. */
  RunId run(String recipe) throws InterruptedException {
    Engine engine = context.getBean(Engine.class);
    return engine.run(RunRequest.of(new RecipeReader().read(recipe, "test.json")).build()).run();
  }

  /** How many runs the application's database has. */
  int runs() {
    Integer count =
        context
            .getBean(JdbcTemplate.class)
            .queryForObject("select count(*) from escarole.run", Integer.class);
    return count == null ? 0 : count;
  }

  @Override
  public void close() {
    context.close();
  }
}
