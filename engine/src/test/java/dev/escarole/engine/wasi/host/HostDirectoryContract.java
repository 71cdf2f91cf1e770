package dev.escarole.engine.wasi.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What every kind of host directory must do, tried on both kinds. */
abstract class HostDirectoryContract {

  private Path root;
  private Path outside;

  abstract HostDirectory open(Path path) throws IOException;

  @BeforeEach
  void fill(@TempDir Path temporary) throws IOException {
    root = Files.createDirectory(temporary.resolve("root"));
    outside = Files.createDirectory(temporary.resolve("outside"));
    Files.writeString(outside.resolve("secret"), "SECRET");
    Files.createDirectory(root.resolve("sub"));
    Files.writeString(root.resolve("sub/file"), "text");
    Files.createSymbolicLink(root.resolve("link"), outside);
    Files.createSymbolicLink(root.resolve("sub/filelink"), Path.of("file"));
  }

  @Test
  void entries_canBeCreatedListedMovedAndDeleted() throws IOException {
    try (HostDirectory top = open(root);
        HostDirectory sub = top.openDirectory("sub")) {
      sub.createDirectory("new");
      sub.createLink("newlink", "new");
      assertThat(sub.list(100)).containsExactlyInAnyOrder("file", "filelink", "new", "newlink");
      assertThat(sub.list(2)).hasSize(2);
      assertThat(sub.readLink("newlink")).isEqualTo("new");
      top.createDirectory("other");
      sub.move("new", top, "moved");
      assertThat(root.resolve("moved")).isDirectory();
      top.deleteDirectory("moved");
      sub.deleteFile("newlink");
      assertThat(sub.attributesIfPresent("newlink")).isNull();
      assertThat(top.list(100)).containsExactlyInAnyOrder("sub", "link", "other");
    }
  }

  @Test
  void files_areReadWrittenAndTouched() throws IOException {
    try (HostDirectory top = open(root);
        HostDirectory sub = top.openDirectory("sub")) {
      try (var channel =
          sub.openFile("file", Set.of(StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS))) {
        channel.write(ByteBuffer.wrap(new byte[] {'T'}));
      }
      sub.setTimes("file", null, FileTime.fromMillis(5_000));
      assertThat(sub.attributes("file").lastModifiedTime()).isEqualTo(FileTime.fromMillis(5_000));
      assertThat(sub.attributes(HostDirectory.SELF).isDirectory()).isTrue();
    }
    assertThat(Files.readString(root.resolve("sub/file"))).isEqualTo("Text");
  }

  @Test
  void times_ofFiles_areExact() throws IOException {
    FileTime exact = FileTime.from(1_234_567_890_123_456_789L, TimeUnit.NANOSECONDS);
    try (HostDirectory top = open(root);
        HostDirectory sub = top.openDirectory("sub")) {
      FileTime accessed = sub.attributes("file").lastAccessTime();
      sub.setTimes("file", null, exact);
      assertThat(sub.attributes("file").lastModifiedTime()).isEqualTo(exact);
      assertThat(sub.attributes("file").lastAccessTime()).isEqualTo(accessed);
      sub.setTimes("filelink", null, FileTime.fromMillis(7_000));
      assertThat(sub.attributes("filelink").lastModifiedTime())
          .isEqualTo(FileTime.fromMillis(7_000));
      assertThat(sub.attributes("file").lastModifiedTime()).isEqualTo(exact);
      assertThat(entriesOf(root)).containsExactlyInAnyOrder("sub", "link");
    }
  }

  @Test
  void hardLinks_areMadeBesideAndFurtherDown_butNeverInPlaceOfAnEntry() throws IOException {
    try (HostDirectory top = open(root);
        HostDirectory sub = top.openDirectory("sub")) {
      sub.createHardLink("file", top, "up");
      top.createHardLink("up", sub, "down");
      sub.createHardLink("filelink", sub, "linkagain");
      assertThat(sub.attributes("down").fileKey()).isEqualTo(sub.attributes("file").fileKey());
      assertThat(sub.attributes("linkagain").isSymbolicLink()).isTrue();
      assertThatThrownBy(() -> top.createHardLink("up", sub, "filelink"))
          .isInstanceOf(FileAlreadyExistsException.class);
      assertThatThrownBy(() -> sub.createHardLink("file", top, "up"))
          .isInstanceOf(FileAlreadyExistsException.class);
      assertThatThrownBy(() -> sub.createHardLink("none", top, "new"))
          .isInstanceOf(NoSuchFileException.class);
    }
    assertThat(entriesOf(root)).containsExactlyInAnyOrder("sub", "link", "up");
    assertThat(entriesOf(root.resolve("sub")))
        .containsExactlyInAnyOrder("file", "filelink", "down", "linkagain");
  }

  @Test
  void directoryOrLink_thatCannotBePlaced_leavesNothingBehind() throws IOException {
    try (HostDirectory top = open(root);
        HostDirectory sub = top.openDirectory("sub")) {
      assertThatThrownBy(() -> sub.createLink("file", "x")).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> sub.createDirectory("file")).isInstanceOf(IOException.class);
    }
    assertThat(entriesOf(root)).containsExactlyInAnyOrder("sub", "link");
    assertThat(Files.readString(root.resolve("sub/file"))).isEqualTo("text");
  }

  @Test
  void hiddenNames_areNotListed() throws IOException {
    Files.writeString(root.resolve(HostDirectory.hiddenName()), "");
    try (HostDirectory top = open(root)) {
      assertThat(top.list(100)).containsExactlyInAnyOrder("sub", "link");
    }
  }

  private static List<String> entriesOf(Path directory) throws IOException {
    try (var entries = Files.list(directory)) {
      return entries.map(path -> String.valueOf(path.getFileName())).toList();
    }
  }

  @Test
  void links_areNeverFollowed() throws IOException {
    try (HostDirectory top = open(root)) {
      assertThat(top.attributes("link").isSymbolicLink()).isTrue();
      assertThatThrownBy(() -> top.openDirectory("link")).isInstanceOf(IOException.class);
      assertThatThrownBy(
              () ->
                  top.openFile("link", Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)))
          .isInstanceOf(IOException.class);
      try (HostDirectory sub = top.openDirectory("sub")) {
        assertThatThrownBy(
                () ->
                    sub.openFile(
                        "filelink", Set.of(StandardOpenOption.READ, LinkOption.NOFOLLOW_LINKS)))
            .isInstanceOf(IOException.class);
      }
    }
  }

  @Test
  void names_areNeverPaths() throws IOException {
    try (HostDirectory top = open(root)) {
      for (String name : new String[] {"sub/file", "../outside", "..", "/etc", "", "a/"}) {
        assertThatThrownBy(() -> top.attributes(name)).isInstanceOf(IOException.class);
      }
    }
  }

  @Test
  void directory_replacedByALinkAfterItWasOpened_leadsNowhereElse() throws IOException {
    try (HostDirectory top = open(root);
        HostDirectory sub = top.openDirectory("sub")) {
      Files.move(root.resolve("sub"), root.resolve("aside"));
      Files.move(root.resolve("link"), root.resolve("sub"));

      assertThat(secretIsReachable(sub)).isFalse();
      assertThatThrownBy(() -> sub.readLink("secret")).isInstanceOf(IOException.class);
      createQuietly(sub);
    }
    try (var entries = Files.list(outside)) {
      assertThat(entries).hasSize(1);
    }
  }

  private static boolean secretIsReachable(HostDirectory directory) {
    try {
      return directory.attributesIfPresent("secret") != null;
    } catch (IOException e) {
      return false;
    }
  }

  private static void createQuietly(HostDirectory directory) {
    try {
      directory.createDirectory("new");
    } catch (IOException e) {
      assertThat(e).isNotInstanceOf(NoSuchFileException.class);
    }
  }
}
