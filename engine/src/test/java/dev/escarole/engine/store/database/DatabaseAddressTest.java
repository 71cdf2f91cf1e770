package dev.escarole.engine.store.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.escarole.engine.store.RunStore;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
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
    DatabaseAddress address =
        DatabaseAddress.of("jdbc:h2:file:/a/b;USER=sa;PASSWORD=s&crt;COMPRESS=TRUE");
    assertThat(address.url()).isEqualTo("jdbc:h2:file:/a/b;COMPRESS=TRUE");
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:h2:mem:x;INIT=RUNSCRIPT FROM 'http://host/s3cret.sql'",
        "jdbc:h2:file:/a/b;init=create alias s3cret as 'x'",
        "jdbc:h2:file:/a/b;COMPRESS=TRUE;\\INIT=s3cret",
        "jdbc:h2:file:/a/b;COMPRESS=TRUE\\;INIT=s3cret",
        "jdbc:h2:file:/a/b; INIT=s3cret",
        "jdbc:h2:file:/a/b;CIPHER=AES",
        "jdbc:h2:file:/a/b;AUTO_SERVER=TRUE",
        "jdbc:h2:file:/a/b;AUTO_SERVER_PORT=9090",
        "jdbc:h2:file:/a/b;TRACE_LEVEL_FILE=3",
        "jdbc:h2:file:/a/b;DATABASE_EVENT_LISTENER='s3cret'",
        "jdbc:h2:file:/a/b;JAVA_OBJECT_SERIALIZER='s3cret'",
        "jdbc:h2:file:/a/b;AUTHENTICATOR='s3cret'",
        "jdbc:h2:file:/a/b;DEFAULT_TABLE_ENGINE=s3cret",
        "jdbc:h2:file:/a/b;AUTHREALM=s3cret",
        "jdbc:h2:file:/a/b;FORBID_CREATION=FALSE",
        "jdbc:h2:file:/a/b;RECOVER_TEST=1",
        "jdbc:h2:file:/a/b;SCRIPT=s3cret",
      })
  void an_h2_address_can_neither_run_statements_nor_load_classes_nor_open_ports(String text) {
    assertRefused(text, "is not allowed in an address of H2");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tcp://host/s3cret",
        "ssl://host/s3cret",
        "TCP://host/s3cret",
        "zip:/a/s3cret.zip!/b",
        "file:zip:/a/s3cret.zip!/b",
        "nio:/a/s3cret",
        "async:/a/s3cret",
        "retry:zip:/a/s3cret.zip!/b",
        "split:28:/a/s3cret",
        "classpath:/s3cret",
        "memFS:s3cret",
        "nioMemLZ:s3cret",
        "encrypt:00:/a/s3cret",
        "mem:tcp:s3cret",
      })
  void an_h2_location_that_cannot_be_inspected_is_refused(String place) {
    assertRefused("jdbc:h2:" + place, "must be a file or in memory");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "socketFactory",
        "socketFactoryArg",
        "sslfactory",
        "sslfactoryarg",
        "sslhostnameverifier",
        "sslpasswordcallback",
        "authenticationPluginClassName",
        "xmlFactoryFactory",
        "connectExecutor",
        "classLoaderStrategy",
        "jaasApplicationName",
        "jaasLogin",
        "gsslib",
        "loggerFile",
        "loggerLevel",
        "service",
        "SOCKETFACTORY",
        "%73ocketFactory",
      })
  void a_postgres_address_can_neither_load_classes_nor_write_files(String setting) {
    for (String start : List.of("postgresql://ada:s3cret@db/runs", "jdbc:postgresql:runs")) {
      assertRefused(
          start + "?sslmode=require&" + setting + "=s3cret",
          "'" + setting + "' is not allowed in an address of PostgreSQL");
    }
  }

  private static void assertRefused(String text, String why) {
    assertThatThrownBy(() -> DatabaseAddress.of(text))
        .as(text)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(why)
        .hasMessageNotContaining("s3cret");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:h2:mem:a",
        "jdbc:h2:mem:",
        "jdbc:h2:./runs",
        "jdbc:h2:~/runs",
        "jdbc:h2:file:C:\\runs",
        "jdbc:h2:file:/a b/runs;CACHE_SIZE=1000;ifexists=true",
        "jdbc:postgresql://one,two/runs?targetServerType=primary&connectTimeout=3",
      })
  void what_reaches_a_database_and_no_more_can_be_used(String text) {
    assertThat(DatabaseAddress.of(text).url()).isEqualTo(text);
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
