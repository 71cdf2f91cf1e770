package dev.escarole.engine.build.c;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.escarole.engine.build.BuildFailedException;
import dev.escarole.engine.build.NoTools;
import dev.escarole.engine.command.ArtifactId;
import dev.escarole.engine.command.DirectoryGrant;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Tools whose compiler copies each source to its object, and whose linker joins the objects. */
final class FakeToolchain extends NoTools {

  private final Path root;
  private int builds;
  private Path scratch;

  /** Files that the compiler refuses. */
  final List<String> refused = new ArrayList<>();

  /** What the compiler reads besides the file itself. */
  final Map<String, String> reads = new HashMap<>();

  /** Recipes that were run. */
  final List<JsonNode> recipes = new ArrayList<>();

  final List<DirectoryGrant> granted = new ArrayList<>();
  Optional<ArtifactId> clang = Optional.of(ArtifactId.of(new byte[] {1}));
  Optional<byte[]> archive;

  /** Replaces each object by a link to this file; empty for none. */
  Optional<Path> link = Optional.empty();

  FakeToolchain(Path root, byte[] archive) throws IOException {
    this.root = root;
    this.archive = Optional.of(archive);
    this.scratch = Files.createDirectories(root.resolve("scratch"));
    Path unused = Files.createDirectories(root.resolve("cache"));
  }

  /** Begins another build. */
  FakeToolchain again() throws IOException {
    scratch = Files.createDirectories(root.resolve("scratch" + ++builds));
    recipes.clear();
    return this;
  }

  /** The files that the last run compiled. */
  List<String> compiled() {
    JsonNode steps = recipes.get(recipes.size() - 1).path("template");
    List<String> files = new ArrayList<>();
    if (steps.size() > 1) {
      steps.get(0).path("template").forEach(each -> files.add(each.path("label").asText()));
    }
    return files;
  }

  @Override
  public Optional<ArtifactId> artifact(String command) {
    return clang;
  }

  @Override
  public Optional<ArtifactId> resource(String command, String path) {
    return archive.map(ArtifactId::of);
  }

  @Override
  public byte[] read(ArtifactId artifact) {
    return archive.orElseThrow();
  }

  @Override
  public void run(String recipe, List<DirectoryGrant> directories) throws BuildFailedException {
    granted.addAll(directories);
    try {
      JsonNode read = new ObjectMapper().readTree(recipe);
      recipes.add(read);
      for (JsonNode step : read.path("template")) {
        if (step.path("template").isArray()) {
          compile(step.path("template"));
        } else {
          link();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void compile(JsonNode leaves) throws IOException, BuildFailedException {
    String failed = "";
    for (JsonNode leaf : leaves) {
      List<String> words = List.of(leaf.path("template").asText().split(" "));
      String path = words.get(words.size() - 1);
      if (refused.contains(path)) {
        failed = path + ":1:1: error: refused";
        continue;
      }
      Path object = guest(words.get(words.indexOf("-o") + 1));
      if (link.isEmpty()) {
        Path unused = Files.copy(scratch.resolve("src").resolve(path), object);
      } else {
        Path unused = Files.createSymbolicLink(object, link.get());
      }
      Path unused =
          Files.writeString(
              guest(words.get(words.indexOf("-dependency-file") + 1)),
              "object: " + path + " \\\n  " + reads.getOrDefault(path, "/lane/system/stdio.h"));
    }
    if (!failed.isEmpty()) {
      throw new BuildFailedException(failed);
    }
  }

  private Path guest(String path) {
    return scratch.resolve(path.substring("/build/".length()));
  }

  private void link() throws IOException {
    StringBuilder program = new StringBuilder();
    String arguments = Files.readString(scratch.resolve("wasm-ld.args"));
    for (String each : arguments.lines().toList()) {
      String word = each.substring(1, each.length() - 1);
      if (word.startsWith("/build/objects/")) {
        program.append(Files.readString(guest(word)));
      }
    }
    Path unused =
        Files.write(
            scratch.resolve("program.wasm"), program.toString().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public Path scratch() {
    return scratch;
  }

  @Override
  public Path cache() {
    return root.resolve("cache");
  }

  @Override
  public void progress(String line) {}
}
