package dev.escarole.samples;

import dev.escarole.engine.Engine;
import dev.escarole.engine.RunRequest;
import dev.escarole.engine.command.DirectoryGrant;
import dev.escarole.engine.run.Content;
import dev.escarole.engine.run.RunResult;
import dev.escarole.recipe.Recipe;
import dev.escarole.recipe.RecipeReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A directory of {@code samples/recipes}. */
record Sample(Path directory) {

  private static final Path ALL = Path.of("recipes");

  /** The samples whose result never changes. */
  static List<Sample> withExpectedResult() throws IOException {
    return all().filter(sample -> Files.exists(sample.file("expected.run"))).toList();
  }

  static Stream<Sample> all() throws IOException {
    try (Stream<Path> directories = Files.list(ALL)) {
      return directories.sorted().map(Sample::new).toList().stream();
    }
  }

  static Sample named(String name) {
    return new Sample(ALL.resolve(name));
  }

  String name() {
    return directory.getFileName().toString();
  }

  Path file(String name) {
    return directory.resolve(name);
  }

  Recipe recipe() {
    Path json = file("recipe.json");
    return new RecipeReader().read(Files.exists(json) ? json : file("recipe.yaml"));
  }

  Expected expected() throws IOException {
    return Expected.read(file("expected.run"));
  }

  String expectedText() throws IOException {
    return Files.readString(file("expected.txt"));
  }

  RunResult run(Engine engine, Expected.@Nullable Request given)
      throws IOException, InterruptedException {
    RunRequest.Builder request = RunRequest.of(recipe());
    if (given != null) {
      request.values(given.values() == null ? Map.of() : given.values());
      request.stdin(given.stdin() == null ? Content.EMPTY : content(given.stdin()));
      request.directories(given.directories() == null ? List.of() : grants(given.directories()));
    }
    return engine.run(request.build());
  }

  private Content content(String name) throws IOException {
    return Content.of(Files.readAllBytes(file(name)));
  }

  private List<DirectoryGrant> grants(List<String> texts) {
    return texts.stream().map(text -> DirectoryGrant.parse(directory + "/" + text)).toList();
  }

  @Override
  public String toString() {
    return name();
  }
}
