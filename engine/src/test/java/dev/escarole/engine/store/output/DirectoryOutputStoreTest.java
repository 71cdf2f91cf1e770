package dev.escarole.engine.store.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.command.UnsafeFileException;
import dev.escarole.engine.store.output.OutputStore.StoredObject;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of a real directory. */
class DirectoryOutputStoreTest {

  private static final String KEY = "db/ab/abcd-1";

  @TempDir Path temporary;

  private DirectoryOutputStore open() throws IOException {
    DirectoryOutputStore store = DirectoryOutputStore.open(temporary.resolve("outputs"));
    store.put("db/mark", 0, stream(""));
    return store;
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
  }

  private Path file(String key) {
    return temporary.resolve("outputs").resolve(key);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(temporary)) {
      return all.filter(Files::isRegularFile).toList();
    }
  }

  private static String text(DirectoryOutputStore store, String key, long from, int length)
      throws IOException {
    return new String(store.read(key, from, length).orElseThrow(), StandardCharsets.UTF_8);
  }

  @Test
  void put_writesAPrivateFile_thatCanBeReadInParts() throws IOException {
    DirectoryOutputStore store = open();
    store.put(KEY, 10, stream("0123456789"));
    assertThat(text(store, KEY, 0, 100)).isEqualTo("0123456789");
    assertThat(text(store, KEY, 3, 4)).isEqualTo("3456");
    assertThat(text(store, KEY, 8, 4)).isEqualTo("89");
    assertThat(text(store, KEY, 20, 4)).isEmpty();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file(KEY))))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file("db/ab"))))
        .isEqualTo("rwx------");
  }

  @Test
  void put_thatIsCutOff_leavesNothing() throws IOException {
    DirectoryOutputStore store = open();
    List<Path> before = files();
    assertThatThrownBy(() -> store.put(KEY, 100, stream("only this")))
        .isInstanceOf(EOFException.class);
    assertThat(files()).isEqualTo(before);
    assertThat(store.read(KEY, 0, 1)).isEmpty();
  }

  @Test
  void put_whereTheDirectoryIsNotMounted_fails() throws IOException {
    DirectoryOutputStore store = open();
    Files.delete(file("db/mark"));
    Files.delete(file("db"));
    assertThatThrownBy(() -> store.put(KEY, 1, stream("x"))).isInstanceOf(IOException.class);
    assertThat(files()).isEmpty();
    Files.delete(file(""));
    assertThatThrownBy(() -> store.read(KEY, 0, 1)).isInstanceOf(IOException.class);
  }

  @Test
  void links_areNotFollowed() throws IOException {
    DirectoryOutputStore store = open();
    Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
    Path victim = Files.writeString(elsewhere.resolve("abcd-1"), "secret");
    Files.createSymbolicLink(file("db/ab"), elsewhere);
    assertThat(store.read(KEY, 0, 10)).isEmpty();
    assertThat(store.list("db/ab")).isEmpty();
    assertThatThrownBy(() -> store.put("db/ab/abcd-2", 1, stream("x")))
        .isInstanceOf(IOException.class);
    store.delete(List.of(KEY));
    assertThat(victim).exists();

    Files.delete(file("db/ab"));
    store.put("db/ab/abcd-3", 1, stream("x"));
    Files.createSymbolicLink(file(KEY), victim);
    assertThat(store.read(KEY, 0, 10)).isEmpty();
    assertThat(store.list("db/ab")).extracting(StoredObject::key).containsExactly("db/ab/abcd-3");
    store.delete(List.of(KEY));
    assertThat(victim).exists();
  }

  @Test
  void delete_ignoresWhatIsMissing_andListShowsTheRest() throws IOException {
    DirectoryOutputStore store = open();
    store.put(KEY, 1, stream("x"));
    store.put("db/ab/abcd-2", 2, stream("xy"));
    store.delete(List.of(KEY, "db/ab/none", "db/cd/none"));
    assertThat(store.list("db/ab"))
        .singleElement()
        .satisfies(left -> assertThat(left.key()).isEqualTo("db/ab/abcd-2"))
        .satisfies(left -> assertThat(left.size()).isEqualTo(2));
    assertThat(store.list("db/cd")).isEmpty();
  }

  @Test
  void list_removesWhatDeadWritersLeft_andLeavesLivingOnesAlone() throws IOException {
    DirectoryOutputStore store = open();
    store.put(KEY, 1, stream("x"));
    Path young = Files.writeString(file("db/ab/.new-1"), "x");
    Path old = Files.writeString(file("db/ab/.new-2"), "x");
    Files.setLastModifiedTime(old, FileTime.from(Instant.now().minus(Duration.ofDays(2))));
    assertThat(store.list("db/ab")).extracting(StoredObject::key).containsExactly(KEY);
    assertThat(young).exists();
    assertThat(old).doesNotExist();
  }

  @Test
  void directory_thatOthersCanWrite_isRefused() throws IOException {
    Path open = Files.createDirectory(temporary.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThatThrownBy(() -> DirectoryOutputStore.open(open))
        .isInstanceOf(UnsafeFileException.class)
        .hasMessageContaining("chmod go-w");
  }

  @Test
  void keys_cannotLeaveTheDirectory() throws IOException {
    DirectoryOutputStore store = open();
    for (String key : List.of("../x", "/x", "a/../x", "a//x", "A", ".new-1", "")) {
      assertThatThrownBy(() -> store.read(key, 0, 1)).isInstanceOf(IllegalArgumentException.class);
    }
  }

  @Test
  void place_isCheckedBeforeItIsOpened() throws IOException {
    assertThatThrownBy(() -> new OutputPlace("x", 10)).hasMessageContaining("was 10");
    assertThatThrownBy(() -> OutputPlace.of(" ")).hasMessageContaining("must not be empty");
    assertThatThrownBy(() -> OutputPlace.of("s3://key:secret@bucket"))
        .hasMessageContaining("must not have a user")
        .hasMessageNotContaining("secret");
    assertThatThrownBy(() -> OutputPlace.of("s4://bucket").open())
        .hasMessageContaining("no library for output stores at 's4:'");
    Path file = Files.writeString(temporary.resolve("file"), "");
    assertThatThrownBy(() -> OutputPlace.of(file.toString()).open())
        .hasMessageContaining("cannot be used");
  }
}
