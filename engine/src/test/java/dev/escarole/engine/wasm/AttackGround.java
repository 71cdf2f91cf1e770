package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Directories that guests attack: three are granted, one is not and holds a secret.
 *
 * @param host all of them
 * @param secrets what lay outside and in the read-only grant before, with size and time
 */
record AttackGround(Path host, Map<String, String> secrets) {

  static AttackGround laidOut() throws IOException, InterruptedException {
    Path host = Files.createTempDirectory("attacked");
    AttackGround ground = new AttackGround(host, new TreeMap<>());
    Path outside = Files.createDirectory(host.resolve("outside"));
    for (String name : List.of("secret", "secret-to-remove")) {
      Files.writeString(outside.resolve(name), "SECRET");
    }
    Files.createDirectories(ground.workspace().resolve("a/b"));
    Files.createDirectories(ground.data().resolve("sub"));
    Files.createDirectory(ground.other());
    Files.writeString(ground.data().resolve("table"), "rows");
    Files.createSymbolicLink(ground.data().resolve("out"), outside.resolve("secret"));
    ground.fillWorkspace(outside);
    ground.plantSpecialFiles();
    ground.secrets.putAll(ground.kept());
    return ground;
  }

  Path workspace() {
    return host.resolve("workspace");
  }

  Path data() {
    return host.resolve("data");
  }

  Path other() {
    return host.resolve("other");
  }

  private void fillWorkspace(Path outside) throws IOException {
    Path workspace = workspace();
    Files.writeString(workspace.resolve("file"), "inside");
    Files.createDirectory(workspace.resolve("nested"));
    Files.createDirectories(workspace.resolve("e/".repeat(150)));
    fill(workspace.resolve("crowd"), 60);
    fill(workspace.resolve("many"), 40);
    fill(workspace.resolve("swapped"), 1);
    Files.writeString(workspace.resolve("swapped/secret"), "inside");
    Files.writeString(workspace.resolve("swapped-file"), "inside");
    Files.writeString(workspace.resolve(".escarole-planted"), "SECRET");
    Map<String, Path> links =
        Map.of(
            "abslink", outside.resolve("secret"),
            "absdir", outside,
            "inside", workspace.resolve("file"),
            "rellink", Path.of("../outside/secret"),
            "reldir", Path.of("../outside"),
            "newlink", Path.of("../outside/new"),
            "procroot", Path.of("/proc/self/root"),
            "devfd", Path.of("/dev/fd"));
    for (var link : links.entrySet()) {
      Files.createSymbolicLink(workspace.resolve(link.getKey()), link.getValue());
    }
  }

  /** Removes all of it, without following a link. */
  void clear() throws IOException {
    try (Stream<Path> all = Files.walk(host)) {
      for (Path path : (Iterable<Path>) all.sorted(Comparator.reverseOrder())::iterator) {
        Files.delete(path);
      }
    }
  }

  private static void fill(Path directory, int files) throws IOException {
    Files.createDirectory(directory);
    for (int i = 0; i < files; i++) {
      Files.writeString(directory.resolve("f" + i), "");
    }
  }

  /** Where the host has no such things, there is nothing to plant. */
  private void plantSpecialFiles() throws IOException, InterruptedException {
    new ProcessBuilder("mkfifo", workspace().resolve("pipe").toString()).start().waitFor();
    Path socket = workspace().resolve("socket");
    try (var server = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      Path made = host.resolve("s");
      server.bind(UnixDomainSocketAddress.of(made));
      Files.move(made, socket);
    }
  }

  void assertUntouched() throws IOException {
    assertThat(kept()).isEqualTo(secrets);
    Object secret = Files.readAttributes(host.resolve("outside/secret"), "unix:fileKey").toString();
    try (Stream<Path> all = Files.walk(workspace())) {
      for (Path path : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
        if (!Files.isSymbolicLink(path)) {
          assertThat(Files.readAttributes(path, "unix:fileKey").toString()).isNotEqualTo(secret);
        }
      }
    }
    try (Stream<Path> left = Files.list(workspace())) {
      assertThat(left.filter(path -> String.valueOf(path.getFileName()).startsWith(".escarole-")))
          .containsExactly(workspace().resolve(".escarole-planted"));
    }
  }

  private Map<String, String> kept() throws IOException {
    Map<String, String> kept = new TreeMap<>();
    for (Path directory : List.of(host.resolve("outside"), data())) {
      try (Stream<Path> all = Files.walk(directory)) {
        for (Path path : (Iterable<Path>) all::iterator) {
          FileTime changed = Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS);
          String text =
              Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS) ? Files.readString(path) : "";
          kept.put(host.relativize(path).toString(), text + " " + changed);
        }
      }
    }
    return kept;
  }
}
