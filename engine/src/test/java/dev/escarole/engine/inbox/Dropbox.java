package dev.escarole.engine.inbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.Engine;
import dev.escarole.engine.EngineOptions;
import dev.escarole.engine.RunHandle;
import dev.escarole.engine.run.RunId;
import dev.escarole.engine.store.RunQuery;
import dev.escarole.engine.store.StoredRun;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** An inbox over an engine whose time the test moves, and which looks when the test says so. */
final class Dropbox implements InboxHost, InstantSource, AutoCloseable {

  static final Duration SETTLE = Duration.ofSeconds(2);

  final Path directory;
  final Engine engine;
  final Inbox inbox;
  final Map<String, Recipe> recipes = new LinkedHashMap<>();
  final List<String> launched = new ArrayList<>();
  final List<String> refused = new ArrayList<>();
  private Instant now = Instant.parse("2026-11-23T10:00:00Z");

  Dropbox(Path directory, EngineOptions options) throws IOException {
    this(directory, options, InboxOptions.defaults());
  }

  Dropbox(Path directory, EngineOptions engineOptions, InboxOptions options) throws IOException {
    this.directory = Files.createDirectories(directory);
    this.engine = Engine.open(engineOptions);
    recipe("census", "{\"args\": [\"who=you\"], \"template\": [\"echo hello {who}\", \"upper\"]}");
    recipe(
        "orders",
        "{\"inbox\": {\"match\": \"*.csv\", \"as\": \"file\"}, \"args\": [\"file\"], \"template\":"
            + " \"grep -c '' {file}\"}");
    this.inbox = Inbox.open(engine, directory, this, options.withSettle(SETTLE).withClock(this));
  }

  void recipe(String name, String text) {
    String body = "{\"name\": \"" + name + "\", " + text.substring(1);
    recipes.put(name, new RecipeReader().read(body, name + ".json"));
  }

  Path drop(String name, String text) throws IOException {
    return Files.writeString(directory.resolve(name), text);
  }

  void advance(Duration time) {
    now = now.plus(time);
  }

  /** Sees what is there, and lets it settle. */
  void settle() {
    inbox.look();
    advance(SETTLE);
  }

  /** Takes and completes everything that is there. */
  void complete() throws Exception {
    settle();
    for (int i = 0; i < 1_000 && step(); i++) {
      advance(Duration.ofSeconds(1));
    }
  }

  private boolean step() throws Exception {
    inbox.look();
    for (RunHandle handle : engine.running()) {
      var unused = handle.result().get(60, TimeUnit.SECONDS);
    }
    inbox.look();
    InboxState state = inbox.state();
    return state.waitingCount() > 0 || !state.underWay().isEmpty();
  }

  /** Names in a directory below the inbox, sorted. */
  List<String> names(String below) throws IOException {
    Path path = directory.resolve(below);
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return List.of();
    }
    try (Stream<Path> files = Files.list(path)) {
      return files.map(each -> String.valueOf(each.getFileName())).sorted().toList();
    }
  }

  /** The files that lie in the inbox itself. */
  List<String> waiting() throws IOException {
    return names("").stream()
        .filter(name -> Files.isRegularFile(directory.resolve(name), LinkOption.NOFOLLOW_LINKS))
        .toList();
  }

  String text(String below) throws IOException {
    return Files.readString(directory.resolve(below));
  }

  List<StoredRun> runs() {
    return engine.records().runs(RunQuery.latest(10_000));
  }

  String stdout(StoredRun run) {
    byte[] bytes = engine.records().content(String.valueOf(run.stdoutSha256())).orElseThrow();
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** The only run that there is. */
  StoredRun run() {
    assertThat(runs()).hasSize(1);
    return runs().get(0);
  }

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public Collection<Recipe> recipes() {
    return recipes.values();
  }

  @Override
  public Recipe recipe(String name) {
    Recipe recipe = recipes.get(name);
    if (recipe == null) {
      throw new IllegalArgumentException("there is no recipe named '" + name + "'");
    }
    return recipe;
  }

  @Override
  public byte[] document(RunId run) {
    return ("{\"run\": \"" + run + "\"}").getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void launched(String file, RunId run) {
    launched.add(file);
  }

  @Override
  public void refused(String file, String why) {
    refused.add(file);
  }

  @Override
  public void close() {
    inbox.close();
    engine.suspend();
  }
}
