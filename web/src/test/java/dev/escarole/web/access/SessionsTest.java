package dev.escarole.web.access;

import static org.assertj.core.api.Assertions.assertThat;

import dev.escarole.web.app.Role;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sessions outlive the server, and nothing else does. */
class SessionsTest {

  private static final Token ALICE = token("alice");

  @TempDir Path directory;

  private Instant now = Instant.parse("2026-11-22T08:00:00Z");

  private static Token token(String name) {
    return new Token(name, Role.VIEWER, TokenFile.hash(name), Instant.EPOCH);
  }

  private Path file() {
    return directory.resolve("data/sessions.json");
  }

  private Sessions started() {
    return new Sessions(file(), () -> now);
  }

  @Test
  void a_session_survives_a_restart_and_ends_at_its_time() {
    String id = started().begin(ALICE);
    assertThat(started().token(id)).hasValue(ALICE.sha256());
    assertThat(started().token(id + "x")).isEmpty();
    now = now.plus(Sessions.LASTS);
    assertThat(started().token(id)).isEmpty();
    assertThat(started().formerToken(id)).hasValue(ALICE.sha256());
    now = now.plus(Sessions.REMEMBERED);
    assertThat(started().formerToken(id)).isEmpty();
  }

  @Test
  void a_session_that_was_ended_stays_ended_after_a_restart() {
    Sessions sessions = started();
    String id = sessions.begin(ALICE);
    sessions.end(id);
    assertThat(started().token(id)).isEmpty();
    assertThat(started().formerToken(id)).isEmpty();
  }

  @Test
  void the_file_is_the_owners_alone_and_holds_no_secret() throws IOException {
    String id = started().begin(ALICE);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file())))
        .isEqualTo("rw-------");
    assertThat(Files.readString(file())).doesNotContain(id);
  }

  @Test
  void a_file_that_others_may_write_or_that_is_damaged_holds_no_session() throws IOException {
    String id = started().begin(ALICE);
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-rw-rw-"));
    assertThat(started().token(id)).isEmpty();
    Files.setPosixFilePermissions(file(), PosixFilePermissions.fromString("rw-------"));
    assertThat(started().token(id)).isPresent();
    Files.writeString(file(), "{\"sessions\": [");
    assertThat(started().token(id)).isEmpty();
    assertThat(started().begin(ALICE)).isNotEmpty();
  }

  @Test
  void one_token_cannot_push_the_sessions_of_others_out() {
    Sessions sessions = started();
    String bob = sessions.begin(token("bob"));
    String first = sessions.begin(ALICE);
    for (int i = 0; i < Sessions.MOST_OF_ONE_TOKEN; i++) {
      now = now.plus(Duration.ofMillis(1));
      String unused = sessions.begin(ALICE);
    }
    assertThat(sessions.token(first)).isEmpty();
    assertThat(sessions.token(bob)).isPresent();
  }

  @Test
  void servers_of_one_data_directory_share_their_sessions() {
    Sessions one = started();
    Sessions other = started();
    String first = one.begin(ALICE);
    String second = other.begin(ALICE);
    assertThat(other.token(first)).hasValue(ALICE.sha256());
    assertThat(one.token(second)).hasValue(ALICE.sha256());
    other.end(first);
    assertThat(one.token(first)).as("signed out at the other server").isEmpty();
    assertThat(one.token(second)).hasValue(ALICE.sha256());
  }

  @Test
  void none_is_lost_when_servers_sign_people_in_at_the_same_time() throws Exception {
    Sessions one = started();
    Sessions other = started();
    List<String> ids = Collections.synchronizedList(new ArrayList<>());
    List<Thread> threads = new ArrayList<>();
    for (Sessions sessions : List.of(one, other, one, other)) {
      Thread thread =
          new Thread(
              () -> {
                for (int i = 0; i < 10; i++) {
                  ids.add(sessions.begin(ALICE));
                }
              });
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(ids).hasSize(40).allMatch(id -> one.token(id).isPresent());
  }
}
