package dev.escarole.engine.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseAddressTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "postgresql://ada:s%40crt@db:5433/runs?sslmode=require",
        "postgres://ada:s%40crt@db:5433/runs?sslmode=require",
        "jdbc:postgresql://db:5433/runs?user=ada&password=s%40crt&sslmode=require",
        "jdbc:postgresql://db:5433/runs?sslmode=require&password=s%40crt&user=ada"
      })
  void every_form_means_the_same(String text) {
    DatabaseAddress address = DatabaseAddress.of(text);
    assertThat(address.url()).isEqualTo("jdbc:postgresql://db:5433/runs?sslmode=require");
    assertThat(address.user()).isEqualTo("ada");
    assertThat(address.password()).isEqualTo("s@crt");
    assertThat(address).hasToString("jdbc:postgresql://db:5433/runs?sslmode=require&user=ada");
  }

  @Test
  void an_h2_address_gives_up_its_password_too() {
    DatabaseAddress address = DatabaseAddress.of("jdbc:h2:file:/a/b;USER=sa;PASSWORD=s&crt;X=1");
    assertThat(address.url()).isEqualTo("jdbc:h2:file:/a/b;X=1");
    assertThat(address.user()).isEqualTo("sa");
    assertThat(address.password()).isEqualTo("s&crt");
  }

  @Test
  void a_password_from_elsewhere_is_taken_and_not_shown() {
    DatabaseAddress address = DatabaseAddress.of("postgresql://db/runs").withPassword("s3cret");
    assertThat(address.hasPassword()).isTrue();
    assertThat(StoreOptions.at(address).toString()).doesNotContain("s3cret");
  }

  @Test
  void another_secret_in_the_address_is_masked() {
    DatabaseAddress address =
        DatabaseAddress.of("jdbc:postgresql://db/runs?sslpassword=s3cret&sslmode=require");
    assertThat(address.url()).contains("s3cret");
    assertThat(address.toString()).doesNotContain("s3cret").contains("sslmode=require");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"mysql://ada:s3cret@db/runs", "jdbc:mysql://db?password=s3cret", "s3cret"})
  void an_unknown_form_is_refused_without_telling_the_password(String text) {
    assertThatThrownBy(() -> DatabaseAddress.of(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("postgresql://user@host/name")
        .hasMessageNotContaining("s3cret");
  }

  @Test
  void a_server_that_does_not_answer_is_named_without_the_password() {
    StoreOptions options = StoreOptions.at("postgresql://ada:s3cret@127.0.0.1:1/runs");
    assertThatThrownBy(() -> RunStore.open(options))
        .isInstanceOf(StoreException.class)
        .hasMessageContaining("127.0.0.1:1/runs")
        .satisfies(thrown -> assertThat(stackTrace(thrown)).doesNotContain("s3cret"));
  }

  private static String stackTrace(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }
}
