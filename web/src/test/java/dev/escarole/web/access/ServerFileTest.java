package dev.escarole.web.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The token for the owner's programs goes to the owner's server and nowhere else. */
class ServerFileTest {

  private static final URI HERE = URI.create("http://127.0.0.1:8420");

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "http://127.0.0.1:8420, true",
    "http://localhost:8420, true",
    "http://[::1]:8420, true",
    "http://127.0.0.1:8421, false",
    "http://127.0.0.1, false",
    "https://127.0.0.1:8420, false",
    "http://evil.example:8420, false",
    "http://127.0.0.1.evil.example:8420, false",
    "http://192.0.2.1:8420, false",
  })
  void it_is_told_to_the_port_that_the_server_has_on_this_machine(URI asked, boolean told)
      throws IOException {
    ServerFile file = new ServerFile(directory);
    file.write(HERE, "esc_secret");
    assertThat(file.token(asked).isPresent()).isEqualTo(told);
  }

  @Test
  void a_file_of_a_process_that_is_gone_counts_no_more() throws Exception {
    ServerFile file = new ServerFile(directory);
    file.write(HERE, "esc_secret");
    Process gone = new ProcessBuilder("true").start();
    assertThat(gone.waitFor()).isZero();
    String text = Files.readString(file.file());
    String own = "\"pid\" : " + ProcessHandle.current().pid();
    assertThat(text).contains(own);
    Files.writeString(file.file(), text.replace(own, "\"pid\" : " + gone.pid()));
    assertThat(file.token(HERE)).isEmpty();
  }

  @Test
  void a_file_that_others_may_use_or_that_is_a_link_is_refused() throws IOException {
    ServerFile file = new ServerFile(directory);
    assertThat(file.token(HERE)).isEmpty();
    file.write(HERE, "esc_secret");
    Path moved = Files.move(file.file(), directory.resolve("elsewhere"));
    Path unused = Files.createSymbolicLink(file.file(), moved);
    assertThatThrownBy(() -> file.token(HERE)).hasMessageContaining("not a regular file");
    Files.delete(file.file());
    Path back = Files.move(moved, file.file());
    Files.setPosixFilePermissions(back, PosixFilePermissions.fromString("rw-rw----"));
    assertThatThrownBy(() -> file.token(HERE)).hasMessageContaining("others");
  }

  @Test
  void a_server_removes_its_own_file_and_no_other() throws IOException {
    ServerFile file = new ServerFile(directory);
    file.write(HERE, "esc_later");
    file.remove("esc_earlier");
    assertThat(file.file()).exists();
    file.remove("esc_later");
    assertThat(file.file()).doesNotExist();
    file.remove("esc_later");
  }
}
