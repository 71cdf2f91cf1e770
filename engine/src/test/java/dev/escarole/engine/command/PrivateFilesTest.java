package dev.escarole.engine.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that others could write are not used; those of the engine are the owner's alone. */
class PrivateFilesTest {

  @TempDir private Path root;
  private final List<String> notes = new ArrayList<>();

  private Path file(String permissions) throws IOException {
    Path file = Files.writeString(root.resolve("f"), "x");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
  }

  private Path directory(String permissions) throws IOException {
    Path directory = Files.createDirectory(root.resolve("d"));
    return Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(permissions));
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  @Test
  void what_is_made_is_the_owners_alone() throws IOException {
    Path made = PrivateFiles.createDirectories(root.resolve("a/b"));
    PrivateFiles.append(made.resolve("f"), new byte[] {1});
    PrivateFiles.append(made.resolve("f"), new byte[] {2});
    assertThat(mode(made)).isEqualTo("rwx------");
    assertThat(mode(root.resolve("a"))).isEqualTo("rwx------");
    assertThat(mode(made.resolve("f"))).isEqualTo("rw-------");
    assertThat(made.resolve("f")).hasBinaryContent(new byte[] {1, 2});
  }

  @Test
  void a_file_that_others_may_write_is_not_used() throws IOException {
    for (String permissions : List.of("rw--w----", "rw-----w-", "rw-rw-rw-")) {
      assertThatThrownBy(() -> PrivateFiles.check(file(permissions)))
          .isInstanceOf(UnsafeFileException.class)
          .hasMessageContaining("chmod go-w");
    }
    PrivateFiles.check(file("rw-r--r--"));
    PrivateFiles.check(root.resolve("none"));
  }

  @Test
  void what_others_may_have_written_is_not_made_ones_own_by_closing_it() throws IOException {
    for (String permissions : List.of("rw--w----", "rw-rw-rw-")) {
      Path file = file(permissions);
      assertThatThrownBy(() -> PrivateFiles.claimFile(file, notes::add))
          .isInstanceOf(UnsafeFileException.class)
          .hasMessageContaining("chmod go-w");
      assertThat(mode(file)).isEqualTo(permissions);
    }
    PrivateFiles.claimFile(file("rw-r--r--"), notes::add);
    assertThat(mode(root.resolve("f"))).isEqualTo("rw-------");
  }

  @Test
  void a_secret_is_read_only_from_a_regular_file_that_only_its_owner_can_read() throws IOException {
    for (String permissions : List.of("rw-r-----", "rw----r--", "rw-rw-rw-")) {
      assertThatThrownBy(() -> PrivateFiles.checkSecret(file(permissions)))
          .isInstanceOf(UnsafeFileException.class)
          .hasMessageContaining("open to others");
    }
    Path link = Files.createSymbolicLink(root.resolve("link"), file("rw-------"));
    for (Path odd : List.of(link, root)) {
      assertThatThrownBy(() -> PrivateFiles.checkSecret(odd))
          .isInstanceOf(UnsafeFileException.class)
          .hasMessageContaining("not a regular file");
    }
    PrivateFiles.checkSecret(root.resolve("f"));
    PrivateFiles.checkSecret(root.resolve("none"));
  }

  @Test
  void a_file_is_replaced_by_one_that_was_the_owners_alone_from_the_start() throws IOException {
    Path file = file("rw-rw-rw-");
    Object before = Files.getAttribute(file, "unix:ino");
    PrivateFiles.replace(file, "new");
    assertThat(file).hasContent("new");
    assertThat(mode(file)).isEqualTo("rw-------");
    assertThat(Files.getAttribute(file, "unix:ino")).isNotEqualTo(before);
    PrivateFiles.replace(root.resolve("a/b/f"), "x");
    assertThat(mode(root.resolve("a/b"))).isEqualTo("rwx------");
    try (Stream<Path> all = Files.list(root)) {
      assertThat(all).hasSize(2);
    }
  }

  @Test
  void a_directory_with_something_in_it_that_others_may_write_is_not_used() throws IOException {
    Path directory = directory("rwxrwxrwx");
    Files.createFile(directory.resolve("planted"));
    assertThatThrownBy(() -> PrivateFiles.claimDirectory(directory, notes::add))
        .isInstanceOf(UnsafeFileException.class)
        .hasMessageContaining("rwxrwxrwx");
    assertThat(mode(directory)).isEqualTo("rwxrwxrwx");
  }

  @Test
  void an_empty_directory_and_one_that_others_may_only_read_is_closed_to_them() throws IOException {
    Path directory = directory("rwxrwxrwx");
    PrivateFiles.claimDirectory(directory, notes::add);
    assertThat(mode(directory)).isEqualTo("rwx------");
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.createFile(directory.resolve("own"));
    PrivateFiles.claimDirectory(directory, notes::add);
    assertThat(mode(directory)).isEqualTo("rwx------");
    assertThat(notes).hasSize(2).allMatch(note -> note.contains("was open to other users"));
    PrivateFiles.claimDirectory(directory, notes::add);
    assertThat(notes).hasSize(2);
  }

  @Test
  void a_file_of_another_user_is_not_used() throws IOException {
    Path file = file("rw-------");
    assumeTrue("root".equals(Files.getOwner(file).getName()), "only root can give files away");
    Files.setOwner(
        file, file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
    assertThatThrownBy(() -> PrivateFiles.check(file))
        .isInstanceOf(UnsafeFileException.class)
        .hasMessageContaining("belongs to the user nobody");
    assertThatThrownBy(() -> PrivateFiles.claimFile(file, notes::add))
        .isInstanceOf(UnsafeFileException.class);
  }
}
