package dev.escarole.engine.notify;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.http.dial.Dialer;
import dev.escarole.engine.run.RunResult;
import dev.escarole.engine.store.outbox.DeliveryFilter;
import dev.escarole.engine.store.outbox.DeliveryState;
import dev.escarole.engine.store.outbox.StoredDelivery;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLSocketFactory;

/** An engine with channels, whose deliveries a test carries out itself. */
final class Office implements AutoCloseable {

  static final String FAILS = "{\"name\": \"nightly\", %s\"template\": \"false\"}";

  final TestClock clock;
  final Engine engine;
  final Notifications notifications;
  final Map<String, String> environment = new ConcurrentHashMap<>();

  Office(EngineOptions options, Path directory, TestClock clock, String channels)
      throws IOException {
    this(options, directory, clock, channels, InetAddress::getAllByName, Duration.ofSeconds(20));
  }

  Office(
      EngineOptions options,
      Path directory,
      TestClock clock,
      String channels,
      Dialer.Lookup lookup,
      Duration limit)
      throws IOException {
    this.clock = clock;
    this.environment.put("KEY", "the-signing-key");
    Path file = directory.resolve("notify.yaml");
    Files.writeString(file, channels);
    this.engine = Engine.open(options.withClock(clock));
    this.notifications =
        new Notifications(
            engine,
            file,
            new Notifications.Surroundings(
                clock,
                environment::get,
                lookup,
                () -> (SSLSocketFactory) SSLSocketFactory.getDefault(),
                limit));
  }

  static Office at(Path directory, TestClock clock, String channels) throws IOException {
    return new Office(EngineOptions.at(directory.resolve("data")), directory, clock, channels);
  }

  /** A channel that posts to this machine. */
  static String webhook(String name, String url, String more) {
    return "  %s: {webhook: \"%s\", allow_http: true, allow_private: [127.0.0.1]%s}\n"
        .formatted(name, url, more);
  }

  RunResult run(String recipe) throws InterruptedException {
    return engine.run(RunRequest.of(new RecipeReader().read(recipe, "nightly.json")).build());
  }

  /** Runs a recipe that fails and tells of it. */
  RunResult fail(String... channels) throws InterruptedException {
    String to = String.join("\", \"", channels);
    return run(FAILS.formatted("\"notify\": {\"on\": \"failed\", \"to\": [\"" + to + "\"]}, "));
  }

  List<StoredDelivery> deliveries() {
    return notifications.list(DeliveryFilter.ALL, Long.MAX_VALUE, 1_000);
  }

  long count(DeliveryState state) {
    return notifications.counts().getOrDefault(state, 0L);
  }

  @Override
  public void close() {
    engine.close();
  }
}
