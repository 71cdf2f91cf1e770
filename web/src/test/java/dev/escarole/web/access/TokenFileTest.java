package dev.escarole.web.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.web.app.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TokenFileTest {

  private static final Instant NOW = Instant.parse("2026-11-22T08:00:00Z");

  @TempDir Path directory;

  private Path path() {
    return directory.resolve("below").resolve("tokens.json");
  }

  private TokenFile file() {
    return new TokenFile(path());
  }

  @Test
  void a_token_is_kept_as_its_hash_alone_in_a_file_for_its_owner() throws IOException {
    String secret = file().create("alice", Role.OPERATOR, NOW);
    assertThat(secret).startsWith("esc_").hasSizeGreaterThan(40);
    assertThat(Files.readString(path())).contains("alice").doesNotContain(secret.substring(4));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(path())))
        .isEqualTo("rw-------");
    assertThat(file().read())
        .containsExactly(new Token("alice", Role.OPERATOR, TokenFile.hash(secret), NOW));
  }

  @Test
  void no_two_tokens_are_alike() {
    assertThat(file().create("alice", Role.VIEWER, NOW))
        .isNotEqualTo(file().create("bob", Role.VIEWER, NOW));
    assertThat(file().read()).extracting(Token::name).containsExactly("alice", "bob");
  }

  @Test
  void a_name_stands_for_one_token() {
    file().create("alice", Role.VIEWER, NOW);
    assertThatThrownBy(() -> file().create("alice", Role.ADMIN, NOW))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("already");
    assertThat(file().revoke("alice")).isTrue();
    assertThat(file().revoke("alice")).isFalse();
    file().create("alice", Role.ADMIN, NOW);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "operator", "nobody", "a b", "-x", "a\nb", "ä"})
  void a_name_that_is_somebody_elses_or_malformed_is_refused(String name) {
    assertThatThrownBy(() -> file().create(name, Role.VIEWER, NOW))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(path()).doesNotExist();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{}",
        "[1]",
        "{\"tokens\":[{\"name\":\"alice\",\"role\":\"king\",\"sha256\":\"00\"}]}",
        "{\"tokens\":[{\"name\":\"alice\",\"role\":\"admin\",\"sha256\":\"\",\"createdAt\":\"x\"}]}"
      })
  void a_malformed_file_is_no_file_without_tokens(String text) throws IOException {
    Files.createDirectories(directory.resolve("below"));
    Files.writeString(path(), text);
    assertThatThrownBy(() -> file().read()).isInstanceOf(TokenFileException.class);
  }

  @Test
  void a_file_that_breaks_leaves_nobody_in() throws IOException {
    String secret = file().create("alice", Role.ADMIN, NOW);
    Instant[] now = {NOW};
    TokenBook book = new TokenBook(file(), () -> now[0]);
    assertThat(book.bySecret(secret)).isPresent();
    Files.writeString(path(), "{");
    now[0] = NOW.plusMillis(TokenBook.LOOK_EVERY_MILLIS);
    assertThat(book.bySecret(secret)).isEmpty();
  }
}
