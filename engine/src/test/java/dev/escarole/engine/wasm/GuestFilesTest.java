package dev.escarole.engine.wasm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.engine.command.DirectoryGrant.Mode;
import dev.escarole.engine.command.InvocationResult;
import dev.escarole.engine.wasi.Clocks;
import dev.escarole.engine.wasi.FileQuota;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GuestFilesTest {

  private static final String NOT_CAPABLE = "(errno 76)";
  private static final String READ_ONLY = "(errno 69)";

  private Path host;
  private Path workspace;
  private Path data;
  private Path outside;
  private Sandbox sandbox;

  @BeforeEach
  void grantTwoDirectories(@TempDir Path temporary) throws IOException {
    host = temporary;
    workspace = Files.createDirectory(host.resolve("workspace"));
    data = Files.createDirectory(host.resolve("data"));
    outside = Files.createDirectory(host.resolve("outside"));
    Files.writeString(outside.resolve("secret"), "SECRET");
    Files.writeString(data.resolve("table"), "rows");
    Files.createDirectories(workspace.resolve("a/b"));
    Files.writeString(workspace.resolve("a/file"), "inside");
    sandbox = granted(FileQuota.defaults());
  }

  private Sandbox granted(FileQuota quota) {
    return new Sandbox(quota, Clocks.system())
        .grant(workspace, "/workspace", Mode.READ_WRITE)
        .grant(data, "/data", Mode.READ_ONLY);
  }

  @AfterEach
  void nothingOutsideHasChanged() throws IOException {
    sandbox.close();
    assertThat(outside).isDirectoryContaining("glob:**/secret");
    assertThat(Files.readString(outside.resolve("secret"))).isEqualTo("SECRET");
    try (var entries = Files.list(outside)) {
      assertThat(entries).hasSize(1);
    }
    try (var entries = Files.list(data)) {
      assertThat(entries).hasSize(1);
    }
  }

  private String out(String... arguments) {
    InvocationResult result = sandbox.probe(arguments);
    assertThat(result.stderr().utf8()).isEmpty();
    assertThat(result.outcome().isSuccess()).isTrue();
    return result.stdout().utf8();
  }

  private String error(String... arguments) {
    InvocationResult result = sandbox.probe(arguments);
    assertThat(result.outcome().exitCode()).isEqualTo(1);
    assertThat(result.stdout().utf8()).isEmpty();
    assertThat(result.stderr().utf8()).doesNotContain(host.toString());
    return result.stderr().utf8();
  }

  @Test
  void files_insideTheGrant_canBeWorkedWith() throws IOException {
    out("put", "/workspace/new", "one");
    out("append", "new", " two");
    assertThat(out("cat", "new")).isEqualTo("one two");
    assertThat(out("cat", "a/b/../file")).isEqualTo("inside");
    out("mkdir", "dir");
    out("mkdir", "dir/sub");
    out("mv", "new", "dir/sub/moved");
    assertThat(out("ls", "dir/sub")).isEqualTo(". 3\n.. 3\nmoved 4\n");
    out("truncate", "dir/sub/moved", "3");
    out("touch", "dir/sub/moved", "1000");
    assertThat(out("stat", "dir/sub/moved")).isEqualTo("size 3 type 100000 mtime 1000\n");
    out("rm", "dir/sub/moved");
    out("rmdir", "dir/sub");
    out("rmdir", "dir");
    assertThat(workspace).isDirectoryNotContaining("glob:**/dir");
    try (var all = Files.walk(workspace)) {
      assertThat(all.map(path -> workspace.relativize(path).toString()))
          .containsExactlyInAnyOrder("", "a", "a/b", "a/file");
    }
  }

  @Test
  void files_errors_areNamedAsOnUnix() {
    assertThat(error("cat", "none")).contains("No such file");
    assertThat(error("cat", "a/file/x")).contains("Not a directory");
    assertThat(error("exclusive", "a/file", "x")).contains("File exists");
    assertThat(error("mkdir", "a")).contains("File exists");
    assertThat(error("rmdir", "a")).contains("Directory not empty");
    assertThat(error("rmdir", "a/file")).contains("Not a directory");
    assertThat(error("rm", "a")).contains("Is a directory");
    assertThat(error("put", "a", "x")).contains("Is a directory");
    assertThat(error("mv", "a/file", "a/b")).contains("Is a directory");
    assertThat(error("cat", "x".repeat(5_000))).contains("Filename too long");
    assertThat(error("link", "a", "hard")).contains("Operation not permitted");
    assertThat(error("link", "a/file", "a/b")).contains("File exists");
  }

  @Test
  void links_insideTheGrant_areFollowed() throws IOException {
    out("symlink", "file", "a/link");
    out("symlink", "../a/link", "a/b/../up");
    out("symlink", "a", "dirlink");
    assertThat(Files.readSymbolicLink(workspace.resolve("a/link"))).isEqualTo(Path.of("file"));
    assertThat(out("cat", "a/link")).isEqualTo("inside");
    assertThat(out("cat", "dirlink/b/../link")).isEqualTo("inside");
    assertThat(out("readlink", "dirlink")).isEqualTo("a\n");
    assertThat(out("lstat", "dirlink")).contains("type 120000");
    out("rm", "dirlink");
    assertThat(workspace.resolve("a/file")).exists();
  }

  @Test
  void hardLink_withinTheGrant_isTheSameFile() throws IOException {
    out("link", "a/file", "a/b/second");
    out("link", "a/b/second", "third");
    out("put", "third", "changed");
    assertThat(out("cat", "a/file")).isEqualTo("changed");
    out("rm", "a/file");
    assertThat(out("cat", "a/b/second")).isEqualTo("changed");
    assertThat(workspace).isDirectoryNotContaining("glob:**/.escarole-*");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/outside/secret",
        "../outside/secret",
        "/workspace/../outside/secret",
        "/workspace/a/../../outside/secret",
        "/etc/passwd",
        "/../../../../etc/passwd",
        "/workspace/a/b/../../../outside/secret"
      })
  void wc_19_path_outsideTheGrant_isRefused(String path) {
    assertThat(error("cat", path)).containsAnyOf(NOT_CAPABLE, "No such file");
    assertThat(error("put", path, "x")).containsAnyOf(NOT_CAPABLE, "No such file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"../outside/secret", "/etc/passwd", "a/../../outside/secret"})
  void path_openedWithoutTheLibrary_isRefused(String path) {
    assertThat(out("open-raw", path, "0")).isEqualTo("76\n");
    assertThat(out("open-raw", path, "1")).isEqualTo("76\n");
  }

  @Test
  void link_plantedByTheHost_leadsNowhere() throws IOException {
    Files.createSymbolicLink(workspace.resolve("abslink"), outside.resolve("secret"));
    Files.createSymbolicLink(workspace.resolve("dirlink"), outside);
    Files.createSymbolicLink(workspace.resolve("rellink"), Path.of("../outside/secret"));
    Files.createSymbolicLink(workspace.resolve("inner"), workspace.resolve("a"));
    Files.createSymbolicLink(workspace.resolve("dangling"), Path.of("../outside/new"));
    for (String path :
        new String[] {
          "abslink", "dirlink/secret", "rellink", "inner/file", "a/../dirlink/secret"
        }) {
      assertThat(error("cat", path)).contains(NOT_CAPABLE);
      assertThat(error("put", path, "x")).contains(NOT_CAPABLE);
      assertThat(error("stat", path)).contains(NOT_CAPABLE);
      assertThat(error("truncate", path, "0")).contains(NOT_CAPABLE);
      assertThat(error("touch", path, "1")).contains(NOT_CAPABLE);
    }
    assertThat(error("put", "dangling", "x")).contains(NOT_CAPABLE);
    assertThat(error("ls", "dirlink")).contains(NOT_CAPABLE);
    assertThat(error("mkdir", "dirlink/new")).contains(NOT_CAPABLE);
    assertThat(error("rm", "dirlink/secret")).contains(NOT_CAPABLE);
    assertThat(error("mv", "a/file", "dirlink/file")).contains(NOT_CAPABLE);
    assertThat(error("mv", "dirlink/secret", "mine")).contains(NOT_CAPABLE);
    assertThat(error("link", "dirlink/secret", "mine")).contains(NOT_CAPABLE);
    assertThat(error("symlink", "x", "dirlink/new")).contains(NOT_CAPABLE);
    assertThat(error("readlink", "abslink")).contains(NOT_CAPABLE);
    assertThat(out("open-raw", "dirlink/", "0")).isEqualTo("76\n");
  }

  @Test
  void link_madeByTheGuest_leadsNowhere() throws IOException {
    assertThat(error("symlink", "/etc", "abs")).contains(NOT_CAPABLE);
    assertThat(error("symlink", host.toString(), "abs")).contains(NOT_CAPABLE);
    out("symlink", "../outside", "up");
    assertThat(error("cat", "up/secret")).contains(NOT_CAPABLE);
    assertThat(error("put", "up/new", "x")).contains(NOT_CAPABLE);
    out("symlink", "loop", "loop");
    assertThat(error("cat", "loop")).contains("Symbolic link loop");
    out("symlink", "a/b", "deep");
    assertThat(error("cat", "deep/../../../outside/secret")).contains(NOT_CAPABLE);
    out("mv", "up", "a/b/up");
    assertThat(error("cat", "a/b/up/secret")).contains("No such file");
    assertThat(Files.isSymbolicLink(workspace.resolve("a/b/up"))).isTrue();
  }

  @Test
  void rename_betweenGrants_staysWithinWritableOnes() {
    assertThat(error("mv", "/data/table", "/workspace/mine")).contains(READ_ONLY);
    assertThat(error("mv", "/workspace/a/file", "/data/mine")).contains(READ_ONLY);
    assertThat(error("mv", "/workspace/a/file", "/outside/mine")).contains("No such file");
  }

  @Test
  void readOnlyGrant_refusesEveryChange() throws IOException {
    assertThat(out("cat", "/data/table")).isEqualTo("rows");
    assertThat(out("ls", "/data")).contains("table 4");
    assertThat(error("put", "/data/table", "x")).contains(READ_ONLY);
    assertThat(error("append", "/data/table", "x")).contains(READ_ONLY);
    assertThat(error("put", "/data/new", "x")).contains(READ_ONLY);
    assertThat(error("mkdir", "/data/new")).contains(READ_ONLY);
    assertThat(error("rm", "/data/table")).contains(READ_ONLY);
    assertThat(error("truncate", "/data/table", "0")).contains(READ_ONLY);
    assertThat(error("touch", "/data/table", "0")).contains(READ_ONLY);
    assertThat(error("symlink", "table", "/data/link")).contains(READ_ONLY);
    assertThat(error("link", "/data/table", "/data/link")).contains(READ_ONLY);
    assertThat(Files.readString(data.resolve("table"))).isEqualTo("rows");
  }

  @Test
  void pipe_inTheGrant_doesNotBlockTheHost() throws Exception {
    Process made = new ProcessBuilder("mkfifo", workspace.resolve("pipe").toString()).start();
    if (made.waitFor() == 0) {
      assertThat(error("cat", "pipe")).contains("Not supported");
      assertThat(error("touch", "pipe", "1")).contains("Not supported");
    }
  }

  @Test
  void descriptors_areBounded() {
    // Three standard streams, two grants, and the first grant once more as the current directory.
    assertThat(out("flood", "a/file")).isEqualTo((256 - 6) + " errno 33\n");
  }

  @Test
  void bytesAndSizes_areBounded() throws IOException {
    sandbox.close();
    sandbox = granted(new FileQuota(128, 100, 1_000, 4, 1 << 20, 2 << 20));
    assertThat(out("file-bomb", "big")).isEqualTo("22 22 28 1048576 errno 22\n");
    assertThat(Files.size(workspace.resolve("big"))).isEqualTo(1 << 20);
  }

  @Test
  void listing_isBounded() throws IOException {
    for (int i = 0; i < 20; i++) {
      Files.writeString(workspace.resolve("a/b/" + i), "");
    }
    assertThat(out("ls", "a/b").lines()).hasSize(22);
    sandbox.close();
    sandbox = granted(new FileQuota(128, 5, 1_000, 4, 1 << 20, 2 << 20));
    assertThat(error("ls", "a/b")).contains("Quota exceeded");
    assertThat(out("ls", "a").lines()).hasSize(4);
  }

  @Test
  void grant_thatDoesNotExist_failsWhenUsed() throws IOException {
    sandbox.close();
    sandbox = new Sandbox().grant(host.resolve("missing"), "/workspace", Mode.READ_WRITE);
    assertThat(error("cat", "x")).contains("No such file");
    assertThat(sandbox.probe("exit", "0").outcome().isSuccess()).isTrue();
  }

  @Test
  void noGrant_noFiles() {
    try (Sandbox bare = new Sandbox()) {
      assertThat(bare.probe("cat", "/etc/passwd").outcome().exitCode()).isEqualTo(1);
      assertThat(bare.probe("cat", ".").outcome().exitCode()).isEqualTo(1);
      assertThat(bare.probe("put", "x", "y").outcome().exitCode()).isEqualTo(1);
    }
  }

  @Test
  void directory_swappedForALinkMeanwhile_neverLeadsOutside() throws Exception {
    Path real = workspace.resolve("real");
    Path swapped = workspace.resolve("swapped");
    Files.createDirectories(real);
    Files.writeString(real.resolve("secret"), "inside");
    Path link = Files.createSymbolicLink(workspace.resolve("link"), outside);
    Files.createDirectory(swapped);
    Files.writeString(swapped.resolve("secret"), "inside");
    AtomicBoolean stop = new AtomicBoolean();
    ExecutorService attacker = Executors.newSingleThreadExecutor();
    try {
      AtomicInteger swaps = new AtomicInteger();
      Future<?> attack = attacker.submit(() -> swap(swapped, link, stop, swaps));
      do {
        assertThat(out("swap-read", "swapped/secret", "4000")).isEqualTo("0\n");
      } while (swaps.get() == 0 && !attack.isDone());
      stop.set(true);
      attack.get();
    } finally {
      stop.set(true);
      attacker.shutdownNow();
    }
  }

  private Void swap(Path swapped, Path link, AtomicBoolean stop, AtomicInteger swaps)
      throws IOException {
    Path aside = workspace.resolve("aside");
    while (!stop.get()) {
      Files.move(swapped, aside);
      Files.move(link, swapped);
      Files.move(swapped, link);
      Files.move(aside, swapped);
      swaps.incrementAndGet();
    }
    assertThat(Files.isDirectory(swapped, LinkOption.NOFOLLOW_LINKS)).isTrue();
    return null;
  }
}
