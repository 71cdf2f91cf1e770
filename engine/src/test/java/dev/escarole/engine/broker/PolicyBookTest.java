package dev.escarole.engine.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.broker.Policy.Standing;
import dev.escarole.engine.command.Limits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyBookTest {

  private static final Principal CI = new Principal("ci", false);
  private static final String ALLOWED = "principals: {ci: {allow: true, commands: [sort]}}";

  private final PolicyReader reader = new PolicyReader(Limits.defaults());
  private final List<String> warnings = new ArrayList<>();
  private Instant now = Instant.parse("2026-11-21T12:00:00Z");
  private final InstantSource clock = () -> now;

  @TempDir Path directory;
  private Path file;

  @BeforeEach
  void name() {
    file = directory.resolve("policy.yaml");
  }

  /** Replaces the file as editors and deployments do, with a time well before the clock's. */
  private void write(String text) {
    try {
      Path next = Files.writeString(directory.resolve("next"), text);
      Files.setLastModifiedTime(next, FileTime.from(now.minusSeconds(10)));
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private PolicyBook book() {
    return PolicyBook.open(file, reader, warnings::add, clock);
  }

  private void later() {
    now = now.plusMillis(PolicyBook.LOOK_EVERY_MILLIS);
  }

  @Test
  void a_replaced_file_counts_once_it_is_time_for_a_look() {
    write(ALLOWED);
    PolicyBook book = book();
    assertThat(book.apply(CI).grants("uniq")).isFalse();

    write("principals: {ci: {allow: true, commands: [uniq]}}");
    now = now.plusMillis(PolicyBook.LOOK_EVERY_MILLIS - 1);
    assertThat(book.apply(CI).grants("uniq")).isFalse();
    now = now.plusMillis(1);
    assertThat(book.apply(CI).grants("uniq")).isTrue();
    assertThat(warnings).isEmpty();
  }

  @Test
  void a_file_changed_in_place_at_the_same_size_within_a_tick_is_noticed() throws IOException {
    write(ALLOWED);
    Files.setLastModifiedTime(file, FileTime.from(now));
    PolicyBook book = book();
    assertThat(book.apply(CI).grants("sort")).isTrue();

    Files.writeString(file, ALLOWED.replace("sort", "uniq"));
    Files.setLastModifiedTime(file, FileTime.from(now));
    later();
    assertThat(book.apply(CI).grants("uniq")).isTrue();
  }

  @Test
  void a_principal_removed_from_the_file_is_revoked() {
    write(ALLOWED);
    PolicyBook book = book();
    assertThat(book.apply(CI).standing()).isEqualTo(Standing.ALLOWED);

    write("principals: {ci: {allow: false}}");
    later();
    assertThat(book.apply(CI).standing()).isEqualTo(Standing.REVOKED);
    write("principals: {}");
    later();
    assertThat(book.apply(CI).standing()).isEqualTo(Standing.REVOKED);
    assertThat(book.apply(new Principal("stranger", false)).standing()).isEqualTo(Standing.DENIED);
    write(ALLOWED);
    later();
    assertThat(book.apply(CI).standing()).isEqualTo(Standing.ALLOWED);
  }

  @Test
  void a_broken_file_leaves_the_last_good_policy_with_one_warning() {
    write(ALLOWED);
    PolicyBook book = book();
    write("principals: {ci: {allow: maybe}}");
    for (int i = 0; i < 3; i++) {
      later();
      assertThat(book.apply(CI).grants("sort")).isTrue();
    }
    assertThat(warnings)
        .singleElement()
        .asString()
        .contains("the previous policy stays in force")
        .contains("policy.yaml:1:26: 'allow' must be true or false");

    write("principals: {ci: {allow: true, commands: [uniq]}}");
    later();
    assertThat(book.apply(CI).grants("uniq")).isTrue();
    assertThat(warnings).hasSize(1);
  }

  @Test
  void a_file_that_is_gone_leaves_the_last_good_policy_with_one_warning() throws IOException {
    write(ALLOWED);
    PolicyBook book = book();
    Files.delete(file);
    later();
    assertThat(book.apply(CI).allow()).isTrue();
    later();
    assertThat(book.apply(CI).allow()).isTrue();
    assertThat(warnings).singleElement().asString().endsWith("it does not exist any more");
  }

  @Test
  void a_broken_or_missing_file_at_start_is_refused() {
    assertThatThrownBy(this::book).isInstanceOf(PolicyException.class);
    write("principals: 3");
    assertThatThrownBy(this::book).isInstanceOf(PolicyException.class);
    assertThatThrownBy(() -> PolicyBook.openIfPresent(file, reader, warnings::add, clock))
        .isInstanceOf(PolicyException.class);
  }

  @Test
  void a_file_that_need_not_exist_counts_once_it_does() {
    PolicyBook book = PolicyBook.openIfPresent(file, reader, warnings::add, clock);
    assertThat(book.apply(CI)).isEqualTo(Policy.nothing());
    assertThat(book.apply(Principal.localOperator())).isEqualTo(Policy.localOperator());

    write(ALLOWED);
    later();
    assertThat(book.apply(CI).grants("sort")).isTrue();
  }
}
