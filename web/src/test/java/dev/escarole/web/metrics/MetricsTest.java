package dev.escarole.web.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.UnknownCommandRule;
import dev.escarole.recipe.RecipeReader;
import dev.escarole.web.app.local.Installation;
import dev.escarole.web.server.ServerOptions;
import dev.escarole.web.server.WebServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The figures of a real server after real runs. */
class MetricsTest {

  private static final Pattern DOCUMENTED = Pattern.compile("^\\| `(escarole_[a-z_]+)`");

  private final HttpClient client = HttpClient.newHttpClient();
  private Engine engine;
  private WebServer server;

  @BeforeEach
  void start() {
    engine =
        Engine.open(EngineOptions.inMemory().withUnknownCommands(UnknownCommandRule.FAIL_STEP));
    server =
        WebServer.start(
            ServerOptions.local(0, "test"), new Installation(engine, InstantSource.system()));
  }

  @AfterEach
  void stop() {
    server.close();
    engine.close();
  }

  private void run(String recipe) throws Exception {
    var unused = engine.run(RunRequest.of(new RecipeReader().read(recipe, "test.json")).build());
  }

  private String get(String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(server.address().resolve(path)).build();
    return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
  }

  /** What stands at {@code /metrics}, by name and labels. */
  private Map<String, Double> figures() throws Exception {
    Map<String, Double> figures = new LinkedHashMap<>();
    get("/metrics")
        .lines()
        .filter(line -> !line.startsWith("#"))
        .forEach(
            line -> {
              int space = line.lastIndexOf(' ');
              figures.put(line.substring(0, space), Double.valueOf(line.substring(space + 1)));
            });
    return figures;
  }

  /** A request is counted when its answer is out, which its client may have before. */
  private Map<String, Double> figuresOnceCounted(Map<String, Double> requests) throws Exception {
    long deadline = System.nanoTime() + TimeUnit.MINUTES.toNanos(3);
    Map<String, Double> figures = figures();
    while (!figures.entrySet().containsAll(requests.entrySet()) && System.nanoTime() < deadline) {
      figures = figures();
    }
    assertThat(figures).containsAllEntriesOf(requests);
    return figures;
  }

  @Test
  void runs_steps_outcomes_joins_and_fuel_are_counted() throws Exception {
    run(
        "{\"template\": {\"parallel\": true, \"template\": [\"echo one\", \"false\","
            + " \"nosuchcommand\"]}}");
    run("{\"template\": \"false\"}");

    assertThat(figures())
        .containsEntry("escarole_runs_started_total", 2.0)
        .containsEntry("escarole_runs_ended_seconds_count{status=\"failed\"}", 1.0)
        .containsEntry("escarole_runs_ended_seconds_count{status=\"cancelled\"}", 0.0)
        .containsEntry("escarole_steps_total{kind=\"leaf\",state=\"done\"}", 1.0)
        .containsEntry("escarole_steps_total{kind=\"leaf\",state=\"failed\"}", 3.0)
        .containsEntry("escarole_attempts_total{outcome=\"exited\"}", 3.0)
        .containsEntry("escarole_attempts_total{outcome=\"unknown_command\"}", 1.0)
        .containsEntry("escarole_denials_total{reason=\"unknown_command\"}", 1.0)
        .containsEntry("escarole_joins_total{degraded=\"true\"}", 1.0)
        .containsEntry("escarole_results_total{origin=\"ran\"}", 4.0)
        .containsEntry("escarole_attempt_duration_seconds_count", 4.0)
        .containsEntry("escarole_runs_underway", 0.0)
        .containsEntry("escarole_queue_leaves", 0.0)
        .containsEntry("escarole_queue_oldest_seconds", 0.0)
        .containsEntry("escarole_queue_runs", 0.0)
        .containsEntry("escarole_queue_runs_oldest_seconds", 0.0)
        .containsEntry("escarole_journal_paused", 0.0)
        .hasEntrySatisfying("escarole_fuel_used_total", fuel -> assertThat(fuel).isPositive())
        .hasEntrySatisfying("escarole_workers", workers -> assertThat(workers).isPositive());
  }

  @Test
  void results_from_the_cache_are_told_apart() throws Exception {
    String twice = "{\"cache\": true, \"template\": [\"echo same\", \"upper\"]}";
    run(twice);
    run(twice);
    assertThat(figures().get("escarole_results_total{origin=\"cached\"}")).isPositive();
  }

  @Test
  void requests_are_counted_by_pattern_so_that_addresses_make_no_labels() throws Exception {
    get("/runs/20200101-000000-aaaaaa/events");
    get("/runs/20200101-000000-bbbbbb/events");
    get("/no/such/page");
    Map<String, Double> figures =
        figuresOnceCounted(
            Map.of(
                "escarole_http_requests_seconds_count{method=\"GET\",route=\"/runs/{run}/events\","
                    + "status=\"404\"}",
                2.0,
                "escarole_http_requests_seconds_count{method=\"GET\",route=\"none\",status=\"404\"}",
                1.0));
    assertThat(figures.keySet()).noneMatch(name -> name.contains("aaaaaa"));
  }

  @Test
  void every_documented_figure_is_there_and_every_figure_is_documented() throws Exception {
    get("/health");
    Map<String, Double> unused =
        figuresOnceCounted(
            Map.of(
                "escarole_http_requests_seconds_count{method=\"GET\",route=\"/health\",status=\"200\"}",
                1.0));
    Set<String> names = new TreeSet<>();
    for (String line : get("/metrics").lines().toList()) {
      if (line.startsWith("# TYPE escarole_")) {
        names.add(line.substring("# TYPE ".length(), line.lastIndexOf(' ')));
      }
    }
    names.removeIf(name -> name.endsWith("_max"));
    Set<String> documented = new TreeSet<>();
    for (String line : Files.readAllLines(readme())) {
      Matcher matcher = DOCUMENTED.matcher(line);
      if (matcher.find()) {
        documented.add(matcher.group(1));
      }
    }
    assertThat(names).isEqualTo(documented).isNotEmpty();
  }

  private static Path readme() {
    return List.of(Path.of("README.md"), Path.of("web/README.md")).stream()
        .filter(
            path ->
                Files.exists(path)
                    && Files.isDirectory(path.toAbsolutePath().resolveSibling("bin")))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void the_virtual_machine_shows_itself() throws Exception {
    assertThat(figures().keySet())
        .anyMatch(name -> name.startsWith("jvm_memory_used_bytes"))
        .anyMatch(name -> name.startsWith("jvm_threads_live_threads"))
        .anyMatch(name -> name.startsWith("process_uptime_seconds"));
  }
}
